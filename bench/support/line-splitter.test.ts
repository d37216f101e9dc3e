import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

it('gives the same lines wherever the bytes are split', () => {
  const line = fc.string({ unit: 'grapheme' }).filter((text) => text !== '' && !text.includes('\n'));
  fc.assert(
    fc.property(fc.array(line, { maxLength: 8 }), fc.array(fc.nat({ max: 40 }), { maxLength: 12 }), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''), 'utf8');
      const found: [string, number][] = [];
      const splitter = new LineSplitter((text, length) => found.push([text, length]));
      let start = 0;
      for (const cut of cuts) {
        splitter.push(bytes.subarray(start, start + cut));
        start = Math.min(bytes.length, start + cut);
      }
      splitter.push(bytes.subarray(start));
      expect(found).toEqual(lines.map((text) => [Buffer.from(text).toString('utf8'), Buffer.byteLength(text)]));
    }),
    { numRuns: 50, seed: 1 },
  );
});

it('keeps the end of a stream that is not a whole line back', () => {
  const found: string[] = [];
  const splitter = new LineSplitter((text) => found.push(text));
  splitter.push(Buffer.from('one\ntw'));
  expect(found).toEqual(['one']);
  splitter.push(Buffer.from('o\n\n'));
  expect(found).toEqual(['one', 'two']);
});
