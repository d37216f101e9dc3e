import { describe, expect, it } from 'vitest';
import type { Answers } from './answers.ts';
import { differences, sameRanking } from './answers.ts';

const row = (path: string, score: number) => ({ path, score });

describe('two ranked lists agree', () => {
  const rows = [row('a', 9), row('b', 5), row('c', 5), row('d', 1)];

  it('when only notes of equal score change places', () => {
    expect(sameRanking(rows, [row('a', 9.001), row('c', 5), row('b', 5), row('d', 1)])).toBe(true);
  });

  it('when another note of the last score was cut off', () => {
    expect(sameRanking(rows, [row('a', 9), row('b', 5), row('c', 5), row('e', 1)])).toBe(true);
  });

  it('but not with another note, score or length', () => {
    expect(sameRanking(rows, [row('x', 9), row('b', 5), row('c', 5), row('d', 1)])).toBe(false);
    expect(sameRanking(rows, [row('a', 9.1), row('b', 5), row('c', 5), row('d', 1)])).toBe(false);
    expect(sameRanking(rows, [row('b', 9), row('a', 5), row('c', 5), row('d', 1)])).toBe(false);
    expect(sameRanking(rows, rows.slice(1))).toBe(false);
  });
});

describe('differences', () => {
  const answers = (change: Partial<Answers> = {}): Answers => ({
    listed: { total: 2, paths: ['a.md', 'b.md'] },
    searches: new Map([['frost', [row('a.md', 2)]]]),
    influence: [row('b.md', 0.5)],
    neighbours: new Map([['a.md', ['b.md']]]),
    ...change,
  });

  it('are none between equal answers', () => {
    expect(differences(answers(), answers())).toEqual([]);
  });

  it.each([
    [{ listed: { total: 3, paths: ['a.md', 'b.md', 'c.md'] } }, 'list_notes: 3 notes instead of 2; 1 foreign: c.md'],
    [{ listed: { total: 2, paths: ['a.md', 'c.md'] } }, 'list_notes: other paths; 1 missing: b.md; 1 foreign: c.md'],
    [{ searches: new Map() }, 'search "frost", from row 1: nothing instead of a.md 2'],
    [{ influence: [] }, 'rank_notes: other influence'],
    [{ neighbours: new Map([['a.md', []]]) }, 'find_connections "a.md": other neighbours'],
  ])('are named: %j', (change, line) => {
    expect(differences(answers(), answers(change))).toEqual([line]);
  });
});
