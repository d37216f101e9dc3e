import type { EngineHost } from '../../shared/engine/engine.ts';
import type { IndexProgress } from '../../shared/protocol/engine-messages.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { isSettingsError } from '../process/config.ts';
import type { Log } from '../process/log.ts';
import { describeError } from '../process/log.ts';

export type ProgressListener = (progress: IndexProgress) => void;

interface Opened {
  host: Promise<EngineHost>;
  /** Never resolves; rejects with why the engine could not be created or started. */
  failure: Promise<never>;
}

/** Stands between calls and an engine that is still loading. */
export class EngineGate {
  readonly #create: () => Promise<EngineHost>;
  readonly #log: Log;
  readonly #listeners = new Set<ProgressListener>();
  #opened: Opened | null = null;
  #progress: IndexProgress | undefined;

  constructor(create: () => Promise<EngineHost>, log: Log) {
    this.#create = create;
    this.#log = log;
  }

  /** Creates and starts the engine in the background. Where it cannot be created, calls throw why, and each tries again. */
  open(): void {
    this.#open();
  }

  /** The engine as soon as it exists, ready or not. Throws why it could not be created. */
  engine(): Promise<EngineHost> {
    return this.#open().host;
  }

  /** The engine once it answers. Throws `index_not_ready` after `timeoutMs`, or why it could not be started. */
  async readyEngine(timeoutMs: number): Promise<EngineHost> {
    const deadline = delayedRefusal(timeoutMs, () => this.#notReady(timeoutMs));
    const { host, failure } = this.#open();
    try {
      const ready = host.then(async (engine) => {
        await engine.whenReady({ timeoutMs });
        return engine;
      });
      return await Promise.race([ready, deadline.refusal, failure]);
    } finally {
      deadline.clear();
    }
  }

  /** Reports the progress of indexing; returns a function that stops it. */
  onProgress(listener: ProgressListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Saves and closes everything that was opened. */
  async close(): Promise<void> {
    const host = await this.#opened?.host.catch(() => undefined);
    await host?.close();
  }

  #open(): Opened {
    if (this.#opened !== null) return this.#opened;
    const host = this.#create();
    const failure = host.then(async (engine) => {
      engine.onProgress((progress) => this.#tell(progress));
      await engine.start();
      return new Promise<never>(() => undefined);
    });
    // A wrong setting was reported at the start, and each call repeats it.
    failure.catch((error: unknown) => this.#log[isSettingsError(error) ? 'debug' : 'error'](`The index could not be opened: ${describeError(error)}`));
    const opened = { host, failure };
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

  #notReady(timeoutMs: number): VaultLoomError {
    const state = this.#progress === undefined ? '' : ` (${this.#progress.done} of ${this.#progress.total} notes)`;
    return new VaultLoomError('index_not_ready', `The vault is still being indexed${state} after ${Math.round(timeoutMs / 1000)} s.`, {
      hint: 'Call again in a while; index_status tells how far it is.',
    });
  }
}

function delayedRefusal(delayMs: number, reason: () => Error): { refusal: Promise<never>; clear: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const refusal = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(reason()), delayMs);
  });
  return { refusal, clear: () => clearTimeout(timer) };
}
