import { CHUNKER_VERSION } from '../../markdown/chunks/chunker.ts';
import type { EmbedderIdentity } from '../../embeddings/embedder.ts';
import { isRecord } from '../../kit/json/is-record.ts';
import { identityText, type VectorIdentity } from '../../search/vectors/vector-types.ts';
import type { SegmentInfo } from '../../store/store-types.ts';

/** The identity of an embedder's vectors for this version's chunks. */
export function vectorIdentity({ provider, model, dimensions, prefixes }: EmbedderIdentity): VectorIdentity {
  return {
    provider,
    model,
    dimensions,
    prefixes: { query: prefixes.query, document: prefixes.document },
    chunker: CHUNKER_VERSION,
  };
}

/** Whether an embedder can query these vectors, regardless of the chunks they were made from. */
export function isOfEmbedder(vectors: VectorIdentity, embedder: EmbedderIdentity): boolean {
  return identityText({ ...vectorIdentity(embedder), chunker: vectors.chunker }) === identityText(vectors);
}

/** The identity a segment was written with; null if it has none. */
export function identityOf({ meta }: SegmentInfo): VectorIdentity | null {
  const identity = meta['identity'];
  if (!isRecord(identity) || !isRecord(identity['prefixes'])) return null;
  const { provider, model, dimensions, chunker } = identity;
  const { query, document } = identity['prefixes'];
  const isWhole =
    typeof provider === 'string' &&
    typeof model === 'string' &&
    typeof dimensions === 'number' &&
    typeof chunker === 'number' &&
    typeof query === 'string' &&
    typeof document === 'string';
  return isWhole ? { provider, model, dimensions, prefixes: { query, document }, chunker } : null;
}

/** Whether a segment was written with this identity. */
export function isOfIdentity(info: SegmentInfo, identity: VectorIdentity): boolean {
  const own = identityOf(info);
  return own !== null && identityText(own) === identityText(identity);
}
