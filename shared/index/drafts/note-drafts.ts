import workerCode from 'worker-source:./draft-worker.ts';
import type { SpawnWorker, WorkerHandle } from '../../kit/concurrency/spawn-worker.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { NoteDraft } from './note-draft.ts';
import { draftSteps, type DraftKind } from './draft-steps.ts';
import { ownCopy } from './own-copy.ts';
import type { EarlierReading } from './parts-content.ts';
import { draftInParts, IN_PARTS_BYTES } from './parts-draft.ts';
import type { DraftReply, DraftRequest } from './draft-messages.ts';

/** Drafts many notes on a second thread, while the caller's thread adds them to the index. */
export class NoteDrafts {
  readonly #slicer: Slicer;
  readonly #waiting = new Map<number, (json: string | null) => void>();
  #worker: WorkerHandle | null;
  #nextId = 1;
  /** Workers keep no process alive, but unfinished work should. No timer of the port: those keep no process alive either. */
  readonly #keepAlive = setInterval(() => undefined, 60_000);

  constructor(spawnWorker: SpawnWorker, slicer: Slicer) {
    this.#slicer = slicer;
    this.#worker = this.#start(spawnWorker);
  }

  /** The draft of a note; if the worker fails, this thread makes it. */
  async draft(bytes: Uint8Array, kind: DraftKind): Promise<NoteDraft> {
    const json = await this.#ask(bytes, kind);
    return json === null ? draftHere(bytes, kind, this.#slicer) : (JSON.parse(json) as NoteDraft);
  }

  /** Ends the worker; drafts still asked for are made on this thread. */
  end(): void {
    clearInterval(this.#keepAlive);
    void this.#worker?.terminate();
    this.#worker = null;
    for (const answer of this.#waiting.values()) answer(null);
    this.#waiting.clear();
  }

  #ask(bytes: Uint8Array, kind: DraftKind): Promise<string | null> {
    const worker = this.#worker;
    if (worker === null) return Promise.resolve(null);
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      worker.postMessage({ id, bytes, kind } satisfies DraftRequest);
    });
  }

  #start(spawnWorker: SpawnWorker): WorkerHandle | null {
    try {
      const worker = spawnWorker(workerCode, 'vault-loom-drafts');
      worker.onMessage((message) => {
        const { id, json } = message as DraftReply;
        this.#waiting.get(id)?.(json);
        this.#waiting.delete(id);
      });
      worker.onError(() => {
        this.end();
      });
      return worker;
    } catch {
      // No worker available: everything is done here, just slower.
      return null;
    }
  }
}

/** Makes a draft on this thread, in slices. What `before` knows of a huge note is not read again. */
export async function draftHere(
  bytes: Uint8Array,
  kind: DraftKind,
  slicer: Slicer,
  before: EarlierReading | null = null,
): Promise<NoteDraft> {
  const isHuge = kind === 'note' && bytes.length > IN_PARTS_BYTES;
  const inParts = isHuge ? await slicer.run(draftInParts(bytes, before)) : null;
  if (inParts !== null) return inParts;
  const { content, chunkTexts } = await slicer.run(draftSteps(bytes, kind));
  return { content: await slicer.run(ownCopy(content)), chunkTexts };
}
