import { mkdtemp, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskEngine } from '../../engine/disk-engine.ts';
import type { EngineHost } from '../../engine/engine.ts';
import { searchBoxInput, type BoxRow, type SearchBoxInput } from '../../protocol/schemas/search-box.ts';

/** In the order of their age, the newest first. */
const NOTES = {
  'Projects/Barrel.md': 'Water for the garden.\n',
  'Projects/Deep/Bench.md': 'Oak, and some glue.\n',
  'Old/Projects/Sled.md': 'Ash.\n',
  'Home.md': 'All projects, by year.\n',
  'My Projects/Shed.md': 'Pine.\n',
  'Projects.md': 'A list.\n',
  'Weather.md': 'Rainy.\n',
  'And/Or gate.md': 'Two wires.\n',
};

describe('a search for a folder', () => {
  let folder: string;
  let engine: EngineHost;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'search-box-'));
    let age = 0;
    const make = async (path: string, text: string): Promise<void> => {
      const file = join(folder, 'vault', path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
      const time = 1_700_000_000 - 60 * age++;
      await utimes(file, time, time);
    };
    for (const [path, text] of Object.entries(NOTES)) await make(path, text);
    for (let index = 0; index < 30; index++) {
      await make(`Diary/2024/Day ${String(index)}.md`, 'Rain.\n');
      await make(`Diary said ${String(index)}.md`, 'Of a diary.\n');
      await make(`Rainy/Hour ${String(index)}.md`, 'Cold.\n');
    }
    engine = await createDiskEngine({
      vaultPath: join(folder, 'vault'),
      env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'lsa' },
      log: () => undefined,
    });
    await engine.start();
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });

  const rows = async (query: string, more: Partial<SearchBoxInput> = {}): Promise<BoxRow[]> =>
    (await engine.searchBox(searchBoxInput.parse({ query, mode: 'words', ...more }))).rows;
  const paths = async (query: string, more: Partial<SearchBoxInput> = {}): Promise<string[]> =>
    (await rows(query, more)).map(({ path }) => path);

  it('finds the notes in it after those with its name as a word, the newest first', async () => {
    for (const query of ['Projects/', 'projects/', ' /Projects/ ']) {
      const found = await paths(query);
      expect(found.slice(0, 2).sort()).toEqual(['Home.md', 'Projects.md']);
      expect(found.slice(2)).toEqual(['Projects/Barrel.md', 'Projects/Deep/Bench.md', 'Old/Projects/Sled.md']);
    }
    const [row] = (await rows('Projects/')).filter(({ path }) => path === 'Projects/Barrel.md');
    expect(row).toMatchObject({ matchedBy: ['fulltext'], titleRanges: [] });
    expect(row?.passages).toMatchObject([{ excerpt: 'Water for the garden.', line: 1, isBeginning: true }]);
  });

  it('takes a folder within a folder, and one whose name is still being typed', async () => {
    const bench = 'Projects/Deep/Bench.md';
    expect((await paths('Projects/Deep')).at(-1)).toBe(bench);
    expect((await paths('Projects/De')).at(-1)).toBe(bench);
    expect(await paths('Projects/De', { prefix: false })).not.toContain(bench);
    expect(await paths('Projects/Deep', { prefix: false })).toContain(bench);
    expect(await paths('ojects/Deep')).not.toContain(bench);
  });

  it('narrows by conditions as well', async () => {
    expect(await paths('Projects/ file:bar')).toEqual(['Projects/Barrel.md']);
    expect(await paths('Projects/ -glue file:b')).toEqual(['Projects/Barrel.md']);
  });

  it('leaves half of the rows for the notes in it, before those that are found by meaning alone', async () => {
    for (const mode of ['words', 'both'] as const) {
      const found = await paths('Diary/', { mode });
      expect(found).toHaveLength(20);
      expect(found.slice(0, 10).every((path) => path.startsWith('Diary said'))).toBe(true);
      expect(found.slice(10).every((path) => path.startsWith('Diary/2024/'))).toBe(true);
    }
    // They have more where few notes have words.
    expect((await paths('Rainy/')).slice(1)).toHaveLength(19);
  });

  it('leaves other queries alone: a slash between words, a quoted path, a word without a slash', async () => {
    expect(await paths('and/or')).toEqual(['And/Or gate.md']);
    expect(await paths('"Projects/"')).not.toContain('Projects/Barrel.md');
    expect(await paths('Projects')).not.toContain('Projects/Barrel.md');
    expect(await paths('Diary')).toHaveLength(20);
    expect((await paths('Diary')).every((path) => path.startsWith('Diary said'))).toBe(true);
    expect(await paths('/')).toEqual([]);
    expect(await paths('Projects/', { mode: 'meaning' })).not.toContain('Projects/Barrel.md');
  });
});
