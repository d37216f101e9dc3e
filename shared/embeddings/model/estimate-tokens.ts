/**
 * About how many tokens a text has for a model whose tokenizer is not at hand: word pieces as BERT's kin make them, rather
 * too many than too few. Words of the Latin alphabet one for each six letters, other alphabets one for each three, scripts
 * without blanks and signs one for each character.
 */
export function estimateTokens(text: string): number {
  let tokens = MARKS;
  for (const [piece] of text.matchAll(PIECES)) tokens += tokensOf(piece);
  return tokens;
}

/** Beginning and end of a text. */
const MARKS = 2;
const PIECES = /[a-z]+|\p{N}+|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]+|[\p{L}\p{M}]+|[^\s\p{L}\p{M}\p{N}]/giu;

function tokensOf(piece: string): number {
  if (/^[a-z]/i.test(piece)) return Math.ceil(piece.length / 6);
  if (/^\p{N}/u.test(piece)) return Math.ceil(piece.length / 2);
  if (/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u.test(piece)) return [...piece].length;
  return Math.ceil(piece.length / 3);
}
