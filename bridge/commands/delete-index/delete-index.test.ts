import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { indexLockFile, openIndexLock } from '../../../shared/store/index-lock.ts';
import { IndexStore } from '../../../shared/store/segment-store.ts';
import { vaultDataFolder } from '../../../shared/vault/data-folders.ts';
import { keptScreen } from '../../test-support/command-line.ts';
import type { Ask } from '../connect/choose.ts';
import { deleteIndex, type DeleteIndexFlags } from './delete-index.ts';

let root: string;
let vault: string;
let data: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-delete-')));
  [vault, data] = [join(root, 'vault'), join(root, 'data')];
  await mkdir(join(vault, '.obsidian'), { recursive: true });
  await writeFile(join(vault, 'Tea.md'), 'Tea.\n');
});
afterEach(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

/**
 * As a server leaves them: an index with vectors in it, vectors of an embedder of its own, words, and what is no index.
 */
async function leftByServer(): Promise<{ index: string; own: string }> {
  const own = vaultDataFolder(data, vault);
  const index = join(own, 'index');
  for (const folder of [index, join(index, 'vectors'), join(own, 'vectors', 'ollama-x')]) await saveIndex(folder);
  await put(join(data, 'words-use.bin'), 'words');
  await put(join(own, 'writing', 'history', '1.json'), '{}');
  await put(join(own, 'embedders.json'), '{}');
  return { index, own };
}

async function saveIndex(folder: string): Promise<void> {
  const store = await IndexStore.open(folder, { dataFolder: data, format: 1 });
  await store.read();
  const segment = await store.writeSegment('notes', { a: new Uint8Array([1, 2, 3]) }, {});
  expect(await store.commit({ add: [segment], remove: [], state: {} })).toMatchObject({ outcome: 'committed' });
  await store.close();
}

async function put(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

async function run(flags: Partial<DeleteIndexFlags>, ask: Ask = null): Promise<string> {
  const screen = keptScreen();
  await deleteIndex(
    { screen, env: { VAULT_LOOM_DATA_DIR: data } },
    { realVaultPath: vault },
    { yes: false, dryRun: false, keepWords: false, json: false, ...flags },
    ask,
  );
  return screen.written.join('');
}

describe('delete-index', () => {
  it('deletes index, vectors and words, and nothing else', async () => {
    const { own } = await leftByServer();
    const said = await run({ yes: true });
    expect(said).toMatch(/3 files in .*index\n/u);
    expect(said).toContain('of all your vaults');
    expect(said).toContain('Deleted.');
    expect((await readdir(own)).toSorted()).toEqual(['embedders.json', 'writing']);
    expect(existsSync(join(own, 'writing', 'history', '1.json'))).toBe(true);
    expect(existsSync(join(data, 'words-use.bin'))).toBe(false);
    expect(await readdir(vault)).toEqual(['.obsidian', 'Tea.md']);
    expect(await run({ yes: true })).toBe('There is no index of this vault.\n');
  });

  it('asks, and accepts only a yes', async () => {
    const { index } = await leftByServer();
    for (const answer of ['', 'n', 'what?'])
      expect(await run({}, () => Promise.resolve(answer))).toContain('Nothing was deleted.');
    await expect(run({})).rejects.toMatchObject({ code: 'invalid_arguments', hint: expect.stringContaining('--yes') });
    expect(await run({ dryRun: true })).toContain('dry run');
    expect(existsSync(join(index, 'manifest.json'))).toBe(true);
    expect(await run({}, () => Promise.resolve('y'))).toContain('Deleted.');
    expect(existsSync(index)).toBe(false);
  });

  it('keeps the words if told to, and answers as JSON', async () => {
    await leftByServer();
    expect(JSON.parse(await run({ yes: true, keepWords: true, json: true }))).toMatchObject({
      deleted: true,
      indexes: [{ files: 3 }, { files: 3 }, { files: 3 }],
      words: null,
    });
    expect(existsSync(join(data, 'words-use.bin'))).toBe(true);
  });

  it("deletes the index in the plugin's folder, and leaves the plugin", async () => {
    const plugin = join(vault, '.obsidian', 'plugins', 'vault-loom');
    await saveIndex(join(plugin, 'index'));
    await put(join(plugin, 'main.js'), '');
    await run({ yes: true });
    expect(await readdir(plugin)).toEqual(['main.js']);
  });
});

describe('delete-index, on a disk that refuses', () => {
  it('names a folder that cannot be read', async () => {
    await writeFile(data, 'no folder');
    for (const flags of [{ yes: true }, { dryRun: true }])
      await expect(run(flags)).rejects.toMatchObject({
        code: 'path_not_allowed',
        message: expect.stringMatching(/^.*data.* cannot be read \(ENOTDIR\)\.$/u),
        hint: expect.stringContaining('Nothing was deleted'),
      });
  });

  it('names what cannot be deleted, and what that means', async () => {
    const { index } = await leftByServer();
    await rm(join(data, 'locks'), { recursive: true, force: true });
    await writeFile(join(data, 'locks'), 'no folder');
    await expect(run({ yes: true, keepWords: true })).rejects.toMatchObject({
      code: 'path_not_allowed',
      message: expect.stringMatching(/^Not all of it was deleted: .*locks.* cannot be written \(E[A-Z]+\)\.$/u),
    });
    expect(existsSync(join(index, 'manifest.json'))).toBe(true);
  });
});

describe('delete-index, with a server at work', () => {
  it('refuses while one keeps this index, or the vectors in it, and names it', async () => {
    const { index } = await leftByServer();
    for (const folder of [index, join(index, 'vectors')]) {
      const lock = await openIndexLock({ dataFolder: data, indexRealPath: folder });
      await expect(run({ yes: true })).rejects.toMatchObject({
        code: 'index_not_ready',
        message: expect.stringContaining(`Process ${process.pid}`),
      });
      await lock.release();
    }
    expect(existsSync(join(index, 'manifest.json'))).toBe(true);
  });

  it('refuses the words while one keeps the index of another vault, and takes the rest without them', async () => {
    const { index } = await leftByServer();
    const lock = await openIndexLock({ dataFolder: data, indexRealPath: join(root, 'other') });
    await expect(run({ yes: true })).rejects.toMatchObject({ hint: expect.stringContaining('--keep-words') });
    expect(existsSync(index)).toBe(true);
    expect(await run({ yes: true, keepWords: true })).toContain('Deleted.');
    expect(existsSync(index)).toBe(false);
    await lock.release();
  });

  it('is not kept by the lock that a killed one left', async () => {
    const { index } = await leftByServer();
    const file = indexLockFile(data, index);
    const lock = await openIndexLock({ dataFolder: data, indexRealPath: index });
    await rename(file, `${file}.kept`);
    await lock.release();
    await rename(`${file}.kept`, file);
    const record = JSON.parse(await readFile(file, 'utf8')) as { process: { pid: number } };
    await writeFile(file, JSON.stringify({ ...record, process: { ...record.process, pid: 2 ** 22 + 1 } }));
    expect(await run({ yes: true })).toContain('Deleted.');
  });
});

describe.skipIf(process.platform === 'win32')('delete-index and symlinks', () => {
  it('follows none within an index, and leaves files that are not ours with their folder', async () => {
    const { index } = await leftByServer();
    const outside = join(root, 'outside');
    await put(join(outside, 'manifest.json'), 'mine');
    await put(join(index, 'letter.txt'), 'mine');
    await symlink(outside, join(index, 'linked'));
    await symlink(join(outside, 'manifest.json'), join(index, 'segment-abcdefgh12.bin'));
    await run({ yes: true });
    expect(await readdir(outside)).toEqual(['manifest.json']);
    expect((await readdir(index)).toSorted()).toEqual(['letter.txt', 'linked', 'segment-abcdefgh12.bin']);
  });

  it("leaves a plugin's folder that several vaults share outside of them", async () => {
    const shared = join(root, 'shared-plugin');
    await saveIndex(join(shared, 'index'));
    await mkdir(join(vault, '.obsidian', 'plugins'), { recursive: true });
    await symlink(shared, join(vault, '.obsidian', 'plugins', 'vault-loom'));
    expect(await run({ yes: true })).toBe('There is no index of this vault.\n');
    expect(existsSync(join(shared, 'index', 'manifest.json'))).toBe(true);
  });
});
