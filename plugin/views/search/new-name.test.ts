import { expect, it } from 'vitest';
import type { SearchItem } from './results/search-items.ts';
import { newNameAmong } from './new-name.ts';

const note = (path: string, title: string): SearchItem => {
  const passage = { heading: null, line: 1, excerpt: 'A kettle.', ranges: [] };
  const row = { path, title, titleRanges: [], matchedBy: ['semantic' as const], passages: [passage] };
  return { kind: 'note', row, passage };
};
const aliasesOf = (path: string): string[] => (path === 'お茶.md' ? ['緑茶', 'Green tea'] : []);
const ITEMS = [
  note('Trips/2026-05 alps.md', 'U\u0308ber die Alpen'),
  note('Sub/gnu.md', 'gnu'),
  note('お茶.md', 'お茶'),
];

it.each([
  ['zebu', true],
  ['gnu herd', true],
  ['gnu', false],
  ['GN', false],
  ['alpen über', false],
  ['2026-05', false],
  ['Trips', true],
  ['Sub/gnu', false],
  ['Other/gnu', true],
  ['茶', false],
  ['茶会', true],
  ['緑茶', false],
  ['green', false],
])('%j among others is new: %j', (name, isNew) => {
  expect(newNameAmong(ITEMS, name, aliasesOf)).toEqual({ newName: name, isNew });
});

it('is new when nothing is listed; what stands there before anything is typed does not count', () => {
  expect(newNameAmong([], 'gnu', aliasesOf).isNew).toBe(true);
  expect(newNameAmong([{ kind: 'recent', path: 'gnu.md' }], 'gnu', aliasesOf).isNew).toBe(true);
});
