/** A text whose Latin and Greek letters have lost their accents, for a name typed on another keyboard. */
export function withoutAccents(text: string): string {
  return NON_ASCII.test(text) ? text.normalize('NFD').replace(ACCENTS, '').normalize('NFC') : text;
}

const NON_ASCII = /\P{ASCII}/u;
/** In other scripts, marks are part of what tells words apart, as in か and が. */
const ACCENTS = /(?<=[\p{Script=Latin}\p{Script=Greek}]\p{Mn}*)\p{Mn}/gu;
