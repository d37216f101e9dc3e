import type { Link, TextRange } from '../parsed-note.ts';
import { decodeDestination, isExternalTarget, splitLinkText } from './link-target.ts';

/**
 * Reads the wikilink or embed that begins at `at` (an embed's `!`) and whose `[[` is at `open`. It must close on its
 * line; a single `]` does not close it. The first pipe, which tables write `\|`, begins the alias, unless it is the
 * first character. Returns the link, its `line` still 0, and its hidden part: all but the alias, or the target if there
 * is none; for an embed without alias that is not a note, everything.
 */
export function readWikilink(
  text: string,
  at: number,
  open: number,
  limit: number,
): { link: Link; hidden: TextRange[] } | null {
  const contentStart = open + 2;
  let pipe = -1;
  let close = -1;
  for (let index = contentStart; index < limit; index++) {
    const code = text.charCodeAt(index);
    if (code === 10) return null;
    if (code === OPEN && (text.charCodeAt(index + 1) === OPEN || index === contentStart)) return null;
    if (code === CLOSE && text.charCodeAt(index + 1) === CLOSE && index + 1 < limit) {
      close = index;
      break;
    }
    if (code === PIPE && pipe < 0 && index > contentStart) pipe = index;
  }
  if (close < 0) return null;
  const pipeStart = pipe > contentStart && text.charCodeAt(pipe - 1) === BACKSLASH ? pipe - 1 : pipe;
  const targetRange = trimmed(text, contentStart, pipe < 0 ? close : pipeStart);
  const target = text.slice(targetRange.start, targetRange.end);
  if (target === '') return null;
  const end = close + 2;
  const isEmbed = at < open;
  const display = pipe < 0 ? '' : aliasText(text.slice(pipe + 1, close));
  const link = makeLink(isEmbed ? 'embed' : 'wikilink', target, display, targetRange, at, end);
  const shown = display === '' ? targetRange : { start: pipe + 1, end: close };
  if (isEmbed && (display === '' ? isAttachment(link.path) : SIZE.test(display)))
    return { link, hidden: [{ start: at, end }] };
  return {
    link,
    hidden: [
      { start: at, end: shown.start },
      { start: shown.end, end },
    ],
  };
}

/** Reads `(destination "title")` from its `(` at `open`. The range of the destination is without angle brackets. */
export function readDestination(
  text: string,
  open: number,
  limit: number,
): { destination: TextRange; end: number } | null {
  const start = skipBlank(text, open + 1, limit);
  const isAngled = text.charCodeAt(start) === LESS && start < limit;
  const stop = isAngled ? angledEnd(text, start + 1, limit) : bareEnd(text, start, limit);
  if (stop < 0) return null;
  const destination = isAngled ? { start: start + 1, end: stop } : { start, end: stop };
  const afterDestination = isAngled ? stop + 1 : stop;
  let at = skipBlank(text, afterDestination, limit);
  if (at > afterDestination) at = skipBlank(text, titleEnd(text, at, limit), limit);
  return at < limit && text.charCodeAt(at) === CLOSE_PAREN ? { destination, end: at + 1 } : null;
}

/** The link with this text and destination, its `line` still 0; null if it leads nowhere or out of the vault. */
export function markdownLink(
  text: string,
  whole: TextRange,
  label: TextRange,
  targetRange: TextRange,
  isImage: boolean,
): Link | null {
  const written = text.slice(targetRange.start, targetRange.end);
  if (written === '' || isExternalTarget(written)) return null;
  const target = decodeDestination(written);
  const display = text.slice(label.start, label.end).replace(LINE_BREAK, ' ').trim();
  return makeLink(isImage ? 'markdown-embed' : 'markdown', target, display, targetRange, whole.start, whole.end);
}

const OPEN = 91;
const CLOSE = 93;
const PIPE = 124;
const BACKSLASH = 92;
const LESS = 60;
const GREATER = 62;
const OPEN_PAREN = 40;
const CLOSE_PAREN = 41;
const MAX_PARENS = 32;
const MAX_TITLE = 2000;
const SIZE = /^\d+(?:x\d+)?$/;
const EXTENSION = /\.(?!md$)[a-z][a-z0-9]{1,4}$/i;
const LINE_BREAK = /\s*\n[\s>]*/g;

function makeLink(
  kind: Link['kind'],
  target: string,
  display: string,
  targetRange: TextRange,
  start: number,
  end: number,
): Link {
  const { path, subpath } = splitLinkText(target);
  const link: Link = { kind, target, path, subpath, targetRange, line: 0, start, end };
  if (display !== '') link.display = display;
  return link;
}

function aliasText(written: string): string {
  const trimmedText = written.trim();
  return trimmedText.includes('\\|') ? trimmedText.replaceAll('\\|', '|') : trimmedText;
}

/** Whether the path of a link has the ending of a file other than a note. */
export function isAttachment(path: string): boolean {
  return EXTENSION.test(path);
}

function trimmed(text: string, from: number, to: number): TextRange {
  let start = from;
  let end = to;
  while (start < end && text.charCodeAt(start) <= 32) start++;
  while (end > start && text.charCodeAt(end - 1) <= 32) end--;
  return { start, end };
}

function skipBlank(text: string, at: number, limit: number): number {
  let next = at;
  while (next < limit && text.charCodeAt(next) <= 32) next++;
  return next;
}

function angledEnd(text: string, start: number, limit: number): number {
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code === GREATER) return at;
    if (code === LESS || code === 10) return -1;
    if (code === BACKSLASH) at++;
  }
  return -1;
}

function bareEnd(text: string, start: number, limit: number): number {
  let depth = 0;
  for (let at = start; at < limit; at++) {
    const code = text.charCodeAt(at);
    if (code <= 32) return depth === 0 ? at : -1;
    if (code === BACKSLASH && isAsciiPunctuation(text.charCodeAt(at + 1))) at++;
    else if (code === OPEN_PAREN && ++depth > MAX_PARENS) return -1;
    else if (code === CLOSE_PAREN && depth-- === 0) return at;
  }
  return -1;
}

/** What a backslash escapes. CommonMark, section 2.4. */
export function isAsciiPunctuation(code: number): boolean {
  return (
    (code >= 33 && code <= 47) ||
    (code >= 58 && code <= 64) ||
    (code >= 91 && code <= 96) ||
    (code >= 123 && code <= 126)
  );
}

/** Where the title from `start` ends; `start` if there is none. */
function titleEnd(text: string, start: number, limit: number): number {
  const open = text.charAt(start);
  if (open !== '"' && open !== "'" && open !== '(') return start;
  const close = open === '(' ? ')' : open;
  for (let at = start + 1; at < Math.min(limit, start + MAX_TITLE); at++) {
    if (text.charCodeAt(at) === BACKSLASH) at++;
    else if (text.charAt(at) === close) return at + 1;
  }
  return start;
}
