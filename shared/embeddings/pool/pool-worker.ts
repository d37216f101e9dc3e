import type { SpawnWorker, WorkerHandle } from '../../kit/work/spawn-worker.ts';
import type { EmbedJob } from './embed-queue.ts';
import type { EmbeddingReply, EmbeddingRequest } from './embedding-messages.ts';
import { inPieces } from './model-pieces.ts';

export interface PoolWorkerParts {
  spawnWorker: SpawnWorker;
  name: string;
  code: () => string;
  model: () => unknown;
}

/** One worker of a pool: loads its model piece by piece, then embeds one text at a time. */
export class PoolWorker {
  ready = false;
  job: EmbedJob | null = null;
  /** For loading, the current text, or idleness. */
  cancelTimer: () => void = () => undefined;
  readonly #handle: WorkerHandle;
  /** What must still be sent before it is ready. */
  readonly #toLoad: EmbeddingRequest[];

  /** Throws what making the model or the worker throws. */
  constructor({ spawnWorker, name, code, model }: PoolWorkerParts) {
    const { pieces, rest } = inPieces(model());
    this.#toLoad = [...pieces.map((piece) => ({ kind: 'piece' as const, ...piece })), { kind: 'load', model: rest }];
    this.#handle = spawnWorker(code(), name);
  }

  onReply(receive: (reply: EmbeddingReply) => void): void {
    this.#handle.onMessage((message) => receive(message as EmbeddingReply));
  }

  onError(report: (error: Error) => void): void {
    this.#handle.onError(report);
  }

  /** Sends the next part of the model, if any. */
  loadNext(): void {
    const request = this.#toLoad.shift();
    if (request !== undefined) this.#handle.postMessage(request);
  }

  /** Sends a text, which counts as an attempt. */
  start(job: EmbedJob): void {
    job.attempts++;
    const request: EmbeddingRequest = { kind: 'embed', id: job.id, text: job.text };
    this.#handle.postMessage(request);
  }

  async end(): Promise<void> {
    this.cancelTimer();
    await this.#handle.terminate();
  }
}
