import { VaultLoomError } from '../protocol/errors.ts';
import { QuietTimer } from '../kit/time/quiet-timer.ts';
import { Backoff } from '../kit/time/backoff.ts';
import { describeError, describeWithWayOut } from '../protocol/describe-error.ts';
import { EmbeddersInUse } from './embedders-in-use.ts';
import type { EmbeddingMachine } from './embedding-machine.ts';
import type { EmbeddingServiceOptions } from './embedding-options.ts';
import { EmbeddingRun } from './embedding-run.ts';
import { mayChooseAgain, mayEmbed, type EmbeddingState } from './embedding-state.ts';
import { Turns } from '../kit/concurrency/turns.ts';
import { takesPartInSearch } from '../index/note-index.ts';
import { TakenNotes } from './vectors/notes-in-vectors.ts';
import { VectorLibrary } from './vectors/vault-vectors.ts';
import { within } from '../kit/time/deadline.ts';

/** Changes are taken in after a short rest. */
const CHANGE_QUIET_MS = 200;
const CHANGE_LATEST_MS = 2_000;
const SAVE_QUIET_MS = 1_000;
/** A kill costs no more than what was embedded in this time. */
const SAVE_LATEST_MS = 5_000;
const OTHERS_QUIET_MS = 500;
/** How long making the embedder may delay the saved vectors. */
const CHOICE_WAIT_MS = 100;

/**
 * The background work of an `EmbeddingService`: tells the machine what has happened, and does what its state allows.
 */
export class EmbeddingWork {
  /** Owns all vectors. */
  readonly library: VectorLibrary;
  readonly taken: TakenNotes;
  readonly embedders: EmbeddersInUse;
  readonly #options: EmbeddingServiceOptions;
  readonly #machine: EmbeddingMachine;
  readonly #abort = new AbortController();
  readonly #work = new Turns();
  readonly #changed: QuietTimer;
  readonly #saveSoon: QuietTimer;
  readonly #othersWrote: QuietTimer;
  readonly #run: EmbeddingRun;
  readonly #makeAgain: Backoff;
  readonly #saveAgain: Backoff;
  #hasCompared = false;
  /** Whether texts came while a run was ending, or could not be read when it came to them. */
  #isRunDue = false;
  #firstCatchUp: Promise<void> = Promise.resolve();
  #found: Promise<void> | null = null;
  #prepared: Promise<{ chosen: Promise<void> }> | null = null;
  #opened: Promise<void> | null = null;

  constructor(options: EmbeddingServiceOptions, machine: EmbeddingMachine) {
    this.#options = options;
    this.#machine = machine;
    const { schedule } = options;
    const { signal } = this.#abort;
    const catchUp = (): void => this.#inBackground(() => this.#catchUp());
    this.#changed = new QuietTimer(CHANGE_QUIET_MS, CHANGE_LATEST_MS, catchUp, schedule);
    this.#saveSoon = new QuietTimer(
      SAVE_QUIET_MS,
      SAVE_LATEST_MS,
      () => this.#inBackground(() => this.#saveAndDropReplaced()),
      schedule,
    );
    this.#othersWrote = new QuietTimer(
      OTHERS_QUIET_MS,
      SAVE_LATEST_MS,
      () => this.#inBackground(() => this.#followOthers()),
      schedule,
    );
    this.#run = new EmbeddingRun({
      ...options,
      signal,
      tell: (event) => machine.tell(event),
      again: catchUp,
      afterwards: () => this.#saveAndDropReplaced(),
      ended: () => {
        if (this.#isRunDue) this.#embed();
      },
    });
    this.#makeAgain = new Backoff(() => this.#inBackground(() => this.#chooseAgain()), schedule);
    this.#saveAgain = new Backoff(() => this.#inBackground(() => this.#saveAndDropReplaced()), schedule);
    this.library = new VectorLibrary({
      ...options,
      onRole: (role) => this.#takeRole(role),
      onOthers: () => this.#othersWrote.touch(),
    });
    this.taken = new TakenNotes({ ...options, library: this.library, embedded: () => this.embedders.kinds });
    this.embedders = new EmbeddersInUse({
      ...options,
      library: this.library,
      signal,
      notes: () => this.taken.records(),
      onProgress: () => this.#onProgress(),
    });
  }

  /** Aborted on close. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Starts to open everything; resolves once the saved vectors are found. */
  async found(): Promise<void> {
    void (this.#prepared ??= this.#prepare());
    await this.#found;
  }

  open(): Promise<void> {
    return (this.#opened ??= this.#open().catch((error: unknown) => this.#warn(error)));
  }

  /** Resolves once everything was up to date for the first time after {@link open}; embedding goes on. */
  async caughtUp(): Promise<void> {
    await this.open();
    await this.#firstCatchUp;
  }

  touch(): void {
    if (this.#opened !== null) this.#changed.touch();
  }

  retry(): void {
    if (this.#opened === null) return;
    this.#run.forgive();
    for (const kind of this.embedders.kinds) kind.retry();
    this.#inBackground(() => this.#chooseAgain());
  }

  async close(): Promise<void> {
    this.#abort.abort(new Error('The engine is closing.'));
    this.#machine.tell({ type: 'closing' });
    for (const timer of [this.#changed, this.#saveSoon, this.#othersWrote]) timer.cancel();
    for (const again of [this.#makeAgain, this.#saveAgain]) again.reset();
    await this.library.save().catch(() => undefined);
    await Promise.all([this.embedders.close(), this.library.close()]);
  }

  async #open(): Promise<void> {
    const { chosen } = await (this.#prepared ??= this.#prepare());
    await this.#work.run(() => this.taken.takeAll(this.signal));
    this.#machine.tell({ type: 'opened' });
    this.#firstCatchUp = chosen.then(() => this.#catchUp()).catch((error: unknown) => this.#warn(error));
  }

  async #prepare(): Promise<{ chosen: Promise<void> }> {
    this.#machine.tell({ type: 'opening' });
    await (this.#found = this.library.open());
    const chosen = this.#choose();
    await Promise.all([this.library.loadTerms(), within(CHOICE_WAIT_MS, chosen, this.#options.schedule)]);
    return { chosen };
  }

  async #choose(): Promise<void> {
    this.#machine.tell({ type: 'choosing' });
    try {
      this.#machine.tell({ type: 'terms-decided', learnsTerms: (await this.#options.learnTerms?.()) ?? true });
      const hasEmbedder = await this.embedders.choose();
      this.#makeAgain.reset();
      if (hasEmbedder) this.taken.takeAllAgain();
      this.#machine.tell({ type: 'chosen', hasEmbedder });
    } catch (cause) {
      const error = describeWithWayOut(cause);
      this.#machine.tell({ type: 'not-chosen', error });
      const mayCome = cause instanceof VaultLoomError && cause.code === 'embedder_unavailable' && !this.signal.aborted;
      const again = mayCome ? ` (tried again in ${this.#makeAgain.later() / 1000} s)` : '';
      this.#options.log('warn', `The embedder cannot be used: ${error}${again}`);
    }
  }

  async #chooseAgain(): Promise<void> {
    await this.#work.run(() => (mayChooseAgain(this.#machine.state) ? this.#choose() : undefined));
    await this.#catchUp();
  }

  /** Brings all vectors up to date, and starts to embed. */
  async #catchUp(): Promise<void> {
    await this.#work.run(async () => {
      await this.taken.takeAll(this.signal);
      this.#compareSaved();
      this.#embed();
      await this.#learnTerms();
      this.library.terms.rest();
    });
    this.#machine.tell({ type: 'caught-up' });
    if (this.library.hasUnsaved()) this.#saveSoon.touch();
    await this.embedders.dropReplaced();
    this.#embed();
  }

  async #learnTerms(): Promise<void> {
    const { index, readTexts, slicer, spawnWorker, schedule, log } = this.#options;
    const { learnsTerms, role } = this.#machine.state;
    if (!learnsTerms || role === 'follower' || !this.library.mayReplaceTerms) return;
    if (!this.library.terms.needsTraining(index().tally.chunks)) return;
    const onFailure = ({ message }: Error): void =>
      log('warn', `Terms are learned on the main thread, as the worker failed: ${message}`);
    const notes = [...index().notes()].filter(takesPartInSearch);
    await slicer.pause();
    await this.library.terms.train(notes, {
      readTexts,
      slicer,
      spawnWorker,
      ...(schedule === undefined ? {} : { schedule }),
      signal: this.signal,
      onFailure,
    });
    this.#machine.vectorsChanged();
    this.taken.takeAllAgain();
    await this.taken.takeAll(this.signal);
  }

  /** Vectors of another vault do no harm, but the log should say why all are made again. */
  #compareSaved(): void {
    const vectors = this.embedders.sentences?.set.vectors;
    if (this.#hasCompared || vectors === undefined) return;
    this.#hasCompared = true;
    if (vectors.waiting > 0 && vectors.size > 0 && vectors.unnamed() === vectors.size)
      this.library.note('The saved vectors match none of these texts: all vectors are rebuilt.');
  }

  #embed(): void {
    const { kinds } = this.embedders;
    this.#isRunDue = this.#machine.state.isEmbedding;
    if (kinds.some(({ waiting }) => waiting > 0) && mayEmbed(this.#machine.state)) this.#run.start(kinds);
  }

  #onProgress(): void {
    this.#machine.tell({ type: 'text-embedded' });
    if (this.#machine.state.role === 'owner') this.#saveSoon.touch();
  }

  #takeRole(role: EmbeddingState['role']): void {
    this.#machine.tell({ type: 'role', role });
    if (role === 'follower') this.#run.breakOff('Another process makes the vectors now.');
  }

  async #saveAndDropReplaced(): Promise<void> {
    await this.#save();
    await this.embedders.dropReplaced();
  }

  /** Another process has written, or has left the vectors to this one. */
  async #followOthers(): Promise<void> {
    await this.#opened;
    await this.#work.run(async () => {
      if (await this.library.refresh()) this.taken.takeAllAgain();
      this.#machine.vectorsChanged();
    });
    await this.#catchUp();
  }

  async #save(): Promise<void> {
    await this.embedders.saveWords();
    const isSaved = await this.library.save();
    if (isSaved) this.#saveAgain.reset();
    // On close the folder is released under a run that is ending: what it made last is made again at the next start.
    if (isSaved || this.#machine.state.role === 'follower' || this.signal.aborted) return;
    const seconds = this.#saveAgain.later() / 1000;
    this.#options.log(
      'warn',
      `Vectors could not be saved; they are kept in memory, and saving them is tried again in ${seconds} s at the latest.`,
    );
  }

  #inBackground(task: () => Promise<void>): void {
    if (!this.signal.aborted) task().catch((error: unknown) => this.#warn(error));
  }

  #warn(error: unknown): void {
    if (!this.signal.aborted)
      this.#options.log('warn', `Vectors could not be brought up to date: ${describeError(error)}`);
  }
}
