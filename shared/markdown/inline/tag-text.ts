import { isBlank } from '../words.ts';

/**
 * Where the tag name ends that begins at `start` (after the `#`): letters, digits, `_`, `-`, `/` and anything outside
 * ASCII, except whitespace and general punctuation. Returns `start` if there is no name or only digits.
 */
export function tagNameEnd(text: string, start: number, limit: number): number {
  let at = start;
  let onlyDigits = true;
  for (; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (!isTagUnit(code)) break;
    if (code < 48 || code > 57) onlyDigits = false;
  }
  return onlyDigits ? start : at;
}

/** Whether a text is the name of a tag, without `#`. */
export function isTagName(text: string): boolean {
  return text !== '' && tagNameEnd(text, 0, text.length) === text.length;
}

function isTagUnit(code: number): boolean {
  if (code < 0x80)
    return (
      (code >= 97 && code <= 122) ||
      (code >= 65 && code <= 90) ||
      (code >= 45 && code <= 57 && code !== 46) ||
      code === 95
    );
  return !isBlank(code) && !(code >= 0x2000 && code <= 0x206f) && !(code >= 0x2e00 && code <= 0x2e7f);
}
