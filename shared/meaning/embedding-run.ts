import type { Schedule } from '../kit/time/schedule.ts';
import type { Slicer } from '../kit/concurrency/slices.ts';
import { QuietTimer } from '../kit/time/quiet-timer.ts';
import { Backoff } from '../kit/time/backoff.ts';
import { describeWithWayOut } from '../protocol/describe-error.ts';
import type { EmbeddingEvent } from './embedding-state.ts';
import type { SentenceVectors } from './vectors/sentence-vectors.ts';

export interface EmbeddingRunOptions {
  slicer: Slicer;
  schedule?: Schedule;
  /** Ends every run. */
  signal: AbortSignal;
  tell: (event: EmbeddingEvent) => void;
  /** Called when it is time to retry after a failure. */
  again: () => void;
  /** Called when nothing is waiting any more; the run then ends. */
  afterwards: () => Promise<void>;
  /** Called when a run has ended, unless it failed and is retried later. */
  ended: () => void;
  /** Called when idle after much embedding, once the model is released. */
  releaseMemory?: () => Promise<void>;
  log: (level: 'warn', message: string) => void;
}

/** Longer than a model is kept without work. */
const REST_MS = 62_000;
/** Embedding this many leaves garbage worth collecting. */
const MANY_TEXTS = 200;

/** Embeds what is waiting, one run at a time, and retries a failed run later. */
export class EmbeddingRun {
  readonly #options: EmbeddingRunOptions;
  readonly #again: Backoff;
  readonly #atRest: QuietTimer;
  #stop = new AbortController();

  constructor(options: EmbeddingRunOptions) {
    const { schedule, again, releaseMemory } = options;
    this.#options = options;
    this.#again = new Backoff(again, schedule);
    this.#atRest = new QuietTimer(REST_MS, Infinity, () => void releaseMemory?.().catch(() => undefined), schedule);
    options.signal.addEventListener('abort', () => this.#cancelTimers(), { once: true });
  }

  /** Starts a run, which the state must allow, over kinds of vectors, the most urgent first. Never throws. */
  start(kinds: readonly SentenceVectors[]): void {
    const { tell, ended } = this.#options;
    tell({ type: 'run-began' });
    void this.#run(kinds)
      .finally(() => tell({ type: 'run-ended' }))
      .then((hasFailed) => {
        if (!hasFailed) ended();
      });
  }

  /** Stops the run, without counting it as failed. */
  breakOff(reason: string): void {
    this.#stop.abort(new Error(reason));
  }

  /** Clears the failure of the last run. */
  forgive(): void {
    this.#options.tell({ type: 'forgiven' });
    this.#again.reset();
  }

  /** Whether it failed, and is retried later. */
  async #run(kinds: readonly SentenceVectors[]): Promise<boolean> {
    const { slicer, signal, tell, afterwards, log } = this.#options;
    const stop = (this.#stop = new AbortController()).signal;
    const before = vectorsOf(kinds);
    let made = 0;
    this.#atRest.cancel();
    try {
      await slicer.pause();
      await embedAll(kinds, AbortSignal.any([signal, stop])).finally(() => {
        made = vectorsOf(kinds) - before;
      });
      tell({ type: 'run-succeeded' });
      this.#again.reset();
      await afterwards();
      return false;
    } catch (error) {
      if (signal.aborted || stop.aborted) return false;
      const failure = describeWithWayOut(error);
      tell({ type: 'run-failed', error: failure });
      // It worked meanwhile, so this failure is the first of its own.
      if (made > 0) this.#again.reset();
      const seconds = this.#again.later() / 1000;
      log('warn', `Embedding has stopped and is tried again in ${seconds} s: ${failure}`);
      return true;
    } finally {
      if (!signal.aborted && made >= MANY_TEXTS) this.#atRest.touch();
    }
  }

  #cancelTimers(): void {
    this.#atRest.cancel();
    this.#again.reset();
  }
}

/** Embeds what is waiting, always of the first kind that has any. */
async function embedAll(kinds: readonly SentenceVectors[], signal: AbortSignal): Promise<void> {
  // How many waiting texts cannot be read now, because their notes have just changed: a later run gets them.
  const stuck = new Map<SentenceVectors, number>();
  const firstWaiting = (): SentenceVectors | undefined =>
    kinds.find((kind) => kind.waiting > 0 && stuck.get(kind) !== kind.waiting);
  for (let next = firstWaiting(); next !== undefined; next = firstWaiting()) {
    const own = next;
    const before = own.waiting;
    await own.run(signal, () => firstWaiting() !== own);
    if (firstWaiting() === own && own.waiting === before) stuck.set(own, before);
  }
}

function vectorsOf(kinds: readonly SentenceVectors[]): number {
  return kinds.reduce((sum, { set }) => sum + set.vectors.size, 0);
}
