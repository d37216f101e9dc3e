import { oneLine } from '../../kit/text/shorten.ts';

/** The encoder ignores the rest of a text. */
export const MAX_TOKENS = 128;

/** The most of a text that the encoder can read: its longest piece has 16 characters, plus whitespace. */
export const MAX_CHARACTERS = MAX_TOKENS * 16 * 2;

/** The text for the encoder, whose vocabulary knows single spaces only. */
export function readableText(text: string): string {
  return oneLine(text);
}
