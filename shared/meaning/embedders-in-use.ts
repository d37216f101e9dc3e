import type { EmbedderChoice } from '../embeddings/embedder-choice.ts';
import type { Embedder } from '../embeddings/embedder.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import type { AskableVectors, EmbeddingServiceOptions } from './embedding-options.ts';
import { SentenceVectors } from './vectors/sentence-vectors.ts';
import type { VectorLibrary } from './vectors/vault-vectors.ts';
import { vectorIdentity } from './vectors/vector-identity.ts';

export interface EmbeddersInUseOptions
  extends Pick<EmbeddingServiceOptions, 'createEmbedder' | 'createFormerEmbedder' | 'readTexts' | 'slicer'> {
  library: VectorLibrary;
  /** The notes to embed, as they are now. */
  notes: () => Iterable<NoteRecord>;
  /** Called after each text that was embedded or failed. */
  onProgress: () => void;
  /** Aborted on close. */
  signal: AbortSignal;
}

/** The wanted embedder, and the previous one as long as its vectors answer. */
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

  /** Sentence vectors that can be queried: the previous embedder's until the new ones are complete. */
  get askable(): AskableVectors | null {
    const { former } = this.#options.library;
    if (former !== null && this.#former !== null) return { set: former, ...this.#former };
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

  /** Drops the previous embedder and its vectors, as the new ones are complete. */
  async dropFormer(): Promise<void> {
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
