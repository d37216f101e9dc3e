import { expect, it } from 'vitest';
import { afterRename, partnersOf, withoutPair, withPair, type Pair } from './not-related.ts';
import { pathAfterRename } from '../notes/path-after-rename.ts';

it('holds for both notes, once, until it is taken back', () => {
  const pairs = withPair(withPair(withPair([], 'B.md', 'A.md'), 'A.md', 'B.md'), 'A.md', 'C.md');
  expect(pairs).toEqual([
    ['A.md', 'B.md'],
    ['A.md', 'C.md'],
  ]);
  expect([...partnersOf(pairs, 'A.md')]).toEqual(['B.md', 'C.md']);
  expect([...partnersOf(pairs, 'B.md')]).toEqual(['A.md']);
  expect(withoutPair(pairs, 'B.md', 'A.md')).toEqual([['A.md', 'C.md']]);
});

it('follows renamed notes, and changes nothing for others', () => {
  const pairs: Pair[] = [
    ['A.md', 'B.md'],
    ['C.md', 'D.md'],
  ];
  expect(afterRename(pairs, 'A.md', 'Z.md')).toEqual([
    ['B.md', 'Z.md'],
    ['C.md', 'D.md'],
  ]);
  expect(afterRename(pairs, 'X.md', 'Y.md')).toBe(pairs);
});

it('follows notes and folders in renamed folders', () => {
  expect(pathAfterRename('Plot/Beds', 'Plot', 'Field/Plot')).toBe('Field/Plot/Beds');
  expect(pathAfterRename('Plot', 'Plot', 'Field')).toBe('Field');
  expect(pathAfterRename('Plots/Beds', 'Plot', 'Field')).toBe('Plots/Beds');
  expect(afterRename([['Choir/A.md', 'Plot/B.md']], 'Plot', 'Beds')).toEqual([['Beds/B.md', 'Choir/A.md']]);
});

it('knows notes by their names, however the app spells them', () => {
  const [one, spelled] = ['Caf\u00e9/A.md', 'Cafe\u0301/A.md'];
  expect([...partnersOf(withPair([], spelled, 'B.md'), 'B.md')]).toEqual([one]);
  expect([...partnersOf([['B.md', one]], spelled)]).toEqual(['B.md']);
  expect(withoutPair([['B.md', spelled]], one, 'B.md')).toEqual([]);
  expect(pathAfterRename(one, 'Cafe\u0301', 'Bar')).toBe('Bar/A.md');
  expect(pathAfterRename(spelled, 'Caf\u00e9', 'Bar')).toBe('Bar/A.md');
  expect(pathAfterRename('Cafe\u0301s/A.md', 'Caf\u00e9', 'Bar')).toBe('Cafe\u0301s/A.md');
  expect(pathAfterRename('Caf\u00e9/Cre\u0300me.md', 'Cafe\u0301', 'Bar')).toBe('Bar/Cre\u0300me.md');
  expect(afterRename([[one, 'B.md']], 'Cafe\u0301', 'Be\u0301')).toEqual([['B.md', 'B\u00e9/A.md']]);
});

it('forgets the oldest beyond 2,000', () => {
  let pairs: Pair[] = Array.from({ length: 2_000 }, (_, index) => ['A.md', `B${index}.md`]);
  pairs = withPair(pairs, 'A.md', 'C.md');
  expect([pairs.length, pairs[0], pairs.at(-1)]).toEqual([2_000, ['A.md', 'B1.md'], ['A.md', 'C.md']]);
});
