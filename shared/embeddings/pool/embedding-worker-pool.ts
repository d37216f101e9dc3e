import { VaultLoomError } from '../../protocol/errors.ts';
import { messageOf } from '../../kit/text/message-of.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import { scheduleTimeout } from '../../kit/time/schedule.ts';
import type { SpawnWorker } from '../../kit/concurrency/spawn-worker.ts';
import type { EmbedJob } from './embed-queue.ts';
import { EmbedQueue } from './embed-queue.ts';
import type { EmbedderState, EmbedPriority } from '../embedder.ts';
import { EmbedError } from '../embedder.ts';
import { closedError } from '../closed-error.ts';
import type { EmbeddingReply } from './embedding-messages.ts';
import { PoolWorker } from './pool-worker.ts';

export interface EmbeddingWorkerPoolOptions {
  spawnWorker: SpawnWorker;
  /** The workers' name, for debugging. */
  name: string;
  /** The worker's code, which speaks embedding-messages.ts; called for each worker. */
  code: () => string;
  /**
   * What to load a worker with, or a promise of it; called for each worker, which gets the buffers of its byte arrays.
   * A `VaultLoomError` says that nothing can be loaded now.
   */
  model: () => unknown;
  /** Most workers; at least 1. */
  threads: number;
  schedule?: Schedule;
  /** A worker ends after this long without work. */
  idleMs?: number;
  /** A worker that takes longer to load, or to embed a text, counts as hung. */
  loadTimeoutMs?: number;
  textTimeoutMs?: number;
  /** For this long after the pool as a whole failed, calls reject at once. */
  pauseMs?: number;
}

export interface PoolProgress {
  waiting: number;
  running: number;
  /** Since the pool was made. */
  done: number;
  failed: number;
}

/**
 * Workers that embed one text at a time: started when needed, up to a number, and ended when idle. One that crashes,
 * hangs or fails on a text is replaced, and its text tried once more. If workers do not load, or get lost repeatedly
 * without progress, all waiting texts are given up, and nothing is tried for a while.
 */
export class EmbeddingWorkerPool {
  readonly #options: Required<EmbeddingWorkerPoolOptions>;
  readonly #queue = new EmbedQueue();
  readonly #workers = new Set<PoolWorker>();
  #nextId = 1;
  #done = 0;
  #failed = 0;
  /** Workers lost in a row: while loading, since the last one was ready; with a text, since the last one was done. */
  #lostLoading = 0;
  #lostWorking = 0;
  #failure: VaultLoomError | null = null;
  #cancelPause: () => void = () => undefined;
  #closed = false;

  constructor(options: EmbeddingWorkerPoolOptions) {
    this.#options = { ...DEFAULTS, ...options, threads: Math.max(1, options.threads) };
  }

  /**
   * The vector of one text. Errors: {@link EmbedError} for a text that fails twice or is too long,
   * `embedder_unavailable` if the pool has failed or is closed, the signal's reason once aborted.
   */
  embed(text: string, priority: EmbedPriority, signal?: AbortSignal): Promise<Float32Array> {
    if (this.#closed) return Promise.reject(closedError());
    if (this.#failure !== null) return Promise.reject(this.#failure);
    if (signal?.aborted === true) return Promise.reject(signal.reason);
    return new Promise((resolve, reject) => {
      const abort = (): void => {
        this.#queue.remove(job);
        job.reject(signal?.reason);
      };
      const settle = (answer: () => void): void => {
        if (job.settled) return;
        job.settled = true;
        signal?.removeEventListener('abort', abort);
        answer();
      };
      const job: EmbedJob = {
        id: this.#nextId++,
        text,
        priority,
        attempts: 0,
        settled: false,
        resolve: (vector) => settle(() => resolve(vector)),
        reject: (reason) => settle(() => reject(reason)),
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#queue.add(job);
      this.#assign();
    });
  }

  state(): EmbedderState {
    if (this.#closed) return { phase: 'closed' };
    if (this.#failure !== null) return { phase: 'failed', error: this.#failure.message };
    if (this.#workers.size === 0) return { phase: 'idle' };
    return { phase: this.#readyWorkers().length > 0 ? 'ready' : 'loading' };
  }

  progress(): PoolProgress {
    const running = this.#readyWorkers().filter((worker) => worker.job !== null).length;
    return { waiting: this.#queue.size, running, done: this.#done, failed: this.#failed };
  }

  /** Forgets a failure: the next text is tried at once. */
  retry(): void {
    this.#cancelPause();
    this.#failure = null;
  }

  /** Ends the workers; all pending and later calls reject. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#giveUp(closedError());
  }

  /** Gives waiting texts to idle workers, and starts more workers for the rest. */
  #assign(): void {
    for (const worker of this.#readyWorkers()) if (worker.job === null) this.#giveNext(worker);
    const ready = this.#readyWorkers().length;
    if (ready > 0 && this.#lostLoading >= MAX_LOST_LOADING) return;
    const loading = this.#workers.size - ready;
    let wanted = Math.min(this.#queue.size - loading, this.#options.threads - this.#workers.size);
    for (; wanted > 0 && this.#failure === null; wanted--) this.#startWorker();
  }

  #giveNext(worker: PoolWorker): void {
    worker.cancelTimer();
    const job = this.#queue.takeNext();
    worker.job = job;
    if (job === null) {
      worker.cancelTimer = this.#options.schedule(() => void this.#end(worker), this.#options.idleMs);
      return;
    }
    worker.start(job);
    this.#expectAnswer(worker, this.#options.textTimeoutMs);
  }

  #startWorker(): void {
    const worker = new PoolWorker(this.#options);
    this.#workers.add(worker);
    const fail = (error: unknown): void => this.#cannotLoad(worker, error);
    try {
      const model = this.#options.model();
      if (model instanceof Promise) model.then((read: unknown) => this.#load(worker, read)).catch(fail);
      else this.#load(worker, model);
    } catch (error) {
      fail(error);
    }
  }

  #load(worker: PoolWorker, model: unknown): void {
    // It may have been ended while its model was read.
    if (!this.#workers.has(worker)) return;
    worker.load(model, {
      receive: (reply) => {
        if (this.#workers.has(worker)) this.#receive(worker, reply);
      },
      fail: (error) => this.#lose(worker, error.message),
    });
    this.#expectAnswer(worker, this.#options.loadTimeoutMs);
  }

  #cannotLoad(worker: PoolWorker, error: unknown): void {
    if (!this.#workers.has(worker)) return;
    void this.#end(worker);
    if (error instanceof VaultLoomError && this.#readyWorkers().length === 0) this.#fail(error);
    else this.#lostWhileLoading(messageOf(error));
  }

  #expectAnswer(worker: PoolWorker, ms: number): void {
    worker.cancelTimer = this.#options.schedule(() => {
      this.#lose(worker, `the worker gave no answer in ${ms / 1000} s`);
    }, ms);
  }

  #receive(worker: PoolWorker, reply: EmbeddingReply): void {
    if (reply.kind === 'next') {
      worker.loadNext();
      return;
    }
    if (reply.kind === 'ready') {
      worker.ready = true;
      this.#lostLoading = 0;
      this.#giveNext(worker);
      return;
    }
    const { job } = worker;
    if (reply.kind !== 'broken' && reply.id !== job?.id) return;
    if (reply.kind === 'embedded') {
      this.#lostWorking = 0;
      this.#done++;
      job?.resolve(reply.vector);
    } else if (reply.kind === 'failed' && reply.reason === 'too-long') {
      this.#failed++;
      job?.reject(new EmbedError('too-long', reply.message));
    } else {
      // A failure, such as lack of memory, may have broken the model.
      this.#lose(worker, reply.message);
      return;
    }
    this.#giveNext(worker);
  }

  /** Drops a useless worker; its text goes to another, unless out of attempts. */
  #lose(worker: PoolWorker, why: string): void {
    if (!this.#workers.has(worker)) return;
    void this.#end(worker);
    if (!worker.ready) {
      this.#lostWhileLoading(why);
      return;
    }
    const { job } = worker;
    if (job !== null && !job.settled) {
      if (job.attempts < MAX_ATTEMPTS) this.#queue.addFirst(job);
      else {
        this.#failed++;
        job.reject(new EmbedError('embed-error', `The text could not be embedded: ${why}`));
      }
    }
    if (job !== null && ++this.#lostWorking >= MAX_LOST_WORKING)
      this.#fail(unavailable(`The embedding workers fail on every text: ${why}`));
    else this.#assign();
  }

  #lostWhileLoading(why: string): void {
    this.#lostLoading++;
    // If other workers did load, the pool is short of hands, not broken.
    if (this.#readyWorkers().length > 0) return;
    if (this.#lostLoading >= MAX_LOST_LOADING)
      this.#fail(unavailable(`The embedding model could not be loaded: ${why}`));
    else this.#assign();
  }

  #fail(failure: VaultLoomError): void {
    this.#failure = failure;
    this.#lostLoading = 0;
    this.#lostWorking = 0;
    void this.#giveUp(failure);
    this.#cancelPause = this.#options.schedule(() => {
      this.#failure = null;
    }, this.#options.pauseMs);
  }

  async #giveUp(error: VaultLoomError): Promise<void> {
    this.#cancelPause();
    const workers = [...this.#workers];
    const jobs = [...workers.flatMap((worker) => worker.job ?? []), ...this.#queue.all()];
    for (const job of jobs) {
      this.#queue.remove(job);
      job.reject(error);
    }
    await Promise.all(workers.map((worker) => this.#end(worker)));
  }

  async #end(worker: PoolWorker): Promise<void> {
    this.#workers.delete(worker);
    await worker.end();
  }

  #readyWorkers(): PoolWorker[] {
    return [...this.#workers].filter((worker) => worker.ready);
  }
}

const DEFAULTS = {
  schedule: scheduleTimeout,
  idleMs: 60_000,
  loadTimeoutMs: 60_000,
  textTimeoutMs: 30_000,
  pauseMs: 30_000,
};
const MAX_ATTEMPTS = 2;
const MAX_LOST_LOADING = 2;
/** Three texts that failed twice are not to blame. */
const MAX_LOST_WORKING = 6;

function unavailable(message: string): VaultLoomError {
  return new VaultLoomError('embedder_unavailable', message);
}
