import { describe, expect, it } from 'vitest';
import { bodyLineOf, placeOf } from './match-place.ts';

const passage = (line: number, excerpt: string, word: string) => ({
  line,
  excerpt,
  ranges: word === '' ? [] : [[excerpt.indexOf(word), excerpt.indexOf(word) + word.length] as const],
});

describe('the place of a match', () => {
  const text = '---\na: 1\n---\n# Heap\n\nTurned the heap.\nThe heap steams.\n\nAnother heap.';

  it('is its line and column, with the words of its paragraph from there on', () => {
    const place = placeOf(text, passage(6, 'Turned the heap.', 'heap'));
    expect(place).toMatchObject({ line: 5, ch: 11 });
    expect(place.ranges.map(([start, end]) => text.slice(start, end))).toEqual(['heap', 'heap']);
  });

  it('is the nearest line with the words when the note has changed', () => {
    expect(placeOf(`some\nnew\nlines\n${text}`, passage(6, 'Turned the heap.', 'heap')).line).toBe(6);
  });

  it('is the whole line where nothing is marked, and within the text where the line is gone', () => {
    expect(placeOf('one\ntwo\r\n', passage(2, 'two', ''))).toEqual({ line: 1, ch: 0, ranges: [[4, 7]] });
    expect(placeOf('one', passage(40, 'x', ''))).toEqual({ line: 0, ch: 0, ranges: [[0, 3]] });
    expect(placeOf('', passage(1, 'x', ''))).toEqual({ line: 0, ch: 0, ranges: [[0, 0]] });
  });

  it('may be in the frontmatter', () => {
    expect(placeOf(text, passage(2, 'a: 1', '1'))).toMatchObject({ line: 1, ch: 3 });
    expect([
      bodyLineOf(text),
      bodyLineOf('---\r\na: 1\r\n---\r\nx'),
      bodyLineOf('a'),
      bodyLineOf('---\nno end'),
    ]).toEqual([3, 3, 0, 0]);
  });
});
