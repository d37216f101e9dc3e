import type { Steps } from '../kit/concurrency/slices.ts';
import { parseNoteSteps } from '../markdown/parse-note.ts';

/**
 * `text` with new labels for the footnotes whose label is defined in `other`, too, so that both can be one note: the
 * next free number for a number, otherwise the label with a number after it. Labels are compared without letter case.
 */
export function* withOwnFootnotes(text: string, other: string): Steps<string> {
  if (!text.includes('[^') || !other.includes('[^')) return text;
  const { footnotes, hidden } = yield* parseNoteSteps(text);
  const theirs = (yield* parseNoteSteps(other)).footnotes;
  const taken = new Set([...theirs, ...footnotes].map(({ label }) => label.toLowerCase()));
  const defined = new Set(theirs.map(({ label }) => label.toLowerCase()));
  const renamed = new Map<string, string>();
  for (const { label } of footnotes) {
    const key = label.toLowerCase();
    if (defined.has(key) && !renamed.has(key)) renamed.set(key, freeLabel(label, taken));
  }
  if (renamed.size === 0) return text;
  let written = '';
  let at = 0;
  // References and the marks of definitions are among what a reader does not see; code is not.
  for (const { start, end } of hidden) {
    const marks = text.slice(start, end).replace(LABEL, (mark, label: string) => {
      const own = renamed.get(label.toLowerCase());
      return own === undefined ? mark : `[^${own}]`;
    });
    written += text.slice(at, start) + marks;
    at = end;
  }
  return written + text.slice(at);
}

const LABEL = /\[\^([^\]\s]+)\]/g;

/** The next free label, which is then taken. */
function freeLabel(label: string, taken: Set<string>): string {
  const isNumber = /^\d{1,9}$/.test(label);
  for (let number = isNumber ? Number(label) + 1 : 2; ; number++) {
    const free = isNumber ? String(number) : `${label}-${number}`;
    if (taken.has(free.toLowerCase())) continue;
    taken.add(free.toLowerCase());
    return free;
  }
}
