import type { Steps } from '../kit/concurrency/slices.ts';

/** A note's text, ready to be read line by line with any line ends. */
export interface SourceText {
  original: string;
  /**
   * The same text, unit for unit, with every line end as one `\n`: in `\r\n` the first unit becomes a space, a lone
   * `\r` becomes `\n`. So offsets are the same in both.
   */
  text: string;
  /** Offset of each line's first unit, the first line's included. */
  lineStarts: number[];
}

const SLICE = 1 << 18;
const LINES_PER_STEP = 20_000;

/** Prepares a text for the parser: normalizes line ends without moving any offset, and notes where lines begin. */
export function* readSourceText(original: string): Steps<SourceText> {
  const text = original.includes('\r') ? yield* withEvenLineEnds(original) : original;
  const lineStarts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    lineStarts.push(at + 1);
    if (lineStarts.length % LINES_PER_STEP === 0) yield;
  }
  return { original, text, lineStarts };
}

/** The 1-based line that holds the unit at `offset`. */
export function lineAt(source: SourceText, offset: number): number {
  const { lineStarts } = source;
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low + 1;
}

/** Where the line of `offset` begins. */
export function lineStart(source: SourceText, offset: number): number {
  return offset === 0 ? 0 : source.text.lastIndexOf('\n', offset - 1) + 1;
}

/** Where the content of the line of `offset` ends, before its line end. */
export function lineEnd(source: SourceText, offset: number): number {
  const breakAt = source.text.indexOf('\n', offset);
  const end = breakAt < 0 ? source.text.length : breakAt;
  return breakAt > 0 && source.original.charCodeAt(end - 1) === 13 ? end - 1 : end;
}

function* withEvenLineEnds(original: string): Steps<string> {
  const pieces: string[] = [];
  for (let from = 0; from < original.length; ) {
    let to = Math.min(original.length, from + SLICE);
    if (original.charCodeAt(to - 1) === 13 && to < original.length) to++;
    pieces.push(original.slice(from, to).replaceAll('\r\n', ' \n').replaceAll('\r', '\n'));
    from = to;
    yield;
  }
  return pieces.join('');
}
