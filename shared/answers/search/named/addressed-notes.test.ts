import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDiskEngine } from '../../../engine/disk-engine.ts';
import type { EngineHost } from '../../../engine/engine.ts';
import { searchInput, type SearchRow } from '../../../protocol/schemas/find.ts';
import type { BoxRow } from '../../../protocol/schemas/search-box.ts';

const NOTES = {
  'Finds.md': '# Finds\n\nOf engines, [Orama](https://github.com/Oramasearch/orama) is one.\n\nMore.\n',
  'Written.md': '# Written\n\nSee https://github.com/oramasearch/orama for it.\n',
  'Picture.md': '# Picture\n\n%%\n\n![[animals/grey-elephant.png|200]]\n\n%%\n',
  'Report.md': `# Report\n\n${'word '.repeat(900)}\n\n## Files\n\nThe [yearly one](files/Tiger%20plan-2025.pdf), and a leopardess.\n`,
  'Zoo.md': '# Zoo\n\nA leopard, and [where it lives](https://leopard.example/leopardess).\n',
  'Kept.md': '# Kept\n\n[secret](https://kept.example/leopardess/hideaway)\n',
};

let folder: string;
let engine: EngineHost;

async function start(): Promise<void> {
  engine = await createDiskEngine({
    vaultPath: join(folder, 'vault'),
    env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: () => undefined,
  });
  await engine.start();
  await engine.whenReady({ timeoutMs: 20_000 });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-addresses-'));
  await mkdir(join(folder, 'vault'));
  for (const [path, text] of Object.entries(NOTES)) await writeFile(join(folder, 'vault', path), text);
  await writeFile(join(folder, 'vault', '.vaultloomignore'), 'Kept.md\n');
  await start();
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

const search = async (query: string, more: object = {}): Promise<SearchRow[]> =>
  (await engine.search(searchInput.parse({ query, mode: 'fulltext', ...more }))).rows;
const paths = async (query: string, more: object = {}): Promise<string[]> =>
  (await search(query, more)).map(({ path }) => path);
const box = async (query: string, mode: 'words' | 'both' = 'words'): Promise<BoxRow[]> =>
  (await engine.searchBox({ query, mode, limit: 20, prefix: true, passages: 3 })).rows;

describe('searching for an address', () => {
  it.each(['fulltext', 'hybrid'] as const)(
    'finds notes with it in the text first, then with a link to it (%s)',
    async (mode) => {
      for (const query of [
        'https://github.com/oramasearch/orama',
        'github.com/oramasearch/orama',
        'github.com/oramasearch',
      ])
        expect(await paths(query, { mode })).toEqual(['Written.md', 'Finds.md']);
    },
  );

  it('shows the line of the link as it is written', async () => {
    const [, row] = await search('github.com/oramasearch/orama');
    expect(row).toMatchObject({
      line: 3,
      excerpt: 'Of engines, [Orama](https://github.com/Oramasearch/orama) is one.',
      matchedBy: ['fulltext'],
    });
  });

  it.each([
    ['grey-elephant.png', 'Picture.md', 5],
    ['elephant', 'Picture.md', 5],
    ['animals/grey-elephant.png', 'Picture.md', 5],
    ['Tiger plan-2025.pdf', 'Report.md', 7],
    ['plan-2025.pdf', 'Report.md', 7],
    ['"tiger plan-2025.pdf"', 'Report.md', 7],
    ['leopard.example', 'Zoo.md', 3],
  ])('finds by %s what links there, or shows it', async (query, path, line) => {
    const rows = await search(query);
    expect(rows[0]).toMatchObject({ path, line });
  });

  it('looks for a word in addresses only if no text has it', async () => {
    expect(await paths('leopardess')).toEqual(['Report.md']);
    expect(await paths('elephan')).toEqual([]);
    expect(await paths('elephan*')).toEqual(['Picture.md']);
    expect(await paths('elephant\ud800')).toEqual(['Picture.md']);
  });

  it('keeps to folder, tag and what is kept from assistants', async () => {
    expect(await paths('hideaway')).toEqual([]);
    expect(await paths('elephant', { directory: 'other' })).toEqual([]);
  });

  it('has passages and pages of them', async () => {
    const rows = await search('plan-2025.pdf', { unique: 'chunks' });
    expect(rows[0]).toMatchObject({ path: 'Report.md', line: 7, chunkHeading: 'Files' });
    expect(await paths('github.com/oramasearch', { limit: 1, offset: 1 })).toEqual(['Finds.md']);
    expect(await paths('github.com/oramasearch', { limit: 1, offset: 2 })).toEqual([]);
  });

  it('marks it for a person while they type', async () => {
    for (const query of ['github.com/oramas', 'https://github.com/oramasearch/orama']) {
      const row = (await box(query)).find(({ path }) => path === 'Finds.md');
      const [passage] = row?.passages ?? [];
      expect(passage).toMatchObject({ heading: 'Finds', line: 3 });
      expect(passage?.ranges.map(([from, to]) => passage.excerpt.slice(from, to).toLowerCase())).toEqual([query]);
    }
    const [passage] = (await box(' "tiger plan-2025.pdf"'))[0]?.passages ?? [];
    expect(passage?.ranges.map(([from, to]) => passage.excerpt.slice(from, to))).toEqual(['Tiger%20plan-2025.pdf']);
    expect((await box('elepha', 'both')).map(({ path }) => path)).toEqual(['Picture.md']);
  });

  it('does so from a saved index, and after changes', async () => {
    await engine.close();
    await start();
    expect(await paths('elephant')).toEqual(['Picture.md']);
    await writeFile(join(folder, 'vault', 'Picture.md'), '# Picture\n\n![[animals/giraffe.png]]\n');
    await engine.refresh({ paths: ['Picture.md'] });
    expect(await paths('elephant')).toEqual([]);
    expect(await paths('giraffe')).toEqual(['Picture.md']);
  });
});
