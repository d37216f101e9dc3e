import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Scratch } from './scratch-vault.ts';
import { copyVault, folderBytes, makeScratch, notePaths, sampleNotes } from './scratch-vault.ts';

let scratch: Scratch;
let vault: string;

beforeEach(async () => {
  scratch = await makeScratch();
  vault = join(scratch.folder, 'vault');
  const files = [
    'b.md',
    'a/B.MD',
    'a/picture.png',
    '.git/config.md',
    '.obsidian/app.json',
    '.obsidian/plugins/vault-loom/index/manifest.json',
  ];
  for (const path of files) {
    await mkdir(join(vault, path, '..'), { recursive: true });
    await writeFile(join(vault, path), `in ${path}`);
  }
});
afterEach(() => scratch.remove());

describe('a vault on the disk', () => {
  it('is copied with its times, without version control and without an index of ours', async () => {
    await utimes(join(vault, 'b.md'), 1_000_000, 1_000_000);
    const copy = join(scratch.folder, 'copy');
    await copyVault(vault, copy);
    expect((await stat(join(copy, 'b.md'))).mtimeMs).toBe(1_000_000_000);
    expect((await readdir(copy)).sort()).toEqual(['.obsidian', 'a', 'b.md']);
    expect(await readdir(join(copy, '.obsidian', 'plugins'))).toEqual([]);
  });

  it('lists its notes in a fixed order', async () => {
    expect(await notePaths(vault)).toEqual(['a/B.MD', 'b.md']);
  });

  it('gives a sample of notes, or all of them', async () => {
    expect(await sampleNotes(vault, 1, 5)).toHaveLength(1);
    expect(await sampleNotes(vault, 10, 5)).toEqual([
      { title: 'B', text: 'in a/B.MD' },
      { title: 'b', text: 'in b.md' },
    ]);
  });

  it('knows its size', async () => {
    expect(await folderBytes(join(vault, 'a'))).toBe('in a/B.MD'.length + 'in a/picture.png'.length);
    expect(await folderBytes(join(vault, 'absent'))).toBe(0);
  });
});
