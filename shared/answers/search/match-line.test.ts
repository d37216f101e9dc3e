import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wordsFoundBy } from '../../search/words/excerpt.ts';
import { matchLineFor } from './match-line.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('the line of a match', () => {
  it('is the first line of the chunk with most of the words', () => {
    const text = 'boat\n# Boats\nOne boat.\nThe seams of a boat.\nBoat seams.\nSeams of many boats.';
    expect(matchLineFor('seams boat')(bytes(text), { startLine: 2, endLine: 5 }, 0)).toBe(4);
    expect(matchLineFor('many')(bytes(text), { startLine: 2, endLine: 5 }, 0)).toBeNull();
  });

  it('is a line above the body if the chunk has none of the words', () => {
    const text = '---\nstatus: waiting\n---\nText.';
    expect(matchLineFor('waiting')(bytes(text), { startLine: 4, endLine: 4 }, text.indexOf('Text'))).toBe(2);
    expect(matchLineFor('waiting')(bytes(text), undefined, text.indexOf('Text'))).toBe(2);
  });

  it('is found in a note with a mark of its byte order and bytes that are not UTF-8', () => {
    const note = Uint8Array.from([
      0xef,
      0xbb,
      0xbf,
      ...bytes('one\ncaf'),
      0xe9,
      0x0a,
      0xf0,
      0x9f,
      0x0a,
      ...bytes('boat'),
    ]);
    expect(matchLineFor('boat')(note, { startLine: 2, endLine: 4 }, 0)).toBe(4);
    expect(matchLineFor('one')(note, { startLine: 1, endLine: 1 }, 0)).toBe(1);
  });

  it.each([[['\n']], [['\n', '\r\n', '\r']]])('is the same as by asking each line, with line ends %j', (lineEnds) => {
    const word = fc.constantFrom('boat', 'Boats', 'seam', 'VaultSeam', 'x', 'äh', 'well-kept');
    const line = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
    const ends = fc.constantFrom(...lineEnds);
    const lines = fc.array(fc.tuple(line, ends), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(lines, fc.nat(12), fc.nat(12), (given, from, count) => {
        const text = given.map(([content, end]) => content + end).join('');
        const shown = text.split(/\r\n|\n|\r/);
        const startLine = Math.min(from + 1, shown.length);
        const endLine = Math.min(startLine + count, shown.length);
        const sizes = shown.map((content) => wordsFoundBy('boat seam kept')(content).size);
        const inChunk = sizes.slice(startLine - 1, endLine);
        const most = Math.max(...inChunk);
        const expected = most === 0 ? null : startLine + inChunk.indexOf(most);
        expect(matchLineFor('boat seam kept')(bytes(text), { startLine, endLine }, 0)).toBe(expected);
      }),
    );
  });
});
