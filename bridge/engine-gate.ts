import type { EngineHost, IndexProgress } from '../shared/engine/engine.ts';
import { VaultLoomError } from '../shared/protocol/errors.ts';
import type { Log } from './log.ts';
import { describeError } from './log.ts';

export type ProgressListener = (progress: IndexProgress) => void;

/** Stands between calls and an engine that is still loading. */
export class EngineGate {
  readonly #create: () => Promise<EngineHost>;
  readonly #log: Log;
  readonly #listeners = new Set<ProgressListener>();
  #host: Promise<EngineHost> | undefined;
  #startFailed: Promise<never> | undefined;
  #progress: IndexProgress | undefined;

  constructor(create: () => Promise<EngineHost>, log: Log) {
    this.#create = create;
    this.#log = log;
  }

  /** Creates and starts the engine in the background; a failure is what later calls throw. */
  open(): void {
    this.#host = this.#create();
    this.#startFailed = this.#host.then(async (host) => {
      host.onProgress((progress) => this.#tell(progress));
      await host.start();
      return new Promise<never>(() => undefined);
    });
    this.#startFailed.catch((error: unknown) => this.#log.error(`The index could not be opened: ${describeError(error)}`));
  }

  /** The engine as soon as it exists, ready or not. Throws why it could not be created. */
  async engine(): Promise<EngineHost> {
    if (this.#host === undefined) throw new VaultLoomError('index_not_ready', 'The vault is not open yet.');
    return this.#host;
  }

  /** The engine once it answers. Throws `index_not_ready` after `timeoutMs`, or why it could not be started. */
  async readyEngine(timeoutMs: number): Promise<EngineHost> {
    const deadline = delayedRefusal(timeoutMs, () => this.#notReady(timeoutMs));
    try {
      const ready = this.engine().then(async (host) => {
        await host.whenReady({ timeoutMs });
        return host;
      });
      return await Promise.race([ready, deadline.refusal, ...(this.#startFailed === undefined ? [] : [this.#startFailed])]);
    } finally {
      deadline.clear();
    }
  }

  /** Tells how far indexing is, while it goes on; returns the way to stop. */
  onProgress(listener: ProgressListener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Saves and ends whatever was opened. */
  async close(): Promise<void> {
    const host = await this.#host?.catch(() => undefined);
    await host?.close();
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
