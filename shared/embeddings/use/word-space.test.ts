import { describe, expect, it } from 'vitest';
import { SENTENCE_DIMENSIONS, WORD_DIMENSIONS, WORD_SPACE_BYTES, WordSpace } from './word-space.ts';

/** A space whose direction `i` is that of number `i` of the encoder's vectors, around a centre. */
function plainSpace(centre: number): WordSpace {
  const bytes = new Uint8Array(WORD_SPACE_BYTES);
  new Float32Array(bytes.buffer, 0, SENTENCE_DIMENSIONS).fill(centre);
  new Float32Array(bytes.buffer, 4 * SENTENCE_DIMENSIONS, WORD_DIMENSIONS).fill(1 / 127);
  const levels = new Int8Array(bytes.buffer, 4 * (SENTENCE_DIMENSIONS + WORD_DIMENSIONS));
  for (let row = 0; row < WORD_DIMENSIONS; row += 1) levels[row * SENTENCE_DIMENSIONS + row] = 127;
  return new WordSpace(bytes);
}

describe('the space of words', () => {
  it('measures from its centre, along its directions, and gives unit vectors', () => {
    const vector = new Float32Array(SENTENCE_DIMENSIONS).fill(0.5);
    vector[2] = 3.5;
    vector[3] = 4.5;
    vector[SENTENCE_DIMENSIONS - 1] = 100;
    const placed = plainSpace(0.5).place(vector);
    expect(placed).toHaveLength(WORD_DIMENSIONS);
    expect(placed[2]).toBeCloseTo(0.6);
    expect(placed[3]).toBeCloseTo(0.8);
    expect(Math.hypot(...placed)).toBeCloseTo(1);
  });

  it('has no place for what is in its centre', () => {
    const placed = plainSpace(0.5).place(new Float32Array(SENTENCE_DIMENSIONS).fill(0.5));
    expect(placed.every((value) => value === 0)).toBe(true);
  });

  it('refuses bytes of another length', () => {
    expect(() => new WordSpace(new Uint8Array(12))).toThrow(RangeError);
  });
});
