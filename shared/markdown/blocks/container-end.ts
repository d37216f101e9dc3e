/**
 * Where the quote or list item around the start of a fence, comment or formula ends, which closes that too: at the end
 * of the line before, or of the text. Infinity outside of any; null if the start is indented so far that it is code.
 * @param line where its line begins
 * @param marker where its mark begins, behind the marks of containers
 */
export function containerEnd(text: string, line: number, marker: number): number | null {
  const prefix = text.slice(line, marker);
  const quotes = prefix.split('>').length - 1;
  if (quotes > 0) return firstLine(text, marker, (at) => quotesAt(text, at) < quotes);
  if (prefix === '') return Infinity;
  const column = columnsIn(prefix);
  const content = LIST_MARK.test(prefix) ? column : contentColumn(text, line, column);
  if (column - content >= CODE_INDENT) return null;
  return content === 0 ? Infinity : firstLine(text, marker, (at) => indentAt(text, at) < content);
}

const LIST_MARK = /[-*+\d]/;
const ITEM = /[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+|(?=\n|$))/y;
const QUOTE_MARKS = /(?: {0,3}>)*/y;
const CODE_INDENT = 4;
const TAB = 4;
/** Lines looked back for the item that an indented line belongs to. */
const MOST_LINES_BACK = 500;

/** The start of the first line after `from` that is not blank and fits; the end of the text if there is none. */
function firstLine(text: string, from: number, fits: (line: number) => boolean): number {
  for (let at = text.indexOf('\n', from) + 1; at > 0 && at < text.length; at = text.indexOf('\n', at) + 1) {
    if (fits(at)) return at;
  }
  return text.length;
}

function quotesAt(text: string, line: number): number {
  QUOTE_MARKS.lastIndex = line;
  return (QUOTE_MARKS.exec(text)?.[0].split('>').length ?? 1) - 1;
}

/** Columns before the text of a line; Infinity if it is blank. */
function indentAt(text: string, line: number): number {
  let column = 0;
  for (let at = line; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10) return Infinity;
    if (code === 9) column += TAB - (column % TAB);
    else if (code === 32) column++;
    else return column;
  }
  return Infinity;
}

function columnsIn(prefix: string): number {
  let column = 0;
  for (const character of prefix) column += character === '\t' ? TAB - (column % TAB) : 1;
  return column;
}

/**
 * The column where the text of a list item begins, for the item that a line indented by `column` belongs to; 0 outside
 * of lists.
 */
function contentColumn(text: string, line: number, column: number): number {
  let outer = column;
  for (let at = line, count = 0; at > 0 && count < MOST_LINES_BACK && outer > 0; count++) {
    at = text.lastIndexOf('\n', at - 2) + 1;
    const indent = indentAt(text, at);
    if (indent >= outer) continue;
    ITEM.lastIndex = at;
    const item = ITEM.exec(text)?.[0];
    if (item !== undefined && columnsIn(item) <= column) return columnsIn(item);
    outer = indent;
  }
  return 0;
}
