import { HIDDEN_LINE_END, withShownBoxes } from '../../../markdown/text-marks.ts';

/** A text as excerpts show it: in one line, with whitespace collapsed. */
export interface LaidOut {
  text: string;
  /** Where each line of the note after the first begins in it; lines without text begin where the next one does. */
  lineStarts: number[];
}

const HIDDEN = HIDDEN_LINE_END.charCodeAt(0);
const OTHER_BLANKS = new Set(
  [...'\u00a0\u1680\u2028\u2029\u202f\u205f\u3000\ufeff'].map((blank) => blank.charCodeAt(0)),
);
for (let code = 0x2000; code <= 0x200a; code++) OTHER_BLANKS.add(code);

/**
 * Lays out a chunk's text, marked as in text-marks.ts.
 * @param blank stands for the status of an open task
 */
export function laidOut(marked: string, blank: string): LaidOut {
  const shown = withShownBoxes(marked, blank);
  const lineStarts: number[] = [];
  let text = '';
  /** From where the text is still to be taken over. */
  let from = 0;
  let wasBlank = true;
  for (let at = 0; at < shown.length; at++) {
    const code = shown.charCodeAt(at);
    if (code !== HIDDEN && !isBlank(code)) {
      wasBlank = false;
      continue;
    }
    if (code === 32 && !wasBlank) {
      wasBlank = true;
      continue;
    }
    text += shown.slice(from, at);
    from = at + 1;
    if (code !== HIDDEN && !wasBlank) {
      text += ' ';
      wasBlank = true;
    }
    if (code === HIDDEN || code === 10 || (code === 13 && shown.charCodeAt(at + 1) !== 10))
      lineStarts.push(text.length);
  }
  return { text: (text + shown.slice(from)).trimEnd(), lineStarts };
}

/** Whether `\s` matches it. */
function isBlank(code: number): boolean {
  if (code < 128) return code === 32 || (code >= 9 && code <= 13);
  return OTHER_BLANKS.has(code);
}
