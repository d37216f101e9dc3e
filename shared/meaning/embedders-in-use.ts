import type { EmbedderChoice } from '../embeddings/embedder-choice.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import type { AskableVectors, EmbeddingServiceOptions } from './embedding-options.ts';
import { quickEmbedder, type QuickEmbedder } from './vectors/quick-embedder.ts';
import { PassagesOfNotes } from './vectors/passages-of-notes.ts';
import { SentenceVectors } from './vectors/sentence-vectors.ts';
import { SHORT_KIND, STATIC_KIND, type EmbeddedKind, type VectorLibrary } from './vectors/vault-vectors.ts';
import type { VectorSet } from './vectors/vectors-of-model.ts';
import { vectorIdentity } from './vectors/vector-identity.ts';

export interface EmbeddersInUseOptions
  extends Pick<
    EmbeddingServiceOptions,
    'createEmbedder' | 'createFormerEmbedder' | 'readTexts' | 'slicer' | 'index' | 'dataFolder' | 'log'
  > {
  library: VectorLibrary;
  /** The notes to embed, as they are now. */
  notes: () => Iterable<NoteRecord>;
  /** Called after each text that was embedded or failed. */
  onProgress: () => void;
  /** Aborted on close. */
  signal: AbortSignal;
}

/** The wanted embedder with the kinds of vectors it makes, and the previous one as long as its vectors answer. */
export class EmbeddersInUse {
  readonly #options: EmbeddersInUseOptions;
  #sentences: SentenceVectors | null = null;
  #quick: (QuickEmbedder & { static: SentenceVectors; short: SentenceVectors }) | null = null;
  #former: { embedder: Embedder; readsEnglishOnly: boolean } | null = null;
  #made: Promise<EmbedderChoice | null> | null = null;

  constructor(options: EmbeddersInUseOptions) {
    this.#options = options;
  }

  /** Null if there is no embedder, or not yet. */
  get sentences(): SentenceVectors | null {
    return this.#sentences;
  }

  /** All kinds of vectors that the embedder makes, in the order in which they are made. */
  get kinds(): readonly SentenceVectors[] {
    const quick = this.#quick === null ? [] : [this.#quick.static, this.#quick.short];
    return this.#sentences === null ? [] : [...quick, this.#sentences];
  }

  /** The kinds that are made first; null if the embedder makes none, or not yet. */
  get quick(): { static: SentenceVectors; short: SentenceVectors } | null {
    return this.#quick;
  }

  /** Saves new words, if there are many; all on close. Never rejects. */
  async saveWords(): Promise<void> {
    await this.#quick?.words.saveMany();
  }

  /**
   * Sentence vectors that can be queried: the previous embedder's as long as they cover more of the texts, unless it
   * has just failed and the new one can answer.
   */
  get askable(): AskableVectors | null {
    const own = this.#ownAskable;
    const { former } = this.#options.library;
    if (former === null || this.#former === null) return own;
    const isAway = (own?.set.vectors.size ?? 0) > 0 && hasFailed(this.#former.embedder);
    return isAway || (own?.set.share ?? 0) >= former.share ? own : { set: former, ...this.#former };
  }

  get #ownAskable(): AskableVectors | null {
    if (this.#sentences === null) return null;
    const { set, choice } = this.#sentences;
    return { set, embedder: choice.embedder, readsEnglishOnly: choice.readsEnglishOnly };
  }

  /** Waits for the embedder being made; null if none is, or it failed. */
  async made(): Promise<EmbedderChoice | null> {
    return (await this.#made?.catch(() => null)) ?? null;
  }

  /** Makes the embedder and finds its vectors; false if none is wanted. Throws the reason if it cannot be made. */
  async choose(): Promise<boolean> {
    const { library, signal, createEmbedder, createFormerEmbedder, index, dataFolder, log, ...options } = this.#options;
    this.#made = createEmbedder?.() ?? null;
    const choice = await this.#made;
    if (choice === null) return false;
    const adopted = signal.aborted ? null : await library.adopt(vectorIdentity(choice.embedder.identity));
    const { former } = library;
    if (former !== null && !signal.aborted)
      this.#former = (await createFormerEmbedder?.(former.identity).catch(() => null)) ?? null;
    const passages = new PassagesOfNotes(choice, options.slicer);
    const parts = { ...options, passages, linksTo: ({ path }: NoteRecord) => index().graph.inDegree(path) };
    const quick = quickEmbedder(choice, { index, dataFolder, log, slicer: options.slicer });
    if (!signal.aborted) await library.adoptQuick(quick?.identities ?? new Map());
    if (adopted === null || signal.aborted) {
      await Promise.all([choice.embedder.close(), this.#former?.embedder.close()]);
      return false;
    }
    const whole = (): VectorSet => library.sentences ?? adopted;
    if (quick !== null) {
      this.#quick = {
        ...quick,
        static: new SentenceVectors({ ...parts, choice: quick.choice, set: () => mustHave(library, STATIC_KIND) }),
        short: new SentenceVectors({ ...parts, choice, set: () => mustHave(library, SHORT_KIND), whole }),
      };
    }
    this.#sentences = new SentenceVectors({ ...parts, choice, set: whole });
    return true;
  }

  /**
   * Drops the beginnings of passages, and the previous embedder with its vectors, once the new ones are complete and,
   * if possible, saved. Texts that fail do not hold it up, unless most of them do.
   */
  async dropReplaced(): Promise<void> {
    const { library } = this.#options;
    const { waiting, failedTexts, set } = this.#sentences ?? { waiting: 1, failedTexts: 0 };
    const haveMostFailed = failedTexts > (set?.vectors.size ?? 0);
    if (waiting > 0 || haveMostFailed || library.hasSentencesToSave) return;
    if (this.#quick !== null) await library.empty(SHORT_KIND);
    if (library.former === null) return;
    const former = this.#former;
    this.#former = null;
    await library.dropFormer();
    await former?.embedder.close();
  }

  async close(): Promise<void> {
    const embedders = [this.#sentences?.choice.embedder, this.#former?.embedder, this.#quick?.choice.embedder];
    await Promise.all(embedders.map((embedder) => embedder?.close()));
  }
}

function hasFailed(embedder: Embedder): boolean {
  return ['failed', 'missing'].includes(embedder.state().phase);
}

function mustHave(library: VectorLibrary, kind: EmbeddedKind): VectorSet {
  const set = library.embedded(kind);
  if (set === null) throw new Error(`There are no ${kind}.`);
  return set;
}
