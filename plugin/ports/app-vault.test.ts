import { chmod, mkdir, mkdtemp, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileSystemAdapter } from '../../e2e/stand-in/app/vault/adapter.ts';
import { Vault } from '../../e2e/stand-in/app/vault/vault.ts';
import { DiskVault } from '../../shared/vault/disk/disk-vault.ts';
import type { VaultChange } from '../../shared/vault/vault-source.ts';
import { AppVault, type ReadableVault } from './app-vault.ts';
import { RealPlaces } from './real-places.ts';

const FAST = { quietMs: 20, maxWaitMs: 500, rulesPollMs: 30 };

let folder: string;
let root: string;
let app: Vault;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'app-vault-'));
  root = join(folder, 'My vault');
  await put('.obsidian/app.json', '{}');
  app = new Vault(new FileSystemAdapter(root), '.obsidian');
});

afterEach(async () => {
  app.unload();
  await chmod(join(root, 'closed'), 0o700).catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(join(root, path, '..'), { recursive: true });
  await writeFile(join(root, path), text);
}

async function openBoth(): Promise<{ appVault: AppVault; disk: DiskVault }> {
  const appVault = await AppVault.open(app as unknown as ReadableVault, await RealPlaces.open(root), FAST);
  return { appVault, disk: await DiskVault.open(root) };
}

/** A vault with everything that the filter has an opinion on. */
async function putAwkwardVault(): Promise<void> {
  await put('Plain.md', 'plain');
  await put('UPPER.MD', 'upper');
  await put('deep/er/Note.md', 'deep');
  await put('deep/image.png', 'png');
  await put('.hidden/Secret.md', 'secret');
  await put('.trash/Gone.md', 'gone');
  await put('deep/.dot.md', 'dot');
  await put('Cafe\u0301/Re\u0301sume\u0301.md', 'decomposed');
  await put('日本語/メモ.md', 'memo');
  await put('Archive/Old.md', 'old');
  await put('private/Diary.md', 'diary');
  await put('.obsidian/app.json', JSON.stringify({ userIgnoreFilters: ['Archive/'] }));
  await put('.vaultloomignore', 'private/\n');
  await put('.obsidian/plugins/vault-loom/data.json', JSON.stringify({ excludedFolders: ['deep/er'] }));
  await put('../outside/Loot.md', 'loot');
  await utimes(join(root, 'Plain.md'), 1_700_000_000.1239, 1_700_000_000.1239);
}

async function putSymlinks(): Promise<boolean> {
  try {
    await symlink(join(folder, 'outside'), join(root, 'out'), 'dir');
    await symlink(join(root, 'deep'), join(root, 'twin'), 'dir');
    await symlink(root, join(root, 'deep', 'loop'), 'dir');
    await symlink(join(folder, 'outside', 'Loot.md'), join(root, 'Loot.md'));
    await symlink(join(root, 'nowhere'), join(root, 'Broken.md'));
    return true;
  } catch {
    return false;
  }
}

describe('the vault as the app gives it', () => {
  it('has the same files, visibilities, sizes, times and warnings as the vault on the disk', async () => {
    await putAwkwardVault();
    await putSymlinks();
    const { appVault, disk } = await openBoth();
    const [fromApp, fromDisk] = [await appVault.list(), await disk.list()];
    expect(fromApp.files.map((file) => file.path)).toEqual(fromDisk.files.map((file) => file.path));
    expect(fromApp.files).toEqual(fromDisk.files);
    expect(byPath(fromApp.warnings)).toEqual(byPath(fromDisk.warnings));
    expect(fromApp.files.length).toBeGreaterThan(6);
    const excluded = fromApp.files.filter((file) => file.visibility === 'excluded').map((file) => file.path);
    expect(excluded).toEqual(['Archive/Old.md', 'deep/er/Note.md']);
    expect([appVault.visibility('deep/er/Note.md'), appVault.visibility('private/Diary.md')]).toEqual([
      'excluded',
      'hidden',
    ]);
  });

  it('lists one folder as the disk does, and a file as itself', async () => {
    await putAwkwardVault();
    const { appVault, disk } = await openBoth();
    for (const start of ['deep', 'Caf\u00e9', 'deep/er/Note.md', 'absent', '.hidden', '..']) {
      expect((await appVault.list(start)).files, start).toEqual((await disk.list(start)).files);
    }
  });

  it('knows and reads exactly the files that the disk gives', async () => {
    await putAwkwardVault();
    await putSymlinks();
    const { appVault, disk } = await openBoth();
    const asked = [
      'Plain.md',
      'Caf\u00e9/R\u00e9sum\u00e9.md',
      '日本語/メモ.md',
      'private/Diary.md',
      'absent.md',
      'deep',
      '../outside/Loot.md',
      'deep/../Plain.md',
      '/Plain.md',
      '.obsidian/app.json',
      '.hidden/Secret.md',
      'deep/.dot.md',
      'Loot.md',
      'out/Loot.md',
      'twin/er/Note.md',
      'deep/loop/Plain.md',
      'Broken.md',
      '',
    ];
    for (const path of asked) {
      expect(await appVault.stat(path), path).toEqual(await disk.stat(path));
      expect(await readOrCode(appVault, path), path).toEqual(await readOrCode(disk, path));
    }
    expect(await readOrCode(appVault, 'Caf\u00e9/R\u00e9sum\u00e9.md')).toBe('decomposed');
    expect(await readOrCode(appVault, 'Loot.md')).toBe('note_not_found');
  });

  it('counts an unreadable folder as a warning and continues', async () => {
    await put('closed/In.md', 'in');
    await put('Open.md', 'open');
    await chmod(join(root, 'closed'), 0o000);
    const { appVault, disk } = await openBoth();
    expect((await appVault.list()).files).toEqual((await disk.list()).files);
  });

  it('names the vault and its configuration folder as the app does', async () => {
    app = new Vault(new FileSystemAdapter(root), '.other');
    const { appVault } = await openBoth();
    expect(appVault.name).toBe('My vault');
    expect(appVault.configDir).toBe('.other');
  });
});

describe('changes in the app', () => {
  it('come as one batch of paths, both of a rename among them', async () => {
    await put('A.md', 'a');
    await put('B.md', 'b');
    await app.load();
    const { appVault } = await openBoth();
    const changes: VaultChange[] = [];
    const stop = await appVault.watch((change) => void changes.push(change));

    await app.create('New.md', 'new');
    await app.modify(existing('A.md'), 'a longer text');
    await app.rename(existing('B.md'), 'C.md');

    await vi.waitFor(() => expect(named(changes)).toEqual(new Set(['New.md', 'A.md', 'B.md', 'C.md'])), {
      timeout: 5_000,
    });
    expect(changes.every((change) => !change.rules)).toBe(true);
    await stop();
  });

  it('name a folder for what may have changed below it', async () => {
    await put('box/In.md', 'in');
    await app.load();
    const { appVault } = await openBoth();
    const changes: VaultChange[] = [];
    const stop = await appVault.watch((change) => void changes.push(change));
    const box = app.getAbstractFileByPath('box');
    if (box !== null) await app.rename(box, 'chest');
    await vi.waitFor(
      () => expect(changes.flatMap((change) => change.folders)).toEqual(expect.arrayContaining(['box', 'chest'])),
      {
        timeout: 5_000,
      },
    );
    await stop();
  });

  it('report a change of the ignore rules, which the app does not', async () => {
    await put('private/Diary.md', 'diary');
    await app.load();
    const { appVault } = await openBoth();
    const changes: VaultChange[] = [];
    const stop = await appVault.watch((change) => void changes.push(change));
    await put('.vaultloomignore', 'private/\n');
    await vi.waitFor(() => expect(changes.some((change) => change.rules)).toBe(true), { timeout: 5_000 });
    expect((await appVault.stat('private/Diary.md'))?.visibility).toBe('hidden');
    await stop();
  });

  it('stay unheard after watching has stopped, and leave no listener', async () => {
    await app.load();
    const { appVault } = await openBoth();
    const onChange = vi.fn();
    const stop = await appVault.watch(onChange);
    const created = app.create('New.md', 'new');
    await stop();
    await created;
    expect(app.listenerCount).toBe(0);
    expect(onChange).not.toHaveBeenCalled();
    expect(await readFile(join(root, 'New.md'), 'utf8')).toBe('new');
  });
});

function existing(path: string): NonNullable<ReturnType<Vault['getFileByPath']>> {
  const file = app.getFileByPath(path);
  if (file === null) throw new Error(`${path} is not in the app's vault`);
  return file;
}

function named(changes: VaultChange[]): Set<string> {
  return new Set(changes.flatMap((change) => change.files));
}

function byPath(warnings: { path: string; message: string }[]): string[] {
  return warnings.map(({ path, message }) => `${path}: ${message}`).sort();
}

async function readOrCode(vault: AppVault | DiskVault, path: string): Promise<string> {
  return vault.read(path).then(
    (bytes) => new TextDecoder().decode(bytes),
    (error: { code: string }) => error.code,
  );
}
