import { describe, expect, it } from 'vitest';
import { findWords, markedWords, nearFirstMark, piecesOf } from './marked-text.ts';

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

  it('is cut before its first mark, where that is far', () => {
    const far = 'Three heaps of pallets: filling, cooking, ready. I leave nothing warm unmeasured.';
    const start = far.indexOf('warm');
    const near = nearFirstMark(far, [[start, start + 4]]);
    expect(near.text).toBe('…cooking, ready. I leave nothing warm unmeasured.');
    expect(near.ranges.map(([from, to]) => near.text.slice(from, to))).toEqual(['warm']);
    expect(nearFirstMark('a warm day', [[2, 6]])).toEqual({ text: 'a warm day', ranges: [[2, 6]] });
    expect(nearFirstMark(far, []).text).toBe(far);
    expect(nearFirstMark(far, [[start, start + 4]], 'oneLine').text).toBe('…nothing warm unmeasured.');
    const parts = 'Rows of things to collect from Tidewell · the salt jar';
    const salt = parts.indexOf('salt');
    expect(nearFirstMark(parts, [[salt, salt + 4]], 'oneLine').text).toBe('…the salt jar');
    const japanese = 'ノートを書くときは、まず見出しを付けてからリンクを張ります。';
    const link = japanese.indexOf('リンク');
    expect(nearFirstMark(japanese, [[link, link + 3]]).text).toBe('…、まず見出しを付けてからリンクを張ります。');
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
    expect(findWords('Wi-Fi since 2026-03-01', ['2026-03-01', 'wi-fi'])).toEqual([
      [0, 5],
      [12, 22],
    ]);
    expect(findWords('中村さんの手紙', ['手紙'])).toEqual([[5, 7]]);
    expect(findWords('백링크', ['링크'])).toEqual([[1, 3]]);
    expect(findWords('Done🎉, ASP.NET', ['🎉', '.net'])).toEqual([
      [4, 6],
      [11, 15],
    ]);
    expect(findWords('anything', [])).toEqual([]);
  });
});
