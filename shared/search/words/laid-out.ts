import { HIDDEN_LINE_END, withShownBoxes } from '../../markdown/text-marks.ts';

/** A text as excerpts show it: in one line, with whitespace collapsed. */
export interface LaidOut {
  text: string;
  /** Where each line of the note after the first begins in it; lines without text begin where the next one does. */
  lineStarts: number[];
}

const BLANKS = /\s+/g;
// eslint-disable-next-line no-control-regex -- the mark of a hidden line end
const LINE_ENDS = /\r\n|[\n\r\u0004]/g;

/**
 * Lays out a chunk's text, marked as in text-marks.ts.
 * @param blank stands for the status of an open task
 */
export function laidOut(marked: string, blank: string): LaidOut {
  const shown = withShownBoxes(marked, blank);
  const lineStarts: number[] = [];
  let text = '';
  let at = 0;
  /** Joins on what stands between two line ends. */
  const add = (end: number): void => {
    const line = shown.slice(at, end).replace(BLANKS, ' ');
    text += line.startsWith(' ') && (text === '' || text.endsWith(' ')) ? line.slice(1) : line;
  };
  for (const { 0: lineEnd, index } of shown.matchAll(LINE_ENDS)) {
    add(index);
    if (lineEnd !== HIDDEN_LINE_END && text !== '' && !text.endsWith(' ')) text += ' ';
    lineStarts.push(text.length);
    at = index + lineEnd.length;
  }
  add(shown.length);
  return { text: text.trimEnd(), lineStarts };
}
