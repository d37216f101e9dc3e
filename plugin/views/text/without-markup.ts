import type { Ranges } from './ranges.ts';

interface Excerpt {
  text: string;
  ranges: [number, number][];
}

/** Bars of a table with nothing between them but blanks, and the blanks around them. */
const BARS = /\s*(?<=^|[\s…])\|(?:\s+\|)*(?=[\s…]|$)\s*/gu;
/** The mark of a task, anywhere; that of another item, or of a quotation, only in front: elsewhere it may be a dash. */
const MARKS = /\s*(?<=^|[\s…])(?:[-*+]|\d{1,9}[.)]) \[[^[\]]\] |(?<=^…?)(?:(?:[-*+>]|\d{1,9}[.)]) )+(?:\[[^[\]]\] )?/gu;
const BETWEEN_PARTS = ' · ';

/**
 * An excerpt, which is one line, as it is read: without the marks of lists, tasks and quotations, and with a dot
 * between two cells of a table or two tasks. Any other text stays, and one bar makes no table.
 */
export function withoutMarkup(text: string, ranges: Ranges): Excerpt {
  const bars = [...text.matchAll(BARS)];
  const isTable = bars.reduce((sum, [found]) => sum + found.replaceAll(/\s/gu, '').length, 0) > 1;
  const { text: cells, ranges: moved } = withoutMatches(text, ranges, isTable ? bars : []);
  return withoutMatches(cells, moved, [...cells.matchAll(MARKS)]);
}

/** With a dot in place of each match, or nothing at either end. A match that contains a marked word stays. */
function withoutMatches(text: string, ranges: Ranges, matches: readonly RegExpExecArray[]): Excerpt {
  let shown = '';
  let from = 0;
  /** From where on the text has moved, and by how much. */
  const moves: [from: number, by: number][] = [];
  for (const { 0: found, index } of matches) {
    const end = index + found.length;
    if (ranges.some(([start, stop]) => start < end && stop > index)) continue;
    shown += text.slice(from, index);
    if (/[^…]/u.test(shown) && /[^…]/u.test(text.slice(end))) shown += BETWEEN_PARTS;
    from = end;
    moves.push([end, shown.length - end]);
  }
  const moved = (at: number): number => at + (moves.findLast(([start]) => start <= at)?.[1] ?? 0);
  return { text: shown + text.slice(from), ranges: ranges.map(([start, end]) => [moved(start), moved(end)]) };
}
