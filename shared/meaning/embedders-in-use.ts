import type { EmbedderChoice } from '../embeddings/embedder-choice.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import type { AskableVectors, EmbeddingServiceOptions } from './embedding-options.ts';
import { SentenceVectors, vectorIdentity } from './vectors/sentence-vectors.ts';
import type { VectorLibrary } from './vectors/vault-vectors.ts';

export interface EmbeddersInUseOptions
  extends Pick<EmbeddingServiceOptions, 'createEmbedder' | 'createFormerEmbedder' | 'readTexts' | 'slicer'> {
  library: VectorLibrary;
  /** The notes to be embedded, as they are now. */
  notes: () => Iterable<NoteRecord>;
  /** After each text that was embedded or has failed. */
  onProgress: () => void;
  /** Aborted when all ends. */
  signal: AbortSignal;
}

/** The embedder that is wanted, and the one before it for as long as its vectors answer. */
export class EmbeddersInUse {
  readonly #options: EmbeddersInUseOptions;
  #sentences: SentenceVectors | null = null;
  #former: { embedder: Embedder; readsEnglishOnly: boolean } | null = null;
  #made: Promise<EmbedderChoice | null> | null = null;

  constructor(options: EmbeddersInUseOptions) {
    this.#options = options;
  }

  /** Null if there is no embedder, or not yet. */
  get sentences(): SentenceVectors | null {
    return this.#sentences;
  }

  /** Sentence vectors that can be asked: those made before a change of embedder, until the new ones are complete. */
  get askable(): AskableVectors | null {
    const { former } = this.#options.library;
    if (former !== null && this.#former !== null) return { set: former, ...this.#former };
    if (this.#sentences === null) return null;
    const { set, choice } = this.#sentences;
    return { set, embedder: choice.embedder, readsEnglishOnly: choice.readsEnglishOnly };
  }

  /** The embedder being made, as soon as it is; null if none is being made, or it could not be. */
  async made(): Promise<EmbedderChoice | null> {
    return (await this.#made?.catch(() => null)) ?? null;
  }

  /** Makes the embedder, and finds the vectors that are its own. False if none is wanted. Throws why there is none. */
  async choose(): Promise<boolean> {
    const { library, signal, createEmbedder, createFormerEmbedder, ...parts } = this.#options;
    this.#made = createEmbedder?.() ?? null;
    const choice = await this.#made;
    if (choice === null) return false;
    const adopted = signal.aborted ? null : await library.adopt(vectorIdentity(choice.embedder.identity));
    const { former } = library;
    if (former !== null && !signal.aborted)
      this.#former = (await createFormerEmbedder?.(former.identity).catch(() => null)) ?? null;
    if (adopted === null || signal.aborted) {
      await Promise.all([choice.embedder.close(), this.#former?.embedder.close()]);
      return false;
    }
    this.#sentences = new SentenceVectors({ ...parts, choice, set: () => library.sentences ?? adopted });
    return true;
  }

  /** Lets go of the embedder before and its vectors: the new ones are complete. */
  async letGoOfFormer(): Promise<void> {
    const { library } = this.#options;
    if (library.former === null) return;
    const former = this.#former;
    this.#former = null;
    await library.dropFormer();
    await former?.embedder.close();
  }

  async close(): Promise<void> {
    await Promise.all([this.#sentences?.choice.embedder.close(), this.#former?.embedder.close()]);
  }
}
