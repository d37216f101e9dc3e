import type { Block } from '../../../../shared/markdown/parsed-note.ts';
import type { ListItemCache } from './cache-types.ts';
import type { Positions } from './positions.ts';

/** Quote marks, indentation, marker, and the box of a task. */
const ITEM = /^([ \t]*(?:>[ \t]?)*)([ \t]*)([-*+]|\d+[.)])(?:[ \t]+(?:\[(.)\](?=[ \t]|$))?|$)/u;

interface OpenItem {
  indent: number;
  /** Column at which its text begins. */
  text: number;
  line: number;
}

/**
 * Reads the items of a list, or of the lists in a quote. Each ends where its own text does, before its children; where
 * a blank line parts it from the next of the same list, at that line. A nested one begins where the text of its parent
 * does, before what is left of its indentation.
 */
export function readListItems(positions: Positions, block: Block): ListItemCache[] {
  const items: ListItemCache[] = [];
  const open: OpenItem[] = [];
  let current: ListItemCache | null = null;
  let firstLine = block.startLine - 1;
  let fence: string | null = null;
  for (let line = block.startLine - 1; line < block.endLine; line++) {
    const text = positions.lineText(line);
    const content = text.replace(/^[ \t]*(?:>[ \t]?)*/, '').trim();
    const mark = /^(?:`{3,}|~{3,})/.exec(content)?.[0] ?? null;
    if (mark !== null && (fence === null || mark.startsWith(fence))) fence = fence === null ? mark : null;
    const match = fence === null && mark === null ? ITEM.exec(text) : null;
    if (match === null) {
      if (content === '') continue;
      if (current !== null) current.position.end = positions.at(positions.lineEnd(line));
      continue;
    }
    const [, quote = '', blanks = '', marker = '', task] = match;
    const indent = columns(quote + blanks);
    while (open.length > 0 && (open[open.length - 1]?.indent ?? 0) >= indent) open.pop();
    if (open.length === 0 && items.length === 0) firstLine = line;
    const parent = open[open.length - 1];
    const parentLine = parent === undefined ? -firstLine || -1 : parent.line;
    const before = items[items.length - 1];
    if (before?.parent === parentLine && before.position.end.line < line - 1)
      before.position.end = positions.at(positions.lineStart(before.position.end.line + 1));
    const begin = parent === undefined ? quote.length + blanks.length : lengthOf(quote + blanks, parent.text);
    current = {
      position: { start: positions.at(positions.lineStart(line) + begin), end: positions.at(positions.lineEnd(line)) },
      parent: parentLine,
    };
    if (task !== undefined) current.task = task;
    items.push(current);
    open.push({ indent, text: indent + marker.length + 1, line });
  }
  return items;
}

/** How many characters of an indentation reach up to a column. */
function lengthOf(blanks: string, column: number): number {
  let length = 0;
  while (length < blanks.length && columns(blanks.slice(0, length + 1)) <= column) length++;
  return length;
}

function columns(blanks: string): number {
  let width = 0;
  for (const char of blanks) width += char === '\t' ? 4 - (width % 4) : 1;
  return width;
}
