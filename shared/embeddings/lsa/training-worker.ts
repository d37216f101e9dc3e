import workerCode from 'worker-source:./lsa-worker.ts';
import { messageOf } from '../../kit/text/message-of.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import type { SpawnWorker, WorkerHandle } from '../../kit/concurrency/spawn-worker.ts';
import type { LsaReply, LsaRequest, SentModel } from './lsa-messages.ts';
import { WorkerFailure } from './worker-failure.ts';

export interface TrainingWorkerOptions {
  spawnWorker: SpawnWorker;
  schedule: Schedule;
  /** How long an answer may take. */
  timeoutMs: number;
}

const PART_BYTES = 1 << 20;

/**
 * A worker that trains a model, or one that places texts with it. All methods but {@link end} throw `WorkerFailure` if
 * it fails, which ends it.
 */
export class TrainingWorker {
  readonly #options: TrainingWorkerOptions;
  readonly #worker: WorkerHandle;
  #failure: WorkerFailure | null = null;
  #settle: (reply: LsaReply) => void = () => undefined;
  /** The answer to the last portion. */
  #taken: Promise<LsaReply> = Promise.resolve({ kind: 'taken' });

  constructor(options: TrainingWorkerOptions) {
    this.#options = options;
    try {
      this.#worker = options.spawnWorker(workerCode, 'vault-loom-terms');
      this.#worker.onMessage((message) => this.#settle(message as LsaReply));
      this.#worker.onError((error) => this.#fail(error.message));
    } catch (error) {
      throw new WorkerFailure(messageOf(error));
    }
  }

  /**
   * Sends texts, in order. Resolves once the previous ones are taken, so that one portion travels while the next is
   * gathered.
   */
  async add(texts: string[]): Promise<void> {
    await this.#untilTaken();
    this.#taken = this.#ask({ kind: 'texts', texts });
  }

  /** Trains a model on the texts sent. */
  async train(): Promise<SentModel> {
    await this.#untilTaken();
    const reply = await this.#ask({ kind: 'train' });
    if (reply.kind !== 'model') throw this.#unexpected(reply);
    return reply.model;
  }

  /** Has it place texts with a model, which travels in parts: all at once would hold this thread up. */
  async use({ levels, ...model }: SentModel): Promise<void> {
    this.#taken = this.#ask({ kind: 'use', model, levelCount: levels.length });
    await this.#untilTaken();
    for (let at = 0; at < levels.length; at += PART_BYTES) {
      const part = new Int8Array(levels.subarray(at, at + PART_BYTES));
      this.#taken = this.#ask({ kind: 'levels', at, levels: part }, [part.buffer]);
      await this.#untilTaken();
    }
  }

  /** The vectors of texts, in order, after {@link use}. One call at a time. */
  async place(texts: string[], dimensions: number): Promise<Float32Array[]> {
    const reply = await this.#ask({ kind: 'place', texts });
    if (reply.kind !== 'vectors') throw this.#unexpected(reply);
    const { vectors } = reply;
    if (!(vectors instanceof Float32Array) || vectors.length !== texts.length * dimensions)
      throw this.#fail(`The worker did not answer with ${texts.length} vectors.`);
    return texts.map((_text, i) => vectors.subarray(i * dimensions, (i + 1) * dimensions));
  }

  /** Ends the worker at once; pending calls fail. */
  end(): void {
    this.#fail('The worker has been ended.');
  }

  async #untilTaken(): Promise<void> {
    const reply = await this.#taken;
    if (reply.kind !== 'taken') throw this.#unexpected(reply);
  }

  /** Never rejects, as nothing may be waiting for the answer. */
  #ask(request: LsaRequest, transfer: ArrayBuffer[] = []): Promise<LsaReply> {
    const { schedule, timeoutMs } = this.#options;
    return new Promise((resolve) => {
      const cancelTimer = schedule(() => this.#fail(`The worker gave no answer in ${timeoutMs / 1000} s.`), timeoutMs);
      this.#settle = (reply) => {
        cancelTimer();
        resolve(reply);
      };
      if (this.#failure !== null) return this.#settle(failedReply(this.#failure));
      try {
        this.#worker.postMessage(request, transfer);
      } catch (error) {
        this.#fail(messageOf(error));
      }
    });
  }

  #fail(message: string): WorkerFailure {
    if (this.#failure === null) {
      this.#failure = new WorkerFailure(message);
      void this.#worker.terminate();
    }
    this.#settle(failedReply(this.#failure));
    return this.#failure;
  }

  #unexpected(reply: LsaReply): WorkerFailure {
    return this.#fail(reply.kind === 'failed' ? reply.message : `The worker answered '${reply.kind}'.`);
  }
}

function failedReply({ message }: WorkerFailure): LsaReply {
  return { kind: 'failed', message };
}
