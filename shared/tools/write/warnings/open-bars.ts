import type { Slicer } from '../../../kit/concurrency/slices.ts';
import { shorten } from '../../../kit/text/shorten.ts';
import { parseNoteSteps } from '../../../markdown/parse-note.ts';
import { changedLines } from './changed-lines.ts';

const MOST_SHOWN = 3;
const LONGEST = 80;

/**
 * A warning of new rows of a table in which the bar before a link's shown text, or an image's size, ends the cell: it
 * is not escaped. Undefined without any.
 */
export async function warnOfOpenBars(
  slicer: Slicer,
  before: Uint8Array,
  after: Uint8Array,
): Promise<string | undefined> {
  const rows = changedLines(before, after).now.split(LINE_ENDS).filter(isOpenRow);
  if (rows.length === 0) return undefined;
  const had = new Set(DECODER.decode(before).split(LINE_ENDS));
  const text = DECODER.decode(after);
  const { blocks } = await slicer.run(parseNoteSteps(text));
  const code = blocks.filter(({ kind }) => kind === 'code').map(({ start, end }) => text.slice(start, end));
  const links = rows
    .filter((row) => !had.has(row) && !code.some((block) => block.includes(row)))
    .flatMap((row) => row.match(OPEN) ?? []);
  if (links.length === 0) return undefined;
  const shown = [...new Set(links)].slice(0, MOST_SHOWN).map((link) => shorten(link.replace('|', '\\|'), LONGEST));
  return `In a table the bar within a link ends the cell unless it is written \\|: ${shown.join(', ')}.`;
}

function isOpenRow(line: string): boolean {
  return ROW.test(line) && line.match(OPEN) !== null;
}

const DECODER = new TextDecoder();
const LINE_ENDS = /\r\n|\r|\n/;
const ROW = /^[ \t>]*\|.*\|[ \t]*$/;
/** A link with a bar that no backslash stands before. */
const OPEN = /!?\[\[[^[\]|\\]*\|[^[\]]*\]\]/g;
