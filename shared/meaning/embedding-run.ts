import type { Schedule } from '../kit/time/schedule.ts';
import type { Slicer } from '../kit/concurrency/slices.ts';
import { QuietTimer } from '../kit/time/quiet-timer.ts';
import { Backoff } from '../kit/time/backoff.ts';
import { describeError } from '../protocol/describe-error.ts';
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

  /** Starts a run, which the state must allow. Never throws. */
  start(sentences: SentenceVectors): void {
    const { tell } = this.#options;
    tell({ type: 'run-began' });
    void this.#run(sentences).finally(() => tell({ type: 'run-ended' }));
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

  async #run(sentences: SentenceVectors): Promise<void> {
    const { slicer, signal, tell, afterwards, log } = this.#options;
    const stop = (this.#stop = new AbortController()).signal;
    const before = sentences.set.vectors.size;
    this.#atRest.cancel();
    try {
      await slicer.pause();
      await sentences.run(AbortSignal.any([signal, stop]));
      tell({ type: 'run-succeeded' });
      this.#again.reset();
      await afterwards();
    } catch (error) {
      if (signal.aborted || stop.aborted) return;
      const failure = describeError(error);
      tell({ type: 'run-failed', error: failure });
      const seconds = this.#again.later() / 1000;
      log('warn', `Embedding has stopped and is tried again in ${seconds} s: ${failure}`);
    } finally {
      if (!signal.aborted && sentences.set.vectors.size - before >= MANY_TEXTS) this.#atRest.touch();
    }
  }

  #cancelTimers(): void {
    this.#atRest.cancel();
    this.#again.reset();
  }
}
