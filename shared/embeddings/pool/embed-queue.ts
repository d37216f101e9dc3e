import type { EmbedPriority } from '../embedder.ts';

/** A text to embed. */
export interface EmbedJob {
  id: number;
  text: string;
  priority: EmbedPriority;
  /** How often workers got it. */
  attempts: number;
  /** Answered, given up or aborted: later messages about it are ignored. */
  settled: boolean;
  /** Only the first call of either counts; it releases the caller's signal. */
  resolve: (vector: Float32Array) => void;
  reject: (reason: unknown) => void;
}

/** Waiting texts: `now` before `background`, each in order of arrival. */
export class EmbedQueue {
  readonly #jobs: Record<EmbedPriority, Set<EmbedJob>> = { now: new Set(), background: new Set() };

  get size(): number {
    return this.#jobs.now.size + this.#jobs.background.size;
  }

  add(job: EmbedJob): void {
    this.#jobs[job.priority].add(job);
  }

  /** Before others of its priority, as it has waited before. */
  addFirst(job: EmbedJob): void {
    this.#jobs[job.priority] = new Set([job, ...this.#jobs[job.priority]]);
  }

  remove(job: EmbedJob): void {
    this.#jobs[job.priority].delete(job);
  }

  takeNext(): EmbedJob | null {
    const next = this.all().next().value ?? null;
    if (next !== null) this.remove(next);
    return next;
  }

  *all(): Generator<EmbedJob, undefined> {
    yield* this.#jobs.now;
    yield* this.#jobs.background;
  }
}
