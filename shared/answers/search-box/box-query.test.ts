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
    ['tag: "unfinished', '', [{ kind: 'tag', value: 'unfinished', isNegated: false }]],
    ['soup tag:', 'soup', []],
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
  });
});
