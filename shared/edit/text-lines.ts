export type LineEnding = '\n' | '\r\n' | '\r';

/** One line: content `start..end`, line end `end..next`, in UTF-16 units. */
export interface TextLine {
  start: number;
  end: number;
  /** Where the next line starts; `end` for a last line without line end. */
  next: number;
  /** Empty for a last line without line end. */
  ending: LineEnding | '';
}

/** A text as lines. */
export interface TextLines {
  text: string;
  /** 0, or 1 after a byte order mark, which is part of no line. */
  start: number;
  /** A final line end begins no further line. Empty for an empty text. */
  lines: TextLine[];
  /** The most common line end; in a tie the first; `\n` if there is none. */
  majority: LineEnding;
}

const BYTE_ORDER_MARK = 0xfeff;
const LINE_END = /\r\n|\n|\r/g;
const ONE_FINAL_LINE_END = /(?:\r\n|\n|\r)$/;
const FINAL_LINE_ENDS = /[\r\n]+$/;

/** Splits a text at LF, CRLF and CR. */
export function readLines(text: string): TextLines {
  const start = text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
  const lines: TextLine[] = [];
  const counts = new Map<LineEnding, number>();
  let at = start;
  for (const match of text.matchAll(LINE_END)) {
    const [found] = match;
    const ending: LineEnding = found === '\r\n' || found === '\r' ? found : '\n';
    const next = match.index + ending.length;
    lines.push({ start: at, end: match.index, next, ending });
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
    at = next;
  }
  if (at < text.length) lines.push({ start: at, end: text.length, next: text.length, ending: '' });
  return { text, start, lines, majority: mostFrequent(counts) };
}

/** The line end for new lines of a text. */
export function majorityEnding(text: string): LineEnding {
  return text.includes('\r') ? readLines(text).majority : '\n';
}

/** {@link majorityEnding} of the bytes of a UTF-8 text. */
export function majorityEndingOfBytes(bytes: Uint8Array): LineEnding {
  return asBuffer(bytes).includes(CR) ? mostFrequent(lineEndsOf(bytes)) : '\n';
}

/** The number of line ends in the bytes of a UTF-8 text, or of a part of it. */
export function countLineEnds(bytes: Uint8Array): number {
  const searched = asBuffer(bytes);
  let count = 0;
  if (searched.includes(CR)) for (const found of lineEndsOf(bytes).values()) count += found;
  else for (let at = searched.indexOf(LF); at >= 0; at = searched.indexOf(LF, at + 1)) count++;
  return count;
}

/** The same bytes; a Buffer is searched many times faster. */
function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** How many line ends of each kind there are, by first appearance. */
function lineEndsOf(bytes: Uint8Array): Map<LineEnding, number> {
  const counts = new Map<LineEnding, number>();
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== LF && byte !== CR) continue;
    const isPair = byte === CR && bytes[at + 1] === LF;
    if (isPair) at++;
    const ending = byte === LF ? '\n' : isPair ? '\r\n' : '\r';
    counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  return counts;
}

const LF = 10;
const CR = 13;

/** Whether a text is empty, apart from a byte order mark. */
export function hasNoLines(text: string): boolean {
  return text === '' || (text.length === 1 && text.charCodeAt(0) === BYTE_ORDER_MARK);
}

/** The text with every line end as `\n`. */
export function toLf(text: string): string {
  return text.includes('\r') ? text.replace(LINE_END, '\n') : text;
}

/** The text with every line end as `ending`. */
export function withEnding(text: string, ending: LineEnding): string {
  return text.replace(LINE_END, ending);
}

export function endsWithLineEnd(text: string): boolean {
  return ONE_FINAL_LINE_END.test(text);
}

/** The text without its last line end, if any. */
export function dropFinalLineEnd(text: string): string {
  return text.replace(ONE_FINAL_LINE_END, '');
}

/** The text without line ends at its end. */
export function dropFinalLineEnds(text: string): string {
  return text.replace(FINAL_LINE_ENDS, '');
}

export function isBlank(content: string): boolean {
  return content.trim() === '';
}

/** The index of the line with the unit at `offset`, or of the last line. */
export function lineIndexAt(lines: readonly TextLine[], offset: number): number {
  let low = 0;
  let high = Math.max(0, lines.length - 1);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lines[middle]?.start ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function mostFrequent(counts: ReadonlyMap<LineEnding, number>): LineEnding {
  let best: LineEnding = '\n';
  let most = 0;
  for (const [ending, count] of counts) {
    if (count <= most) continue;
    best = ending;
    most = count;
  }
  return best;
}
