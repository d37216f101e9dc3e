import type { SpawnWorker, WorkerHandle } from '../../kit/concurrency/spawn-worker.ts';
import type { EmbedJob } from './embed-queue.ts';
import type { EmbeddingReply, EmbeddingRequest } from './embedding-messages.ts';
import { inPieces } from './model-pieces.ts';

export interface PoolWorkerParts {
  spawnWorker: SpawnWorker;
  name: string;
  code: () => string;
}

export interface PoolWorkerListener {
  receive: (reply: EmbeddingReply) => void;
  /** Called if the worker itself breaks. */
  fail: (error: Error) => void;
}

/** One worker of a pool: loads its model piece by piece, then embeds one text at a time. */
export class PoolWorker {
  ready = false;
  job: EmbedJob | null = null;
  /** For loading, the current text, or idleness. */
  cancelTimer: () => void = () => undefined;
  readonly #parts: PoolWorkerParts;
  #handle: WorkerHandle | null = null;
  /** What must still be sent before it is ready. */
  #toLoad: EmbeddingRequest[] = [];

  constructor(parts: PoolWorkerParts) {
    this.#parts = parts;
  }

  /** Starts it, and sends the first part of the model, whose buffers it takes. Throws what making the worker throws. */
  load(model: unknown, { receive, fail }: PoolWorkerListener): void {
    const { spawnWorker, code, name } = this.#parts;
    const { pieces, rest } = inPieces(model);
    this.#toLoad = [...pieces.map((piece) => ({ kind: 'piece' as const, ...piece })), { kind: 'load', model: rest }];
    this.#handle = spawnWorker(code(), name);
    this.#handle.onMessage((message) => receive(message as EmbeddingReply));
    this.#handle.onError(fail);
    this.loadNext();
  }

  /** Sends the next part of the model, if any. */
  loadNext(): void {
    const request = this.#toLoad.shift();
    if (request !== undefined) this.#post(request);
  }

  /** Sends a text, which counts as an attempt. */
  start(job: EmbedJob): void {
    job.attempts++;
    this.#post({ kind: 'embed', id: job.id, text: job.text });
  }

  async end(): Promise<void> {
    this.cancelTimer();
    await this.#handle?.terminate();
  }

  #post(request: EmbeddingRequest): void {
    this.#handle?.postMessage(request, request.kind === 'load' ? buffersOf(request.model) : []);
  }
}

/** Of the byte arrays among a model's fields, to be moved and not copied. */
function buffersOf(model: unknown): ArrayBuffer[] {
  const fields: unknown[] = typeof model === 'object' && model !== null ? Object.values(model) : [];
  return fields.flatMap((field) =>
    field instanceof Uint8Array && field.buffer instanceof ArrayBuffer ? [field.buffer] : [],
  );
}
