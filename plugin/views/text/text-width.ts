/** Pixels. Fonts differ: these are safe guesses for the app's small interface text. */
export const FONT = 13;
/** The width of most letters. */
export const NARROW = 0.56 * FONT;
/** Digits, which are all of a daily note's name, and scripts whose small letters are wider than Latin ones. */
const MIDDLE = /[\p{Nd}\p{Script=Cyrillic}\p{Script=Armenian}\p{Script=Georgian}]/u;
const MIDDLE_WIDTH = 0.65 * FONT;
/** Capitals, and the widest of the small letters. */
const BROAD = /[\p{Lu}mw@%æœжмфшщыю]/u;
const BROAD_WIDTH = 0.75 * FONT;
/** Scripts whose letters fill a square. */
const WIDE =
  /[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uff60]|[\u{1f300}-\u{1faff}]|[\u{20000}-\u{3ffff}]/u;

/** About how wide a text is, in pixels. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += widthOfLetter(letter);
  return width;
}

function widthOfLetter(letter: string): number {
  if (WIDE.test(letter)) return FONT;
  if (BROAD.test(letter)) return BROAD_WIDTH;
  return MIDDLE.test(letter) ? MIDDLE_WIDTH : NARROW;
}
