import { TokenScan } from '../../search/words/terms/tokenizer.ts';
import type { Tokenizer } from '../../search/words/terms/tokenizer.ts';

/** How often each word or pair occurs in a text, in order of appearance; compounds only by their parts. */
export function termCounts(tokenizer: Tokenizer, text: string): Map<string, number> {
  const counts = new Map<string, number>();
  new TokenScan(tokenizer, text).run(text.length, (term, _position, _start, _end, kind) => {
    if (kind === 'word' || kind === 'part' || kind === 'pair') counts.set(term, (counts.get(term) ?? 0) + 1);
  });
  return counts;
}

/** Natural logarithm of 1 + a count, by sums and products alone, so that every host gets the same bits. */
export function logOfCount(count: number): number {
  let mantissa = 1 + count;
  let halvings = 0;
  for (; mantissa > 1.5; halvings += 1) mantissa /= 2;
  const ratio = (mantissa - 1) / (mantissa + 1);
  let power = ratio;
  let sum = 0;
  for (let odd = 1; odd < 40; odd += 2) {
    sum += power / odd;
    power *= ratio * ratio;
  }
  return 2 * sum + halvings * LN_2;
}

const LN_2 = 0.6931471805599453;
