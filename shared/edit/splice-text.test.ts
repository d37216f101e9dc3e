import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyNote, SETTINGS } from './edit-test-kit.ts';
import { spliceText } from './splice-text.ts';
import { majorityEnding, readLines, toLf } from './text-lines.ts';

describe('splicing text into a text', () => {
  it('gives new lines the line end of most', () => {
    expect(spliceText('a\r\nb\r\n', 3, 3, 'x\ny\n', '\r\n')).toBe('a\r\nx\r\ny\r\nb\r\n');
    expect(spliceText('a\nb\n', 2, 2, 'x\r\n', '\n')).toBe('a\nx\nb\n');
  });

  it('keeps the line ends of unchanged lines, at either edge of the passage', () => {
    expect(spliceText('a\nb\r\nd\n', 0, 7, 'a\nX\nY\nb\nd\n', '\n')).toBe('a\nX\nY\nb\r\nd\n');
    expect(spliceText('a\r\nb\nc\r\n', 0, 8, 'a\nb\nX\n', '\r\n')).toBe('a\r\nb\nX\r\n');
  });

  it('keeps each line’s own end if the number of lines is the same', () => {
    expect(spliceText('a\nb\r\nc\n', 0, 7, 'x\ny\nz\n', '\n')).toBe('x\ny\r\nz\n');
  });

  it('changes nothing if the passage differs only in line ends', () => {
    fc.assert(
      fc.property(anyNote, fc.nat(), fc.nat(), (text, a, b) => {
        const { lines, majority } = readLines(text);
        const cuts = [...lines.map(({ start }) => start), text.length].sort((x, y) => x - y);
        const [start = 0, end = 0] = [cuts[a % cuts.length] ?? 0, cuts[b % cuts.length] ?? 0].sort((x, y) => x - y);
        expect(spliceText(text, start, end, toLf(text.slice(start, end)), majority)).toBe(text);
      }),
      SETTINGS,
    );
  });

  it('contains what was given, and keeps the rest of any text', () => {
    fc.assert(
      fc.property(anyNote, anyNote, fc.nat(), fc.nat(), (text, content, a, b) => {
        const { lines } = readLines(text);
        const cuts = lines.flatMap(({ start, end }) => [start, end]).concat(text.length);
        const [start = 0, end = 0] = [cuts[a % cuts.length] ?? 0, cuts[b % cuts.length] ?? 0].sort((x, y) => x - y);
        const changed = spliceText(text, start, end, content, majorityEnding(text));
        expect(changed.startsWith(text.slice(0, start))).toBe(true);
        expect(changed.endsWith(text.slice(end))).toBe(true);
        expect(toLf(changed.slice(start, changed.length - (text.length - end)))).toBe(toLf(content));
      }),
      SETTINGS,
    );
  });
});
