import type { EmbedderChoice } from '../embeddings/embedder-choice.ts';
import type { MissingModel } from '../embeddings/embedder.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import { describeMissing } from '../embeddings/use/weights/missing-model.ts';
import { describeWithWayOut } from '../protocol/describe-error.ts';
import { EmbeddingMachine } from './embedding-machine.ts';
import type { AskableVectors, EmbeddingServiceOptions, QuickVectors } from './embedding-options.ts';
import {
  areTermsComing,
  areVectorsComing,
  closedState,
  errorOf,
  isChosen,
  kindOf,
  type EmbeddingState,
} from './embedding-state.ts';
import { EmbeddingWork } from './embedding-work.ts';
import type { SentenceVectors } from './vectors/sentence-vectors.ts';
import type { VectorLibrary } from './vectors/vault-vectors.ts';

/**
 * Keeps vectors in step with the notes in the background: of terms (LSA), and of one embedder. Its failures affect
 * nothing else.
 */
export class EmbeddingService {
  readonly #options: EmbeddingServiceOptions;
  readonly #machine: EmbeddingMachine;
  readonly #work: EmbeddingWork;
  #trying: Promise<void> | null = null;

  constructor(options: EmbeddingServiceOptions) {
    this.#options = options;
    this.#machine = new EmbeddingMachine(closedState(options.createEmbedder !== undefined));
    this.#work = new EmbeddingWork(options, this.#machine);
  }

  get state(): EmbeddingState {
    return this.#machine.state;
  }

  get library(): VectorLibrary {
    return this.#work.library;
  }

  /** What is wanted: an embedder, terms only, or nothing. */
  get kind(): 'sentences' | 'terms' | 'none' {
    return kindOf(this.state);
  }

  /** `Name: message` of the error that keeps the embedder from working; null if none. */
  get error(): string | null {
    return errorOf(this.state);
  }

  /** What the embedder lacks on this computer; null if nothing. */
  get missing(): MissingModel | null {
    const state = this.sentences?.choice.embedder.state();
    return state?.phase === 'missing' ? state.missing : null;
  }

  /** What is missing, {@link error}, or the error of the last query's text. */
  get problem(): string | null {
    return this.missing === null ? (this.error ?? this.state.questionFailure) : describeMissing(this.missing);
  }

  askedWell(): void {
    this.#machine.tell({ type: 'text-embedded' });
  }

  askedInVain(error: string): void {
    this.#machine.tell({ type: 'question-failed', error });
  }

  /**
   * Looks for what is missing, or, if only queries have failed, tries one again; the same try for all who ask
   * meanwhile. Never rejects.
   */
  tryAgain(): Promise<void> {
    this.#trying ??= this.#tryAgain().finally(() => (this.#trying = null));
    return this.#trying;
  }

  async #tryAgain(): Promise<void> {
    const { signal } = this.#work;
    if (this.sentences === null || signal.aborted) return;
    if (this.missing !== null) {
      if (await this.sentences.choice.embedder.look?.()) this.retry();
      return;
    }
    if (this.state.questionFailure === null) return;
    await this.sentences.choice.embedder.embed(['note'], 'query', { signal, priority: 'background' }).then(
      () => this.askedWell(),
      (error: unknown) => this.askedInVain(describeWithWayOut(error)),
    );
  }

  /** The embedder's vectors; null if there is no embedder, or not yet. */
  get sentences(): SentenceVectors | null {
    return this.#work.embedders.sentences;
  }

  /** Sentence vectors that can be queried: the previous embedder's as long as they cover more of the texts. */
  get askable(): AskableVectors | null {
    return this.#work.embedders.askable;
  }

  /** Share of the texts that the vectors of {@link askable} cover, 0 to 1. */
  get caughtUp(): number {
    return this.askable?.set.share ?? 0;
  }

  /** The vectors that are made first and can be queried, by kind. */
  get quick(): Readonly<Record<'static' | 'short', QuickVectors>> | null {
    const { quick } = this.#work.embedders;
    if (quick === null) return null;
    const asked = ({ set, choice }: SentenceVectors): QuickVectors => ({
      set,
      embedder: choice.embedder,
      readsEnglishOnly: choice.readsEnglishOnly,
      share: set.share,
      leadShare: set.vectors.leadShare,
    });
    return { static: asked(quick.static), short: asked(quick.short) };
  }

  /** Share of the texts embedded, 0 to 1; null if embeddings are off, or not yet known to be on. */
  get embedded(): number | null {
    const { isOpen, hasCaughtUp } = this.state;
    if (this.kind === 'none') return null;
    if (!isChosen(this.state)) return isOpen ? 0 : null;
    if (this.kind === 'terms') return this.library.terms.set !== null || hasCaughtUp ? 1 : 0;
    const vectors = this.askable?.set.vectors;
    const hasNothingToDo = vectors !== undefined && vectors.size + vectors.waiting === 0 && hasCaughtUp;
    return hasNothingToDo ? 1 : this.caughtUp;
  }

  /** The record that vectors have for a note's number. */
  takenRecord(id: number): NoteRecord | undefined {
    return this.#work.taken.record(id);
  }

  /** Orders the numbers of notes by path, alike on every host, while the numbers differ. */
  readonly comparePaths = (a: number, b: number): number =>
    compareCodeUnits(this.takenRecord(a)?.path ?? '', this.takenRecord(b)?.path ?? '');

  /** Waits for the embedder of queries; null if no saved vectors need one. */
  async expectedEmbedder(): Promise<EmbedderChoice | null> {
    await this.#work.found();
    return this.library.hasSentences ? this.#work.embedders.made() : null;
  }

  /**
   * Loads the saved vectors and takes in the notes of the index, which must be open. Resolves when they can be queried.
   * Never rejects.
   */
  open(): Promise<void> {
    return this.#work.open();
  }

  /** Resolves once terms have been learned after {@link open}, if needed; embedding goes on. Never rejects. */
  learned(): Promise<void> {
    return this.#work.caughtUp();
  }

  /**
   * Resolves once there are vectors to query or none are coming, after `waitMs` at the latest. For queries that only
   * vectors can answer. Never rejects.
   */
  firstVectors(waitMs: number): Promise<void> {
    const hasAny = (): boolean =>
      this.library.terms.set !== null || this.caughtUp > 0 || (this.quick?.short.share ?? 0) > 0;
    return this.#machine.wait(
      () => !this.#areSavedComing && (hasAny() || !areVectorsComing(this.state)),
      waitMs,
      this.#options.schedule,
    );
  }

  /** Whether saved vectors of sentences will be queried as soon as the embedder is made and has taken in the notes. */
  get #areSavedComing(): boolean {
    const { phase, hasCaughtUp } = this.state;
    const isMaking = phase.name === 'loading' || (phase.name === 'choosing' && phase.error === null);
    const isTaking = phase.name === 'ready' && phase.hasEmbedder && !hasCaughtUp && this.caughtUp === 0;
    return this.library.hasSentences && (isMaking || isTaking);
  }

  /** Resolves once terms can be queried or are not being learned, after `waitMs` at the latest. Never rejects. */
  firstTerms(waitMs: number): Promise<void> {
    const { schedule } = this.#options;
    return this.#machine.wait(() => this.library.terms.set !== null || !areTermsComing(this.state), waitMs, schedule);
  }

  /** Call it when the index has changed. */
  touch(): void {
    this.#work.touch();
  }

  /** Retries what has failed: texts, the embedder, or making it. */
  retry(): void {
    this.#work.retry();
  }

  /** Saves, closes the embedder, and releases the folder. */
  close(): Promise<void> {
    return this.#work.close();
  }
}
