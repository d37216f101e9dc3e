import { describe, expect, it, vi } from 'vitest';
import type { BoxRow } from '../../../shared/protocol/schemas/search-box.ts';
import { pathOf, type SearchItem } from './results/search-items.ts';
import { SearchResults } from './search-results.ts';

const row = (path: string, title: string): BoxRow => ({
  path,
  title,
  titleRanges: [[0, 3]],
  matchedBy: ['fulltext'],
  passages: [{ heading: null, line: 1, excerpt: 'A kettle.', ranges: [] }],
});

it('asks and draws nothing more once the box is closed', () => {
  const ask = vi.fn(() => new Promise<never>(() => undefined));
  const show = vi.fn();
  const results = new SearchResults({
    ask,
    mode: () => 'both',
    offered: () => ({ searches: [], recent: [] }),
    chosen: () => null,
    show,
    onProgress: () => undefined,
  });
  results.search('');
  expect(show).toHaveBeenCalledTimes(1);
  results.stop();
  results.searchAgain('');
  results.searchAgain('garden');
  results.companionChanged(true, 'garden');
  expect(show).toHaveBeenCalledTimes(1);
  expect(ask).not.toHaveBeenCalled();
});

describe('a note that is deleted while it is listed', () => {
  async function listed(query: string, chosenAt: number) {
    const shown: [SearchItem[], number][] = [];
    const results: SearchResults = new SearchResults({
      ask: () => Promise.resolve({ rows: ['A.md', 'B.md', 'C.md'].map((path) => row(path, path)) }),
      mode: () => 'words',
      offered: () => ({ searches: ['tea'], recent: ['A.md', 'B.md'] }),
      chosen: () => results.items[chosenAt] ?? null,
      show: (items, chosen) => shown.push([items, chosen]),
      onProgress: () => undefined,
    });
    results.search(query);
    await results.first();
    return { results, last: () => shown.at(-1), times: () => shown.length };
  }

  it('goes, and what was chosen stays so, or what comes in its place', async () => {
    for (const [chosen, after] of [
      [0, 0],
      [1, 1],
      [2, 1],
    ] as const) {
      const { results, last } = await listed('kettle', chosen);
      results.dropMissing((path) => path !== 'B.md');
      expect([last()?.[0].map(pathOf), last()?.[1]]).toEqual([['A.md', 'C.md'], after]);
      expect(results.progress).toMatchObject({ found: 2 });
    }
    const { results, last } = await listed('kettle', 2);
    results.dropMissing((path) => path === 'A.md');
    expect([last()?.[0].map(pathOf), last()?.[1]]).toEqual([['A.md'], 0]);
    results.dropMissing(() => false);
    expect(last()).toEqual([[], 0]);
    expect(results.progress).toMatchObject({ found: 0 });
  });

  it('is no longer offered before anything is typed; earlier searches are', async () => {
    const { results, last, times } = await listed('', 0);
    results.dropMissing(() => true);
    expect(times()).toBe(1);
    results.dropMissing((path) => path === 'B.md');
    expect(last()?.[0]).toEqual([
      { kind: 'search', query: 'tea' },
      { kind: 'recent', path: 'B.md' },
    ]);
    expect(results.progress).toEqual({ step: 'untyped', offered: 2 });
  });
});

it('drops rows that are hidden by now, also of an answer from before, and keeps what is chosen', async () => {
  const answers: ((rows: BoxRow[]) => void)[] = [];
  const shown: [SearchItem[], number][] = [];
  let chosenAt = 0;
  const results: SearchResults = new SearchResults({
    ask: () => new Promise((resolve) => answers.push((rows) => resolve({ rows }))),
    mode: () => 'words',
    offered: () => ({ searches: [], recent: [] }),
    chosen: () => results.items[chosenAt] ?? null,
    show: (items, chosen) => shown.push([items, chosen]),
    onProgress: () => undefined,
  });
  const rows = (names: string): BoxRow[] => [...names].map((name) => row(`${name}.md`, name));
  const answer = async (nth: number, names: string): Promise<void> => {
    answers[nth]?.(rows(names));
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
  };
  const last = (): unknown => [shown.at(-1)?.[0].map(pathOf).join(' '), shown.at(-1)?.[1]];
  results.search('kettle');
  // What was asked before the change is asked again.
  results.rulesChanged('kettle');
  await answer(1, 'ABCD');
  await answer(0, 'ABCDX');
  expect(last()).toEqual(['A.md B.md C.md D.md', 0]);
  chosenAt = 2;
  results.rulesChanged('kettle');
  results.rulesChanged('kettle');
  await answer(2, 'ABCDX');
  await answer(3, 'ACD');
  expect(last()).toEqual(['A.md C.md D.md', 1]);
  expect(results.progress).toMatchObject({ step: 'answered', found: 3 });
  chosenAt = 1;
  results.rulesChanged('kettle');
  await answer(4, 'AD');
  expect(last()).toEqual(['A.md D.md', 1]);
});

describe('a note that is renamed while it is listed', () => {
  /** The rows of an answer, the second of them chosen; and what is shown after a rename. */
  async function listed(
    query: string,
    rename: (results: SearchResults) => void,
    first = 'Old/Kettle.md',
  ): Promise<[SearchItem[], number]> {
    const shown: [SearchItem[], number][] = [];
    const results: SearchResults = new SearchResults({
      ask: () => Promise.resolve({ rows: [row(first, 'Kettle'), row('Old/Pot.md', 'A pot for tea')] }),
      mode: () => 'words',
      offered: () => ({ searches: ['tea'], recent: ['Old/Kettle.md'] }),
      chosen: () => results.items[1] ?? null,
      show: (items, chosen) => shown.push([items, chosen]),
      onProgress: () => undefined,
    });
    results.search(query);
    await results.first();
    rename(results);
    return shown.at(-1) ?? [[], -1];
  }

  it('is opened under its new name, in its row', async () => {
    const [items, chosen] = await listed('kettle', (results) => results.renamed('Old/Kettle.md', 'New/Urn.md'));
    expect([items.map(pathOf), chosen]).toEqual([['New/Urn.md', 'Old/Pot.md'], 1]);
    expect(items[0]).toMatchObject({ row: { title: 'Urn', titleRanges: [] } });
  });

  it('stays chosen, and keeps a title that is not its name', async () => {
    const [items, chosen] = await listed('kettle', (results) => results.renamed('Old', 'New'));
    expect([items.map(pathOf), chosen]).toEqual([['New/Kettle.md', 'New/Pot.md'], 1]);
    expect(items).toMatchObject([
      { row: { title: 'Kettle', titleRanges: [[0, 3]] } },
      { row: { title: 'A pot for tea' } },
    ]);
  });

  it('is followed where the app spells its old and its new name as the disk does', async () => {
    const spelled = (results: SearchResults): void => results.renamed('Old/Cafe\u0301.md', 'New/Cre\u0300me.md');
    const [items] = await listed('kettle', spelled, 'Old/Caf\u00e9.md');
    expect(items.map(pathOf)).toEqual(['New/Cr\u00e8me.md', 'Old/Pot.md']);
  });

  it('has its new name in an answer that was asked for before, too', async () => {
    const answers: ((path: string) => void)[] = [];
    const results: SearchResults = new SearchResults({
      ask: () => new Promise((resolve) => answers.push((path) => resolve({ rows: [row(path, 'A kettle')] }))),
      mode: () => 'words',
      offered: () => ({ searches: [], recent: [] }),
      chosen: () => results.items[0] ?? null,
      show: () => undefined,
      onProgress: () => undefined,
    });
    results.search('kettle');
    answers[0]?.('Old.md');
    await results.first();
    results.rulesChanged('kettle');
    results.renamed('Old.md', 'New.md');
    answers[1]?.('Old.md');
    await new Promise((resolve) => setImmediate(resolve));
    expect([answers.length, results.items.map(pathOf)]).toEqual([2, ['New.md']]);
  });

  it('is offered under its new name before anything is typed', async () => {
    const [items, chosen] = await listed('', (results) => results.renamed('Old/Kettle.md', 'Urn.md'));
    expect([items, chosen]).toEqual([
      [
        { kind: 'search', query: 'tea' },
        { kind: 'recent', path: 'Urn.md' },
      ],
      1,
    ]);
  });
});
