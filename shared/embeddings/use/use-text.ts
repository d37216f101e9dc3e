import { oneLine } from '../../kit/shorten.ts';

/** What follows in a text is not read by the encoder. */
export const MAX_TOKENS = 128;

/** The beginning of a text beyond which the encoder cannot read: its longest piece has 16 characters, and there is white space. */
export const MAX_CHARACTERS = MAX_TOKENS * 16 * 2;

/** The text as the encoder should see it: the vocabulary knows no white space but the single blank. */
export function readableText(text: string): string {
  return oneLine(text);
}
