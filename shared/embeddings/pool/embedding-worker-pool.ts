import { VaultLoomError } from '../../protocol/errors.ts';
import { messageOf } from '../../kit/message-of.ts';
import type { Schedule } from '../../kit/schedule.ts';
import { scheduleTimeout } from '../../kit/schedule.ts';
import type { SpawnWorker, WorkerHandle } from '../../kit/spawn-worker.ts';
import type { EmbedJob } from './embed-queue.ts';
import { EmbedQueue } from './embed-queue.ts';
import type { EmbedderState, EmbedPriority } from '../embedder.ts';
import { EmbedError } from '../embedder.ts';
import type { EmbeddingReply, EmbeddingRequest } from './embedding-messages.ts';
import { inPieces } from './model-pieces.ts';

export interface EmbeddingWorkerPoolOptions {
  spawnWorker: SpawnWorker;
  /** The workers' name, for the person who debugs. */
  name: string;
  /** The worker's code, which speaks embedding-messages.ts; called at each start of a worker. */
  code: () => string;
  /**
   * What each worker is loaded with, or a promise of it; asked for at each start of a worker, to which the memory of its bytes
   * goes. A `VaultLoomError` says that none can be loaded now.
   */
  model: () => unknown;
  /** Maximum number of workers; at least 1. */
  threads: number;
  schedule?: Schedule;
  /** A worker without work for so long ends, and its memory with it. */
  idleMs?: number;
  /** A worker that takes longer to load, or to embed one text, is taken for hung. */
  loadTimeoutMs?: number;
  textTimeoutMs?: number;
  /** After the pool as a whole has failed, calls reject immediately for this long. */
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
 * Workers that embed one text at a time: started when first needed, up to a number, ended when idle. A worker that
 * crashes, hangs or fails on a text is replaced; its text is tried once more, and then given up. Where workers do not
 * load, or are lost again and again without progress, all waiting texts are given up, and nothing is tried for a while.
 */
export class EmbeddingWorkerPool {
  readonly #options: Required<EmbeddingWorkerPoolOptions>;
  readonly #queue = new EmbedQueue();
  readonly #workers = new Set<PoolWorker>();
  #nextId = 1;
  #done = 0;
  #failed = 0;
  /** Workers lost in a row: while loading, since one was ready; with a text in hand, since a text was done. */
  #lostLoading = 0;
  #lostWorking = 0;
  #failure: VaultLoomError | null = null;
  #cancelPause: () => void = () => undefined;
  #closed = false;

  constructor(options: EmbeddingWorkerPoolOptions) {
    this.#options = { ...DEFAULTS, ...options, threads: Math.max(1, options.threads) };
  }

  /**
   * The vector of one text. Errors: {@link EmbedError} for a text that fails twice or is too long, `embedder_unavailable`
   * if the pool has failed or is closed, the signal's reason once it is aborted.
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

  /** Forgets that the pool has failed: the next text is tried immediately. */
  retry(): void {
    this.#cancelPause();
    this.#failure = null;
  }

  /** Ends the workers; every pending and later call rejects. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#giveUp(closedError());
  }

  /** Gives waiting texts to idle workers, and starts as many more as there are texts left and threads. */
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
    job.attempts++;
    post(worker, { kind: 'embed', id: job.id, text: job.text });
    this.#expectAnswer(worker, this.#options.textTimeoutMs);
  }

  #startWorker(): void {
    const worker: PoolWorker = { handle: null, toLoad: [], ready: false, job: null, cancelTimer: () => undefined };
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
    const { pieces, rest } = inPieces(model);
    const handle = this.#options.spawnWorker(this.#options.code(), this.#options.name);
    worker.handle = handle;
    worker.toLoad = [...pieces.map((piece) => ({ kind: 'piece' as const, ...piece })), { kind: 'load', model: rest }];
    handle.onMessage((message) => {
      if (this.#workers.has(worker)) this.#receive(worker, message as EmbeddingReply);
    });
    loadNext(worker);
    this.#expectAnswer(worker, this.#options.loadTimeoutMs);
    handle.onError((error) => {
      this.#lose(worker, error.message);
    });
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
      loadNext(worker);
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
      // A failure, such as lack of memory, may have left the model in a bad state.
      this.#lose(worker, reply.message);
      return;
    }
    this.#giveNext(worker);
  }

  /** The worker is useless now: its text goes to another one, unless out of attempts. */
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
    // Workers that did load go on: the pool is short of hands, not broken.
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
    worker.cancelTimer();
    this.#workers.delete(worker);
    await worker.handle?.terminate();
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
/** Three texts that failed twice: not the texts' fault. */
const MAX_LOST_WORKING = 6;

interface PoolWorker {
  /** Null until the model was read. */
  handle: WorkerHandle | null;
  /** What must still be sent before it is ready. */
  toLoad: EmbeddingRequest[];
  ready: boolean;
  job: EmbedJob | null;
  /** Runs out on loading, on the current text, or on idleness. */
  cancelTimer: () => void;
}

function loadNext(worker: PoolWorker): void {
  const request = worker.toLoad.shift();
  if (request !== undefined) post(worker, request);
}

function post(worker: PoolWorker, request: EmbeddingRequest): void {
  worker.handle?.postMessage(request, request.kind === 'load' ? memoryOf(request.model) : []);
}

/** Of the bytes among a model's fields, which are moved instead of copied. */
function memoryOf(model: unknown): ArrayBuffer[] {
  const fields: unknown[] = typeof model === 'object' && model !== null ? Object.values(model) : [];
  return fields.flatMap((field) =>
    field instanceof Uint8Array && field.buffer instanceof ArrayBuffer ? [field.buffer] : [],
  );
}

function unavailable(message: string): VaultLoomError {
  return new VaultLoomError('embedder_unavailable', message, {
    hint: "Full-text search goes on working: use mode 'fulltext'.",
  });
}

function closedError(): VaultLoomError {
  return new VaultLoomError(
    'embedder_unavailable',
    'The embedder is closed, because the engine is stopping or has changed its embedder.',
  );
}
