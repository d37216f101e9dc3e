import { formatPatch, structuredPatch } from 'diff';
import { nameOnOneLine } from '../../kit/text/name-on-one-line.ts';
import { runSteps, type Steps } from '../../kit/concurrency/slices.ts';
import type { Step } from './change-record.ts';

/**
 * The unified diff of a change with 3 lines of context, its files in order. Bytes that are not UTF-8 show as U+FFFD.
 */
export function diffOf(steps: readonly Step[]): string {
  return runSteps(diffSteps(steps, Infinity));
}

/** Like {@link diffOf}, file by file, until it has `most` UTF-16 units; what is longer is cut. */
export function* diffSteps(steps: readonly Step[], most: number): Steps<string> {
  const edited = new Set(steps.flatMap((step) => (step.do === 'edit' ? [step.place] : [])));
  let diff = '';
  for (const step of steps) {
    if (diff.length >= most) break;
    if (step.do === 'create') diff += patch(null, step.path, EMPTY, step.after);
    else if (step.do === 'remove') diff += patch(step.path, null, step.before, EMPTY);
    else if (step.do === 'edit') diff += patch(step.path, step.path, step.before, step.after);
    else if (step.do === 'move')
      diff += `rename from ${nameOnOneLine(step.path)}\nrename to ${nameOnOneLine(step.to)}${edited.has(step.place) ? '' : ' (content unchanged)'}\n`;
    yield;
  }
  return diff.slice(0, most);
}

const EMPTY = new Uint8Array();
/** Beyond this, shows the whole text as replaced: a diff of very different texts takes quadratic time. */
const MAX_EDITS = 20_000;
const HUNKS_ALONE = { includeIndex: false, includeUnderline: false, includeFileHeaders: false };
const BETWEEN_FILES = `${'='.repeat(67)}\n`;

function patch(from: string | null, to: string | null, before: Uint8Array, after: Uint8Array): string {
  const [oldText, newText] = [textOf(before), textOf(after)];
  const names = [
    from === null ? '/dev/null' : nameOnOneLine(`a/${from}`),
    to === null ? '/dev/null' : nameOnOneLine(`b/${to}`),
  ] as const;
  // The library would write non-ASCII paths in octal escapes.
  const header = `--- ${names[0]}\n+++ ${names[1]}\n`;
  const found = structuredPatch(...names, oldText, newText, undefined, undefined, {
    context: 3,
    maxEditLength: MAX_EDITS,
  });
  if (found === undefined) return `${header}${prefixed('-', oldText)}${prefixed('+', newText)}`;
  return `${BETWEEN_FILES}${header}${found.hunks.length === 0 ? '' : formatPatch(found, HUNKS_ALONE)}`;
}

function prefixed(sign: string, text: string): string {
  if (text === '') return '';
  const lines = text.replace(/\n$/, '').split('\n');
  return lines.map((line) => `${sign}${line}\n`).join('');
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8').decode(bytes);
}
