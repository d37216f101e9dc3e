import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventLoopYield, Slicer } from '../../shared/kit/concurrency/slices.ts';
import { readReadings } from '../../shared/reading/read-readings.ts';
import { vaultDataFolder } from '../../shared/vault/data-folders.ts';
import type { Log } from '../process/log.ts';
import { openReadingLog } from './open-reading-log.ts';

let folder: string;
let vault: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'reading-log-')));
  vault = join(folder, 'vault');
  await mkdir(join(vault, '.obsidian', 'plugins', 'vault-loom'), { recursive: true });
  await writeFile(join(vault, '.obsidian', 'app.json'), '{}');
  vi.stubEnv('VAULT_LOOM_DATA_DIR', join(folder, 'data'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

it('stays switched off while the settings are damaged, and if they could never be read', async () => {
  const save = (text: string): Promise<void> =>
    writeFile(join(vault, '.obsidian', 'plugins', 'vault-loom', 'data.json'), text);
  const log = openReadingLog(vault, { warn: () => undefined } as unknown as Log);
  const read = async (path: string): Promise<string[]> => {
    log.add({ client: 'Client', tool: 'read_note', paths: [path] });
    await log.settled();
    const readings = await readReadings(vaultDataFolder(join(folder, 'data'), vault), new Slicer(8, eventLoopYield()));
    return readings.flatMap(({ paths }) => paths);
  };
  await save('{"keepsReadingLog": fal');
  expect(await read('Never read.md')).toEqual([]);
  await save('{"keepsReadingLog": true}');
  expect(await read('On.md')).toEqual(['On.md']);
  await save('{"keepsReadingLog": false}');
  expect(await read('Off.md')).toEqual(['On.md']);
  await save('{"keepsReadingLog": fal');
  expect(await read('Damaged.md')).toEqual(['On.md']);
  for (const noSettings of ['[]', 'null', '"text"']) {
    await save(noSettings);
    expect(await read('No settings.md')).toEqual(['On.md']);
  }
});
