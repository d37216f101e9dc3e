import { expect, it } from 'vitest';
import { noteNameOf } from './note-name.ts';

const FOLDERS = ['Sub', 'C# [old]', '\u201cBest\u201d of'];
const folderAt = (path: string): string | null =>
  FOLDERS.find((folder) => folder.toLowerCase() === path.toLowerCase()) ?? null;

it.each([
  ['rain barrels', 'rain barrels'],
  ['"rain barrels" tag:garden -soup', 'rain barrels'],
  // As the search reads them: quotation marks and colons that keyboards make of the plain ones.
  ['\u201crain barrels\u201d', 'rain barrels'],
  ['\u201erain barrels\u201c -\u201cno soup\u201d path:\u201cMy notes\u201d', 'rain barrels'],
  ['雨水 tag：garden', '雨水'],
  ['\u201cBest\u201d of/\u201cnew\u201d', '\u201cBest\u201d of/new'],
  ['the \u2018big\u2019 one', 'the \u2018big\u2019 one'],
  ['a/b: c? [[d]] #e', 'a/b c d e'],
  // As in the app's own switcher.
  ['Sub/gnu', 'Sub/gnu'],
  ['/Sub//new one /gnu.md', 'Sub/new one/gnu'],
  ['sub/gnu tag:zoo', 'Sub/gnu'],
  ['C# [old]/deep/gnu', 'C# [old]/deep/gnu'],
  ['C# [old]/C# [old]/gnu', 'C# [old]/C old/gnu'],
  ['Sub/../gnu', 'Sub/gnu'],
  ['Sub/', null],
  ['Sub/...', null],
  ['...hidden.', 'hidden'],
  ['../up', 'up'],
  ['. / .. /  up .. ', 'up'],
  ['../..', null],
  ['path:x', null],
  ['Soup.md', 'Soup'],
  ['.md', 'md'],
  ['  ', null],
  ['中村さんの手紙', '中村さんの手紙'],
  // What file systems count are bytes: 255 of them, the ending included.
  ['漢'.repeat(100), '漢'.repeat(84)],
  [`a${'👨‍👩‍👧'.repeat(30)}`, `a${'👨‍👩‍👧'.repeat(13)}`],
  ['con', 'con note'],
  ['live \u202eti', 'live ti'],
  ['x'.repeat(120), 'x'.repeat(100)],
  ['git --no-verify', 'git --no-verify'],
  ['drag -and --x -"no words"', 'drag --x'],
])('a note made of the query %j is named %j', (query, name) => {
  expect(noteNameOf(query, folderAt)).toBe(name);
});
