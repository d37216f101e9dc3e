/**
 * Estimates a text's tokens for an unknown tokenizer: one per six letters of a Latin word, three of other alphabets,
 * two digits, and one character of scripts without spaces or symbols. On English notes that is 0.94 of the built-in
 * encoder's count.
 */
export function estimateTokens(text: string): number {
  let tokens = MARKS;
  for (const [piece] of text.matchAll(PIECES)) tokens += tokensOf(piece);
  return tokens;
}

/** The marks at a text's ends. */
const MARKS = 2;
const PIECES =
  /[a-z]+|\p{N}+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+|[\p{L}\p{M}]+|[^\s\p{L}\p{M}\p{N}]/giu;

function tokensOf(piece: string): number {
  if (/^[a-z]/i.test(piece)) return Math.ceil(piece.length / 6);
  if (/^\p{N}/u.test(piece)) return Math.ceil(piece.length / 2);
  if (
    /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(
      piece,
    )
  )
    return [...piece].length;
  return Math.ceil(piece.length / 3);
}
