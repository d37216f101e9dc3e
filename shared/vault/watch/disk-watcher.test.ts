import { execFile } from 'node:child_process';
import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { DiskChange } from './disk-change.ts';
import { makeTestFolder, removeTestFolders, until, type TestFolder } from '../disk/disk-test-kit.ts';
import { DiskVault } from '../disk/disk-vault.ts';
import { PacedDisk } from '../disk/paced-disk.ts';
import { DiskWatcher, type DiskWatcherOptions } from './disk-watcher.ts';
import { isWithin } from '../paths.ts';
import type { VaultChange } from '../vault-source.ts';

const cleanUps: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
  removeTestFolders();
});

interface Watched {
  folder: TestFolder;
  watcher: DiskWatcher;
  batches: DiskChange[];
  /** True when a file, or a folder containing it, was named. */
  named(path: string): boolean;
}

async function watchFolder(files: Record<string, string>, options: Partial<DiskWatcherOptions> = {}): Promise<Watched> {
  const folder = makeTestFolder(files);
  const batches: DiskChange[] = [];
  const watcher = await DiskWatcher.start({
    root: folder.root,
    disk: await PacedDisk.at(folder.root),
    configDir: () => '.obsidian',
    onChange: async (change) => void batches.push(change),
    quietMs: 40,
    maxWaitMs: 400,
    ...options,
  });
  cleanUps.push(() => watcher.stop());
  const named = (path: string): boolean =>
    batches.some((batch) => batch.files.includes(path) || batch.folders.some((above) => isWithin(path, above)));
  return { folder, watcher, batches, named };
}

/** The hints of everything up to now: writes one more file, and waits until it is named. */
async function settle({ folder, named }: Watched): Promise<void> {
  const mark = `mark-${Math.random()}.md`;
  folder.write(mark, '');
  await until(() => named(mark));
}

/** One watch per folder is for Linux; elsewhere a watch would keep its folder from being renamed. */
const modes = [{ recursive: process.platform !== 'linux' }];

describe.each(modes)('events of one file, recursive: $recursive', (mode) => {
  it('name a file that was created, changed, renamed and deleted', async () => {
    const watched = await watchFolder({ 'a/old.md': '1' }, mode);
    watched.folder.write('a/old.md', '2');
    await until(() => watched.named('a/old.md'));
    watched.folder.write('new.md', '1');
    await until(() => watched.named('new.md'));
    renameSync(join(watched.folder.root, 'new.md'), join(watched.folder.root, 'a/moved.md'));
    await until(() => watched.named('a/moved.md'));
    watched.batches.length = 0;
    watched.folder.remove('a/old.md');
    await until(() => watched.named('a/old.md'));
  });

  it('come as one batch for one burst', async () => {
    const watched = await watchFolder({ 'a/x.md': '' }, { ...mode, quietMs: 250 });
    for (const path of ['1.md', '2.md', 'a/3.md', '1.md']) watched.folder.write(path, 'x');
    await until(() => watched.named('a/3.md'));
    expect(watched.batches).toHaveLength(1);
    expect(watched.batches[0]?.files.sort()).toEqual(['1.md', '2.md', 'a/3.md']);
  });

  it('give the path in NFC', async () => {
    const watched = await watchFolder({}, mode);
    watched.folder.write('Cafe\u0301.md', 'x');
    await until(() => watched.named('Café.md'));
  });

  it('ignore what is left out', async () => {
    const watched = await watchFolder({ '.git/x': '', '.obsidian/workspace.json': '', 'a/x.md': '' }, mode);
    watched.folder.write('.git/x', '2');
    watched.folder.write('.obsidian/workspace.json', '2');
    watched.folder.write('a/.vault-loom-1', 'x');
    renameSync(join(watched.folder.root, 'a/.vault-loom-1'), join(watched.folder.root, 'a/y.md'));
    await settle(watched);
    const hints = watched.batches.flatMap((batch) => [...batch.files, ...batch.folders]);
    expect(hints.filter((path) => !path.startsWith('mark-') && path !== 'a/y.md')).toEqual([]);
    expect(watched.named('a/y.md')).toBe(true);
  });
});

describe.each(modes)('events of folders, recursive: $recursive', (mode) => {
  it('name a new folder, and what changes in it later', async () => {
    const watched = await watchFolder({ 'x.md': '' }, mode);
    watched.folder.write('new/deep/er/a.md', '1');
    await until(() => watched.named('new/deep/er/a.md'));
    watched.batches.length = 0;
    watched.folder.write('new/deep/er/a.md', '2');
    await until(() => watched.named('new/deep/er/a.md'));
  });

  it('name both ends of a renamed folder, and follow it under its new name', async () => {
    const watched = await watchFolder({ 'old/deep/a.md': '1' }, mode);
    renameSync(join(watched.folder.root, 'old'), join(watched.folder.root, 'new'));
    await until(() => watched.named('new/deep/a.md') && watched.named('old/deep/a.md'));
    watched.batches.length = 0;
    watched.folder.write('new/deep/a.md', '2');
    await until(() => watched.named('new/deep/a.md'));
    expect(watched.named('old/deep/a.md')).toBe(false);
  });

  it('name a folder that is gone, and one of the same name that takes its place', async () => {
    const watched = await watchFolder({ 'a/b/x.md': '1', 'y.md': '' }, mode);
    const before = watched.watcher.watchCount;
    watched.folder.remove('a');
    await until(() => watched.named('a/b/x.md'));
    watched.batches.length = 0;
    watched.folder.write('a/b/x.md', '2');
    await until(() => watched.named('a/b/x.md'));
    await settle(watched);
    expect(watched.watcher.watchCount).toBe(before);
    watched.batches.length = 0;
    watched.folder.write('a/b/x.md', '3');
    await until(() => watched.named('a/b/x.md'));
  });

  it('name a folder that became a file', async () => {
    const watched = await watchFolder({ 'thing/x.md': '1' }, mode);
    watched.folder.remove('thing');
    watched.folder.write('thing', 'file');
    await until(() => watched.named('thing') && watched.named('thing/x.md'));
  });
});

describe('settings', () => {
  it('are named when the ignore file, the app settings or the configuration folder change, and for nothing else', async () => {
    const watched = await watchFolder({ '.obsidian/app.json': '{}', 'a.md': '' });
    const settingsNamed = (): boolean => watched.batches.some((batch) => batch.settings);
    for (const path of ['.vaultloomignore', '.obsidian/app.json']) {
      watched.batches.length = 0;
      watched.folder.write(path, '{"x":1}');
      await until(settingsNamed);
    }
    watched.folder.remove('.obsidian');
    watched.batches.length = 0;
    watched.folder.write('.obsidian/app.json', '{}');
    await until(settingsNamed);
    await settle(watched);
    watched.batches.length = 0;
    watched.folder.write('.obsidian/app.json', '{"x":2}');
    await until(settingsNamed);
    watched.batches.length = 0;
    watched.folder.write('a.md', 'x');
    watched.folder.write('.vault-loom-0123456789abcdef01234567.lock', 'x');
    watched.folder.remove('.vault-loom-0123456789abcdef01234567.lock');
    await settle(watched);
    expect(settingsNamed()).toBe(false);
  });
});

describe('where the system cannot watch', () => {
  it('folders are named from time to time, until they can be watched again', async () => {
    const watched = await watchFolder({ 'a.md': '' }, { pollMs: 50 });
    const hidden = `${watched.folder.root}-away`;
    renameSync(watched.folder.root, hidden);
    mkdirSync(watched.folder.root);
    watched.folder.write('b.md', 'x');
    await until(() => watched.named('b.md'));
    await until(() => watched.watcher.watchCount === 1);
    await settle(watched);
    watched.batches.length = 0;
    watched.folder.write('b.md', 'changed');
    await until(() => watched.named('b.md'));
    watched.folder.remove('b.md');
    renameSync(hidden, join(watched.folder.root, 'away'));
  });
});

describe('stopping', () => {
  it('ends all batches, even one that was about to come', async () => {
    const watched = await watchFolder({ 'a.md': '' }, { quietMs: 30 });
    watched.folder.write('a.md', '1');
    await watched.watcher.stop();
    const other = await watchFolder({ 'b.md': '' });
    watched.folder.write('a.md', '2');
    await settle(other);
    expect(watched.batches).toEqual([]);
    expect(watched.watcher.watchCount).toBe(0);
  });

  it('waits for the batch in progress', async () => {
    let ended = false;
    let began = false;
    const watched = await watchFolder(
      {},
      {
        onChange: async () => {
          began = true;
          await new Promise((resolve) => setTimeout(resolve, 50));
          ended = true;
        },
      },
    );
    watched.folder.write('a.md', '');
    await until(() => began);
    await watched.watcher.stop();
    expect(ended).toBe(true);
  });
});

describe('a watched DiskVault', () => {
  async function watchVault(
    files: Record<string, string>,
  ): Promise<{ folder: TestFolder; vault: DiskVault; changes: VaultChange[] }> {
    const folder = makeTestFolder(files);
    const vault = await DiskVault.open(folder.root);
    const changes: VaultChange[] = [];
    cleanUps.push(await vault.watch((change) => void changes.push(change)));
    return { folder, vault, changes };
  }

  it('has new rules in force before reporting it', async () => {
    const { folder, vault, changes } = await watchVault({ 'a.md': '', 'b.md': '' });
    folder.write('.vaultloomignore', 'a.md');
    await until(() => changes.some((change) => change.rules));
    expect((await vault.stat('a.md'))?.visibility).toBe('hidden');
    changes.length = 0;
    folder.write('.obsidian/app.json', '{"userIgnoreFilters":["b"]}');
    await until(() => changes.some((change) => change.rules));
    expect(vault.configDir).toBe('.obsidian');
    expect((await vault.stat('b.md'))?.visibility).toBe('excluded');
    changes.length = 0;
    folder.write('.obsidian/app.json', '{"userIgnoreFilters":["a"]}');
    await until(() => changes.some((change) => change.rules));
    expect((await vault.stat('b.md'))?.visibility).toBe('visible');
  });

  it('has the rules of the plugin in force as well, even if the plugin comes, goes, and writes by renaming', async () => {
    const { folder, vault, changes } = await watchVault({ '.obsidian/app.json': '{}', 'a/x.md': '' });
    const settings = '.obsidian/plugins/vault-loom/data.json';
    const becomes = async (visibility: string, change: () => void): Promise<void> => {
      changes.length = 0;
      change();
      await until(() => changes.some((seen) => seen.rules));
      expect((await vault.stat('a/x.md'))?.visibility).toBe(visibility);
    };
    const excluding = (name: string): string => JSON.stringify({ excludedFolders: [name] });
    await becomes('excluded', () => folder.write(settings, excluding('a')));
    await becomes('visible', () => folder.write(settings, excluding('b')));
    await becomes('excluded', () => {
      folder.write(`${settings}.new`, excluding('a'));
      renameSync(join(folder.root, `${settings}.new`), join(folder.root, settings));
    });
    await becomes('visible', () => folder.remove('.obsidian/plugins/vault-loom'));
    await becomes('excluded', () => folder.write(settings, excluding('a')));
    await becomes('visible', () => folder.remove('.obsidian/plugins'));
    await becomes('excluded', () => folder.write(settings, excluding('a')));
  });

  it('ignores settings that change no rule', async () => {
    const { folder, changes } = await watchVault({ '.obsidian/app.json': '{}', 'a.md': '' });
    folder.write('.obsidian/app.json', '{"theme":"x"}');
    folder.write('a.md', 'x');
    await until(() => changes.some((change) => change.files.includes('a.md')));
    expect(changes.filter((change) => change.rules)).toEqual([]);
  });

  it('reports five thousand changed files in few batches that lead to the right state', async () => {
    const { folder, vault, changes } = await watchVault({ 'a/keep.md': '', 'a/gone.md': '' });
    const known = new Map<string, string>();
    const follow = async (change: VaultChange): Promise<void> => {
      for (const above of change.folders) {
        for (const path of known.keys()) if (isWithin(path, above)) known.delete(path);
        for (const file of (await vault.list(above)).files) known.set(file.path, `${file.size} ${file.mtimeMs}`);
      }
      for (const path of change.files) {
        const file = await vault.stat(path);
        if (file === null) known.delete(path);
        else known.set(path, `${file.size} ${file.mtimeMs}`);
      }
    };
    await follow({ files: [], folders: [''], rules: false });

    const script = `
      const fs = require('node:fs');
      for (let i = 0; i < 5000; i++) {
        const part = 'a/part' + Math.floor(i / 500);
        fs.mkdirSync(part, { recursive: true });
        fs.writeFileSync(part + '/' + i + '.md', 'x'.repeat(i % 7));
        if (i % 100 === 0) fs.utimesSync(part + '/' + i + '.md', 1600000000, 1600000000);
      }`;
    await promisify(execFile)(process.execPath, ['-e', script], { cwd: folder.root });
    folder.remove('a/gone.md');

    let followed = 0;
    await until(async () => {
      while (followed < changes.length) await follow(changes[followed++] ?? { files: [], folders: [], rules: false });
      return known.size === 5_001;
    });
    const truth = (await vault.list()).files.map((file) => [file.path, `${file.size} ${file.mtimeMs}`]);
    expect([...known].sort()).toEqual(truth.sort());
    expect(changes.length).toBeLessThan(20);
  });
});

describe('while another program writes all the time', () => {
  it('other changes are reported long before it stops', async () => {
    const folder = makeTestFolder({ 'busy.md': '' });
    const named = new Set<string>();
    const watcher = await DiskWatcher.start({
      root: folder.root,
      disk: await PacedDisk.at(folder.root),
      configDir: () => '.obsidian',
      onChange: async ({ files }) => files.forEach((file) => named.add(file)),
    });
    cleanUps.push(() => watcher.stop());
    folder.write('quiet.md', '');
    let writes = 0;
    while (!named.has('quiet.md') && writes < 200) {
      folder.write('busy.md', String(++writes));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(writes).toBeLessThan(60);
  });

  it('what was reported is delivered immediately on request', async () => {
    const { folder, watcher, named } = await watchFolder({ 'a.md': '' }, { quietMs: 3_600_000, maxWaitMs: 3_600_000 });
    folder.write('a.md', 'changed');
    folder.write('new/b.md', 'made');
    await watcher.catchUp();
    if (process.platform === 'linux') expect([named('a.md'), named('new/b.md')]).toEqual([true, true]);
  });
});
