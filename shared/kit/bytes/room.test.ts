import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesWithRoom, joinInRoom, sizeWithRoom } from './room.ts';

describe('room after bytes', () => {
  it('takes an addition without a copy, once', () => {
    const huge = 'a'.repeat(2_000_000);
    const bytes = read(huge);
    const first = joinInRoom(bytes, Buffer.from('def'));
    const second = joinInRoom(bytes, Buffer.from('xyz'));
    expect(text(bytes) === huge).toBe(true);
    expect([text(first), text(second)].map((whole) => whole.slice(huge.length))).toEqual(['def', 'xyz']);
    expect(first.buffer).toBe(bytes.buffer);
    expect(second.buffer).not.toBe(bytes.buffer);
  });

  it('is never taken from bytes that have none of their own', () => {
    const bytes = new Uint8Array(sizeWithRoom(3)).subarray(0, 3);
    expect(joinInRoom(bytes, Buffer.from('x')).buffer).not.toBe(bytes.buffer);
  });

  it('gives the same bytes as a copy for additions of any size', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.constantFrom(1, 3_000, 2_000_000),
        fc.constantFrom(0, 1, 2, 65_535, 65_536, 65_537, 200_000),
        (start, times, length) => {
          const addition = Buffer.alloc(length, 'y');
          const bytes = read(`${start}${'z'.repeat(times)}`);
          const expected = Buffer.concat([bytes, addition]);
          expect(Buffer.compare(joinInRoom(bytes, addition), expected)).toBe(0);
        },
      ),
      { numRuns: 50 },
    );
  });
});

function read(content: string): Uint8Array {
  const encoded = Buffer.from(content);
  const bytes = new Uint8Array(sizeWithRoom(encoded.length));
  bytes.set(encoded);
  return bytesWithRoom(bytes, encoded.length);
}

function text(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString();
}
