import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { packChunkTexts, unpackChunk } from './chunk-texts.ts';

async function roundTrip(texts: string[]): Promise<string[]> {
  const pages = runSteps(packChunkTexts(texts));
  return Promise.all(
    texts.map((_, chunk) => {
      const page = pages.findLast((candidate) => candidate.firstChunk <= chunk);
      return page === undefined ? '' : unpackChunk(page.bytes, chunk - page.firstChunk);
    }),
  );
}

describe('chunk texts', () => {
  it('round-trip, however many and long they are', async () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 }).map((part) => part.replaceAll('\0', ''));
    const long = fc.nat(30_000).map((length) => 'ü'.repeat(length));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(text, long), { maxLength: 12 }), async (texts) => {
        expect(await roundTrip(texts)).toEqual(texts);
      }),
      { numRuns: 60 },
    );
  });

  it('lose NULs, which separate them', async () => {
    expect(await roundTrip(['a\0b', 'c'])).toEqual(['a b', 'c']);
  });

  it('are refused if a byte is wrong, and empty for a missing chunk', async () => {
    const [page] = runSteps(packChunkTexts(['some words, more words, and again some words']));
    const bytes = Uint8Array.from(page?.bytes ?? []);
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 0xff;
    await expect(unpackChunk(bytes, 0)).rejects.toThrow();
    expect(await unpackChunk(page?.bytes ?? new Uint8Array(), 7)).toBe('');
  });
});
