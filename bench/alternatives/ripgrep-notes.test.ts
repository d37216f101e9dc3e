import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isInstalled } from '../support/installed.ts';
import { rankHits, searchWithRipgrep } from './ripgrep-notes.ts';

const line = (path: string, word: string): string => `${path}\0${word}\n`;

describe('ranking what ripgrep hits', () => {
  it('puts files with more of the words first, then those with more hits, then by path', () => {
    const output =
      line('many.md', 'frost').repeat(5) +
      line('both.md', 'frost') +
      line('both.md', 'Garlic') +
      line('b.md', 'garlic') +
      line('a.md', 'garlic');
    expect(rankHits(output)).toEqual(['both.md', 'many.md', 'a.md', 'b.md']);
  });

  it('counts a word in any letter case once', () => {
    const output = line('a.md', 'Frost') + line('a.md', 'frost') + line('b.md', 'frost') + line('b.md', 'beans');
    expect(rankHits(output)).toEqual(['b.md', 'a.md']);
  });

  it('has no files if nothing was hit', () => {
    expect(rankHits('')).toEqual([]);
  });
});

describe.skipIf(!isInstalled('rg'))('searching with ripgrep', () => {
  it('finds whole words in notes alone, below the folder, without English function words', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vault-loom-ripgrep-'));
    try {
      await mkdir(join(folder, 'bed: one'));
      await writeFile(join(folder, 'bed: one', 'a.md'), 'Garlic before the frost.\n');
      await writeFile(join(folder, 'b.md'), 'The frosty garlic of the winter.\n');
      await writeFile(join(folder, 'c.md'), 'The, the and the.\n');
      await writeFile(join(folder, 'd.txt'), 'garlic frost\n');
      expect(await searchWithRipgrep(folder, 'the garlic, frost?', 10)).toEqual(['bed: one/a.md', 'b.md']);
      expect(await searchWithRipgrep(folder, 'the garlic, frost?', 1)).toEqual(['bed: one/a.md']);
      expect(await searchWithRipgrep(folder, 'nowhere', 10)).toEqual([]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
