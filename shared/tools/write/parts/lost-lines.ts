import { commonEnd, commonStart } from '../../../kit/bytes/common-bytes.ts';

/** Whether an edit took a line away that is `meant`, which is also given the line below it. */
export function losesLine(
  before: Uint8Array,
  after: Uint8Array,
  meant: (line: string, next: string) => boolean,
): boolean {
  const head = commonStart(before, after);
  const tail = commonEnd(before.subarray(head), after.subarray(head));
  if (head + tail === before.length && (head === 0 || before[head - 1] === LF)) return false;
  const start = head === 0 ? 0 : before.lastIndexOf(LF, head - 1) + 1;
  const old = linesOf(before.subarray(start, lineEnd(before, before.length - tail)));
  const now = new Set(linesOf(after.subarray(start, lineEnd(after, after.length - tail))));
  return old.some((line, at) => !now.has(line) && meant(line, old[at + 1] ?? ''));
}

const DECODER = new TextDecoder();
const LF = 10;

/** Where the line ends that comes after the one at `at`: it may be an underline. */
function lineEnd(bytes: Uint8Array, at: number): number {
  const end = bytes.indexOf(LF, at);
  const next = end < 0 ? -1 : bytes.indexOf(LF, end + 1);
  return next < 0 ? bytes.length : next;
}

function linesOf(bytes: Uint8Array): string[] {
  return DECODER.decode(bytes).split(/\r\n|\r|\n/);
}
