import type { EmbedFailure } from './embedder.ts';

/** Below this no overflow lowers the discovered capacity: a model with a smaller limit could not read a paragraph. */
export const MIN_DISCOVERED_TOKENS = 256;

/** How many tokens a text may have, advertised and discovered. */
export interface Capacity {
  advertisedMaxTokens: number;
  discoveredMaxTokens: number;
}

/** The capacity before any experience: at the start, and again at each full reindex. */
export function advertisedCapacity(maxTokens: number): Capacity {
  return { advertisedMaxTokens: maxTokens, discoveredMaxTokens: maxTokens };
}

/**
 * The capacity after a text proved too long: halved, and further until that text, of `tokens` tokens where known, no
 * longer fits; never below {@link MIN_DISCOVERED_TOKENS}, or the advertised value if that is smaller.
 */
export function capacityAfterOverflow(capacity: Capacity, tokens?: number): Capacity {
  const least = leastCapacity(capacity);
  let discovered = capacity.discoveredMaxTokens;
  do discovered = Math.max(least, Math.floor(discovered / 2));
  while (tokens !== undefined && discovered >= tokens && discovered > least);
  return { ...capacity, discoveredMaxTokens: discovered };
}

/** False once the capacity has reached its least: a text that is too long for that fails for good. */
export function canShrink(capacity: Capacity): boolean {
  return capacity.discoveredMaxTokens > leastCapacity(capacity);
}

export type FailedChunkReason = EmbedFailure | 'note-too-long' | 'note-embed-error' | 'no-embeddable-content';

/** A log line about text that could not be embedded. */
export interface FailedChunk {
  note: string;
  reason: FailedChunkReason;
  /** Milliseconds since 1970. */
  at: number;
}

/**
 * The log lines for a note: nothing if all went well; one line that the note has nothing to embed, or that no chunk of
 * it could be embedded (too long only if each was); otherwise one line per failed chunk.
 */
export function failuresOfNote(
  note: string,
  chunks: number,
  failed: readonly { reason: EmbedFailure; at: number }[],
  now: number,
): FailedChunk[] {
  if (chunks === 0) return [{ note, reason: 'no-embeddable-content', at: now }];
  if (failed.length < chunks) return failed.map(({ reason, at }) => ({ note, reason, at }));
  const reason = failed.every((failure) => failure.reason === 'too-long') ? 'note-too-long' : 'note-embed-error';
  return [{ note, reason, at: Math.max(...failed.map(({ at }) => at)) }];
}

function leastCapacity({ advertisedMaxTokens }: Capacity): number {
  return Math.min(MIN_DISCOVERED_TOKENS, advertisedMaxTokens);
}
