import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { PATIENT, startSandbox, type TestSandbox } from '../test-kit.ts';
import type { TFile, TFolder } from './files.ts';
import { type TAbstractFile } from './files.ts';

const FILES = {
  'Soil.md': 'Worms.',
  'beds/Compost.md': 'Scraps.',
  'beds/pic.png': 'x',
  '.obsidian/app.json': '{}',
  '.hidden/Note.md': 'h',
};

/** Writes down what the vault tells, as `name path`. */
function listen({ app }: TestSandbox): string[] {
  const told: string[] = [];
  for (const name of ['create', 'modify', 'delete'])
    app.vault.on(name, (file: TAbstractFile) => void told.push(`${name} ${file.path}`));
  app.vault.on('rename', (file: TAbstractFile, oldPath: string) => void told.push(`rename ${oldPath} ${file.path}`));
  return told;
}

function file({ app }: TestSandbox, path: string): TFile {
  const found = app.vault.getFileByPath(path);
  if (found === null) throw new Error(`no ${path}`);
  return found;
}

describe("the sandbox's vault", () => {
  it('has the tree without dot-folders, with a root of its own', async () => {
    const { app } = await startSandbox(FILES);
    const { vault } = app;
    expect(
      vault
        .getAllLoadedFiles()
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['/', 'Soil.md', 'beds', 'beds/Compost.md', 'beds/pic.png']);
    expect(
      vault
        .getMarkdownFiles()
        .map(({ basename }) => basename)
        .sort(),
    ).toEqual(['Compost', 'Soil']);
    const root = vault.getRoot();
    expect([root.path, root.isRoot(), root.parent, vault.getName()]).toEqual(['/', true, null, 'Vault']);
    const compost = vault.getFileByPath('beds/Compost.md');
    expect(compost).toMatchObject({ name: 'Compost.md', extension: 'md', stat: { size: 7 } });
    expect(compost?.parent).toBe(vault.getFolderByPath('beds'));
    expect(vault.getFileByPath('beds')).toBeNull();
    expect(vault.getAbstractFileByPath('soil.md')).toBeNull();
  });

  it('follows a folder that another program moves away and makes again before it was looked at', async () => {
    const { app, vaultPath } = await startSandbox(FILES);
    for (let round = 0; round < 3; round++) {
      await rename(join(vaultPath, 'beds'), join(vaultPath, `old ${round}`));
      await mkdir(join(vaultPath, 'beds'));
      await vi.waitFor(() => expect(app.vault.getFolderByPath(`old ${round}`)).not.toBeNull(), PATIENT);
      await writeFile(join(vaultPath, 'beds', `Later ${round}.md`), 'x');
      await vi.waitFor(() => expect(app.vault.getFileByPath(`beds/Later ${round}.md`)).not.toBeNull(), PATIENT);
      await writeFile(join(vaultPath, `old ${round}`, 'There.md'), 'x');
      await vi.waitFor(() => expect(app.vault.getFileByPath(`old ${round}/There.md`)).not.toBeNull(), PATIENT);
    }
  });

  it('creates, changes, copies and deletes, telling of each once the tree is right', async () => {
    const sandbox = await startSandbox(FILES);
    const { vault } = sandbox.app;
    const told = listen(sandbox);
    const made = await vault.create('New.md', 'one');
    await vault.append(made, ' two');
    expect(await vault.process(made, (text) => `${text} three`)).toBe('one two three');
    await vault.modifyBinary(file(sandbox, 'beds/pic.png'), new Uint8Array([1, 2, 3]).buffer);
    await vault.copy(made, 'Copy.md');
    await vault.createFolder('empty');
    await vault.delete(made);
    expect(made.deleted).toBe(true);
    await vault.delete(vault.getFolderByPath('beds') as TFolder, true);
    expect(told).toEqual([
      'create New.md',
      'modify New.md',
      'modify New.md',
      'modify beds/pic.png',
      'create Copy.md',
      'create empty',
      'delete New.md',
      'delete beds/pic.png',
      'delete beds/Compost.md',
      'delete beds',
    ]);
    expect(await vault.read(file(sandbox, 'Copy.md'))).toBe('one two three');
  });

  it('does what writes to one file one after the other', async () => {
    const sandbox = await startSandbox(FILES);
    const { vault } = sandbox.app;
    const soil = file(sandbox, 'Soil.md');
    const letters = [...'abcdefghij'];
    await Promise.all([
      ...letters.map((letter) => vault.process(soil, (text) => text + letter)),
      vault.append(soil, '!'),
    ]);
    expect(await vault.read(soil)).toBe('Worms.abcdefghij!');
    await Promise.all(letters.map((letter, index) => vault.modify(soil, letter.repeat(50_000 - 5_000 * index))));
    expect(await vault.read(soil)).toBe('j'.repeat(5_000));
  });

  it('refuses what the app refuses', async () => {
    const sandbox = await startSandbox(FILES);
    const { vault } = sandbox.app;
    await expect(vault.create('Soil.md', '')).rejects.toThrow('File already exists.');
    await expect(vault.createFolder('beds')).rejects.toThrow('Folder already exists.');
    await expect(vault.create('absent/Note.md', '')).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(vault.rename(file(sandbox, 'Soil.md'), 'beds/Compost.md')).rejects.toThrow(
      'Destination file already exists!',
    );
  });

  it('tells of a moved folder once for each file in it, after the move', async () => {
    const sandbox = await startSandbox(FILES);
    const { vault } = sandbox.app;
    const told = listen(sandbox);
    const compost = file(sandbox, 'beds/Compost.md');
    await vault.rename(vault.getFolderByPath('beds') as TFolder, 'plots');
    expect(told.sort()).toEqual([
      'rename beds plots',
      'rename beds/Compost.md plots/Compost.md',
      'rename beds/pic.png plots/pic.png',
    ]);
    expect(vault.getFileByPath('plots/Compost.md')).toBe(compost);
    await vault.adapter.rename('Soil.md', 'Earth.md');
    expect(told.at(-1)).toBe('rename Soil.md Earth.md');
  });

  it('follows what others do on the disk, also below new folders', async () => {
    const sandbox = await startSandbox(FILES);
    const told = listen(sandbox);
    const path = (name: string): string => join(sandbox.vaultPath, name);
    await mkdir(path('a/b'), { recursive: true });
    await writeFile(path('a/b/Deep.md'), 'deep');
    await vi.waitFor(() => expect(told).toContain('create a/b/Deep.md'), PATIENT);
    await writeFile(path('a/b/Deep.md'), 'deeper');
    await vi.waitFor(() => expect(told).toContain('modify a/b/Deep.md'), PATIENT);
    await rename(path('Soil.md'), path('a/Soil.md'));
    await vi.waitFor(
      () => expect(told).toEqual(expect.arrayContaining(['delete Soil.md', 'create a/Soil.md'])),
      PATIENT,
    );
    await rm(path('a'), { recursive: true });
    await vi.waitFor(() => expect(told).toContain('delete a'), PATIENT);
    expect(told.filter((line) => line.includes('.obsidian'))).toEqual([]);
  });

  it('tells of a file that appears while another is written without a rest', async () => {
    const sandbox = await startSandbox(FILES);
    const told = listen(sandbox);
    let isOver = false;
    const busy = (async (): Promise<void> => {
      for (let round = 0; !isOver; round++) {
        await writeFile(join(sandbox.vaultPath, 'beds/Busy.md'), `Round ${round}.`);
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    })();
    try {
      await writeFile(join(sandbox.vaultPath, 'Quiet.md'), 'quiet');
      await vi.waitFor(() => expect(told).toContain('create Quiet.md'), PATIENT);
    } finally {
      isOver = true;
      await busy;
    }
  });

  it('sees dot-folders through the adapter only', async () => {
    const { app } = await startSandbox(FILES);
    const { adapter } = app.vault;
    expect(await adapter.list('/')).toEqual({
      files: ['Soil.md'],
      folders: expect.arrayContaining(['.hidden', '.obsidian', 'beds']),
    });
    expect(await adapter.read('.hidden/Note.md')).toBe('h');
    expect(await adapter.stat('beds')).toMatchObject({ type: 'folder' });
    expect(await adapter.exists('nothing.md')).toBe(false);
    await adapter.mkdir('.hidden/deep/er');
    expect(await adapter.exists('.hidden/deep/er')).toBe(true);
    await adapter.write('Dated.md', 'x', { mtime: 1_000_000_000_000 });
    expect(app.vault.getFileByPath('Dated.md')?.stat.mtime).toBe(1_000_000_000_000);
  });
});

describe("the sandbox's file manager", () => {
  it('deletes as the settings say', async () => {
    const sandbox = await startSandbox({ ...FILES, 'Soil 2.md': '' });
    const { app, vaultPath } = sandbox;
    await app.fileManager.trashFile(file(sandbox, 'Soil.md'));
    expect(await readdir(join(vaultPath, '.trash'))).toEqual(['Soil.md']);
    app.vault.setConfig('trashOption', 'none');
    await app.fileManager.trashFile(file(sandbox, 'Soil 2.md'));
    await expect(access(join(vaultPath, 'Soil 2.md'))).rejects.toThrow();
    expect(await readdir(join(vaultPath, '.trash'))).toEqual(['Soil.md']);
  });

  it('has links follow a renamed file: wiki, Markdown, embeds, tables and frontmatter', async () => {
    const sandbox = await startSandbox({
      'beds/Compost.md': '# Heap\n',
      'Links.md':
        '---\nup: "[[Compost]]"\n---\n[[Compost]] [[beds/Compost|it]] [[Compost#Heap]] ![[Compost]] [md](beds/Compost.md#Heap)\n\n| a |\n|---|\n| [[Compost\\|x]] |\n',
    });
    await sandbox.app.fileManager.renameFile(file(sandbox, 'beds/Compost.md'), 'beds/Humus.md');
    expect(await readFile(join(sandbox.vaultPath, 'Links.md'), 'utf8')).toBe(
      '---\nup: "[[Humus]]"\n---\n[[Humus]] [[Humus|it]] [[Humus#Heap]] ![[Humus]] [md](Humus.md#Heap)\n\n| a |\n|---|\n| [[Humus\\|x]] |\n',
    );
    await sandbox.settle();
    expect(sandbox.app.metadataCache.resolvedLinks['Links.md']).toEqual({ 'beds/Humus.md': 7 });
  });

  it('changes frontmatter as an object', async () => {
    const sandbox = await startSandbox({ 'A.md': '---\ntags: [x]\nday: 2026-01-02\n---\nBody\n', 'B.md': 'Body\n' });
    const { fileManager, vault } = sandbox.app;
    await fileManager.processFrontMatter(file(sandbox, 'A.md'), (frontmatter) => {
      expect(frontmatter.day).toBe('2026-01-02');
      frontmatter.done = true;
      delete frontmatter.tags;
    });
    expect(await vault.read(file(sandbox, 'A.md'))).toBe('---\nday: 2026-01-02\ndone: true\n---\nBody\n');
    await fileManager.processFrontMatter(file(sandbox, 'B.md'), (frontmatter) => void (frontmatter.a = 'b'));
    expect(await vault.read(file(sandbox, 'B.md'))).toBe('---\na: b\n---\nBody\n');
  });

  it('writes links and finds places by the settings', async () => {
    const sandbox = await startSandbox({ ...FILES, 'other/Compost.md': '' });
    const { app } = sandbox;
    const link = (path: string, source: string, subpath?: string, alias?: string): string =>
      app.fileManager.generateMarkdownLink(file(sandbox, path), source, subpath, alias);
    expect(link('Soil.md', 'beds/Compost.md', '#A', 'b')).toBe('[[Soil#A|b]]');
    expect(link('other/Compost.md', 'Soil.md')).toBe('[[other/Compost]]');
    expect(link('beds/pic.png', 'Soil.md')).toBe('![[pic.png]]');
    app.vault.setConfig('useMarkdownLinks', true);
    app.vault.setConfig('newLinkFormat', 'relative');
    expect(link('other/Compost.md', 'beds/Compost.md')).toBe('[Compost](../other/Compost.md)');
    app.vault.setConfig('attachmentFolderPath', './files');
    expect(await app.fileManager.getAvailablePathForAttachment('pic.png', 'beds/Compost.md')).toBe(
      'beds/files/pic.png',
    );
    app.vault.setConfig('attachmentFolderPath', 'beds');
    expect(await app.fileManager.getAvailablePathForAttachment('pic.png', 'Soil.md')).toBe('beds/pic 1.png');
  });

  it('finds free paths, those of attachments by the settings', async () => {
    const { app } = await startSandbox({
      'n/A.md': '',
      'n/A 1.md': '',
      'n/p.png': '',
      '.obsidian/app.json': '{"attachmentFolderPath": "./img"}',
    });
    const file = app.vault.getFileByPath('n/A.md');
    if (file === null) throw new Error('no file');
    expect([
      app.vault.getAvailablePath('n/A', 'md'),
      app.vault.getAvailablePath('n/a', 'md'),
      app.vault.getAvailablePath('n/B', ''),
    ]).toEqual(['n/A 2.md', 'n/a 2.md', 'n/B']);
    expect(await app.vault.getAvailablePathForAttachments('p', 'png', file)).toBe('n/img/p.png');
    await app.vault.create('n/img/p.png', '');
    expect(await app.fileManager.getAvailablePathForAttachment('p.png', 'n/A.md')).toBe('n/img/p 1.png');
  });
});
