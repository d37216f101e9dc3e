/** Whether a line, from `start` on, is the row of dashes, colons and pipes under a table's header. */
export function isDelimiterRow(line: string, start: number): boolean {
  let dashes = false;
  let pipes = false;
  for (let at = start; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === DASH) dashes = true;
    else if (code === PIPE) pipes = true;
    else if (code !== COLON && code !== 32 && code !== 9 && code !== GREATER) return false;
  }
  return dashes && pipes && DELIMITER_CELLS.test(line.slice(start).replace(QUOTE_MARKS, '').replace(BLANKS, ' '));
}

/** The number of cells of a row; a pipe after a backslash is text. */
export function columnCount(line: string, start: number): number {
  let pipes = 0;
  let first = -1;
  let last = -1;
  for (let at = start; at < line.length; at++) {
    const code = line.charCodeAt(at);
    if (code === BACKSLASH) {
      at++;
      if (first < 0) first = 0;
      last = 0;
      continue;
    }
    if (code === 32 || code === 9) continue;
    if (code === PIPE) pipes++;
    if (first < 0) first = code;
    last = code;
  }
  return pipes + 1 - (first === PIPE ? 1 : 0) - (last === PIPE && (pipes > 1 || first !== PIPE) ? 1 : 0);
}

const DASH = 45;
const COLON = 58;
const PIPE = 124;
const GREATER = 62;
const BACKSLASH = 92;
const QUOTE_MARKS = /^[>\s]+/;
const BLANKS = /[ \t]+/g;
const DELIMITER_CELLS = /^\|? ?:?-+:? ?(?:\| ?:?-+:? ?)*(?:\| ?)?$/;
