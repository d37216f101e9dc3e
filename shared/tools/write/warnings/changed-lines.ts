import { commonEnd, commonStart } from '../../../kit/bytes/common-bytes.ts';

/** The lines that differ between two versions of a note, from the first to the last of them, and the one below. */
export function changedLines(before: Uint8Array, after: Uint8Array): { old: string; now: string } {
  const head = commonStart(before, after);
  const tail = commonEnd(before.subarray(head), after.subarray(head));
  const start = head === 0 ? 0 : before.lastIndexOf(LF, head - 1) + 1;
  return {
    old: DECODER.decode(before.subarray(start, lineEnd(before, before.length - tail))),
    now: DECODER.decode(after.subarray(start, lineEnd(after, after.length - tail))),
  };
}

/** Whether an edit took a line away that is `meant`, which is also given the line below it. */
export function losesLine(
  before: Uint8Array,
  after: Uint8Array,
  meant: (line: string, next: string) => boolean,
): boolean {
  const changed = changedLines(before, after);
  const old = changed.old.split(LINE_ENDS);
  const now = new Set(changed.now.split(LINE_ENDS));
  return old.some((line, at) => !now.has(line) && meant(line, old[at + 1] ?? ''));
}

const DECODER = new TextDecoder();
const LINE_ENDS = /\r\n|\r|\n/;
const LF = 10;

/** Where the line ends that comes after the one at `at`: it may be an underline. */
function lineEnd(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(LF, at);
  const next = end < 0 ? -1 : bytes.indexOf(LF, end + 1);
  return next < 0 ? bytes.length : next;
}
