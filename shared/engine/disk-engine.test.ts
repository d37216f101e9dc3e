import { mkdtemp, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listNotesInput, readNoteInput } from '../protocol/schemas/find.ts';
import { createDiskEngine } from './disk-engine.ts';
import type { EngineHost } from './engine.ts';
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

describe('a vault whose folder cannot be reached', () => {
  let place: string;
  let vaultPath: string;
  let engine: EngineHost;
  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'vault-loom-disk-engine-'));
    vaultPath = join(place, 'vault');
    await mkdir(vaultPath);
    for (const name of ['A.md', 'B.md']) await writeFile(join(vaultPath, name), 'Some text.\n');
    engine = await createDiskEngine({
      vaultPath,
      env: { VAULT_LOOM_DATA_DIR: join(place, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
      log: () => undefined,
    });
  });
  afterEach(async () => {
    await engine.close();
    await rm(place, { recursive: true, force: true });
  });
  const gone = {
    code: 'vault_not_found',
    message: 'The vault folder "vault" cannot be read (ENOENT).',
    hint: expect.stringContaining('Check that the folder still exists'),
  };
  const list = () => engine.listNotes(listNotesInput.parse({}));

  it('when the engine starts is told by every question and the status', async () => {
    await rm(vaultPath, { recursive: true });
    await engine.start();
    await expect(list()).rejects.toMatchObject(gone);
    const status = await engine.status();
    expect(status.summary).toMatch(/^The index could not be opened: .*\(ENOENT\)\.$/u);
    expect(engine.indexProblem).toBe(status.initError);
  });

  it('later on is also told, and loses no note of the index', async () => {
    await engine.start();
    expect((await list()).total).toBe(2);
    await rename(vaultPath, `${vaultPath} elsewhere`);
    await expect(list()).rejects.toMatchObject(gone);
    await expect(engine.readNote(readNoteInput.parse({ name: 'A.md' }))).rejects.toMatchObject(gone);
    await expect(engine.search(search('text'))).rejects.toMatchObject(gone);
    expect(await engine.status()).toMatchObject({
      summary:
        'VaultLoomError: The vault folder "vault" cannot be read (ENOENT); 2 notes are indexed as they were last read.',
      initError: `VaultLoomError: ${gone.message}`,
      notesTotal: 2,
    });
    await rename(`${vaultPath} elsewhere`, vaultPath);
    expect((await list()).total).toBe(2);
    expect(await engine.status()).toMatchObject({ initError: null });
  });
});
