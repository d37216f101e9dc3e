import type { EmbedderChoice } from '../embeddings/embedder-choice.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import { scheduleTimeout } from '../kit/schedule.ts';
import { QuietTimer } from '../kit/quiet-timer.ts';
import { Backoff } from '../kit/backoff.ts';
import { describeError } from '../protocol/describe-error.ts';
import type { AskableVectors, EmbeddingServiceOptions } from './embedding-options.ts';
import { EmbeddingRun } from './embedding-run.ts';
import { Exclusive } from '../kit/exclusive.ts';
import { takesPartInSearch } from '../index/note-index.ts';
import { SentenceVectors, vectorIdentity } from './vectors/sentence-vectors.ts';
import { TakenNotes } from './vectors/notes-in-vectors.ts';
import { VectorLibrary } from './vectors/vault-vectors.ts';
import { within } from '../kit/within.ts';

/** Changes are taken in when things are quiet. */
const CHANGE_QUIET_MS = 200;
const CHANGE_LATEST_MS = 2_000;
const SAVE_QUIET_MS = 1_000;
/** A kill costs at most the texts embedded in this time. */
const SAVE_LATEST_MS = 5_000;
const OTHERS_QUIET_MS = 500;
const FIRST_VECTORS_POLL_MS = 50;
/** How long creating the embedder may delay the saved vectors. */
const CHOICE_WAIT_MS = 100;

/**
 * Keeps vectors in step with the notes: term vectors (LSA) and those of one embedder, all in the
 * background; a failure in here affects nothing else.
 */
export class EmbeddingService {
  readonly library: VectorLibrary;
  sentences: SentenceVectors | null = null;
  readonly #options: EmbeddingServiceOptions;
  readonly #abort = new AbortController();
  readonly #work = new Exclusive();
  readonly #changed: QuietTimer;
  readonly #saveSoon: QuietTimer;
  readonly #othersWrote: QuietTimer;
  readonly #run: EmbeddingRun;
  readonly #makeAgain: Backoff;
  readonly #taken: TakenNotes;
  #formerEmbedder: { embedder: Embedder; readsEnglishOnly: boolean } | null = null;
  #initError: string | null = null;
  #questionFailure: string | null = null;
  #isChosen = false;
  #isOpen = false;
  #hasCaughtUp = false;
  #hasCompared = false;
  #firstCatchUp: Promise<void> = Promise.resolve();
  #learnsTerms = true;
  #found: Promise<void> | null = null;
  #made: Promise<EmbedderChoice | null> | null = null;
  #prepared: Promise<{ chosen: Promise<void> }> | null = null;
  #opened: Promise<void> | null = null;

  constructor(options: EmbeddingServiceOptions) {
    this.#options = options;
    const { schedule } = options;
    this.#changed = new QuietTimer(CHANGE_QUIET_MS, CHANGE_LATEST_MS, () => this.#inBackground(() => this.#catchUp()), schedule);
    this.#saveSoon = new QuietTimer(SAVE_QUIET_MS, SAVE_LATEST_MS, () => this.#inBackground(() => this.#save()), schedule);
    this.#othersWrote = new QuietTimer(OTHERS_QUIET_MS, SAVE_LATEST_MS, () => this.#inBackground(() => this.#followOthers()), schedule);
    this.#run = new EmbeddingRun({
      ...options,
      signal: this.#abort.signal,
      again: () => this.#inBackground(() => this.#catchUp()),
      afterwards: () => this.#afterRun(),
    });
    this.#makeAgain = new Backoff(() => this.#inBackground(() => this.#chooseAgain()), schedule);
    this.library = new VectorLibrary({ ...options, onOthers: () => this.#othersWrote.touch() });
    this.#taken = new TakenNotes({ ...options, library: this.library, sentences: () => this.sentences });
  }

  /** What is wanted: an embedder, only terms, or nothing. */
  get kind(): 'sentences' | 'terms' | 'none' {
    const hasEmbedder = this.#options.createEmbedder !== undefined && (!this.#isChosen || this.sentences !== null || this.#initError !== null);
    if (hasEmbedder) return 'sentences';
    return this.#learnsTerms ? 'terms' : 'none';
  }

  /** `Name: message` of the error that keeps the embedder from being used; null if none. */
  get error(): string | null {
    return this.#initError ?? this.#run.failure;
  }

  /** {@link error}, or the error of the query text embedded last. */
  get problem(): string | null {
    return this.error ?? this.#questionFailure;
  }

  askedWell(): void {
    this.#questionFailure = null;
  }

  askedInVain(failure: string): void {
    this.#questionFailure = failure;
  }

  /** If only queries have failed, checks whether they still would. Never rejects. */
  async tryQuestion(): Promise<void> {
    if (this.#questionFailure === null || this.sentences === null || this.#abort.signal.aborted) return;
    await this.sentences.choice.embedder.embed(['note'], 'query', { signal: this.#abort.signal, priority: 'background' }).then(
      () => this.askedWell(),
      (error: unknown) => this.askedInVain(describeError(error)),
    );
  }

  /** Whether saved vectors can be queried yet. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isEmbedding(): boolean {
    return this.#run.isRunning;
  }

  /** Whether the notes have been taken in, and terms learned if needed, since the vectors were opened. */
  get hasCaughtUp(): boolean {
    return this.#hasCaughtUp;
  }

  /** Sentence vectors that can be queried: those made before a change of embedder, until the new ones are complete. */
  get askable(): AskableVectors | null {
    const { former } = this.library;
    if (former !== null && this.#formerEmbedder !== null) return { set: former, ...this.#formerEmbedder };
    if (this.sentences === null) return null;
    const { set, choice } = this.sentences;
    return { set, embedder: choice.embedder, readsEnglishOnly: choice.readsEnglishOnly };
  }

  /** Share of the texts covered by the vectors of {@link askable}, 0 to 1. */
  get caughtUp(): number {
    const vectors = this.askable?.set.vectors;
    return vectors === undefined || vectors.size === 0 ? 0 : vectors.size / (vectors.size + vectors.waiting);
  }

  /** Share of the embedding work that is done, 0 to 1; null if embeddings are off or not known to be on yet. */
  get embedded(): number | null {
    if (this.kind === 'none') return null;
    if (!this.#isChosen) return this.#isOpen ? 0 : null;
    if (this.kind === 'terms') return this.library.terms.set !== null || this.#hasCaughtUp ? 1 : 0;
    const vectors = this.askable?.set.vectors;
    const hasNothingToDo = vectors !== undefined && vectors.size + vectors.waiting === 0 && this.#hasCaughtUp;
    return hasNothingToDo ? 1 : this.caughtUp;
  }

  /** The record under which vectors know a note of this number. */
  takenRecord(id: number): NoteRecord | undefined {
    return this.#taken.record(id);
  }

  /** The future maker of query vectors; null if no vectors were saved that it could query. */
  async expectedEmbedder(): Promise<EmbedderChoice | null> {
    void (this.#prepared ??= this.#prepare());
    await this.#found;
    return this.library.hasSentences ? ((await this.#made?.catch(() => null)) ?? null) : null;
  }

  /** Loads the saved vectors and takes in the notes of the index, which must be open. Resolves when they can be queried; never throws. */
  open(): Promise<void> {
    return (this.#opened ??= this.#open().catch((error: unknown) => this.#warn(error)));
  }

  /** Resolves when terms have been learned after {@link open}, if needed; embedding continues. Never rejects. */
  async learned(): Promise<void> {
    await this.open();
    await this.#firstCatchUp;
  }

  /**
   * Resolves when there are any vectors to query, or it is known that there are none, or after `waitMs`. A
   * query that nothing else can answer waits for this. Never rejects.
   */
  async firstVectors(waitMs: number): Promise<void> {
    const deadline = performance.now() + waitMs;
    const hasAny = (): boolean => this.library.terms.set !== null || this.caughtUp > 0;
    const mayCome = (): boolean => !this.#hasCaughtUp || (this.isEmbedding && this.error === null);
    while (!hasAny() && mayCome() && performance.now() < deadline) await this.#sleep(FIRST_VECTORS_POLL_MS);
  }

  /** The index has changed. */
  touch(): void {
    if (this.#opened !== null) this.#changed.touch();
  }

  /** Retries what has failed: texts, the embedder, or creating it. */
  retry(): void {
    if (this.#opened === null) return;
    this.#run.forgive();
    this.sentences?.retry();
    this.#inBackground(() => this.#chooseAgain());
  }

  /** Saves, ends the embedder, and releases the folder to others. */
  async close(): Promise<void> {
    this.#abort.abort(new Error('The engine is closing.'));
    for (const timer of [this.#changed, this.#saveSoon, this.#othersWrote]) timer.cancel();
    this.#makeAgain.reset();
    await this.library.save().catch(() => undefined);
    await Promise.all([this.sentences?.choice.embedder.close(), this.#formerEmbedder?.embedder.close(), this.library.close()]);
  }

  async #open(): Promise<void> {
    const prepared = (this.#prepared ??= this.#prepare());
    const { chosen } = await prepared;
    await this.#work.run(() => this.#taken.takeAll(this.#abort.signal));
    this.#isOpen = true;
    this.#firstCatchUp = chosen.then(() => this.#catchUp()).catch((error: unknown) => this.#warn(error));
  }

  async #prepare(): Promise<{ chosen: Promise<void> }> {
    await (this.#found = this.library.open());
    const chosen = this.#choose();
    await Promise.all([this.library.loadTerms(), within(CHOICE_WAIT_MS, chosen, this.#options.schedule)]);
    return { chosen };
  }

  /** Creates the embedder and finds its vectors. */
  async #choose(): Promise<void> {
    const { createEmbedder, createFormerEmbedder, readTexts, slicer } = this.#options;
    try {
      this.#learnsTerms = (await this.#options.learnTerms?.()) ?? true;
      this.#made = createEmbedder?.() ?? null;
      const choice = await this.#made;
      this.#initError = null;
      this.#makeAgain.reset();
      if (choice === null) return;
      if (this.#abort.signal.aborted) return await choice.embedder.close();
      await this.library.adopt(vectorIdentity(choice.embedder.identity));
      const { former, sentences: set } = this.library;
      if (former !== null) this.#formerEmbedder = (await createFormerEmbedder?.(former.identity).catch(() => null)) ?? null;
      if (set === null) return;
      const notes = (): NoteRecord[] => this.#taken.records();
      this.sentences = new SentenceVectors({ choice, set, readTexts, slicer, notes, onProgress: () => this.#onEmbedded() });
      this.#taken.takeAnew();
    } catch (error) {
      this.#initError = describeError(error);
      const mayCome = error instanceof VaultLoomError && error.code === 'embedder_unavailable' && !this.#abort.signal.aborted;
      const again = mayCome ? ` (retrying in ${this.#makeAgain.later() / 1000} s)` : '';
      this.#options.log('warn', `The embedder cannot be used: ${this.#initError}${again}`);
    } finally {
      this.#isChosen = true;
    }
  }

  async #chooseAgain(): Promise<void> {
    if (this.#initError !== null) await this.#work.run(() => this.#choose());
    await this.#catchUp();
  }

  /** Brings all vectors up to date, and continues embedding. */
  async #catchUp(): Promise<void> {
    await this.#work.run(async () => {
      await this.#taken.takeAll(this.#abort.signal);
      this.#compareSaved();
      this.#embedInBackground();
      const { index, readTexts, slicer, spawnWorker, schedule } = this.#options;
      if (this.#learnsTerms && this.library.isOwner && this.library.terms.needsTraining(index().tally.chunks)) {
        const onFailure = ({ message }: Error): void => this.#options.log('warn', `Terms are learned on the main thread, because the worker failed: ${message}`);
        const notes = [...index().notes()].filter(takesPartInSearch);
        await slicer.pause();
        await this.library.terms.train(notes, { readTexts, slicer, spawnWorker, ...(schedule === undefined ? {} : { schedule }), signal: this.#abort.signal, onFailure });
        this.#taken.dropGone();
        this.#taken.takeAnew();
        await this.#taken.takeAll(this.#abort.signal);
      }
      this.library.terms.rest();
    });
    this.#hasCaughtUp = true;
    if (this.library.hasUnsaved()) this.#saveSoon.touch();
    if (this.sentences?.waiting === 0) await this.#letGoOfFormer();
    this.#embedInBackground();
  }

  /** Another vault's vectors do no harm, as its texts are never queried; but the log should say why all are rebuilt. */
  #compareSaved(): void {
    const vectors = this.sentences?.set.vectors;
    if (this.#hasCompared || vectors === undefined) return;
    this.#hasCompared = true;
    if (vectors.waiting > 0 && vectors.size > 0 && vectors.unnamed() === vectors.size) this.library.note('The saved vectors match none of these texts: all vectors are rebuilt.');
  }

  /** Only the owner embeds: otherwise the work would be done twice. */
  #embedInBackground(): void {
    if (this.sentences !== null && this.sentences.waiting > 0 && this.library.isOwner) this.#run.start(this.sentences);
  }

  #onEmbedded(): void {
    this.askedWell();
    if (this.library.isOwner) this.#saveSoon.touch();
    else this.#run.breakOff('The vectors are made by another process now.');
  }

  async #afterRun(): Promise<void> {
    await this.#save();
    if (this.sentences?.waiting === 0) await this.#letGoOfFormer();
  }

  async #letGoOfFormer(): Promise<void> {
    if (this.library.former === null) return;
    const former = this.#formerEmbedder;
    this.#formerEmbedder = null;
    await this.library.dropFormer();
    await former?.embedder.close();
  }

  /** Another process has written, or has released the vectors to this one. */
  async #followOthers(): Promise<void> {
    await this.#opened;
    await this.#work.run(async () => {
      if (!(await this.library.refresh())) return;
      if (this.sentences !== null && this.library.sentences !== null) this.sentences.set = this.library.sentences;
      this.#taken.takeAnew();
    });
    await this.#catchUp();
  }

  async #save(): Promise<void> {
    if (!(await this.library.save()) && this.library.isOwner) this.#options.log('warn', 'Vectors could not be saved; they stay in memory and saving is retried.');
  }

  #sleep(ms: number): Promise<void> {
    return new Promise((resolve) => void (this.#options.schedule ?? scheduleTimeout)(resolve, ms));
  }

  #inBackground(task: () => Promise<void>): void {
    if (!this.#abort.signal.aborted) task().catch((error: unknown) => this.#warn(error));
  }

  #warn(error: unknown): void {
    if (!this.#abort.signal.aborted) this.#options.log('warn', `Vectors could not be brought up to date: ${describeError(error)}`);
  }
}
