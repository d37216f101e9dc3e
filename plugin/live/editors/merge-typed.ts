import { diffArrays, diffWordsWithSpace } from 'diff';

/** A passage of a text and its replacement. Offsets in UTF-16 units. */
interface Passage {
  from: number;
  to: number;
  text: string;
}

/** A passage with more differences is treated as a whole: comparing its parts takes too long. */
const MOST_DIFFERENCES = 400;
const COMPARED_AT_ONCE = 65_536;

/**
 * Merges concurrent changes to `base`: `typed` by the person and `written` by a tool. What
 * either has added stays, and what either has removed goes. If both have added something at one place, whole lines of
 * the tool come before what was typed at a line's beginning, and everything else after. Line ends are `\n` in all three.
 */
export function mergeTyped(base: string, typed: string, written: string): string {
  if (typed === base || typed === written) return written;
  if (written === base) return typed;
  return applyBoth(base, passages(base, typed), passages(base, written));
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
  const whole: Passage = { from: head, to: base.length - tail, text: changed.slice(head, changed.length - tail) };
  if (whole.from === whole.to) {
    const at = aligned(changed, head, head + whole.text.length);
    return [{ from: at, to: at, text: changed.slice(at, at + whole.text.length) }];
  }
  if (whole.text === '') {
    const at = aligned(base, whole.from, whole.to);
    return [{ from: at, to: at + whole.to - whole.from, text: '' }];
  }
  return byLines(base, whole).flatMap((passage) => byWords(base, passage));
}

/**
 * Where a passage that was added or removed begins if it is moved back to the start of a line, or else of a word. The result
 * is the same, but other changes stay outside of it.
 *
 * @param text has the passage, from `from` to `to`
 */
function aligned(text: string, from: number, to: number): number {
  let word: number | null = null;
  for (let [at, end] = [from, to]; ; at--, end--) {
    const isLineStart = at === 0 || text[at - 1] === '\n';
    if (isLineStart && text[end - 1] === '\n') return at;
    if (isLineStart || /\s/u.test(text[at - 1] ?? '')) word ??= at;
    if (isLineStart || text[at - 1] !== text[end - 1]) return word ?? from;
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

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/gu) ?? [];
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
