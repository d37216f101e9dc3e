import type { BlockKind } from '../parsed-note.ts';
import { isBlank, isUnspaced } from '../words.ts';

/** A kind of place where a block may be cut. */
export type Cut = 'item' | 'line' | 'sentence' | 'word' | 'anywhere';

/** The places where a block of this kind may be cut, coarsest first. */
export function cutsFor(kind: BlockKind): readonly Cut[] {
  if (kind === 'list') return ['item', 'line', 'sentence', 'word', 'anywhere'];
  if (kind === 'paragraph' || kind === 'other') return ['sentence', 'line', 'word', 'anywhere'];
  return ['line', 'sentence', 'word', 'anywhere'];
}

/** The first cut of this kind after `from`, at most `end`; always beyond `from`. */
export function nextCut(cut: Cut, text: string, from: number, end: number): number {
  switch (cut) {
    case 'item':
      return nextItem(text, from, end);
    case 'line':
      return nextLine(text, from, end);
    case 'sentence':
      return nextSentence(text, from, end);
    case 'word':
      return nextWord(text, from, end);
    default:
      return nextAnywhere(text, from, end);
  }
}

/** Assumed maximum length of a sentence, to bound the search. */
const MAX_SENTENCE = 4000;
const ANYWHERE = 40;
const ITEM = /([ \t]*)(?:[-*+]|\d{1,9}[.)])[ \t]/y;
const STOPS = '.!?…';
const WIDE_STOPS = '。！？｡．';
const CLOSERS = '"\'”’»)]*_」』）】';
const ENDINGS = STOPS + WIDE_STOPS + CLOSERS;

/** The next line that begins an item at the depth of the item at `from`, or higher. */
function nextItem(text: string, from: number, end: number): number {
  const depth = itemDepth(text, from) ?? 0;
  for (let line = nextLine(text, from, end); line < end; line = nextLine(text, line, end)) {
    const lineDepth = itemDepth(text, line);
    if (lineDepth !== null && lineDepth <= depth) return line;
  }
  return end;
}

function itemDepth(text: string, line: number): number | null {
  ITEM.lastIndex = line;
  return ITEM.exec(text)?.[1]?.length ?? null;
}

function nextLine(text: string, from: number, end: number): number {
  let at = from;
  for (; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) return at + 1;
  }
  return end;
}

/** After a full stop and closing punctuation, before a space; scripts without spaces need none. */
function nextSentence(text: string, from: number, end: number): number {
  const limit = Math.min(end, from + MAX_SENTENCE);
  const reach = Math.min(end, limit + MAX_SENTENCE);
  for (let at = from; at < limit; ) {
    const first = text.charAt(at++);
    let isWide = WIDE_STOPS.includes(first);
    if (!isWide && !STOPS.includes(first)) continue;
    // A run of stops ends at most one sentence: looking again from each of them would take forever in a long run.
    for (; at < reach && ENDINGS.includes(text.charAt(at)); at++)
      if (at < limit && WIDE_STOPS.includes(text.charAt(at))) isWide = true;
    if (isWide || (isBlank(text.charCodeAt(at)) && !continuesLowerCase(text, at, end)))
      return at < end ? skipBlank(text, at, end) : end;
  }
  return limit === end ? end : wordStartBefore(text, from, limit);
}

function continuesLowerCase(text: string, at: number, end: number): boolean {
  const next = text.charCodeAt(skipBlank(text, at, end));
  return next >= 97 && next <= 122;
}

function wordStartBefore(text: string, from: number, limit: number): number {
  for (let at = limit; at > from + 1; at--) if (isBlank(text.charCodeAt(at - 1))) return at;
  return evenSurrogates(text, limit);
}

function nextWord(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && !isBlank(text.charCodeAt(at)) && !isUnspaced(text.charCodeAt(at))) at++;
  if (at === from && at < end && !isBlank(text.charCodeAt(at))) at = evenSurrogates(text, at + 1);
  return skipBlank(text, at, end);
}

function nextAnywhere(text: string, from: number, end: number): number {
  return Math.min(end, evenSurrogates(text, from + ANYWHERE));
}

function skipBlank(text: string, from: number, end: number): number {
  let at = from;
  while (at < end && isBlank(text.charCodeAt(at))) at++;
  return at;
}

/** Moves a cut that falls between the two halves of a character after it. */
function evenSurrogates(text: string, at: number): number {
  return at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
    ? at + 1
    : at;
}
