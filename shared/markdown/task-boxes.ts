/**
 * Texts kept for display mark task boxes, which are not searched: the task's status is between two control
 * characters. So both texts come from one.
 */
const OPEN = '\u0002';
const CLOSE = '\u0003';

/** The box of a task with this status, marked. */
export function markedBox(status: string): string {
  return OPEN + status + CLOSE;
}

/** The text without anything that looks like a marked box. */
export function withoutMarks(text: string): string {
  return text.includes(OPEN) || text.includes(CLOSE) ? text.replace(MARKS, ' ') : text;
}

/** The text to search. */
export function withoutBoxes(text: string): string {
  return text.includes(OPEN) ? text.replace(BOX, '') : text;
}

/** The text to show, with `blank` as the status of an open task. */
export function withShownBoxes(text: string, blank = ' '): string {
  return text.includes(OPEN) ? text.replace(BOX, (_, status: string) => `[${status === ' ' ? blank : status}]`) : text;
}

// eslint-disable-next-line no-control-regex -- the marks are control characters, which nobody types
const BOX = /\u0002([^\u0003]*)\u0003/g;
// eslint-disable-next-line no-control-regex -- as above
const MARKS = /[\u0002\u0003]/g;
