import { parseNote } from '../../markdown/parse-note.ts';
import type { Block } from '../../markdown/parsed-note.ts';
import type { TextLines } from '../text-lines.ts';

const ITEM = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))(?=[ \t]|$)/;
const TAB = 4;
const ROW = /^[ \t]*\|/;
const DELIMITER = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * `content` as it continues a list or a table next to it, without a blank line; null if it does not. Items take the
 * list's marker, and numbered ones below it the next numbers. Rows join a table from below only.
 *
 * @param block the list or table
 * @param content with `\n`, without blank lines at its edges
 */
export function joinedTo(
  source: TextLines,
  block: Block | undefined,
  content: string,
  where: 'above' | 'below',
): string | null {
  const lines = content.split('\n');
  if (block?.kind === 'table') return where === 'below' && isRows(content) ? content : null;
  if (block?.kind !== 'list' || !isList(content)) return null;
  const items = topItems(source, block);
  const style = where === 'below' ? items.at(-1) : items[0];
  const own = ITEM.exec(lines[0] ?? '');
  if (style === undefined || own === null || (style.bullet === undefined) !== (own[2] === undefined)) return null;
  let number = where === 'below' ? style.number : null;
  let [before, after] = [0, 0];
  return lines
    .map((line) => {
      const item = ITEM.exec(line);
      const isTop = item !== null && item[1] === own[1];
      if (!isTop) return movedWithItem(line, before, after);
      if (number !== null && style.isCounting) number++;
      const marker = style.bullet ?? `${String(number ?? Number(item[3]))}${style.delimiter}`;
      const start = `${style.indent}${marker}`;
      [before, after] = [columns(item[0]), columns(start)];
      return `${start}${line.slice(item[0].length)}`;
    })
    .join('\n');
}

/** Whether a text is rows of a table without its header. */
export function isRows(content: string): boolean {
  return content.split('\n').every((line) => ROW.test(line) && !DELIMITER.test(line));
}

/** How many cells a row has; the bar of a link's label, or one in code, is escaped in tables. */
export function cellCount(row: string): number {
  const bars = row
    .trim()
    .replace(/^\||(?<!\\)\|$/g, '')
    .match(/(?<!\\)\|/g);
  return (bars?.length ?? 0) + 1;
}

/**
 * A line below an item whose marker had ended at column `before` and ends at `after` now: as far from it as it was, or
 * what is nested would no longer be.
 */
function movedWithItem(line: string, before: number, after: number): string {
  const [indent = ''] = /^[ \t]*/.exec(line) ?? [];
  const isOfItem = indent.length < line.length && columns(indent) > before;
  if (!isOfItem || before === after) return line;
  if (indent.includes('\t')) return '\t'.repeat(Math.max(0, tabsBeyond(after) - tabsBeyond(before))) + line;
  return after > before ? ' '.repeat(after - before) + line : line.slice(before - after);
}

function tabsBeyond(column: number): number {
  return Math.floor(column / TAB) + 1;
}

function columns(text: string): number {
  let column = 0;
  for (const character of text) column += character === '\t' ? TAB - (column % TAB) : 1;
  return column;
}

interface ItemStyle {
  indent: string;
  bullet: string | undefined;
  number: number;
  delimiter: string;
  /** The list's numbers differ from each other. */
  isCounting: boolean;
}

/** Whether a text is one list from beginning to end. */
function isList(content: string): boolean {
  const { blocks, bodyStart } = parseNote(content);
  return bodyStart === 0 && blocks.length > 0 && blocks.every(({ kind }) => kind === 'list');
}

function topItems({ text, lines }: TextLines, { startLine, endLine }: Block): ItemStyle[] {
  const found = lines.slice(startLine - 1, endLine).flatMap(({ start, end }) => {
    const item = ITEM.exec(text.slice(start, end));
    return item === null ? [] : [item];
  });
  const indent = found[0]?.[1] ?? '';
  const top = found.filter((item) => item[1] === indent);
  const isCounting = top.length < 2 || new Set(top.map((item) => item[3])).size > 1;
  return top.map((item) => ({
    indent,
    bullet: item[2],
    number: Number(item[3] ?? 0),
    delimiter: item[4] ?? '.',
    isCounting,
  }));
}
