import { expect, it } from 'vitest';
import { WORDS as MAP } from './map/map-words.ts';
import { WORDS as RELATED } from './related/related-words.ts';
import { WORDS as SEARCH } from './search/search-words.ts';

it('no name turns the words around it, in notices, menus and names of controls', () => {
  const name = 'report\u202Etxt.md';
  const words = [
    MAP.create(name),
    MAP.notCreated(name, 'no room'),
    MAP.notOnMap(name),
    RELATED.nothingInFolder(name),
    RELATED.nothingUnlinked(name),
    RELATED.openCopy(name),
    SEARCH.notCreated(name, 'no room'),
  ];
  expect(words.filter((each) => each.includes('\u202E'))).toEqual([]);
  expect(MAP.create('كتاب')).toBe('Create “\u2068كتاب\u2069”');
});
