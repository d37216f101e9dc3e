import { diffArrays, diffWordsWithSpace } from 'diff';
import { withoutChanged } from './changed-lines.ts';
import { byAlikeLines, linesOf } from './alike-lines.ts';
import type { Passage } from './passage.ts';

/** A passage with more differences is treated as a whole: comparing its parts takes too long. */
const MOST_DIFFERENCES = 400;
const COMPARED_AT_ONCE = 65_536;

/**
 * Merges concurrent changes to `base`: `typed` by the person and `written` by a tool. What
 * either has added stays, and what either has removed goes, except lines that the other has changed: a change wins over
 * a deletion. If both have added something at one place, whole lines of the tool come before what was typed at a line's
 * beginning, and everything else after. Line ends are `\n` in all three.
 */
export function mergeTyped(base: string, typed: string, written: string): string {
  if (typed === base || typed === written) return written;
  if (written === base) return typed;
  const mine = passages(base, typed);
  const theirs = passages(base, written);
  return applyBoth(base, withoutChanged(base, mine, theirs), withoutChanged(base, theirs, mine));
}

/** As {@link mergeTyped}, of texts with any line ends; the result has `\n`, as editors do. */
export function mergeTexts(base: string, typed: string, written: string): string {
  return mergeTyped(withLf(base), withLf(typed), withLf(written));
}

/** Regardless of line ends and a byte order mark, which editors do not keep. */
export function isSameText(a: string, b: string): boolean {
  return a === b || withLf(a) === withLf(b);
}

function withLf(text: string): string {
  const unmarked = text.startsWith('\uFEFF') ? text.slice(1) : text;
  return unmarked.includes('\r') ? unmarked.replace(/\r\n?/g, '\n') : unmarked;
}

function applyBoth(base: string, mine: readonly Passage[], theirs: readonly Passage[]): string {
  const [ownAt, otherAt] = [mine, theirs].map((list) => new Map(list.map((passage) => [passage.from, passage])));
  const points = [...new Set([...mine, ...theirs].flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b);
  let merged = base.slice(0, points[0] ?? base.length);
  let goneUntil = 0;
  points.forEach((at, i) => {
    const own = ownAt?.get(at);
    const other = otherAt?.get(at);
    merged += isSame(own, other)
      ? (own?.text ?? '')
      : joined(own?.text ?? '', other?.text ?? '', at === 0 || base[at - 1] === '\n');
    goneUntil = Math.max(goneUntil, own?.to ?? 0, other?.to ?? 0);
    if (at >= goneUntil) merged += base.slice(at, points[i + 1] ?? base.length);
  });
  return merged;
}

function isSame(mine: Passage | undefined, theirs: Passage | undefined): boolean {
  return mine !== undefined && theirs !== undefined && mine.to === theirs.to && mine.text === theirs.text;
}

function joined(mine: string, theirs: string, atLineStart: boolean): string {
  if (mine === '' || theirs === '' || !atLineStart) return mine + theirs;
  if (theirs.endsWith('\n')) return theirs + mine;
  return mine.endsWith('\n') ? mine + theirs : `${mine}\n${theirs}`;
}

/** What turns `base` into `changed`, in order and without overlaps. */
function passages(base: string, changed: string): Passage[] {
  const head = sharedStart(base, changed);
  const tail = sharedEnd(base, changed, head);
  const [removed, added] = [base.slice(head, base.length - tail), changed.slice(head, changed.length - tail)];
  if (removed === '' || added === '') {
    const [text, length] = removed === '' ? [changed, added.length] : [base, removed.length];
    const at = aligned(text, head, head + length);
    if (at !== null) return [{ from: at, to: at + removed.length, text: changed.slice(at, at + added.length) }];
  }
  const parts = byLines(base, wholeLines(base, changed, head, tail))
    .flatMap((passage) => byAlikeLines(base, passage))
    .flatMap((passage) => byWords(base, passage));
  return adjoined(parts);
}

/** The passages from `head` to `tail` units before the end, with the rest of the lines that they begin and end in. */
function wholeLines(base: string, changed: string, head: number, tail: number): Passage {
  const from = head === 0 ? 0 : base.lastIndexOf('\n', head - 1) + 1;
  const [baseEnd, changedEnd] = [base.length - tail, changed.length - tail];
  const atLineStart = base[baseEnd - 1] === '\n' && changed[changedEnd - 1] === '\n';
  const lineEnd = atLineStart ? baseEnd : base.indexOf('\n', baseEnd) + 1;
  const to = lineEnd === 0 ? base.length : lineEnd;
  return { from, to, text: changed.slice(from, changedEnd + to - baseEnd) };
}

function adjoined(passages: readonly Passage[]): Passage[] {
  const joint: Passage[] = [];
  for (const { from, to, text } of passages) {
    const before = joint.at(-1);
    if (before?.to === from) Object.assign(before, { to, text: before.text + text });
    else joint.push({ from, to, text });
  }
  return joint;
}

/**
 * Where a passage that was added or removed begins if it is moved back to the start of a line, or else of a word. The
 * result is the same, but other changes stay outside of it. Null if it has line ends, but is not of whole lines.
 *
 * @param text has the passage, from `from` to `to`
 */
function aligned(text: string, from: number, to: number): number | null {
  const hasLineEnd = text.slice(from, to).includes('\n');
  if (to === text.length && text[from] === '\n') return from;
  let word: number | null = null;
  for (let [at, end] = [from, to]; ; at--, end--) {
    const isLineStart = at === 0 || text[at - 1] === '\n';
    if (isLineStart && text[end - 1] === '\n') return at;
    if (isLineStart || /\s/u.test(text[at - 1] ?? '')) word ??= at;
    if (isLineStart || text[at - 1] !== text[end - 1]) return hasLineEnd ? null : (word ?? from);
  }
}

function byLines(base: string, { from, to, text }: Passage): Passage[] {
  const parts = diffArrays(linesOf(base.slice(from, to)), linesOf(text), { maxEditLength: MOST_DIFFERENCES });
  return parts === undefined
    ? [{ from, to, text }]
    : gathered(
        from,
        parts.map(({ added, removed, value }) => ({ added, removed, text: value.join('') })),
      );
}

function byWords(base: string, passage: Passage): Passage[] {
  const { from, to, text } = passage;
  if (from === to || text === '') return [passage];
  const parts = diffWordsWithSpace(base.slice(from, to), text, { maxEditLength: MOST_DIFFERENCES });
  return parts === undefined
    ? [passage]
    : gathered(
        from,
        parts.map(({ added, removed, value }) => ({ added, removed, text: value })),
      );
}

function gathered(start: number, parts: readonly { added: boolean; removed: boolean; text: string }[]): Passage[] {
  const found: Passage[] = [];
  let at = start;
  let open: Passage | null = null;
  for (const { added, removed, text } of parts) {
    if (!added && !removed) {
      open = null;
      at += text.length;
      continue;
    }
    if (open === null) found.push((open = { from: at, to: at, text: '' }));
    if (added) open.text += text;
    else open.to = at += text.length;
  }
  return found;
}

function sharedStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + COMPARED_AT_ONCE <= most && a.slice(at, at + COMPARED_AT_ONCE) === b.slice(at, at + COMPARED_AT_ONCE))
    at += COMPARED_AT_ONCE;
  while (at < most && a[at] === b[at]) at++;
  return at > 0 && isHalf(a, at) ? at - 1 : at;
}

function sharedEnd(a: string, b: string, head: number): number {
  const most = Math.min(a.length, b.length) - head;
  const part = (text: string, end: number): string =>
    text.slice(text.length - end - COMPARED_AT_ONCE, text.length - end);
  let end = 0;
  while (end + COMPARED_AT_ONCE <= most && part(a, end) === part(b, end)) end += COMPARED_AT_ONCE;
  while (end < most && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return end > 0 && isHalf(a, a.length - end) ? end - 1 : end;
}

/** Whether `at` is inside a surrogate pair. */
function isHalf(text: string, at: number): boolean {
  return /^[\uD800-\uDBFF]$/.test(text[at - 1] ?? '') && at <= text.length;
}
