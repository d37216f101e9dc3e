import { fnvHash } from '../../kit/text/fnv-hash.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import type { Tokenizer } from '../../search/words/terms/tokenizer.ts';
import { TokenScan } from '../../search/words/terms/tokenizer.ts';

/** The words of a text regardless of order, each as often as it occurs: sorted numbers that stand for them. */
export type WordBag = Uint32Array;

const UNITS_A_STEP = 4_096;

/** The words of some texts, cut and folded as search does it; of scripts without blanks, pairs of characters. */
export function* wordBagOf(texts: readonly string[], tokenizer: Tokenizer): Steps<WordBag> {
  const words: number[] = [];
  for (const text of texts) {
    const scan = new TokenScan(tokenizer, text);
    while (!scan.done) {
      scan.run(scan.offset + UNITS_A_STEP, (term, _position, _start, _end, kind) => {
        // Compounds, and parts of words, only repeat the words.
        if (kind !== 'whole' && kind !== 'part') words.push(fnvHash(term));
      });
      yield;
    }
  }
  return Uint32Array.from(words).sort();
}

/** How much of their words two texts share, 0 to 1; 0 if neither has any. */
export function sharedWords(a: WordBag, b: WordBag): number {
  if (a.length + b.length === 0) return 0;
  let common = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [left, right] = [a[i] as number, b[j] as number];
    if (left === right) common += 1;
    if (left <= right) i += 1;
    if (right <= left) j += 1;
  }
  return (2 * common) / (a.length + b.length);
}
