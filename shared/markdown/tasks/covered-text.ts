import { oneLine } from '../../kit/text/shorten.ts';
import { readDestination } from '../inline/markdown-links.ts';
import { literalSpans } from '../inline/literal-spans.ts';
import type { TextRange } from '../parsed-note.ts';

/** A text with one private-use character in place of each part that is taken literally. */
export interface CoveredText {
  covered: string;
  /** Gives a piece of the covered text as it was written. */
  uncover: (piece: string) => string;
}

/** Covers code, math, HTML and comments. */
export function coverLiterals(text: string): CoveredText {
  return cover(text, FIRST_LITERAL, literalSpans);
}

/** Covers wikilinks and Markdown links, embeds among them, aliases and labels included. */
export function coverLinks(text: string): CoveredText {
  return cover(text, FIRST_LINK, linkSpans);
}

const FIRST_LITERAL = 0x10f000;
const FIRST_LINK = 0x10f800;
/** As many as there are characters for either; the rest of a longer text stays as it is. */
const MOST = 0x7fe;
const LITERAL_COVERS = /[\u{10F000}-\u{10F7FF}]/gu;
const LINK_COVERS = /[\u{10F800}-\u{10FFFD}]/gu;
/** A link's alias may hold single brackets, a label another pair. */
const WIKILINK = /\[\[(?!\[)(?:(?!\[\[|\]\]).)+\]\]/y;
const LABEL = /\[(?!\[)(?:[^[\]\\]|\\.|\[[^[\]]*\])*\](?=\()/y;

function cover(text: string, first: number, spansOf: (text: string) => TextRange[]): CoveredText {
  const covers = first === FIRST_LINK ? LINK_COVERS : LITERAL_COVERS;
  const spans = text.search(covers) < 0 ? spansOf(text).slice(0, MOST) : [];
  if (spans.length === 0) return { covered: text, uncover: (piece) => piece };
  let covered = '';
  let from = 0;
  for (const [i, { start, end }] of spans.entries()) {
    covered += text.slice(from, start) + String.fromCodePoint(first + i);
    from = end;
  }
  const written = (character: string): string => {
    const span = spans[(character.codePointAt(0) ?? 0) - first];
    return span === undefined ? character : oneLine(text.slice(span.start, span.end));
  };
  return { covered: covered + text.slice(from), uncover: (piece) => piece.replace(covers, written) };
}

function linkSpans(text: string): TextRange[] {
  const found: TextRange[] = [];
  for (let at = text.indexOf('['); at >= 0; ) {
    const end = linkEnd(text, at);
    if (end > at) found.push({ start: at, end });
    at = text.indexOf('[', Math.max(end, at + 1));
  }
  return found;
}

function linkEnd(text: string, start: number): number {
  WIKILINK.lastIndex = start;
  const wikilink = WIKILINK.exec(text);
  if (wikilink !== null) return start + wikilink[0].length;
  LABEL.lastIndex = start;
  const label = LABEL.exec(text);
  if (label === null) return start;
  return readDestination(text, start + label[0].length, text.length)?.end ?? start;
}
