/**
 * Texts that are kept for being shown mark the boxes of tasks, which are no part of what is searched: between two control
 * characters stands the task's status. So both texts can be had of one.
 */
const OPEN = '\u0002';
const CLOSE = '\u0003';

/** The box of a task of this status, marked. */
export function markedBox(status: string): string {
  return OPEN + status + CLOSE;
}

/** The text without what could be taken for a marked box. */
export function withoutMarks(text: string): string {
  return text.includes(OPEN) || text.includes(CLOSE) ? text.replace(MARKS, ' ') : text;
}

/** The text that is searched. */
export function withoutBoxes(text: string): string {
  return text.includes(OPEN) ? text.replace(BOX, '') : text;
}

/** The text that is shown, in which `blank` stands for the blank of an open task. */
export function withShownBoxes(text: string, blank = ' '): string {
  return text.includes(OPEN) ? text.replace(BOX, (_, status: string) => `[${status === ' ' ? blank : status}]`) : text;
}

// eslint-disable-next-line no-control-regex -- the marks are control characters, since no one writes them
const BOX = /\u0002([^\u0003]*)\u0003/g;
// eslint-disable-next-line no-control-regex -- as above
const MARKS = /[\u0002\u0003]/g;
