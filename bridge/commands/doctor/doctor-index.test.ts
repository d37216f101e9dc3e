import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { vaultDataFolder } from '../../../shared/vault/data-folders.ts';
import { checkIndex } from './doctor-index.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-doctor-index-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('offers another data folder for an index that cannot be kept, unless it lies with the plugin, where that changes nothing', async () => {
  const [vault, plugin, data] = ['vault', 'plugin', 'data'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const own = vaultDataFolder(data, vault);
  const env = { VAULT_LOOM_DATA_DIR: data };
  for (const place of [plugin, own]) {
    await mkdir(place, { recursive: true });
    await writeFile(join(place, 'index'), 'a file where the folder should be');
  }
  const cureOf = async (installed: string | null): Promise<string | undefined> =>
    (await checkIndex(vault, installed, env)).find(({ state }) => state === 'bad')?.cure;
  expect(await cureOf(null)).toBe(
    'let your account write there, or set VAULT_LOOM_DATA_DIR to a folder that it can write',
  );
  expect(await cureOf(plugin)).toBe('let your account write there');
});
