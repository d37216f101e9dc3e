import { parseNote } from '../../markdown/parse-note.ts';
import type { Block } from '../../markdown/parsed-note.ts';
import type { TextLines } from '../text-lines.ts';

const ITEM = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))(?=[ \t]|$)/;
const ROW = /^[ \t]*\|/;
const DELIMITER = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/**
 * `content` as it continues a list or a table next to it, without a blank line; null if it does not. Items take the list's
 * marker, and numbered ones below it the next numbers. Rows join a table from below only.
 *
 * @param block what stands there
 * @param content with `\n`, without blank lines at its edges
 */
export function joinedTo(
  source: TextLines,
  block: Block | undefined,
  content: string,
  where: 'above' | 'below',
): string | null {
  const lines = content.split('\n');
  if (block?.kind === 'table')
    return where === 'below' && lines.every((line) => ROW.test(line) && !DELIMITER.test(line)) ? content : null;
  if (block?.kind !== 'list' || !isList(content)) return null;
  const items = topItems(source, block);
  const style = where === 'below' ? items.at(-1) : items[0];
  const own = ITEM.exec(lines[0] ?? '');
  if (style === undefined || own === null || (style.bullet === undefined) !== (own[2] === undefined)) return null;
  let number = where === 'below' ? style.number : null;
  return lines
    .map((line) => {
      const item = ITEM.exec(line);
      const isTop = item !== null && item[1] === own[1];
      if (!isTop) return line;
      if (number !== null && style.isCounting) number++;
      const marker = style.bullet ?? `${String(number ?? Number(item[3]))}${style.delimiter}`;
      return `${style.indent}${marker}${line.slice(item[0].length)}`;
    })
    .join('\n');
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
