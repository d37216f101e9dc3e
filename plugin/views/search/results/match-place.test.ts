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

  it('is its line where the word is written with marks inside, though a later line has it without any', () => {
    const written = 'Soup\n\nOf **to**mato and\nmore\n\nA tomato.';
    const place = placeOf(written, passage(3, 'Of tomato and more', 'tomato'));
    expect(place).toMatchObject({ line: 2, ch: 5 });
    expect(place.ranges.map(([start, end]) => written.slice(start, end))).toEqual(['to**mato']);
    expect(placeOf('a ==jam==s\n\njams', passage(1, 'a jams', 'jams'))).toMatchObject({ line: 0, ranges: [[4, 10]] });
    expect(placeOf('`--a`_b\n\n--a_b', passage(1, '--a_b', '--a_b'))).toMatchObject({ line: 0 });
    expect(placeOf('snake\\_case\n\nsnake_case', passage(1, 'snake_case', 'snake_case'))).toMatchObject({ line: 0 });
  });

  it('counts each line end of old systems, too, as the editor does', () => {
    const old = 'jam\rb\r\nc\rOf jam\rd\njam';
    expect(placeOf(old, passage(4, 'Of jam', 'jam'))).toEqual({
      line: 3,
      ch: 3,
      ranges: [
        [12, 15],
        [18, 21],
      ],
    });
    expect(placeOf('a\r\rjam', passage(3, 'jam', 'jam'))).toEqual({ line: 2, ch: 0, ranges: [[3, 6]] });
    expect(bodyLineOf('---\ra: 1\r---\rx')).toBe(3);
  });

  it('may be in the frontmatter', () => {
    expect(placeOf(text, passage(2, 'a: 1', '1'))).toMatchObject({ line: 1, ch: 3 });
    expect([
      bodyLineOf(text),
      bodyLineOf('---\r\na: 1\r\n---\r\nx'),
      bodyLineOf('a'),
      bodyLineOf('---\nno end'),
      bodyLineOf('\uFEFF---\na: 1\n---\nx'),
    ]).toEqual([3, 3, 0, 0, 3]);
  });
});
