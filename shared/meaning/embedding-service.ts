import type { EmbedderChoice } from '../embeddings/embedder-choice.ts';
import type { MissingModel } from '../embeddings/embedder.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import { describeMissing } from '../embeddings/use/weights/missing-model.ts';
import { describeError } from '../protocol/describe-error.ts';
import { EmbeddingMachine } from './embedding-machine.ts';
import type { AskableVectors, EmbeddingServiceOptions } from './embedding-options.ts';
import { areVectorsComing, closedState, errorOf, isChosen, kindOf, type EmbeddingState } from './embedding-state.ts';
import { EmbeddingWork } from './embedding-work.ts';
import type { SentenceVectors } from './vectors/sentence-vectors.ts';
import type { VectorLibrary } from './vectors/vault-vectors.ts';

/**
 * Keeps vectors in step with the notes: term vectors (LSA) and those of one embedder, all in the
 * background; a failure in here affects nothing else.
 */
export class EmbeddingService {
  readonly #options: EmbeddingServiceOptions;
  readonly #machine: EmbeddingMachine;
  readonly #work: EmbeddingWork;

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

  /** What is wanted: an embedder, only terms, or nothing. */
  get kind(): 'sentences' | 'terms' | 'none' {
    return kindOf(this.state);
  }

  /** `Name: message` of the error that keeps the embedder from being used; null if none. */
  get error(): string | null {
    return errorOf(this.state);
  }

  /** What the embedder lacks on this computer; null if nothing. */
  get missing(): MissingModel | null {
    const state = this.sentences?.choice.embedder.state();
    return state?.phase === 'missing' ? state.missing : null;
  }

  /** What is missing, {@link error}, or the error of the query text embedded last. */
  get problem(): string | null {
    return this.missing === null ? (this.error ?? this.state.questionFailure) : describeMissing(this.missing);
  }

  askedWell(): void {
    this.#machine.tell({ type: 'text-embedded' });
  }

  askedInVain(error: string): void {
    this.#machine.tell({ type: 'question-failed', error });
  }

  /** Finds out whether what is missing is there now, or, if nothing but questions has failed, whether they would still. Never rejects. */
  async tryAgain(): Promise<void> {
    const { signal } = this.#work;
    if (this.sentences === null || signal.aborted) return;
    if (this.missing !== null) {
      if (await this.sentences.choice.embedder.look?.()) this.retry();
      return;
    }
    if (this.state.questionFailure === null) return;
    await this.sentences.choice.embedder.embed(['note'], 'query', { signal, priority: 'background' }).then(
      () => this.askedWell(),
      (error: unknown) => this.askedInVain(describeError(error)),
    );
  }

  /** The vectors of the embedder; null if there is no embedder, or not yet. */
  get sentences(): SentenceVectors | null {
    return this.#work.embedders.sentences;
  }

  /** Sentence vectors that can be queried: those made before a change of embedder, until the new ones are complete. */
  get askable(): AskableVectors | null {
    return this.#work.embedders.askable;
  }

  /** Share of the texts covered by the vectors of {@link askable}, 0 to 1. */
  get caughtUp(): number {
    const vectors = this.askable?.set.vectors;
    return vectors === undefined || vectors.size === 0 ? 0 : vectors.size / (vectors.size + vectors.waiting);
  }

  /** Share of what is to be embedded that has been, 0 to 1; null if embeddings are turned off, or not known to be on yet. */
  get embedded(): number | null {
    const { isOpen, hasCaughtUp } = this.state;
    if (this.kind === 'none') return null;
    if (!isChosen(this.state)) return isOpen ? 0 : null;
    if (this.kind === 'terms') return this.library.terms.set !== null || hasCaughtUp ? 1 : 0;
    const vectors = this.askable?.set.vectors;
    const hasNothingToDo = vectors !== undefined && vectors.size + vectors.waiting === 0 && hasCaughtUp;
    return hasNothingToDo ? 1 : this.caughtUp;
  }

  /** The record under which vectors know a note of this number. */
  takenRecord(id: number): NoteRecord | undefined {
    return this.#work.taken.record(id);
  }

  /** What will make the vectors of questions, as soon as it is made; null if no vectors were saved that it could ask. */
  async expectedEmbedder(): Promise<EmbedderChoice | null> {
    await this.#work.found();
    return this.library.hasSentences ? this.#work.embedders.made() : null;
  }

  /** Loads the saved vectors and takes in the notes of the index, which must be open. Resolves when they can be queried; never throws. */
  open(): Promise<void> {
    return this.#work.open();
  }

  /** Resolves when terms have been learned after {@link open}, if they had to be; embedding goes on. Never rejects. */
  learned(): Promise<void> {
    return this.#work.caughtUp();
  }

  /**
   * Resolves when there are any vectors to query, or it is known that there are none, or after `waitMs`. A
   * query that nothing else can answer waits for this. Never rejects.
   */
  firstVectors(waitMs: number): Promise<void> {
    const hasAny = (): boolean => this.library.terms.set !== null || this.caughtUp > 0;
    return this.#machine.wait(() => hasAny() || !areVectorsComing(this.state), waitMs, this.#options.schedule);
  }

  /** The index has changed. */
  touch(): void {
    this.#work.touch();
  }

  /** Retries what has failed: texts, the embedder, or creating it. */
  retry(): void {
    this.#work.retry();
  }

  /** Saves, ends the embedder, and gives the folder up to others. */
  close(): Promise<void> {
    return this.#work.close();
  }
}
