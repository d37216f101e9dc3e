/** A character with the marks on it, an emoji of several, or a flag. */
const LETTER = /\p{RI}{2}|\P{M}(?:\u200d\P{M}|[\p{M}\u200c\u200d\p{Emoji_Modifier}])*|\p{M}+/gsu;

/** What a person takes for the letters of a text, to cut it between two of them. */
export function lettersOf(text: string): string[] {
  return text.match(LETTER) ?? [];
}
