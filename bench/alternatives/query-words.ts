import { isStopWord } from '../../shared/search/words/terms/stop-words.ts';

const WORDS = /[\p{L}\p{N}]+/gu;

/** The words of a query in lower case, without English function words unless it has no others. */
export function queryWords(query: string): string[] {
  const words = (query.match(WORDS) ?? []).map((word) => word.toLowerCase());
  const meaningful = words.filter((word) => !isStopWord(word));
  return meaningful.length > 0 ? meaningful : words;
}
