import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MIN_DISCOVERED_TOKENS,
  advertisedCapacity,
  canShrink,
  capacityAfterOverflow,
  failuresOfNote,
} from './capacity.ts';

describe('capacity', () => {
  it('begins at what the model advertises', () => {
    expect(advertisedCapacity(8192)).toEqual({ advertisedMaxTokens: 8192, discoveredMaxTokens: 8192 });
  });

  it('halves after an overflow', () => {
    expect(capacityAfterOverflow(advertisedCapacity(8192))).toEqual({
      advertisedMaxTokens: 8192,
      discoveredMaxTokens: 4096,
    });
  });

  it('halves until the text that was too long would no longer fit', () => {
    expect(capacityAfterOverflow(advertisedCapacity(8192), 600).discoveredMaxTokens).toBe(512);
  });

  it('never falls below the least, at which shrinking ends', () => {
    const least = capacityAfterOverflow(advertisedCapacity(300));
    expect(least.discoveredMaxTokens).toBe(MIN_DISCOVERED_TOKENS);
    expect(canShrink(least)).toBe(false);
    expect(capacityAfterOverflow(least, 10)).toEqual(least);
  });

  it('stays at the advertised value of a model that takes less than the least', () => {
    const small = advertisedCapacity(128);
    expect(canShrink(small)).toBe(false);
    expect(capacityAfterOverflow(small)).toEqual(small);
  });

  it('keeps its bounds and terminates, whatever overflows', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1e6 }),
        fc.array(fc.option(fc.nat(1e6), { nil: undefined }), { minLength: 20 }),
        (advertised, overflows) => {
          let capacity = advertisedCapacity(advertised);
          for (const tokens of overflows) {
            const next = capacityAfterOverflow(capacity, tokens);
            expect(next.discoveredMaxTokens < capacity.discoveredMaxTokens).toBe(canShrink(capacity));
            capacity = next;
          }
          expect(capacity).toEqual({
            advertisedMaxTokens: advertised,
            discoveredMaxTokens: Math.min(advertised, MIN_DISCOVERED_TOKENS),
          });
        },
      ),
      { seed: 4 },
    );
  });
});

describe('failuresOfNote', () => {
  const tooLong = (at: number) => ({ reason: 'too-long' as const, at });
  const error = (at: number) => ({ reason: 'embed-error' as const, at });

  it('says nothing about a note that went well', () => {
    expect(failuresOfNote('a.md', 3, [], 9)).toEqual([]);
  });

  it('says that a note has nothing to embed', () => {
    expect(failuresOfNote('a.md', 0, [], 9)).toEqual([{ note: 'a.md', reason: 'no-embeddable-content', at: 9 }]);
  });

  it('names each failed chunk of a note that succeeded in part', () => {
    expect(failuresOfNote('a.md', 3, [tooLong(1), error(2)], 9)).toEqual([
      { note: 'a.md', reason: 'too-long', at: 1 },
      { note: 'a.md', reason: 'embed-error', at: 2 },
    ]);
  });

  it('names the note once if no chunk could be embedded', () => {
    expect(failuresOfNote('a.md', 2, [tooLong(1), tooLong(2)], 9)).toEqual([
      { note: 'a.md', reason: 'note-too-long', at: 2 },
    ]);
    expect(failuresOfNote('a.md', 2, [tooLong(1), error(2)], 9)).toEqual([
      { note: 'a.md', reason: 'note-embed-error', at: 2 },
    ]);
  });
});
