import type { EngineHost } from '../../shared/engine/engine.ts';
import { inTime, untilAborted } from '../../shared/kit/time/deadline.ts';
import { scheduleAwake } from '../../shared/kit/time/schedule.ts';
import { sharedAbort } from '../../shared/kit/time/shared-abort.ts';
import type { IndexProgress } from '../../shared/protocol/engine-messages.ts';
import { indexNotReady, READY_TIMEOUT_MS } from '../../shared/engine/readiness.ts';
import { isSettingsError } from '../process/config.ts';
import type { Log } from '../process/log.ts';
import { traceOf } from '../process/log.ts';

export type ProgressListener = (progress: IndexProgress) => void;

interface Opened {
  host: Promise<EngineHost>;
  /** Aborts with why the engine could not be created or started. */
  failure: AbortSignal;
}

/** Opens the engine, and has calls wait until it is ready. */
export class EngineGate {
  readonly #create: () => Promise<EngineHost>;
  readonly #log: Log;
  readonly #listeners = new Set<ProgressListener>();
  #opened: Opened | null = null;
  #progress: IndexProgress | undefined;
  #isClosing = false;

  constructor(create: () => Promise<EngineHost>, log: Log) {
    this.#create = create;
    this.#log = log;
  }

  /**
   * Creates and starts the engine in the background. If it cannot be created, calls throw why, and each tries again; if
   * it cannot be started, all calls from then on throw why.
   */
  open(): void {
    this.#open();
  }

  /** The engine as soon as it exists, ready or not. Throws why it could not be created. */
  engine(): Promise<EngineHost> {
    return this.#open().host;
  }

  /**
   * The engine once it is ready: the one wait of a call. A question may wait again for links that are not resolved yet,
   * or if another engine has to answer. Throws `index_not_ready` after `timeoutMs`, or why the engine could not be
   * started.
   */
  async readyEngine(timeoutMs = READY_TIMEOUT_MS): Promise<EngineHost> {
    const { host, failure } = this.#open();
    const ready = host.then(async (engine) => {
      await engine.whenReady({ timeoutMs });
      return engine;
    });
    const late = (): never => {
      throw indexNotReady(this.#progress);
    };
    return inTime(timeoutMs, untilAborted(ready, failure), late, scheduleAwake);
  }

  /** Reports the progress of indexing; returns a function that stops it. */
  onProgress(listener: ProgressListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Whether it is being closed, as at the end of the process: calls that still wait fail. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /** Saves and closes everything that was opened. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const host = await this.#opened?.host.catch(() => undefined);
    await host?.close();
  }

  #open(): Opened {
    if (this.#opened !== null) return this.#opened;
    const host = this.#create();
    const failing = sharedAbort();
    const started = host.then(async (engine) => {
      engine.onProgress((progress) => this.#tell(progress));
      await engine.start();
    });
    // Wrong settings were reported at the start, and are by each call.
    started.catch((error: unknown) => {
      this.#log[isSettingsError(error) ? 'debug' : 'error'](`The index could not be opened: ${traceOf(error)}`);
      failing.abort(error);
    });
    const opened = { host, failure: failing.signal };
    this.#opened = opened;
    host.catch(() => {
      if (this.#opened === opened) this.#opened = null;
    });
    return opened;
  }

  #tell(progress: IndexProgress): void {
    this.#progress = progress;
    for (const listener of this.#listeners) listener(progress);
  }
}
