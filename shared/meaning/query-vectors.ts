import type { Embedder } from '../embeddings/embedder.ts';
import { inTime } from '../kit/time/deadline.ts';
import { scheduleTimeout, type Schedule } from '../kit/time/schedule.ts';

/** Someone paging through results repeats a query. */
const KEPT = 200;

/** Makes query vectors, each once. */
export class QueryVectors {
  readonly #schedule: Schedule;
  readonly #onEnd: (error: unknown) => void;
  #embedder: Embedder | null = null;
  #vectors = new Map<string, Promise<Float32Array>>();

  /** `onEnd` gets null for every vector made, or the error, even if nobody waits for it any more. */
  constructor(schedule: Schedule = scheduleTimeout, onEnd: (error: unknown) => void = () => undefined) {
    this.#schedule = schedule;
    this.#onEnd = onEnd;
  }

  /**
   * The vector of a query; null if it takes longer than `waitMs`, though a later call may find it. Throws what the
   * embedder throws.
   */
  async of(embedder: Embedder, query: string, waitMs: number): Promise<Float32Array | null> {
    return inTime(waitMs, this.#vectorOf(embedder, query), () => null, this.#schedule);
  }

  #vectorOf(embedder: Embedder, query: string): Promise<Float32Array> {
    if (embedder !== this.#embedder) {
      this.#embedder = embedder;
      this.#vectors = new Map();
    }
    const vectors = this.#vectors;
    const known = vectors.get(query);
    const vector = known ?? embedder.embed([query], 'query').then(firstOf);
    // Most recently used last: these are kept longest.
    vectors.delete(query);
    vectors.set(query, vector);
    for (const oldest of vectors.keys()) {
      if (vectors.size <= KEPT) break;
      vectors.delete(oldest);
    }
    if (known !== undefined) return vector;
    vector.then(
      () => this.#onEnd(null),
      (error: unknown) => {
        if (vectors.get(query) === vector) vectors.delete(query);
        this.#onEnd(error);
      },
    );
    return vector;
  }
}

function firstOf(vectors: Float32Array[]): Float32Array {
  const [vector] = vectors;
  if (vector === undefined) throw new Error('The embedder returned no vector.');
  return vector;
}
