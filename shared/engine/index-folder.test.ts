import { chmod, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { IndexStore } from '../store/segment-store.ts';
import { vaultDataFolder } from '../vault/data-folders.ts';
import { locateIndex } from './index-folder.ts';
import type { IndexLocation } from './index-folder.ts';

let root: string;
let vault: string;
let data: string;
let userIndex: string;
let pluginIndex: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-location-')));
  vault = join(root, 'vault');
  data = join(root, 'data');
  await mkdir(join(vault, '.config-of-app', 'plugins'), { recursive: true });
  userIndex = join(vaultDataFolder(data, vault), 'index');
  pluginIndex = join(vault, '.config-of-app', 'plugins', 'vault-loom', 'index');
});
afterEach(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

const locate = (): Promise<IndexLocation> =>
  locateIndex({ vaultRealPath: vault, configDir: '.config-of-app', dataFolder: data, format: 1 });
const installPlugin = (): Promise<unknown> => mkdir(join(pluginIndex, '..'));

/** Adds one segment to the index in `folder`. */
async function commitTo(folder: string, name: string): Promise<void> {
  const store = await IndexStore.open(folder, { dataFolder: data, format: 1 });
  await store.read();
  const segment = await store.writeSegment('notes', { name: new TextEncoder().encode(name) }, { name });
  expect(await store.commit({ add: [segment], remove: [], state: {} })).toMatchObject({ outcome: 'committed' });
  await store.close();
}

async function contentOf(folder: string): Promise<unknown> {
  const store = await IndexStore.open(folder, { dataFolder: data, format: 1 });
  const index = await store.read();
  if (!('manifest' in index)) return index.reason;
  const names: string[] = [];
  for (const info of index.manifest.segments) {
    const reader = await store.openSegment(info);
    names.push(new TextDecoder().decode(await reader.section('name')));
    await reader.close();
  }
  await store.close();
  return names;
}

describe('the index is', () => {
  it('in the per-user folder without the plugin, whose folder is not made', async () => {
    expect(await locate()).toEqual({ folder: userIndex, place: 'user' });
    expect(await readdir(join(vault, '.config-of-app', 'plugins'))).toEqual([]);
  });

  it('in the plugin’s folder if it exists', async () => {
    await installPlugin();
    expect(await locate()).toEqual({ folder: pluginIndex, place: 'plugin' });
    expect(await readdir(pluginIndex)).toEqual([]);
  });

  it('in the per-user folder if the plugin’s cannot be written', async () => {
    await installPlugin();
    await writeFile(pluginIndex, 'no folder');
    expect(await locate()).toEqual({ folder: userIndex, place: 'user' });
  });

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'in the per-user folder if the plugin’s is read-only',
    async () => {
      await installPlugin();
      await chmod(join(pluginIndex, '..'), 0o555);
      expect(await locate()).toEqual({ folder: userIndex, place: 'user' });
    },
  );

  it('in the per-user folder if the plugin’s is a link out of the vault, which several vaults may share', async () => {
    await mkdir(join(root, 'development', 'index'), { recursive: true });
    await symlink(join(root, 'development'), join(pluginIndex, '..'), 'junction');
    expect(await locate()).toEqual({ folder: userIndex, place: 'user' });

    await rm(join(pluginIndex, '..'));
    await installPlugin();
    await symlink(join(root, 'development', 'index'), pluginIndex, 'junction');
    expect(await locate()).toEqual({ folder: userIndex, place: 'user' });
    expect(await readdir(join(root, 'development', 'index'))).toEqual([]);
  });
});

describe('when the plugin is installed', () => {
  it('an index built before is copied in once, whole', async () => {
    await commitTo(userIndex, 'first');
    await commitTo(userIndex, 'second');
    await installPlugin();
    await locate();
    expect(await contentOf(pluginIndex)).toEqual(['first', 'second']);

    await commitTo(userIndex, 'third');
    await locate();
    expect(await contentOf(pluginIndex)).toEqual(['first', 'second']);
    expect((await readdir(pluginIndex)).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  it('an index of another layout, or a damaged one, is left alone', async () => {
    await commitTo(userIndex, 'first');
    await writeFile(join(userIndex, 'manifest.json'), '{"torn":');
    await installPlugin();
    expect(await locate()).toEqual({ folder: pluginIndex, place: 'plugin' });
    expect(await contentOf(pluginIndex)).toBe('There was no index yet.');
  });

  it('and its vectors with it', async () => {
    await commitTo(userIndex, 'notes');
    await commitTo(join(userIndex, 'vectors'), 'vectors');
    await installPlugin();
    await locate();
    expect(await contentOf(join(pluginIndex, 'vectors'))).toEqual(['vectors']);
  });

  it('nothing is copied into an index that someone is building', async () => {
    await commitTo(userIndex, 'first');
    await installPlugin();
    const builder = await IndexStore.open(pluginIndex, { dataFolder: data, format: 1 });
    expect(builder.isOwner).toBe(true);
    await locate();
    expect(await builder.read()).toEqual({ reason: 'There was no index yet.' });
    await builder.close();
  });

  it('several processes starting together leave one whole index', async () => {
    await commitTo(userIndex, 'first');
    await installPlugin();
    await Promise.all(Array.from({ length: 8 }, locate));
    expect(await contentOf(pluginIndex)).toEqual(['first']);
  });
});
