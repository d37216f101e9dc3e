import { foldText } from './terms/fold.ts';

/** How a query has a name: it is the name, with other signs between its words perhaps, or contains it. */
export type Named = 'whole' | 'within';

const BETWEEN_WORDS = /[^\p{L}\p{M}\p{N}+#]+/gu;

/** Tells how a query has the first of some names that it has; null if it has none of them. */
export function namesIn(query: string): (names: Iterable<string>) => Named | null {
  const asked = inWords(query);
  return (names) => {
    let found: Named | null = null;
    for (const name of names) {
      const words = inWords(name);
      if (words === '  ' || !asked.includes(words)) continue;
      if (words === asked) return 'whole';
      found = 'within';
    }
    return found;
  };
}

/** Each word with a blank on both sides, in the form in which words are compared, but not stemmed. */
function inWords(text: string): string {
  return ` ${foldText(text).replace(BETWEEN_WORDS, ' ').trim()} `;
}
