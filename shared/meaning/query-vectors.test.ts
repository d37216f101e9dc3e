import { describe, expect, it } from 'vitest';
import type { Embedder } from '../embeddings/embedder.ts';
import { ToyEmbedder } from './embedding-test-kit.ts';
import { QueryVectors } from './query-vectors.ts';

const LONG_MS = 10_000;

/** Vectors of queries, and how long each was waited for, in ms; no time passes. */
function opened() {
  const waited: number[] = [];
  const told: (string | null)[] = [];
  const schedule = (task: () => void, ms: number) => {
    const timer = setTimeout(() => {
      waited.push(ms);
      task();
    }, 20);
    return () => clearTimeout(timer);
  };
  const queries = new QueryVectors(schedule, (error) => told.push(error instanceof Error ? error.message : null));
  return { queries, waited, told };
}

/** Hangs until it is told to go on. */
function hanging(): { embedder: Embedder; goOn: () => void } {
  let goOn = (): void => undefined;
  const hung = new Promise<void>((resolve) => (goOn = resolve));
  return { embedder: new ToyEmbedder({ before: () => hung }), goOn: () => goOn() };
}

describe('an embedder that gives no answer', () => {
  it('is waited for less from then on, until it gives one', async () => {
    const { queries, waited, told } = opened();
    const { embedder, goOn } = hanging();
    for (const query of ['a', 'b', 'c']) expect(await queries.of(embedder, query, LONG_MS)).toBeNull();
    expect(waited).toEqual([LONG_MS, 3_000, 3_000]);
    expect(told).toEqual(Array.from({ length: 3 }, () => 'The embedder did not answer in time.'));
    goOn();
    expect(await queries.of(embedder, 'a', LONG_MS)).not.toBeNull();
    expect(told.at(-1)).toBeNull();
    const other = hanging();
    expect(await queries.of(other.embedder, 'd', LONG_MS)).toBeNull();
    expect(waited.at(-1)).toBe(LONG_MS);
  });

  it('is waited for less if it is known to be down', async () => {
    const { queries, waited } = opened();
    expect(await queries.of(hanging().embedder, 'a', LONG_MS, true)).toBeNull();
    expect(waited).toEqual([3_000]);
  });

  it('is not thought silent after a short wait', async () => {
    const { queries, waited, told } = opened();
    const { embedder } = hanging();
    expect(await queries.of(embedder, 'a', 1_500)).toBeNull();
    expect(await queries.of(embedder, 'b', LONG_MS)).toBeNull();
    expect(waited).toEqual([1_500, LONG_MS]);
    expect(told).toHaveLength(1);
  });
});
