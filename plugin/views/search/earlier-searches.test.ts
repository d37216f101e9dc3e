import { describe, expect, it } from 'vitest';
import { readSearches, SearchWalk, withSearch } from './earlier-searches.ts';

describe('earlier searches', () => {
  it('are kept once each, newest first, twenty at most', () => {
    expect(withSearch(['a', 'b'], ' b ')).toEqual(['b', 'a']);
    expect(withSearch(['a'], ' ')).toEqual(['a']);
    expect(
      withSearch(
        Array.from({ length: 20 }, (_, i) => String(i)),
        'x',
      ),
    ).toHaveLength(20);
  });

  it('are read as far as they are texts', () => {
    expect(readSearches(['a', 1, '', null, 'b'])).toEqual(['a', 'b']);
    expect([readSearches(null), readSearches({ 0: 'a' })]).toEqual([[], []]);
  });

  it('are walked through and back to what was typed', () => {
    const walk = new SearchWalk(['new', 'old']);
    expect(walk.step('newer', 'typed')).toBeNull();
    expect([walk.step('older', 'typed'), walk.step('older', 'new'), walk.step('older', 'old')]).toEqual([
      'new',
      'old',
      null,
    ]);
    expect([walk.step('newer', 'old'), walk.step('newer', 'new')]).toEqual(['new', 'typed']);
  });
});
