const MOST_WORDS = 3;

/**
 * A looser form of a query that found nothing: without quotes, wildcards and joined words, or else only its longest
 * words. `null` if nothing can be left out.
 */
export function simplifyQuery(query: string): string | null {
  const words = plainWords(query);
  if (words.length === 0) return null;
  const unquoted = words.join(' ');
  if (unquoted !== query.trim().replace(/\s+/gu, ' ')) return unquoted;
  if (words.length === 1) return null;
  return longestWords(words, Math.min(MOST_WORDS, Math.ceil(words.length / 2))).join(' ');
}

function plainWords(query: string): string[] {
  return query.match(/[\p{L}\p{M}\p{N}]+(?:\+\+|#)?/gu) ?? [];
}

/** The longest `count` words, in their order. */
function longestWords(words: readonly string[], count: number): string[] {
  const byLength = words
    .map((word, index) => ({ word, index }))
    .sort((a, b) => b.word.length - a.word.length || a.index - b.index);
  return byLength
    .slice(0, count)
    .sort((a, b) => a.index - b.index)
    .map(({ word }) => word);
}
