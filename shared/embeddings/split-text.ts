import type { Cut } from '../markdown/chunks/chunk-cuts.ts';
import { nextCut } from '../markdown/chunks/chunk-cuts.ts';

const CUTS: readonly Cut[] = ['line', 'sentence', 'word', 'anywhere'];

/**
 * Cuts a text into parts of at most `limit` tokens, at lines if possible, else at sentences, words or anywhere. A part
 * that cannot be cut may be longer.
 */
export function splitText(text: string, limit: number, countTokens: (text: string) => number): string[] {
  const parts: string[] = [];
  let open = '';
  for (const piece of pieces(text, limit, countTokens, CUTS)) {
    if (open !== '' && countTokens(open + piece) > limit) {
      parts.push(open.trim());
      open = '';
    }
    open += piece;
  }
  return [...parts, open.trim()].filter((part) => part !== '');
}

function pieces(text: string, limit: number, countTokens: (text: string) => number, cuts: readonly Cut[]): string[] {
  const [cut, ...finer] = cuts;
  if (cut === undefined || countTokens(text) <= limit) return [text];
  const found: string[] = [];
  for (let from = 0; from < text.length; ) {
    const to = nextCut(cut, text, from, text.length);
    found.push(...pieces(text.slice(from, to), limit, countTokens, finer));
    from = to;
  }
  return found;
}
