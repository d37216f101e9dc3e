import { describe, expect, it } from 'vitest';
import { findWords, markedWords, piecesOf } from './marked-text.ts';

describe('marked text', () => {
  it('comes in pieces that make up the whole', () => {
    expect(piecesOf('a keyboard', [[2, 6]])).toEqual([
      { text: 'a ', isMarked: false },
      { text: 'keyb', isMarked: true },
      { text: 'oard', isMarked: false },
    ]);
    expect(piecesOf('', [])).toEqual([]);
  });

  it('leaves out ranges that do not fit', () => {
    const pieces = piecesOf('abc', [
      [0, 2],
      [1, 3],
      [2, 9],
    ]);
    expect(pieces.map(({ text }) => text)).toEqual(['ab', 'c']);
  });

  it('names each marked word once, the longest first', () => {
    const text = 'Salt, salt and salted';
    expect(
      markedWords(text, [
        [0, 4],
        [6, 10],
        [15, 21],
      ]),
    ).toEqual(['salted', 'salt']);
  });

  it('finds words by their beginning, and not inside others', () => {
    expect(findWords('Salt cellar, basalt, SALTED', ['salt'])).toEqual([
      [0, 4],
      [21, 25],
    ]);
    expect(findWords('(c++) [x]', ['c++'])).toEqual([[1, 4]]);
    expect(findWords('中村さんの手紙', ['手紙'])).toEqual([[5, 7]]);
    expect(findWords('anything', [])).toEqual([]);
  });
});
