import { describe, expect, it } from 'vitest';
import { placeOf, previewSlice } from './match-place.ts';

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
});

describe('a preview', () => {
  it('begins at the nearest heading above, and never with the frontmatter', () => {
    const lines = Array.from({ length: 30 }, (_, i) => `line ${i}`);
    expect(previewSlice(['# A', ...lines.slice(0, 5), '## B', ...lines.slice(5)].join('\n'), 9)).toMatch(/^## B\n/);
    expect(previewSlice('---\na: 1\n---\ntext', 3)).toBe('text');
  });

  it('begins with the fence that it would otherwise cut in two', () => {
    const code = Array.from({ length: 40 }, (_, i) => `code ${i}`).join('\n');
    expect(previewSlice(`before\n\`\`\`js\n${code}\n\`\`\`\nafter`, 35)).toMatch(/^```js\ncode 0/);
  });
});
