import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, relative } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeTestFolder, removeTestFolders, until, type TestFolder } from './disk-test-kit.ts';
import { DiskVault } from './disk-vault.ts';
import { PacedDisk } from './paced-disk.ts';
import type { VaultListing } from '../vault-source.ts';

const isWindows = process.platform === 'win32';
const NOBODY = 65_534;
const isLinux = process.platform === 'linux';
/** Permissions do not apply to the superuser. */
const isSuperuser = process.getuid?.() === 0;
const NFC = 'Café.md';
const NFD = 'Cafe\u0301.md';

afterEach(removeTestFolders);

async function openVault(files: Record<string, string> = {}): Promise<{ folder: TestFolder; vault: DiskVault }> {
  const folder = makeTestFolder(files);
  return { folder, vault: await DiskVault.open(folder.root) };
}

function pathsOf(listing: VaultListing): string[] {
  return listing.files.map((file) => file.path);
}

async function textOf(vault: DiskVault, path: string): Promise<string> {
  return new TextDecoder().decode(await vault.read(path));
}

describe('opening', () => {
  it('refuses what is absent or not a folder, naming the path as given', async () => {
    const folder = makeTestFolder({ 'a.md': '' });
    for (const path of [join(folder.root, 'absent'), join(folder.root, 'a.md'), join(folder.root, 'a.md', 'x'), '']) {
      await expect(DiskVault.open(path)).rejects.toMatchObject({
        code: 'vault_not_found',
        message: expect.stringContaining(`"${path}"`),
      });
    }
  });

  it.runIf(isSuperuser)('refuses a folder that may not be read, and takes it once it may', async () => {
    const folder = makeTestFolder({ 'a.md': 'x' });
    chmodSync(folder.root, 0o700);
    const asOther = async (): Promise<unknown> => {
      process.seteuid?.(NOBODY);
      try {
        return await DiskVault.open(folder.root).then(
          ({ root }) => root,
          (error: unknown) => error,
        );
      } finally {
        process.seteuid?.(0);
      }
    };
    expect(await asOther()).toMatchObject({
      code: 'vault_not_found',
      message: expect.stringContaining('cannot be read (EACCES)'),
    });
    chmodSync(folder.root, 0o755);
    expect(await asOther()).toBe(folder.root);
  });

  it('takes relative paths, and ~ for the home folder', async () => {
    const { folder } = await openVault({ 'a.md': 'x' });
    const vault = await DiskVault.open(relative(process.cwd(), folder.root));
    expect(vault.root).toBe(folder.root);
    expect(vault.name).toBe(basename(folder.root));
    await expect(DiskVault.open('~/no-such-vault-here')).rejects.toThrow('~/no-such-vault-here');
    expect((await DiskVault.open('~')).name).toBe(basename(homedir()));
  });

  it.skipIf(isWindows)('takes a vault behind a symlink, under the name of the symlink', async () => {
    const folder = makeTestFolder({ 'real/a.md': 'x' });
    folder.link('alias', 'real');
    const vault = await DiskVault.open(join(folder.root, 'alias'));
    expect(vault.name).toBe('alias');
    expect(pathsOf(await vault.list())).toEqual(['a.md']);
    expect(await textOf(vault, 'a.md')).toBe('x');
  });
});

describe('listing', () => {
  it('gives notes and attachments by path, with size and whole milliseconds', async () => {
    const { folder, vault } = await openVault({ 'b/Note.MD': 'héllo', 'a.md': '', 'b/pic.png': '123', 'B.md': 'x' });
    utimesSync(join(folder.root, 'a.md'), 1_700_000_000.123, 1_700_000_000.123);
    const { files, warnings } = await vault.list();
    expect(files.map(({ path, kind, size }) => [path, kind, size])).toEqual([
      ['B.md', 'note', 1],
      ['a.md', 'note', 0],
      ['b/Note.MD', 'note', 6],
      ['b/pic.png', 'attachment', 3],
    ]);
    expect(files[1]?.mtimeMs).toBe(1_700_000_000_123);
    expect(files.every((file) => Number.isInteger(file.createdMs) && file.createdMs > 0)).toBe(true);
    expect(files.every((file) => Number.isInteger(file.mtimeMs) && file.visibility === 'visible')).toBe(true);
    expect(warnings).toEqual([]);
  });

  it('leaves out dot-files, dot-folders, the trash and the configuration folder', async () => {
    const { vault } = await openVault({
      '.obsidian/notes.md': '',
      '.trash/gone.md': '',
      '.hidden.md': '',
      'a/.git/x.md': '',
      'a/keep.md': '',
      'obsidian/keep.md': '',
    });
    expect(vault.configDir).toBe('.obsidian');
    expect(pathsOf(await vault.list())).toEqual(['a/keep.md', 'obsidian/keep.md']);
  });

  it('lists one folder, one file, or nothing', async () => {
    const { vault } = await openVault({ 'a/b/x.md': '', 'a/y.md': '', 'ab/z.md': '' });
    expect(pathsOf(await vault.list('a'))).toEqual(['a/b/x.md', 'a/y.md']);
    expect(pathsOf(await vault.list('a/y.md'))).toEqual(['a/y.md']);
    expect(pathsOf(await vault.list('absent'))).toEqual([]);
    expect(pathsOf(await vault.list('../'))).toEqual([]);
  });

  it('refuses to call a vanished vault an empty one', async () => {
    const { folder, vault } = await openVault({ 'a.md': '' });
    rmSync(folder.root, { recursive: true });
    for (const place of ['', 'a']) {
      await expect(vault.list(place)).rejects.toMatchObject({ code: 'vault_not_found' });
    }
    const message = await vault.list().catch((error: unknown) => String(error));
    expect(message).not.toContain(folder.root);
  });

  it('looks at the rules of an app that opens the vault for the first time, also before that is reported', async () => {
    const { folder, vault } = await openVault({ 'Templates/t.md': '' });
    expect(vault.visibility('Templates/t.md')).toBe('visible');
    folder.write('.obsidian/app.json', '{"userIgnoreFilters":["Templates/"]}');
    await vault.lookAtRules();
    expect(vault.visibility('Templates/t.md')).toBe('excluded');
    expect(vault.configDir).toBe('.obsidian');
  });

  it('applies the ignore rules, and reads them again for a full listing', async () => {
    const { folder, vault } = await openVault({
      'Private/a.md': '',
      'Templates/t.md': '',
      'n.md': '',
      '.vaultloomignore': 'Private/\n',
      '.obsidian/app.json': '{"userIgnoreFilters":["Templates/"]}',
    });
    const visibilities = async (): Promise<string[]> => (await vault.list()).files.map((file) => file.visibility);
    expect(await visibilities()).toEqual(['hidden', 'excluded', 'visible']);
    expect((await vault.stat('Private/a.md'))?.visibility).toBe('hidden');
    folder.remove('.vaultloomignore');
    folder.write('.obsidian/app.json', '{"userIgn');
    expect(await visibilities()).toEqual(['visible', 'excluded', 'visible']);
    expect((await vault.list()).warnings).toEqual([
      { path: '.obsidian/app.json', message: expect.stringContaining('last read') },
    ]);
    folder.write('.obsidian/app.json', '{}');
    expect(await visibilities()).toEqual(['visible', 'visible', 'visible']);
    expect((await vault.list()).warnings).toEqual([]);
  });

  it('reads an ignore file in UTF-16, as some Windows programs write it', async () => {
    const folder = makeTestFolder({ 'a.md': '' });
    writeFileSync(join(folder.root, '.vaultloomignore'), Buffer.from('\uFEFFa.md\r\n', 'utf16le'));
    const vault = await DiskVault.open(folder.root);
    expect((await vault.stat('a.md'))?.visibility).toBe('hidden');
  });

  it.skipIf(isWindows || isSuperuser)('warns of a folder and an ignore file it may not read', async () => {
    const { folder, vault } = await openVault({ 'shut/a.md': '', 'open.md': '', '.vaultloomignore': 'open.md' });
    chmodSync(join(folder.root, 'shut'), 0o000);
    chmodSync(join(folder.root, '.vaultloomignore'), 0o000);
    const { files, warnings } = await vault.list();
    chmodSync(join(folder.root, 'shut'), 0o755);
    expect(files.map(({ path, visibility }) => [path, visibility])).toEqual([['open.md', 'hidden']]);
    expect(warnings.map((warning) => warning.path).sort()).toEqual(['.vaultloomignore', 'shut']);
  });
});

describe('stat and read', () => {
  it('give a file, and nothing if there is none', async () => {
    const { vault } = await openVault({ 'a/Note.md': 'text' });
    expect(await vault.stat('a/Note.md')).toMatchObject({
      path: 'a/Note.md',
      kind: 'note',
      size: 4,
      visibility: 'visible',
    });
    expect(await textOf(vault, 'a/Note.md')).toBe('text');
    for (const path of ['b.md', 'a', 'a/Note.md/x', 'é/ü.md']) {
      expect(await vault.stat(path)).toBeNull();
      await expect(vault.read(path)).rejects.toMatchObject({ code: 'note_not_found' });
    }
  });

  it('refuse every way out of the vault and into what is left out', async () => {
    const outer = makeTestFolder({
      'secret.md': 's',
      'vault/a.md': 'x',
      'vault/.git/b.md': 'x',
      'vault/.obsidian/c.md': '',
    });
    const vault = await DiskVault.open(join(outer.root, 'vault'));
    const ways = ['../secret.md', 'a/../../secret.md', join(outer.root, 'secret.md'), '.git/b.md', '.obsidian/c.md'];
    for (const path of [
      ...ways,
      './a.md',
      'x/../a.md',
      '/a.md',
      'a.md/',
      '',
      'a.md\0',
      '..\\secret.md',
      'x'.repeat(5_000),
    ]) {
      expect(await vault.stat(path)).toBeNull();
      await expect(vault.read(path)).rejects.toMatchObject({ code: 'note_not_found' });
    }
  });

  it('follow the letter case of the disk', async () => {
    const { folder, vault } = await openVault({ 'Note.md': 'x' });
    const found = await vault.stat('NOTE.md');
    if (existsSync(join(folder.root, 'NOTE.md'))) expect(found?.path).toBe('Note.md');
    else expect(found).toBeNull();
  });

  it.skipIf(isWindows || isSuperuser)('say why a file cannot be read', async () => {
    const { folder, vault } = await openVault({ 'a.md': 'x' });
    chmodSync(join(folder.root, 'a.md'), 0o000);
    await expect(vault.read('a.md')).rejects.toMatchObject({
      code: 'path_not_allowed',
      message: expect.stringContaining('EACCES'),
    });
  });
});

describe('Unicode forms', () => {
  it('list a file under NFC and read it under the spelling of the disk', async () => {
    const { vault } = await openVault({ [`Re\u0301sume\u0301/${NFD}`]: 'nfd', 'plain.md': '' });
    const path = `Résumé/${NFC}`;
    expect(await textOf(vault, path)).toBe('nfd');
    expect(pathsOf(await vault.list())).toEqual([path, 'plain.md']);
    expect(pathsOf(await vault.list('Résumé'))).toEqual([path]);
    expect(await vault.stat(path)).toMatchObject({ path, size: 3 });
    expect(await textOf(vault, path)).toBe('nfd');
  });

  it('follow a file that changes its spelling after the listing', async () => {
    const { folder, vault } = await openVault({ [NFD]: 'nfd' });
    await vault.list();
    folder.remove(NFD);
    expect(await vault.stat(NFC)).toBeNull();
    folder.write(NFC, 'nfc');
    expect(await textOf(vault, NFC)).toBe('nfc');
  });

  it.skipIf(!isLinux)(
    'list twins, whose names differ only in that, byte-exact, and read each under its own name',
    async () => {
      const [dotsBelow, dotsAbove] = ['x\u0323\u0307.md', 'x\u0307\u0323.md'];
      const { folder, vault } = await openVault({
        [NFC]: 'nfc',
        [NFD]: 'nfd',
        [dotsBelow]: '1',
        [dotsAbove]: '2',
        [`Re\u0301/${NFD}`]: '3',
        [`Ré/${NFD}`]: '4',
      });
      const { files, warnings } = await vault.list();
      expect(files.map((file) => file.path).sort()).toEqual(
        [NFC, NFD, dotsBelow, dotsAbove, `Re\u0301/${NFC}`, `Ré/${NFC}`].sort(),
      );
      expect(warnings).toEqual([]);
      const texts = [
        [NFC, 'nfc'],
        [NFD, 'nfd'],
        [dotsBelow, '1'],
        [dotsAbove, '2'],
        [`Re\u0301/${NFC}`, '3'],
        [`Ré/${NFC}`, '4'],
      ] as const;
      for (const [path, text] of texts) expect([path, await textOf(vault, path)]).toEqual([path, text]);
      expect((await vault.statForms(dotsBelow.normalize('NFC'))).map((file) => file.path).sort()).toEqual(
        [dotsBelow, dotsAbove].sort(),
      );
      expect(await vault.stat('ẋ\u0323.md'.normalize('NFC'))).toBeNull();
      expect(pathsOf(await vault.list('Re\u0301'))).toEqual([`Re\u0301/${NFC}`, `Ré/${NFC}`]);
      folder.remove(NFC);
      expect((await vault.statForms(NFD)).map((file) => file.path)).toEqual([NFC]);
      expect(await textOf(vault, NFC)).toBe('nfd');
    },
  );
});

describe.skipIf(isWindows)('symlinks', () => {
  it('leading out are not followed, with a warning', async () => {
    const outer = makeTestFolder({ 'secret/s.md': 's', 'vault/a.md': 'x' });
    outer.link('vault/folder', '../secret');
    outer.link('vault/file.md', join(outer.root, 'secret/s.md'));
    outer.link('vault/dangling.md', 'nowhere.md');
    const vault = await DiskVault.open(join(outer.root, 'vault'));
    const { files, warnings } = await vault.list();
    expect(files.map((file) => file.path)).toEqual(['a.md']);
    expect(warnings.map((warning) => warning.path).sort()).toEqual(['dangling.md', 'file.md', 'folder']);
    for (const path of ['folder/s.md', 'file.md', 'dangling.md']) {
      expect(await vault.stat(path)).toBeNull();
      await expect(vault.read(path)).rejects.toMatchObject({ code: 'note_not_found' });
    }
    expect(pathsOf(await vault.list('folder'))).toEqual([]);
  });

  it('leading to the vault itself add nothing: each real file is one note', async () => {
    const { folder, vault } = await openVault({ 'real/a.md': 'x', '.hidden/b.md': 'y' });
    folder.link('again', 'real');
    folder.link('again.md', 'real/a.md');
    folder.link('shown', '.hidden');
    const { files, warnings } = await vault.list();
    expect(files.map((file) => file.path)).toEqual(['real/a.md']);
    expect(warnings).toEqual([{ path: 'shown', message: expect.stringContaining('left out') }]);
    expect(await Promise.all(['again/a.md', 'again.md', 'shown/b.md'].map((path) => vault.stat(path)))).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('in a circle come to an end', async () => {
    const { folder, vault } = await openVault({ 'a/x.md': '' });
    folder.link('a/up', '..');
    folder.link('a/self', 'self');
    folder.link('b', 'c');
    folder.link('c', 'b');
    const { files, warnings } = await vault.list();
    expect(files.map((file) => file.path)).toEqual(['a/x.md']);
    expect(warnings.map((warning) => warning.path).sort()).toEqual(['a/self', 'b', 'c']);
  });

  it('put in place of a folder after the listing are not followed', async () => {
    const outer = makeTestFolder({ 'secret/a.md': 'secret', 'vault/notes/a.md': 'mine' });
    const vault = await DiskVault.open(join(outer.root, 'vault'));
    await vault.list();
    outer.remove('vault/notes');
    outer.link('vault/notes', '../secret');
    await expect(vault.read('notes/a.md')).rejects.toMatchObject({ code: 'note_not_found' });
  });

  it('may lead to shared settings', async () => {
    const outer = makeTestFolder({
      'shared/app.json': '{"userIgnoreFilters":["a"]}',
      rules: 'b.md',
      'vault/a.md': '',
      'vault/b.md': '',
    });
    outer.link('vault/.obsidian', '../shared');
    outer.link('vault/.vaultloomignore', '../rules');
    const vault = await DiskVault.open(join(outer.root, 'vault'));
    expect((await vault.list()).files.map((file) => file.visibility)).toEqual(['excluded', 'hidden']);
  });
});

describe('odd things in a vault', () => {
  it.skipIf(isWindows)('a fifo is not a file, even where settings are expected', async () => {
    const { folder } = await openVault({ 'a.md': 'x' });
    for (const name of ['pipe.md', '.vaultloomignore']) execFileSync('mkfifo', [join(folder.root, name)]);
    const vault = await DiskVault.open(folder.root);
    expect(pathsOf(await vault.list())).toEqual(['a.md']);
    expect(await vault.stat('pipe.md')).toBeNull();
    await expect(vault.read('pipe.md')).rejects.toMatchObject({ code: 'note_not_found' });
  });

  it.skipIf(!isLinux)('names that no path can contain are left out, others are kept', async () => {
    const { folder, vault } = await openVault({
      'two\nlines.md': '1',
      'back\\slash.md': '2',
      'a.md': '3',
      '#?%.md': '4',
    });
    writeFileSync(Buffer.concat([Buffer.from(`${folder.root}/bad-`), Buffer.from([0xff]), Buffer.from('.md')]), 'x');
    const { files, warnings } = await vault.list();
    expect(files.map((file) => file.path)).toEqual(['#?%.md', 'a.md', 'two\nlines.md']);
    expect(warnings.map((warning) => warning.path).sort()).toEqual(['back\\slash.md', 'bad-\uFFFD.md']);
    expect(await textOf(vault, 'two\nlines.md')).toBe('1');
  });

  it.skipIf(!isLinux)('a path too long for the system ends in a warning', async () => {
    const { folder, vault } = await openVault({ 'a.md': '' });
    const name = 'd'.repeat(250);
    const script = `for i in $(seq 18); do mkdir ${name} && cd -P ${name}; done; echo x > deep.md`;
    execFileSync('sh', ['-c', script], { cwd: folder.root });
    const { files, warnings } = await vault.list();
    expect(files.map((file) => file.path)).toEqual(['a.md']);
    expect(warnings.map((warning) => warning.message)).toEqual([expect.stringContaining('too long')]);
    execFileSync('rm', ['-rf', name], { cwd: folder.root });
  });

  it('hundreds of files in one folder are all listed and readable', async () => {
    const { folder, vault } = await openVault();
    mkdirSync(join(folder.root, 'many'));
    for (let i = 0; i < 600; i++) writeFileSync(join(folder.root, 'many', `${i}.md`), String(i));
    expect(readdirSync(join(folder.root, 'many'))).toHaveLength(600);
    const { files } = await vault.list();
    expect(files).toHaveLength(600);
    const last = files.at(-1)?.path ?? '';
    expect(await textOf(vault, last)).toBe(readFileSync(join(folder.root, last), 'utf8'));
  });
});

describe('a listing just after a watch began', () => {
  it('is what the watch saw, and the next looks again', async () => {
    const { folder, vault } = await openVault({ 'b/deep/x.md': 'x', 'a.png': '', '.hidden/y.md': '', [NFD]: 'é' });
    const before = await vault.list();
    const other = await DiskVault.open(folder.root);
    const stop = await other.watch(() => undefined);
    try {
      expect(await other.list()).toEqual(before);
      expect(await textOf(other, before.files.find(({ path }) => path.startsWith('Caf'))?.path ?? '')).toBe('é');
      folder.write('new.md', '');
      expect(pathsOf(await other.list())).toContain('new.md');
    } finally {
      await stop();
    }
  });

  it('looks again if a change was reported while the watch was still opening', async () => {
    const { folder, vault } = await openVault({ 'a/seen.md': '', 'b/later.md': '' });
    const named: string[] = [];
    const entries = PacedDisk.prototype.entries;
    vi.spyOn(PacedDisk.prototype, 'entries').mockImplementation(async function (this: PacedDisk, path) {
      const found = await entries.call(this, path);
      if (basename(path) !== 'a') return found;
      folder.write('a/new.md', '');
      await until(() => named.includes('a/new.md'));
      return found;
    });
    const stop = await vault.watch(({ files }) => void named.push(...files));
    try {
      expect(pathsOf(await vault.list())).toEqual(['a/new.md', 'a/seen.md', 'b/later.md']);
    } finally {
      await stop();
      vi.restoreAllMocks();
    }
  });

  it('looks again if a change was reported meanwhile', async () => {
    const { folder, vault } = await openVault({ 'a.md': '' });
    const named: string[] = [];
    const stop = await vault.watch(({ files }) => void named.push(...files));
    try {
      folder.write('new.md', '');
      await until(() => named.includes('new.md'));
      expect(pathsOf(await vault.list())).toEqual(['a.md', 'new.md']);
    } finally {
      await stop();
    }
  });
});
