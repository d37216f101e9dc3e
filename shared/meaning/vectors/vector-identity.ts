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

/** The segments with the most vectors of one identity; undefined if none has an identity. */
export function fullest(infos: readonly SegmentInfo[]): [VectorIdentity, SegmentInfo[]] | undefined {
  const byIdentity = new Map<string, [VectorIdentity, SegmentInfo[]]>();
  for (const info of infos) {
    const identity = identityOf(info);
    if (identity === null) continue;
    const text = identityText(identity);
    const [, own] = byIdentity.get(text) ?? [];
    byIdentity.set(text, [identity, [...(own ?? []), info]]);
  }
  const rows = ([{ dimensions }, own]: [VectorIdentity, SegmentInfo[]]): number =>
    own.reduce((sum, { bytes }) => sum + bytes, 0) / dimensions;
  return [...byIdentity.values()].sort((a, b) => rows(b) - rows(a))[0];
}

/** What is new about vectors, as a reason to make them all again. */
export function changeOf(before: VectorIdentity, now: VectorIdentity): string {
  const names = `from ${before.provider} (${before.model}) to ${now.provider} (${now.model})`;
  if (before.provider !== now.provider || before.model !== now.model)
    return `The embedder changed ${names}: all vectors are rebuilt.`;
  const what =
    before.dimensions !== now.dimensions ? 'dimensions' : before.chunker !== now.chunker ? 'chunking' : 'prefixes';
  return `The ${what} of ${now.provider} (${now.model}) changed: all vectors are rebuilt.`;
}
