import type { EngineHost } from '../../shared/engine/engine.ts';
import type { IndexProgress } from '../../shared/protocol/engine-messages.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { traceOf, type Log } from '../process/log.ts';

export interface LocalHostOptions {
  create: () => Promise<EngineHost>;
  /** How long it stays open when unwanted, after its last call. */
  keepMs: number;
  onProgress: (progress: IndexProgress) => void;
  /** Returns what a closed engine has used to the system; not called at the end of the process. */
  releaseMemory?: (() => Promise<void>) | undefined;
  log: Log;
}

/** A failed engine answers calls for so long before another is tried. */
const TRY_AGAIN_MS = 2_000;

/** The bridge's own engine. Closed while it is not needed, which frees its memory and the index's lock. */
export class LocalHost {
  readonly #options: LocalHostOptions;
  #engine: Promise<EngineHost> | null = null;
  #closing: Promise<void> = Promise.resolve();
  #wanted = false;
  #users = 0;
  /**
   * When the open engine turned out to be unable to open the index, on the clock of `performance.now()`; null if it has
   * not.
   */
  #failedAt: number | null = null;
  /** Until when an unwanted engine is kept, on the clock of `performance.now()`. */
  #keepUntil = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: LocalHostOptions) {
    this.#options = options;
  }

  /** Whether it is open, or being opened. */
  get isOpen(): boolean {
    return this.#engine !== null;
  }

  /** Opens it, and keeps it open. */
  want(): void {
    if (this.#closed) return;
    this.#wanted = true;
    clearTimeout(this.#timer);
    this.#open().catch((error: unknown) => this.#options.log.error(`The index could not be opened: ${traceOf(error)}`));
  }

  /** Lets it close after its last call. */
  unwant(): void {
    this.#wanted = false;
    this.#keepUntil = performance.now() + this.#options.keepMs;
    this.#closeWhenIdle();
  }

  /**
   * Runs a task with the engine, which may still be loading; it is not closed meanwhile. Throws what `create` throws.
   */
  async use<T>(task: (engine: EngineHost) => Promise<T>): Promise<T> {
    try {
      return await this.#run(task);
    } finally {
      this.#keepUntil = performance.now() + this.#options.keepMs;
      this.#closeWhenIdle();
    }
  }

  /** Runs a task with the engine if it is open, without keeping it open any longer. */
  async tell(task: (engine: EngineHost) => Promise<unknown>): Promise<void> {
    if (!this.isOpen) return;
    try {
      await this.#run(task);
    } finally {
      this.#closeWhenIdle();
    }
  }

  /** Saves and closes it for good. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#closeNow();
    await this.#closing;
  }

  async #run<T>(task: (engine: EngineHost) => Promise<T>): Promise<T> {
    this.#users++;
    clearTimeout(this.#timer);
    try {
      return await task(await this.#open());
    } finally {
      this.#users--;
    }
  }

  #open(): Promise<EngineHost> {
    if (this.#closed) return Promise.reject(new VaultLoomError('internal', 'The server is ending.'));
    // What stood in the way may be gone: a vault's disk is back, or its folder may be read by now.
    if (this.#failedAt !== null && performance.now() - this.#failedAt >= TRY_AGAIN_MS) this.#closeNow();
    if (this.#engine === null) {
      const opened = this.#closing.then(() => this.#start());
      this.#engine = opened;
      // The next call tries again.
      opened.catch(() => {
        if (this.#engine === opened) this.#engine = null;
      });
    }
    return this.#engine;
  }

  async #start(): Promise<EngineHost> {
    const engine = await this.#options.create();
    engine.onProgress(this.#options.onProgress);
    engine
      .start()
      .then(() => {
        if (typeof engine.indexProblem === 'string') this.#failedAt = performance.now();
      })
      .catch((error: unknown) => this.#options.log.error(`The index could not be opened: ${traceOf(error)}`));
    return engine;
  }

  #closeWhenIdle(): void {
    clearTimeout(this.#timer);
    if (this.#wanted || this.#users > 0 || this.#engine === null) return;
    this.#timer = setTimeout(() => this.#closeNow(), Math.max(0, this.#keepUntil - performance.now()));
    this.#timer.unref();
  }

  #closeNow(): void {
    clearTimeout(this.#timer);
    const engine = this.#engine;
    if (engine === null) return;
    this.#engine = null;
    this.#failedAt = null;
    this.#closing = engine
      .then((opened) => opened.close())
      .catch((error: unknown) => this.#options.log.error(`The index could not be closed in order: ${traceOf(error)}`));
    void this.#closing.then(() => this.#releaseMemory());
  }

  async #releaseMemory(): Promise<void> {
    if (this.#closed || this.#engine !== null) return;
    await this.#options
      .releaseMemory?.()
      .catch((error: unknown) => this.#options.log.warn(`Memory could not be released: ${traceOf(error)}`));
  }
}
