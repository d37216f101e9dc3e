import { mkdtemp, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listNotesInput } from '../protocol/schemas/find.ts';
import { createDiskEngine } from './disk-engine.ts';
import { until } from './engine-test-kit.ts';
import { closeAndRemove, openOn, search } from './suite/suite-kit.ts';

// The app itself does not tell of such a change.
it('sees another file under the name of a note, of the same size and time', async () => {
  const { place, opened, engine } = await openOn({ 'B.md': 'Bee text.\n' }, async (vaultPath, dataFolder) => {
    const disk = await createDiskEngine({
      vaultPath,
      env: { VAULT_LOOM_DATA_DIR: dataFolder, VAULT_LOOM_EMBEDDER: 'none' },
      log: () => undefined,
    });
    await disk.start();
    return { engine: disk, close: () => disk.close() };
  });
  try {
    const file = join(place.vault, 'B.md');
    const time = new Date(2001, 1, 1);
    await utimes(file, time, time);
    await until(async () =>
      expect((await engine.listNotes(listNotesInput.parse({}))).notes).toMatchObject([
        { modified: time.toISOString() },
      ]),
    );
    await writeFile(`${file}.part`, 'Bee tixt.\n');
    await utimes(`${file}.part`, time, time);
    await rename(`${file}.part`, file);
    await until(async () => expect((await engine.search(search('tixt'))).rows).toMatchObject([{ path: 'B.md' }]));
  } finally {
    await closeAndRemove({ opened, place });
  }
});

it('passes on that the vault cannot be read, with what to do about it', async () => {
  const place = await mkdtemp(join(tmpdir(), 'vault-loom-disk-engine-'));
  const vaultPath = join(place, 'vault');
  await mkdir(vaultPath);
  const engine = await createDiskEngine({
    vaultPath,
    env: { VAULT_LOOM_DATA_DIR: join(place, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  try {
    await rm(vaultPath, { recursive: true });
    await engine.start();
    await expect(engine.listNotes(listNotesInput.parse({}))).rejects.toMatchObject({
      code: 'vault_not_found',
      message: 'The vault folder "vault" cannot be read (ENOENT).',
      hint: expect.stringContaining('Check that the folder still exists'),
    });
    const status = await engine.status();
    expect(status.summary).toMatch(/^The index could not be opened: .*\(ENOENT\)\.$/u);
    expect(engine.indexProblem).toBe(status.initError);
  } finally {
    await engine.close();
    await rm(place, { recursive: true, force: true });
  }
});
