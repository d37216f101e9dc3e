import workerCode from 'worker-source:./draft-worker.ts';
import type { SpawnWorker, WorkerHandle } from '../../kit/work/spawn-worker.ts';
import type { NoteContent } from '../../notes/note-record.ts';
import type { Slicer, Steps } from '../../kit/work/slices.ts';
import type { NoteDraft } from './note-draft.ts';
import { draftSteps, type DraftKind } from './draft-steps.ts';
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

/** Makes a draft on this thread, in slices. */
export async function draftHere(bytes: Uint8Array, kind: DraftKind, slicer: Slicer): Promise<NoteDraft> {
  const { content, chunkTexts } = await slicer.run(draftSteps(bytes, kind));
  return { content: await slicer.run(ownCopy(content)), chunkTexts };
}

const COPIED_IN_A_STEP = 1_000;

/** Slices of a long string keep the whole string alive in V8: a copy through JSON lets the note's text go. */
function* ownCopy({ links, headings, chunks, ...rest }: NoteContent): Steps<NoteContent> {
  return {
    ...throughJson(rest),
    headings: yield* copyOfAll(headings),
    links: yield* copyOfAll(links),
    chunks: yield* copyOfAll(chunks),
  };
}

function* copyOfAll<T>(items: readonly T[]): Steps<T[]> {
  const copies: T[] = [];
  for (let from = 0; from < items.length; from += COPIED_IN_A_STEP) {
    copies.push(...throughJson(items.slice(from, from + COPIED_IN_A_STEP)));
    yield;
  }
  return copies;
}

function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}
