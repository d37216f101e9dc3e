import { expect, it } from 'vitest';
import { noteNameOf } from './note-name.ts';

it.each([
  ['rain barrels', 'rain barrels'],
  ['"rain barrels" tag:garden -soup', 'rain barrels'],
  ['a/b: c? [[d]] #e', 'a b c d e'],
  ['...hidden.', 'hidden'],
  ['../up', 'up'],
  ['. / .. /  up .. ', 'up'],
  ['../..', null],
  ['path:x', null],
  ['Soup.md', 'Soup'],
  ['.md', 'md'],
  ['  ', null],
  ['中村さんの手紙', '中村さんの手紙'],
])('a note made of the query %j is named %j', (query, name) => {
  expect(noteNameOf(query)).toBe(name);
});
