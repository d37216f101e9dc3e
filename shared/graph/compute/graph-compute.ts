import workerCode from 'worker-source:./graph-worker.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { scheduleTimeout, type Schedule } from '../../kit/time/schedule.ts';
import type { SpawnWorker, WorkerHandle } from '../../kit/concurrency/spawn-worker.ts';
import type { LayoutInput } from './layout.ts';
import type { GraphReply, GraphRequest } from './graph-messages.ts';
import type { BetweennessResult, Communities, CompactGraph } from '../graph-types.ts';

interface Job {
  request: GraphRequest;
  attempts: number;
  resolve: (reply: GraphReply) => void;
  reject: (error: VaultLoomError) => void;
}

export interface GraphComputeOptions {
  idleMs?: number;
  timeoutMs?: number;
  /** In the app: timers that a hidden window does not slow down. */
  schedule?: Schedule | undefined;
}

const MAX_ATTEMPTS = 2;

/**
 * The slow graph algorithms in their own worker: started on first use, ended when idle, one job at a time. After a
 * crash or a hang, the job is tried once more in a new worker. Errors: `internal`, and `timeout` for a hang.
 */
export class GraphCompute {
  readonly #spawnWorker: SpawnWorker;
  readonly #idleMs: number;
  readonly #timeoutMs: number;
  readonly #schedule: Schedule;
  #worker: WorkerHandle | null = null;
  #queue: Job[] = [];
  #active: Job | null = null;
  /** For the active job, or for the idle worker. */
  #cancelTimer: () => void = () => undefined;
  #nextId = 1;
  #closed = false;

  constructor(
    spawnWorker: SpawnWorker,
    { idleMs = 30_000, timeoutMs = 300_000, schedule = scheduleTimeout }: GraphComputeOptions = {},
  ) {
    this.#spawnWorker = spawnWorker;
    this.#idleMs = idleMs;
    this.#timeoutMs = timeoutMs;
    this.#schedule = schedule;
  }

  /** See communities.ts. The graph's arrays are copied and stay usable. */
  async communities(graph: CompactGraph, resolution = 1): Promise<Communities> {
    const reply = await this.#enqueue({ id: this.#nextId++, kind: 'communities', graph, resolution });
    if (reply.kind !== 'communities') throw failure(reply);
    return reply.result;
  }

  /** See betweenness.ts. The graph's arrays are copied and stay usable. */
  async betweenness(graph: CompactGraph): Promise<BetweennessResult> {
    const reply = await this.#enqueue({ id: this.#nextId++, kind: 'betweenness', graph });
    if (reply.kind !== 'betweenness') throw failure(reply);
    return reply.result;
  }

  /** `layout` of layout.ts, off this thread. */
  async layout(input: LayoutInput): Promise<Float64Array> {
    const reply = await this.#enqueue({ id: this.#nextId++, kind: 'layout', input });
    if (reply.kind !== 'layout') throw failure(reply);
    return reply.result;
  }

  /** Ends the worker; every pending and later call rejects. */
  async close(): Promise<void> {
    this.#closed = true;
    const unanswered = this.#active === null ? this.#queue : [this.#active, ...this.#queue];
    this.#active = null;
    this.#queue = [];
    for (const job of unanswered) job.reject(closedError());
    await this.#endWorker();
  }

  #enqueue(request: GraphRequest): Promise<GraphReply> {
    if (this.#closed) return Promise.reject(closedError());
    return new Promise((resolve, reject) => {
      this.#queue.push({ request, attempts: 0, resolve, reject });
      if (this.#active === null) this.#startNext();
    });
  }

  #startNext(): void {
    this.#cancelTimer();
    const job = this.#queue.shift();
    if (job === undefined) {
      this.#active = null;
      this.#cancelTimer = this.#schedule(() => void this.#endWorker(), this.#idleMs);
      return;
    }
    this.#active = job;
    job.attempts++;
    try {
      this.#worker ??= this.#startWorker();
      this.#worker.postMessage(job.request);
    } catch (cause) {
      this.#failActive(new VaultLoomError('internal', 'The graph worker could not be started.', { cause }));
      return;
    }
    this.#cancelTimer = this.#schedule(() => {
      this.#failActive(
        new VaultLoomError(
          'timeout',
          `The graph worker gave no answer to '${job.request.kind}' in ${this.#timeoutMs / 1000} s.`,
        ),
      );
    }, this.#timeoutMs);
  }

  #startWorker(): WorkerHandle {
    const worker = this.#spawnWorker(workerCode, 'vault-loom-graph');
    worker.onMessage((message) => {
      if (worker === this.#worker) this.#receive(message as GraphReply);
    });
    worker.onError((cause) => {
      if (worker === this.#worker)
        this.#failActive(new VaultLoomError('internal', `The graph worker failed: ${cause.message}`, { cause }));
    });
    return worker;
  }

  #receive(reply: GraphReply): void {
    const job = this.#active;
    if (job === null || reply.id !== job.request.id) return;
    job.resolve(reply);
    this.#startNext();
  }

  /** Gives the job to a new worker, unless it is out of attempts. */
  #failActive(error: VaultLoomError): void {
    const job = this.#active;
    void this.#endWorker();
    if (job === null) return;
    if (job.attempts < MAX_ATTEMPTS) this.#queue.unshift(job);
    else job.reject(error);
    this.#startNext();
  }

  async #endWorker(): Promise<void> {
    this.#cancelTimer();
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

function failure(reply: GraphReply): VaultLoomError {
  const reason = reply.kind === 'failed' ? reply.message : `an answer to '${reply.kind}'`;
  return new VaultLoomError('internal', `The graph could not be computed: ${reason}`);
}

function closedError(): VaultLoomError {
  return new VaultLoomError('internal', 'The graph worker is closed, because the engine is stopping.');
}
