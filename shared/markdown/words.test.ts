import { describe, expect, it } from 'vitest';
import { parseNote } from './parse-note.ts';

describe('the words of a note', () => {
  it.each([
    ['one two  three\nfour', 4],
    ["don't well-known x,y", 3],
    ['- | * -- 1', 1],
    ['漢字かな', 4],
    ['日本語 and English', 5],
    ['한국어 단어', 2],
    ['Ünïcödé naïve', 2],
    ['**bo**ld one<br>two', 3],
    ['[[hidden target|seen]] %%not seen%%', 1],
    ['---\ntitle: not counted\n---\nbody', 1],
    ['word — word', 2],
    ['', 0],
  ])('of %j', (text, words) => {
    expect(parseNote(text).words).toBe(words);
  });
});
