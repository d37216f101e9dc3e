import type { Steps } from '../../../shared/kit/concurrency/slices.ts';
import { align } from './align.ts';

/** A stretch of text that is kept, removed or added. */
export interface Part {
  kind: 'same' | 'removed' | 'added';
  text: string;
}

/** Longer lines are cut at blanks and full stops alone, which is ten times faster. */
const LONG_LINE = 10_000;
const TOKENS_A_STEP = 5_000;
const SEGMENTS_A_STEP = 500;
let segmenter: Intl.Segmenter | null = null;

/** The words of a line, blanks and marks between them included: joined, they are the line. */
export function* tokensOf(line: string): Steps<string[]> {
  const tokens: string[] = [];
  if (line.length > LONG_LINE) {
    for (const [token] of line.matchAll(/\s+|[^\s。！？、，；]+|[。！？、，；]/gu)) {
      tokens.push(token);
      if (tokens.length % TOKENS_A_STEP === 0) yield;
    }
    return tokens;
  }
  // It knows the words of scripts without blanks, and keeps letters with their marks and parts of an emoji together.
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' });
  for (const { segment } of segmenter.segment(line)) {
    tokens.push(segment);
    if (tokens.length % SEGMENTS_A_STEP === 0) yield;
  }
  return tokens;
}

/**
 * What changed between two lines of words, as parts that a person can read: removed before added, no crumbs between.
 */
export function* wordDiff(before: readonly string[], after: readonly string[]): Steps<Part[]> {
  const parts: Part[] = [];
  const stretches = yield* align(before, after);
  for (const [index, stretch] of stretches.entries()) {
    const gone = yield* joined(before, stretch.before);
    const isBetween = index > 0 && index < stretches.length - 1;
    if (stretch.same && !(isBetween && isCrumb(gone))) parts.push({ kind: 'same', text: gone });
    else replace(parts, gone, stretch.same ? gone : yield* joined(after, stretch.after));
  }
  return parts;
}

function* joined(tokens: readonly string[], [start, end]: readonly [number, number]): Steps<string> {
  let text = '';
  for (let index = start; index < end; index += TOKENS_A_STEP) {
    text += tokens.slice(index, Math.min(end, index + TOKENS_A_STEP)).join('');
    yield;
  }
  return text;
}

/** Adds to the replacement at the end of `parts`, or begins one. */
function replace(parts: Part[], gone: string, come: string): void {
  let added = parts.at(-1)?.kind === 'added' ? (parts.pop()?.text ?? '') : '';
  let removed = parts.at(-1)?.kind === 'removed' ? (parts.pop()?.text ?? '') : '';
  removed += gone;
  added += come;
  if (removed !== '') parts.push({ kind: 'removed', text: removed });
  if (added !== '') parts.push({ kind: 'added', text: added });
}

/** Blanks between two changes: read with them, not on their own. */
function isCrumb(text: string): boolean {
  return /^[ \t]+$/u.test(text);
}
