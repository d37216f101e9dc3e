import type { EmbedFailure } from './embedder.ts';

/** No overflow lowers the discovered capacity below this: no model has a smaller limit. */
export const MIN_DISCOVERED_TOKENS = 256;

/** How many tokens a text may have. */
export interface Capacity {
  advertisedMaxTokens: number;
  discoveredMaxTokens: number;
}

/** The capacity at the start, and at each full reindex. */
export function advertisedCapacity(maxTokens: number): Capacity {
  return { advertisedMaxTokens: maxTokens, discoveredMaxTokens: maxTokens };
}

/**
 * The capacity after a text proved too long: halved until the text's `tokens`, if known, no longer fit, but never below
 * {@link MIN_DISCOVERED_TOKENS} or, if smaller, the advertised value.
 */
export function capacityAfterOverflow(capacity: Capacity, tokens?: number): Capacity {
  const least = leastCapacity(capacity);
  let discovered = capacity.discoveredMaxTokens;
  do discovered = Math.max(least, Math.floor(discovered / 2));
  while (tokens !== undefined && discovered >= tokens && discovered > least);
  return { ...capacity, discoveredMaxTokens: discovered };
}

/** Whether the capacity is above its least; if not, a text that is too long fails for good. */
export function canShrink(capacity: Capacity): boolean {
  return capacity.discoveredMaxTokens > leastCapacity(capacity);
}

export type FailedChunkReason = EmbedFailure | 'note-too-long' | 'note-embed-error' | 'no-embeddable-content';

/** A log line about a text that could not be embedded. */
export interface FailedChunk {
  note: string;
  reason: FailedChunkReason;
  /** Epoch milliseconds. */
  at: number;
}

/**
 * The log lines for a note: none if all went well; one if it has nothing to embed, or if all its chunks failed
 * (`note-too-long` only if each was too long); else one per failed chunk.
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
