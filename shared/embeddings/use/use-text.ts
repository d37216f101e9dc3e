import { oneLine } from '../../kit/text/shorten.ts';

/** What follows in a text is not read by the encoder. */
export const MAX_TOKENS = 128;

/** The part of a text the encoder can read at most: its longest piece has 16 characters, plus whitespace. */
export const MAX_CHARACTERS = MAX_TOKENS * 16 * 2;

/** The text as the encoder should see it: the vocabulary knows no whitespace except the single space. */
export function readableText(text: string): string {
  return oneLine(text);
}
