import type { QueryWord } from '../query.ts';
import { TokenScan, type Tokenizer } from '../terms/tokenizer.ts';
import type { Match } from './text-span.ts';

/**
 * Where quoted phrases are in a text: their words next to each other, in order, as full text finds them. In order of
 * their beginnings; `term` differs by phrase and from any word.
 */
export function phrasePlaces(text: string, phrases: readonly (readonly QueryWord[])[], tokenizer: Tokenizer): Match[] {
  const tokens = tokensOf(text, phrases.flat(), tokenizer);
  const places: Match[] = [];
  for (const [number, words] of phrases.entries()) {
    for (const at of tokens.keys()) {
      const place = placeAt(at, words, tokens);
      if (place !== null) places.push({ term: `"${number}`, ...place });
    }
  }
  return places.sort((a, b) => a.start - b.start);
}

/** By position, in words: the terms that any of the words can be. */
type Tokens = ReadonlyMap<number, readonly Match[]>;

function tokensOf(text: string, words: readonly QueryWord[], tokenizer: Tokenizer): Tokens {
  const tokens = new Map<number, Match[]>();
  // None may be skipped, as all count in positions.
  new TokenScan(tokenizer, text).run(text.length, (term, position, start, end) => {
    if (!words.some((word) => isWord(word, term))) return;
    const known = tokens.get(position);
    if (known === undefined) tokens.set(position, [{ term, start, end }]);
    else known.push({ term, start, end });
  });
  return tokens;
}

/** The words' range in the text, if the first of them is at this position and the others follow. */
function placeAt(at: number, words: readonly QueryWord[], tokens: Tokens): { start: number; end: number } | null {
  const from = words[0]?.position ?? 0;
  let [start, end] = [Infinity, 0];
  for (const word of words) {
    const token = tokens.get(at + (word.position ?? 0) - from)?.find(({ term }) => isWord(word, term));
    if (token === undefined) return null;
    start = Math.min(start, token.start);
    end = Math.max(end, token.end);
  }
  return { start, end };
}

function isWord({ term, prefix }: QueryWord, found: string): boolean {
  return prefix === null ? term === found : found.startsWith(term) || prefix.includes(found);
}
