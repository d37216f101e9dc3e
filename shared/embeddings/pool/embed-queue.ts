import type { EmbedPriority } from '../embedder.ts';

/** One text on its way to a vector. */
export interface EmbedJob {
  id: number;
  text: string;
  priority: EmbedPriority;
  /** How often a worker has been given it. */
  attempts: number;
  /** Answered, given up or aborted; later messages for it are dropped. */
  settled: boolean;
  /** The first call of either counts, and releases the caller's signal. */
  resolve: (vector: Float32Array) => void;
  reject: (reason: unknown) => void;
}

/** Texts that wait: those for now before those in the background, each in the order of their coming. */
export class EmbedQueue {
  readonly #jobs: Record<EmbedPriority, Set<EmbedJob>> = { now: new Set(), background: new Set() };

  get size(): number {
    return this.#jobs.now.size + this.#jobs.background.size;
  }

  add(job: EmbedJob): void {
    this.#jobs[job.priority].add(job);
  }

  /** Before all others of its priority: it has waited once. */
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
