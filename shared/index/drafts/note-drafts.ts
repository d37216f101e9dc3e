import { availableParallelism } from 'node:os';
import workerCode from 'worker-source:./draft-worker.ts';
import type { SpawnWorker, WorkerHandle } from '../../kit/concurrency/spawn-worker.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { VaultFile } from '../../vault/vault-source.ts';
import type { NoteDraft } from './note-draft.ts';
import { draftSteps, type DraftKind } from './draft-steps.ts';
import { ownCopy } from './own-copy.ts';
import type { EarlierReading } from './parts-content.ts';
import { draftInParts, IN_PARTS_BYTES } from './parts-draft.ts';
import type { DraftJson, DraftReply, DraftRequest } from './draft-messages.ts';

/** More would only wait for the thread that takes in their results. */
const MOST_WORKERS = 4;

/** Drafts many notes on other threads, while the caller's thread adds them to the index. */
export class NoteDrafts {
  readonly #slicer: Slicer;
  #workers: DraftWorker[] = [];
  #nextId = 1;
  /**
   * Workers keep no process alive, but unfinished work should. No timer of the port: those keep no process alive
   * either.
   */
  readonly #keepAlive = setInterval(() => undefined, 60_000);

  /** `workers`: how many to start; by default one for each core but the caller's own. */
  constructor(spawnWorker: SpawnWorker, slicer: Slicer, workers: number = usualWorkers()) {
    this.#slicer = slicer;
    try {
      const onError = (): void => {
        this.end();
      };
      while (this.#workers.length < workers) this.#workers.push(new DraftWorker(spawnWorker, slicer, onError));
    } catch {
      // No worker available: everything is done here, just slower.
    }
  }

  /** The draft of a note; if the workers fail, this thread makes it. */
  async draft(bytes: Uint8Array, kind: DraftKind, file: Pick<VaultFile, 'path' | 'visibility'>): Promise<NoteDraft> {
    const [first, ...others] = this.#workers;
    const searchedAs = file.visibility === 'visible' ? file.path : null;
    const leastBusy = others.reduce((a, b) => (b !== undefined && a !== undefined && b.busy < a.busy ? b : a), first);
    // A single worker is busy enough with parsing: on two cores, everything would take longer if it also cut notes into
    // terms.
    const cuts = others.length > 0;
    const draft = (await leastBusy?.ask({ id: this.#nextId++, bytes, kind, searchedAs, cuts })) ?? null;
    return draft ?? draftHere(bytes, kind, this.#slicer);
  }

  /** Ends the workers; drafts still asked for are made on this thread. */
  end(): void {
    clearInterval(this.#keepAlive);
    const workers = this.#workers;
    this.#workers = [];
    for (const worker of workers) worker.end();
  }
}

/** One worker, with what it was asked. */
class DraftWorker {
  readonly #worker: WorkerHandle;
  readonly #waiting = new Map<number, (draft: NoteDraft | null) => void>();
  readonly #slicer: Slicer;
  /** Replies not read yet, in order. */
  readonly #replies: DraftReply[] = [];
  /** Its terms by number, as far as told. */
  #vocabulary: string[] = [];

  constructor(spawnWorker: SpawnWorker, slicer: Slicer, onError: () => void) {
    this.#slicer = slicer;
    this.#worker = spawnWorker(workerCode, 'vault-loom-drafts');
    this.#worker.onMessage((message) => {
      if (this.#replies.push(message as DraftReply) === 1) this.#takeReplies().catch(onError);
    });
    this.#worker.onError(onError);
  }

  /** Drafts asked for that have not arrived. */
  get busy(): number {
    return this.#waiting.size;
  }

  /** The draft; null if the worker ends first. */
  ask(request: DraftRequest): Promise<NoteDraft | null> {
    return new Promise((resolve) => {
      this.#waiting.set(request.id, resolve);
      this.#worker.postMessage(request);
    });
  }

  end(): void {
    void this.#worker.terminate();
    for (const answer of this.#waiting.values()) answer(null);
    this.#waiting.clear();
  }

  /** One slice at a time: after a pause of this thread, many replies come at once. */
  async #takeReplies(): Promise<void> {
    for (let reply = this.#replies[0]; reply !== undefined; reply = this.#replies[0]) {
      await this.#slicer.pause();
      this.#take(reply);
      this.#replies.shift();
    }
  }

  #take({ id, json, terms, pages }: DraftReply): void {
    const { content, chunkTexts, newTerms, firstNew } = JSON.parse(json) as DraftJson;
    // Earlier drafts keep the vocabulary they were made with.
    if (firstNew === 0) this.#vocabulary = [];
    for (const term of newTerms) this.#vocabulary.push(term);
    const draft: NoteDraft = { content, chunkTexts };
    if (terms !== null) draft.terms = { ...terms, vocabulary: this.#vocabulary };
    if (pages !== null) draft.pages = pages;
    this.#waiting.get(id)?.(draft);
    this.#waiting.delete(id);
  }
}

function usualWorkers(): number {
  return Math.min(MOST_WORKERS, Math.max(1, availableParallelism() - 1));
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
