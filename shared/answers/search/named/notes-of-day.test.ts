import { describe, expect, it } from 'vitest';
import { find, startEmbedded } from '../../../meaning/embedding-test-kit.ts';
import { searchBoxInput } from '../../../protocol/schemas/search-box.ts';

const FILES = {
  'Journal/2026-05-23.md': 'Dad called. Planted out the squash.\n',
  'Journal/2025-05-23.md': 'Rain.\n',
  'Journal/2026-05-22.md': 'Wind on 23 hills.\n',
  'Log/2026/05/24.md': 'Nothing much.\n',
  'May 25th, 2026.md': 'As another program names its days.\n',
  'Titled.md': '---\ntitle: Friday, 1 May 2026\n---\nA holiday.\n',
  'Meetings/2026-03-05 Review.md': 'Priya and the battery.\n',
  'Plan.md': 'On 23 May 2026 we go. May 5 people join? A battery, and the squash.\n',
  'Squash.md': 'squash may squash may 23\n',
};

describe('notes that are called by a day', () => {
  it.each([
    ['23 May 2026', ['Journal/2026-05-23.md']],
    ['23.5.2026', ['Journal/2026-05-23.md']],
    ['5/23/26', ['Journal/2026-05-23.md']],
    ['sábado 23 de mayo de 2026', ['Journal/2026-05-23.md']],
    ['2026年5月23日', ['Journal/2026-05-23.md']],
    ['May 23rd', ['Journal/2026-05-23.md', 'Journal/2025-05-23.md']],
    ['what did I do on 23 May', ['Journal/2026-05-23.md', 'Journal/2025-05-23.md']],
    ['24 Mai 2026', ['Log/2026/05/24.md']],
    ['2026-05-25', ['May 25th, 2026.md']],
    ['1.5.2026', ['Titled.md']],
    ['squash 23 May', ['Journal/2026-05-23.md']],
    ['battery meeting on 5 March 2026', ['Meetings/2026-03-05 Review.md']],
  ])('come first if the query writes it: %s', async (query, expected) => {
    const engine = await startEmbedded(FILES);
    for (const mode of ['fulltext', 'hybrid'] as const)
      for (const unique of ['notes', 'chunks'] as const) {
        const rows = await find(engine, query, { mode, unique });
        expect(rows.slice(0, expected.length).map(({ path }) => path)).toEqual(expected);
        const keys = rows.map(({ path, chunkId }) => chunkId ?? path);
        expect(new Set(keys).size).toBe(keys.length);
        expect(rows.map(({ score }) => score)).toEqual(rows.map(({ score }) => score).sort((a, b) => b - a));
      }
  });

  it('come first in the box of the app', async () => {
    const engine = await startEmbedded(FILES);
    for (const mode of ['words', 'both'] as const) {
      const { rows } = await engine.searchBox(searchBoxInput.parse({ query: '23. Mai 2026', mode, prefix: true }));
      expect(rows[0]?.path).toBe('Journal/2026-05-23.md');
    }
  });

  it.each([
    ['may 5 people', 'Plan.md'],
    ['"23 May 2026"', 'Plan.md'],
    ['squash may', 'Squash.md'],
  ])('do not, if other words say what is meant: %s', async (query, expected) => {
    const engine = await startEmbedded({ ...FILES, 'Journal/2026-05-05.md': 'Quiet.\n' });
    expect((await find(engine, query, { mode: 'fulltext' }))[0]?.path).toBe(expected);
  });

  it('are not found where the search does not look', async () => {
    const engine = await startEmbedded(FILES);
    const rows = await find(engine, '23 May', { mode: 'fulltext', directory: 'Log' });
    expect(rows.map(({ path }) => path)).not.toContain('Journal/2026-05-23.md');
  });
});
