import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../kit/concurrency/slices.ts';
import type { FullTextDocument } from '../fulltext-types.ts';
import { InvertedIndex } from '../inverted-index.ts';
import { note } from '../search-test-kit.ts';
import { TermPacker } from './term-packer.ts';

const WORDS = ['oak', 'Oaks', 'wi-fi', 'GitHub', '知识库', 'данные', 'été', 'the', '𠮷野', '', 'ash-tree’s'];
const text = fc
  .array(fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 12 })
  .map((words) => words.join(' '));
/** Of more terms than are gathered at a time. */
const long = fc
  .integer({ min: 9_000, max: 20_000 })
  .map((words) => Array.from({ length: words }, (_, i) => `w${i % 700}`).join(' '));
const texts = fc.array(text, { maxLength: 4 });
const documents = fc.record({
  title: text,
  aliases: texts,
  headings: texts,
  tags: texts,
  properties: texts,
  chunks: fc.array(fc.oneof({ arbitrary: text, weight: 20 }, { arbitrary: long, weight: 1 }), { maxLength: 4 }),
  chunkHeadings: fc.array(fc.integer({ min: -1, max: 4 }), { maxLength: 4 }),
});
/** A note, which of two packers cuts it, and whether the index is frozen after it. */
const arrival = fc.record({ document: documents, packer: fc.nat(1), freeze: fc.boolean() });

describe('notes cut into terms elsewhere', () => {
  it('make the same segments, byte for byte, as those cut here', () => {
    fc.assert(
      fc.property(fc.array(arrival, { minLength: 1, maxLength: 12 }), fc.constantFrom(1, 20, 1e6), (arrivals, most) => {
        const packers = [new TermPacker(most), new TermPacker(most)];
        const [here, elsewhere] = [new InvertedIndex(), new InvertedIndex()];
        for (const [i, { document, packer, freeze }] of [...arrivals, LAST].entries()) {
          runSteps(here.insert(i % 5, document));
          const terms = runSteps((packers[packer] as TermPacker).pack(document));
          runSteps(elsewhere.insert(i % 5, { ...document, chunks: UNREAD, terms }));
          if (!freeze) continue;
          const [expected, bytes] = [here, elsewhere].map((index) => runSteps(index.freeze(`segment ${String(i)}`)));
          expect(bytes).toEqual(expected);
        }
        expect(elsewhere.search('oak 知识库', { limit: 9 })).toEqual(here.search('oak 知识库', { limit: 9 }));
      }),
      { seed: 5, numRuns: 25 },
    );
  });

  it('may be posted later than the notes that follow them', () => {
    const packer = new TermPacker();
    const [first, second] = ['oak ash', 'ash elm'].map((chunk) => note({ chunks: [chunk] })) as [
      FullTextDocument,
      FullTextDocument,
    ];
    const [terms, later] = [runSteps(packer.pack(first)), runSteps(packer.pack(second))];
    const index = new InvertedIndex();
    runSteps(index.insert(2, { ...second, terms: later }));
    runSteps(index.insert(1, { ...first, terms }));
    expect(index.search('oak', { limit: 9 }).map(({ id }) => id)).toEqual([1]);
    expect(index.search('elm', { limit: 9 }).map(({ id }) => id)).toEqual([2]);
  });

  it('are posted in steps', () => {
    const document = note({ chunks: [Array.from({ length: 50_000 }, (_, i) => `w${String(i)}`).join(' ')] });
    const terms = runSteps(new TermPacker().pack(document));
    let steps = 0;
    for (const _ of new InvertedIndex().insert(1, { ...document, terms })) steps += 1;
    expect(steps).toBeGreaterThan(5);
  });
});

const LAST = { document: note({ chunks: ['oak', '知识库'] }), packer: 0, freeze: true };

const UNREAD: Iterable<string> = {
  [Symbol.iterator]: () => {
    throw new Error('The texts were read.');
  },
};
