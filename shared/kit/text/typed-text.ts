import { originalOf, type ComposedText, type LetterChange } from './composed-text.ts';

/**
 * A text as a keyboard has it: straight quotes, hyphens for dashes, plain spaces, and three dots for an ellipsis. Null
 * if that changes nothing.
 */
export function typedText(source: string): ComposedText | null {
  const text = asTyped(source);
  if (text === source) return null;
  const changed: LetterChange[] = [];
  for (let at = source.indexOf(ELLIPSIS); at >= 0; at = source.indexOf(ELLIPSIS, at + 1)) {
    const start = at + changed.length * (DOTS.length - 1);
    changed.push({ start, end: start + DOTS.length, from: at, to: at + 1 });
  }
  return { text, original: (offset) => originalOf(changed, offset) };
}

/** The text of {@link typedText}. */
export function asTyped(source: string): string {
  let text = source;
  for (const [pattern, typed] of TYPED) text = text.replace(pattern, typed);
  return text;
}

const ELLIPSIS = '…';
const DOTS = '...';

/** All but the ellipsis keep the length. */
const TYPED: readonly (readonly [RegExp, string])[] = [
  [/[\u2018-\u201b\u2032\u02bc]/g, "'"],
  [/[\u201c-\u201f\u2033]/g, '"'],
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u00a0\u2000-\u200a\u202f\u205f]/g, ' '],
  [/…/g, DOTS],
];
