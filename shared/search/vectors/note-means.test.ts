import { describe, expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { NoteVectors } from './note-vectors.ts';

const IDENTITY = { provider: 'p', model: 'm', dimensions: 4, prefixes: { query: '', document: '' }, chunker: 1 };
const key = (n: number): string => n.toString(16).padStart(32, '0');

/** Notes by number, each with the vectors of its chunks. */
function vectorsOf(notes: Record<number, number[][]>): NoteVectors {
  const vectors = new NoteVectors(IDENTITY);
  let next = 1;
  for (const [id, chunks] of Object.entries(notes)) {
    const keys = chunks.map(() => key(next++));
    vectors.setNote(Number(id), keys);
    for (const [i, chunk] of chunks.entries()) vectors.add(keys[i] ?? '', chunk);
  }
  return vectors;
}

describe('means of notes', () => {
  it('find the notes nearest as wholes, without the note itself', () => {
    const means = runSteps(
      vectorsOf({
        1: [
          [1, 0, 0, 0],
          [0, 1, 0, 0],
        ],
        2: [[1, 1, 0, 0]],
        3: [
          [1, 0, 0, 0],
          [0, 0, 1, 0],
        ],
        4: [[0, 0, 0, 1]],
      }).means(),
    );
    const near = means.nearest(1, 3);
    expect(near.map(({ id }) => id)).toEqual([2, 3, 4]);
    expect(near[0]?.score).toBeCloseTo(1, 2);
    expect(near[1]?.score).toBeCloseTo(0.5, 2);
    expect(means.nearest(1, 1, (id) => id > 2).map(({ id }) => id)).toEqual([3]);
    expect(means.likeness(1, 4)).toBeCloseTo(0, 5);
  });

  it('leave out the last in the order that is given, of notes equally near', () => {
    const means = runSteps(vectorsOf({ 1: [[1, 0, 0, 0]], 2: [[0, 1, 0, 0]], 3: [[0, 1, 0, 0]] }).means());
    expect(means.nearest(1, 1).map(({ id }) => id)).toEqual([2]);
    expect(means.nearest(1, 1, undefined, (a, b) => b - a).map(({ id }) => id)).toEqual([3]);
  });

  it('follow notes that change, come and go', () => {
    const vectors = vectorsOf({ 1: [[1, 0, 0, 0]], 2: [[0, 1, 0, 0]], 3: [[0, 0, 1, 0]] });
    expect(runSteps(vectors.means()).likeness(1, 2)).toBeCloseTo(0, 5);
    vectors.setNote(2, [key(90)]);
    expect(runSteps(vectors.means()).nearest(2, 5)).toEqual([]);
    vectors.add(key(90), [1, 0, 0, 0]);
    vectors.removeNote(3);
    const means = runSteps(vectors.means());
    expect(means.likeness(1, 2)).toBeCloseTo(1, 5);
    expect(means.nearest(1, 5).map(({ id }) => id)).toEqual([2]);
  });
});

describe('nearest passages', () => {
  it('are those of each pair of notes that are most alike', () => {
    const vectors = vectorsOf({
      1: [
        [1, 0, 0, 0],
        [0, 1, 0, 0],
      ],
      2: [
        [0, 0, 1, 0],
        [0, 1, 0.1, 0],
        [0, 0, 0, 1],
      ],
      3: [],
    });
    const pairs = runSteps(vectors.pairs(1, [2, 3]));
    expect(pairs.get(2)).toMatchObject({ own: 1, other: 1 });
    expect(pairs.get(2)?.score).toBeGreaterThan(0.98);
    expect(pairs.has(3)).toBe(false);
  });
});
