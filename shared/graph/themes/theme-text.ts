import { cutTo } from '../../kit/text/shorten.ts';

/** Markup that a label leaves out. */
const MARKUP: readonly [RegExp, string][] = [
  [/!?\[\[(?:[^\]|]*\|)?([^\]]*)\]\]/gu, '$1'],
  [/!?\[([^\]]*)\]\([^)]*\)/gu, '$1'],
  [/<\/?[a-z][^<>]*>/giu, ''],
  [/(\*\*|__|~~|==|%%|`+|\$\$)(?=\S)(.*?\S)\1/gu, '$2'],
  [/(?<![\p{L}\p{N}*])\*(?=\S)([^*]*\S)\*(?![\p{L}\p{N}*])/gu, '$1'],
  [/(?<![\p{L}\p{N}_])_(?=\S)([^_]*\S)_(?![\p{L}\p{N}_])/gu, '$1'],
  [/^\s*(?:#{1,6}\s+|>\s*|[-*+]\s+(?:\[.\]\s+)?)/u, ''],
];
const EMPTY_PAIRS = /[([{“‘"「]\s*[)\]}”’"」]/gu;
const LEADING = /^(?:[\s,;:、，；：·•|/\\~=*#>!?)\]}–—-]|\.(?=\s|$))+/u;
const TRAILING = /[\s,;:、，；：·•|/\\~=<&–—-]+$/u;
const OPENERS = /\s*[([{“‘「][^)\]}”’」]*$/u;

/**
 * A text as a label: on one line, without markup, loose punctuation at its ends, empty brackets, or brackets left open.
 * May be empty.
 */
export function labelText(text: string): string {
  let plain = text.replace(/[\s\p{Cc}]+/gu, ' ');
  for (const [markup, kept] of MARKUP) plain = plain.replace(markup, kept);
  return withoutLooseEnds(plain.replace(EMPTY_PAIRS, ' ').replace(/ {2,}/gu, ' '));
}

/** At most `most` UTF-16 units, cut after a word if possible; no punctuation before the ellipsis. */
export function shortenedTo(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = cutTo(text, most - 1);
  const lastBlank = cut.lastIndexOf(' ');
  return `${withoutLooseEnds(lastBlank > most / 2 ? cut.slice(0, lastBlank) : cut)}…`;
}

function withoutLooseEnds(text: string): string {
  const trimmed = text.replace(LEADING, '').replace(TRAILING, '');
  const opened = OPENERS.exec(trimmed);
  // A bracket left open goes, with the short rest after it.
  return opened === null || opened.index < trimmed.length / 2
    ? trimmed
    : trimmed.slice(0, opened.index).replace(TRAILING, '');
}
