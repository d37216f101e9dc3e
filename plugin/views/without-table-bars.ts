import type { Ranges } from './ranges.ts';

/** Bars of a table with nothing between them but blanks, and the blanks around them. */
const BARS = /\s*(?<=^|[\s…])\|(?:\s+\|)*(?=[\s…]|$)\s*/gu;
const BETWEEN_CELLS = ' · ';

/** An excerpt of a table, in one line, with a dot between two cells. Any other text stays, and one bar makes no table. */
export function withoutTableBars(text: string, ranges: Ranges): { text: string; ranges: [number, number][] } {
  const bars = [...text.matchAll(BARS)];
  const isTable = bars.reduce((sum, [found]) => sum + found.replaceAll(/\s/gu, '').length, 0) > 1;
  let shown = '';
  let from = 0;
  /** From where the text has moved, and by how much. */
  const moves: [from: number, by: number][] = [];
  for (const { 0: found, index } of isTable ? bars : []) {
    const end = index + found.length;
    shown += text.slice(from, index);
    if (/[^…]/u.test(shown) && /[^…]/u.test(text.slice(end))) shown += BETWEEN_CELLS;
    from = end;
    moves.push([end, shown.length - end]);
  }
  const moved = (at: number): number => at + (moves.findLast(([start]) => start <= at)?.[1] ?? 0);
  return { text: shown + text.slice(from), ranges: ranges.map(([start, end]) => [moved(start), moved(end)]) };
}
