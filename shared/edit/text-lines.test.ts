import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNote, SETTINGS } from './edit-test-kit.ts';
import {
  dropFinalLineEnd,
  dropFinalLineEnds,
  endsWithLineEnd,
  lineIndexAt,
  majorityEnding,
  readLines,
  toLf,
  withEnding,
} from './text-lines.ts';

describe('the lines of a text', () => {
  it('keep their own ends', () => {
    const { lines } = readLines('a\nb\r\n\rc');
    expect(lines.map(({ ending }) => ending)).toEqual(['\n', '\r\n', '\r', '']);
    expect(lines.map(({ start, end, next }) => [start, end, next])).toEqual([
      [0, 1, 2],
      [2, 3, 5],
      [5, 5, 6],
      [6, 7, 7],
    ]);
  });

  it('do not include the byte order mark', () => {
    const { start, lines } = readLines('\uFEFFa\n');
    expect(start).toBe(1);
    expect(lines[0]).toMatchObject({ start: 1, end: 2 });
  });

  it.each([
    ['', 0],
    ['\uFEFF', 0],
    ['a', 1],
    ['a\n', 1],
    ['\n', 1],
    ['a\n\n', 2],
  ])('of %j are %i', (text, count) => {
    expect(readLines(text).lines).toHaveLength(count);
  });

  it('make up the whole text, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(anyNote, fc.string({ unit: 'binary' })), (text) => {
        const { start, lines } = readLines(text);
        const put = lines.map((line) => text.slice(line.start, line.end) + line.ending).join('');
        expect(text.slice(0, start) + put).toBe(text);
        expect(lines.map(({ end }) => lineIndexAt(lines, end))).toEqual([...lines.keys()]);
      }),
      SETTINGS,
    );
  });
});

describe('the majority of line ends', () => {
  it.each([
    ['', '\n'],
    ['a', '\n'],
    ['a\r\nb\nc\r\n', '\r\n'],
    ['a\rb\rc\n', '\r'],
    ['a\r\nb\n', '\r\n'],
    ['a\nb\r\n', '\n'],
  ])('of %j is %j', (text, ending) => {
    expect(majorityEnding(text)).toBe(ending);
  });
});

describe('line ends at the end', () => {
  it('are dropped one at a time or all together', () => {
    expect(dropFinalLineEnd('a\r\n\r\n')).toBe('a\r\n');
    expect(dropFinalLineEnds('a\r\n\n\r')).toBe('a');
    expect(endsWithLineEnd('a\r')).toBe(true);
    expect(endsWithLineEnd('a')).toBe(false);
  });
});

describe('normalized line ends', () => {
  it('are all of one kind', () => {
    expect(toLf('a\r\nb\rc\n')).toBe('a\nb\nc\n');
    expect(withEnding('a\r\nb\rc\n', '\r\n')).toBe('a\r\nb\r\nc\r\n');
  });
});
