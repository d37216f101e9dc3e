import { describe, expect, it } from 'vitest';
import { readBoxQuery, withOpenEnd } from './box-query.ts';

describe('a query of the search box', () => {
  it.each([
    ['tomato soup', 'tomato soup', []],
    ['"tomato soup" basil', '"tomato soup" basil', []],
    ['tag:#garden/water beds', 'beds', [{ kind: 'tag', value: 'garden/water', isNegated: false }]],
    ['path:"My Notes/Old" x', 'x', [{ kind: 'path', value: 'my notes/old', isNegated: false }]],
    ['-file:Draft.md x', 'x', [{ kind: 'file', value: 'draft.md', isNegated: true }]],
    ['soup -onion', 'soup', [{ kind: 'words', value: 'onion', isNegated: true }]],
    ['soup -"red onion"', 'soup', [{ kind: 'words', value: '"red onion"', isNegated: true }]],
    ['drag-and-drop - x', 'drag-and-drop - x', []],
    ['tag：＃旅行 鎌倉', '鎌倉', [{ kind: 'tag', value: '旅行', isNegated: false }]],
    ['-path：日記　鎌倉', '鎌倉', [{ kind: 'path', value: '日記', isNegated: true }]],
    ['鎌倉 tag：', '鎌倉', []],
    ['結論：鎌倉', '結論：鎌倉', []],
    ['tag: "unfinished', '', [{ kind: 'tag', value: 'unfinished', isNegated: false }]],
    ['soup tag:', 'soup', []],
    ['"tomato so', '"tomato so"', []],
    ['basil "tomato ', 'basil "tomato"', []],
    [
      '\u201ctomato soup\u201d path:\u201ca b\u201d',
      '"tomato soup"',
      [{ kind: 'path', value: 'a b', isNegated: false }],
    ],
    ['soup -"red on', 'soup', [{ kind: 'words', value: '"red on"', isNegated: true }]],
    ['5" pipe', '5 pipe', []],
    ['git --no-verify', 'git --no-verify', []],
    ['--no-verify', '--no-verify', []],
    ['soup "', 'soup', []],
    ['-file:', '', []],
    ['', '', []],
  ])('%s', (query, text, conditions) => {
    expect(readBoxQuery(query)).toEqual({ text, conditions });
  });

  it('leaves its last word open unless something follows it', () => {
    expect(withOpenEnd('green keyb', 'green keyb')).toBe('green keyb*');
    expect(withOpenEnd('green keyb ', 'green keyb')).toBeNull();
    expect(withOpenEnd('"green keyb"', '"green keyb"')).toBeNull();
    expect(withOpenEnd('keyb tag:x', 'keyb')).toBe('keyb*');
    expect(withOpenEnd('cafe\u0301', 'cafe\u0301')).toBe('cafe\u0301*');
  });

  it('has no open end in an emoji that is shown as a picture', () => {
    expect(withOpenEnd('❤\ufe0f', '❤\ufe0f')).toBeNull();
  });

  it('leaves the last word of quotation marks open until they are closed', () => {
    expect(withOpenEnd('"green keyb', '"green keyb"')).toBe('"green keyb*"');
    expect(withOpenEnd('"green ', '"green"')).toBeNull();
    expect(withOpenEnd('"green" tag:x', '"green"')).toBeNull();
  });

  it('treats a quotation mark within a Hebrew word as that of an abbreviation', () => {
    expect(readBoxQuery('מנכ"ל')).toEqual({ text: 'מנכ״ל', conditions: [] });
    expect(readBoxQuery('"דו"ח רב').text).toBe('"דו״ח רב"');
    expect(withOpenEnd('"דו"ח רב', '"דו״ח רב"')).toBe('"דו״ח רב*"');
    expect(readBoxQuery('ה"ארץ" שמע').text).toBe('ה "ארץ" שמע');
  });

  it('treats one letter after an apostrophe as the end of a word', () => {
    for (const word of ["don't", 'Anna\u2019s']) expect(withOpenEnd(word, word)).toBeNull();
    expect(withOpenEnd("l'am", "l'am")).toBe("l'am*");
    expect(withOpenEnd("'t", "'t")).toBe("'t*");
  });
});
