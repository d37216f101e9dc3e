import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../kit/concurrency/slices.ts';
import { InvertedIndex } from '../inverted-index.ts';
import { found, indexOf, note } from '../search-test-kit.ts';

const NOTES = Array.from({ length: 40 }, (_, i) =>
  note({
    title: `Note ${i} of oaks`,
    aliases: ['tree'],
    headings: ['Growth'],
    chunks: [`oak ${i} ash`, '知识库 drag-and-drop oak oak'],
    tags: ['wood/hard'],
  }),
);
const QUERIES = ['oak ash', '"oak ash"', 'o*', '知识库', 'drag-and-drop tree', 'growth hard'];

describe('the bytes of a segment', () => {
  const bytes = runSteps(indexOf(NOTES).freeze('a'));

  it('are the same for the same notes', () => {
    expect(runSteps(indexOf(NOTES).freeze('b'))).toEqual(bytes);
  });

  it('can be anywhere in a larger buffer', () => {
    for (const offset of [1, 2, 3, 4]) {
      const buffer = new Uint8Array(bytes.length + 8);
      buffer.set(bytes, offset);
      expect(found(attached(buffer.subarray(offset, offset + bytes.length)), 'oak')).toHaveLength(40);
    }
  });

  it('are refused when cut off anywhere, or with anything after them', () => {
    for (let length = 0; length < bytes.length; length += 37)
      expect(() => attached(bytes.slice(0, length))).toThrow(/full-text segment/);
    expect(() => attached(new Uint8Array([...bytes, 0]))).toThrow(/length/);
  });

  it('are refused when they are something else, or of another version', () => {
    expect(() => attached(new TextEncoder().encode('{"format": "something else entirely, of some length"}'))).toThrow(
      /begin/,
    );
    const newer = bytes.slice();
    newer[4] = 99;
    expect(() => attached(newer)).toThrow(/version is 99/);
  });

  it('leave the index as it was when they are refused', () => {
    const index = indexOf(['oak']);
    expect(() => index.attach('a', bytes.slice(0, -4))).toThrow();
    expect(found(index, 'oak')).toEqual([0]);
    expect(index.size).toBe(1);
  });

  it('with any bytes changed are refused, or searched, frozen and merged without fail', () => {
    const changes = fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.integer({ min: 0, max: 255 })), {
      minLength: 1,
      maxLength: 8,
    });
    let accepted = 0;
    fc.assert(
      fc.property(changes, (all) => {
        const changed = bytes.slice();
        for (const [offset, value] of all) changed[offset] = value;
        const index = attachedOrNull(changed);
        if (index === null) return;
        accepted += 1;
        for (const query of QUERIES) {
          for (const hit of index.search(query, { limit: 10 })) expect(Number.isInteger(hit.chunk)).toBe(true);
          index.searchChunks(query, { limit: 10 });
        }
        expect(() => attached(runSteps(index.merge(['a'], 'b')))).not.toThrow();
      }),
      { seed: 5, numRuns: 200 },
    );
    expect(accepted).toBeGreaterThan(0);
  });

  it('with any one word of the header changed are refused', () => {
    for (let word = 0; word < 9; word += 1) {
      for (const value of [0, 1, 0x7fffffff, 0xffffffff]) {
        const changed = bytes.slice();
        const header = new DataView(changed.buffer);
        if (header.getUint32(word * 4, true) === value) continue;
        header.setUint32(word * 4, value, true);
        expect(() => attached(changed)).toThrow(/full-text segment/);
      }
    }
  });
});

function attached(bytes: Uint8Array): InvertedIndex {
  const index = new InvertedIndex();
  index.attach('a', bytes);
  return index;
}

function attachedOrNull(bytes: Uint8Array): InvertedIndex | null {
  try {
    return attached(bytes);
  } catch (error) {
    expect(String(error)).toMatch(/full-text segment/);
    return null;
  }
}
