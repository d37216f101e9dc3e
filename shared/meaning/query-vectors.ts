import { VaultLoomError } from '../protocol/errors.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import { inTime } from '../kit/time/deadline.ts';
import { scheduleTimeout, type Schedule } from '../kit/time/schedule.ts';

/** Someone paging through results repeats a query. */
const KEPT = 200;
/** How long to wait for an embedder that gave no answer the last time; a shorter wait says nothing about it. */
const SILENT_WAIT_MS = 3_000;

/** Makes query vectors, each once. */
export class QueryVectors {
  readonly #schedule: Schedule;
  readonly #onEnd: (error: unknown) => void;
  #embedder: Embedder | null = null;
  /** Whether it gave no answer the last time that it had long enough. */
  #isSilent = false;
  #vectors = new Map<string, Promise<Float32Array>>();

  /**
   * `onEnd` gets null for every vector made, or the error, even if nobody waits for it any more; and an error for one
   * that was waited for long enough.
   */
  constructor(schedule: Schedule = scheduleTimeout, onEnd: (error: unknown) => void = () => undefined) {
    this.#schedule = schedule;
    this.#onEnd = onEnd;
  }

  /**
   * The vector of a query; null if it takes longer than `waitMs`, though a later call may find it. An embedder that is
   * silent, or `isDown`, is not waited for as long. Throws what the embedder throws.
   */
  async of(embedder: Embedder, query: string, waitMs: number, isDown = false): Promise<Float32Array | null> {
    const coming = this.#vectorOf(embedder, query);
    const ms = isDown || this.#isSilent ? Math.min(waitMs, SILENT_WAIT_MS) : waitMs;
    return inTime(ms, coming, () => this.#late(embedder, ms), this.#schedule);
  }

  #late(embedder: Embedder, ms: number): null {
    // Any model may take this long now and then.
    if (embedder !== this.#embedder || ms < SILENT_WAIT_MS) return null;
    this.#isSilent = true;
    this.#onEnd(new VaultLoomError('embedder_unavailable', 'The embedder did not answer in time.'));
    return null;
  }

  #vectorOf(embedder: Embedder, query: string): Promise<Float32Array> {
    if (embedder !== this.#embedder) {
      this.#embedder = embedder;
      this.#isSilent = false;
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
      () => {
        if (embedder === this.#embedder) this.#isSilent = false;
        this.#onEnd(null);
      },
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
