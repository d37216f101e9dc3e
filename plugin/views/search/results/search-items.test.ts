import { describe, expect, it } from 'vitest';
import type { BoxRow } from '../../../../shared/protocol/schemas/search-box.ts';
import {
  headingNamed,
  isByMeaning,
  itemsBeforeTyping,
  itemsOf,
  keyOf,
  mergeRows,
  passageOf,
  pathOf,
} from './search-items.ts';

const row = (path: string, lines: number[] = [1]): BoxRow => ({
  path,
  title: path,
  titleRanges: [],
  matchedBy: ['fulltext'],
  passages: lines.map((line) => ({ heading: null, line, excerpt: `${path} ${line}`, ranges: [] })),
});

describe('the rows of the search', () => {
  it('are notes, and the further passages of the expanded one', () => {
    const items = itemsOf([row('a.md', [3, 9]), row('b.md', [1, 2, 5])], 'b.md');
    expect(items.map(keyOf)).toEqual(['note a.md ', 'note b.md ', 'passage b.md 2', 'passage b.md 5']);
  });

  it('are told apart where one line holds several passages', () => {
    const keys = itemsOf([row('a.md', [3, 3, 3, 4])], 'a.md').map(keyOf);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('are the last searches and recent notes before anything is typed', () => {
    const items = itemsBeforeTyping(['1', '2', '3', '4', '5', '6'], ['a.md']);
    expect(items.map(pathOf)).toEqual([null, null, null, null, null, 'a.md']);
  });

  it('stay down to the chosen one when a better answer comes', () => {
    const shown = ['a.md', 'b.md', 'c.md'].map((path) => row(path));
    const arrived = ['c.md', 'x.md', 'b.md', 'a.md'].map((path) => row(path));
    const paths = (stay: number): string[] => mergeRows(shown, arrived, stay).map(({ path }) => path);
    expect(paths(0)).toEqual(['c.md', 'x.md', 'b.md', 'a.md']);
    expect(paths(2)).toEqual(['a.md', 'b.md', 'c.md', 'x.md']);
    expect(mergeRows([], arrived, 1)).toEqual(arrived);
  });

  it('lead to their passage, or to the top of a note that only its name finds', () => {
    const found = row('a.md', [3]);
    expect(itemsOf([found], null).map(passageOf)).toEqual(found.passages);
    const named = { ...found, passages: found.passages.map((passage) => ({ ...passage, isBeginning: true })) };
    expect(itemsOf([named], null).map(passageOf)).toEqual([null]);
    expect(itemsBeforeTyping(['1'], ['a.md']).map(passageOf)).toEqual([null, null]);
  });

  it('name the heading of their passage, unless it is the title or has no text', () => {
    const named = (heading: string | null): string | null => headingNamed({ title: 'Garden' }, { heading });
    expect(['Tools', 'Garden', '', ' ', null].map(named)).toEqual(['Tools', null, null, null, null]);
  });

  it('say whether no word of the query is in them', () => {
    expect(isByMeaning({ ...row('a.md'), matchedBy: ['semantic'] })).toBe(true);
    expect(isByMeaning({ ...row('a.md'), matchedBy: ['fulltext', 'semantic'] })).toBe(false);
  });
});
