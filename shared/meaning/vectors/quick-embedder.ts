import type { EmbedderChoice } from '../../embeddings/embedder-choice.ts';
import { KnownWords } from '../../embeddings/words/known-words.ts';
import { createStaticEmbedder } from '../../embeddings/words/static-embedder.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { VectorIdentity } from '../../search/vectors/vector-types.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import { SHORT_KIND, STATIC_KIND, type EmbeddedKind } from './vault-vectors.ts';
import { vectorIdentity } from './vector-identity.ts';

/** What makes the first vectors of a vault, in minutes. */
export interface QuickEmbedder {
  /** Makes vectors of passages from those of their words. */
  choice: EmbedderChoice;
  words: KnownWords;
  /** The identity of each kind of vectors that is made first. */
  identities: ReadonlyMap<EmbeddedKind, VectorIdentity>;
}

/** Null if the embedder has nothing quicker than itself. */
export function quickEmbedder(
  choice: EmbedderChoice,
  options: {
    index: () => NoteIndex;
    dataFolder: string;
    slicer: Slicer;
    log: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
  },
): QuickEmbedder | null {
  const { words } = choice.embedder;
  if (words === undefined) return null;
  const { index, dataFolder, slicer, log } = options;
  const known = new KnownWords({ folder: dataFolder, space: words.space, dimensions: words.dimensions, slicer, log });
  const embedder = createStaticEmbedder({
    words,
    known,
    rarityOf: (term) => index().fulltext.rarityOf(term),
    slicer,
    maxTokens: choice.embedder.maxTokens,
  });
  const identities = new Map<EmbeddedKind, VectorIdentity>([
    [STATIC_KIND, vectorIdentity(embedder.identity)],
    [SHORT_KIND, vectorIdentity(choice.embedder.identity)],
  ]);
  return { choice: { ...choice, embedder }, words: known, identities };
}
