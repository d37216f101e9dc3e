import { lineEndsIn } from '../kit/text/line-ends.ts';

/**
 * Texts kept for display hold more than is searched, marked with control characters: the status of a task is between
 * two of them, and a third stands for a line end that is not shown. So the searched text comes from the shown one, and
 * a place in it tells the line in the note.
 */
const OPEN = '\u0002';
const CLOSE = '\u0003';
/** A line end of the note that is not shown, such as one within a comment. */
export const HIDDEN_LINE_END = '\u0004';

/** The box of a task with this status, marked. */
export function markedBox(status: string): string {
  return OPEN + status + CLOSE;
}

/** The text without anything that looks like a mark. */
export function withoutMarks(text: string): string {
  return MARK.test(text) ? text.replace(MARKS, ' ') : text;
}

/** The text to search. */
export function searchedText(text: string): string {
  const unboxed = text.includes(OPEN) ? text.replace(BOX, '') : text;
  return unboxed.includes(HIDDEN_LINE_END) ? unboxed.replaceAll(HIDDEN_LINE_END, '') : unboxed;
}

/** How many lines of the note end in the text. */
export function noteLineEndsIn(text: string): number {
  let count = lineEndsIn(text);
  for (let at = text.indexOf(HIDDEN_LINE_END); at >= 0; at = text.indexOf(HIDDEN_LINE_END, at + 1)) count++;
  return count;
}

/** The text with its tasks' boxes to show, with `blank` as the status of an open task. */
export function withShownBoxes(text: string, blank = ' '): string {
  return text.includes(OPEN) ? text.replace(BOX, (_, status: string) => `[${status === ' ' ? blank : status}]`) : text;
}

// eslint-disable-next-line no-control-regex -- the marks are control characters, which nobody types
const BOX = /\u0002([^\u0003]*)\u0003/g;
// eslint-disable-next-line no-control-regex -- as above
const MARK = /[\u0002-\u0004]/;
// eslint-disable-next-line no-control-regex -- as above
const MARKS = /[\u0002-\u0004]/g;
