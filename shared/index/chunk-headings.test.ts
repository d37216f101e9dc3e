import fc from 'fast-check';
import { expect, it } from 'vitest';
import { headingsOfChunks } from './chunk-headings.ts';

const ascending = fc.array(fc.nat(60), { maxLength: 30 }).map((lines) => lines.sort((a, b) => a - b));

it('finds the last heading that begins by the end of a chunk', () => {
  fc.assert(
    fc.property(ascending, ascending, (ends, lines) => {
      const headings = lines.map((line) => ({ line }));
      const expected = ends.map((endLine) => headings.findLastIndex(({ line }) => line <= endLine));
      expect(
        headingsOfChunks(
          ends.map((endLine) => ({ endLine })),
          headings,
        ),
      ).toEqual(expected);
    }),
  );
});

it('looks at each heading of a note with very many once, not once for each chunk', () => {
  let looks = 0;
  const headings = Array.from({ length: 5_000 }, (_, i) => ({
    get line() {
      looks++;
      return i * 4;
    },
  }));
  headingsOfChunks(
    Array.from({ length: 20_000 }, (_, i) => ({ endLine: i })),
    headings,
  );
  expect(looks).toBeLessThan(30_000);
});
