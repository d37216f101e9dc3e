import { parseNote } from '../../markdown/parse-note.ts';
import type { Block, ParsedNote } from '../../markdown/parsed-note.ts';
import { endsNote, isBlockIdLine } from '../ends-note.ts';
import type { PatchHeadingEdit } from '../note-edit.ts';
import { spliceText } from '../splice-text.ts';
import {
  contentOf,
  countBlank,
  guardBlank,
  missingBlanks,
  trimBlank,
  trimmedContent,
  type HeadingPlace,
} from './heading-place.ts';
import { insertAfter } from './insert-beside.ts';
import { cellCount, isRows, joinedTo } from './join-list.ts';

/**
 * Inserts `content` at the end of the text that belongs to the heading itself; at the end of its whole section with
 * `scope: "section"`, or if `content` begins with a heading. Comments and footnotes that end the note stay below it.
 */
export function appendWithin(place: HeadingPlace, note: ParsedNote, { content, scope }: PatchHeadingEdit): string {
  const { source, below, nextHeading, sectionEnd } = place;
  const given = trimmedContent(content);
  if (given === null) return source.text;
  const isWhole = scope === 'section' || parseNote(given.core).headings[0]?.start === 0;
  const [first, textEnds] = aboveRule(
    place,
    note,
    trimBlank(source, below, textEnd(place, note, isWhole ? sectionEnd : nextHeading)),
  );
  const table = isRows(given.core) ? tableAbove(place, note, first, textEnds, given.core) : textEnds;
  const named = table < textEnds ? table : aboveBlockId(place, note, first, textEnds);
  const joinedToNamed = named === textEnds ? null : joinedTo(source, blockAt(note, named), given.core, 'below');
  const end = joinedToNamed === null ? textEnds : named;
  const last = source.lines[end - 1];
  if (first === end || last === undefined) return insertAfter(place, content);
  const joined = joinedToNamed ?? joinedTo(source, blockAt(note, end), given.core, 'below');
  const before = joined === null ? Math.max(1, given.before) : 0;
  const found = countBlank(source, end);
  const isLast = end + found === source.lines.length;
  const after = isLast ? 0 : Math.max(missingBlanks(given.after, found), found === 0 ? guardBlank(place, end) : 0);
  const inserted = '\n'.repeat(before + 1) + (joined ?? given.core) + '\n'.repeat(after);
  return spliceText(source.text, last.end, last.end, inserted, source.majority);
}

/** Inserts `content` as the first text below the heading. */
export function prependWithin(place: HeadingPlace, note: ParsedNote, content: string): string {
  const { source, below, nextHeading } = place;
  const given = trimmedContent(content);
  if (given === null) return source.text;
  const [first, end] = trimBlank(source, below, nextHeading);
  const line = source.lines[first];
  if (first === end || line === undefined) return insertAfter(place, content);
  const block = note.blocks.find(({ startLine, endLine }) => startLine <= first + 1 && first + 1 <= endLine);
  const joined = joinedTo(source, block, given.core, 'above');
  const before = missingBlanks(given.before, first - below);
  const after = joined === null ? Math.max(1, given.after) : 0;
  const inserted = '\n'.repeat(before) + (joined ?? given.core) + '\n'.repeat(after + 1);
  return spliceText(source.text, line.start, line.start, inserted, source.majority);
}

/** The lines without a rule that sets them apart from the next heading: what is added belongs to the section. */
export function aboveRule(
  { source }: HeadingPlace,
  note: ParsedNote,
  [first, end]: [number, number],
): [number, number] {
  const next = end + countBlank(source, end);
  const isApart = note.headings.some(({ line }) => line === next + 1) && blockAt(note, end)?.kind === 'rule';
  return isApart && end > first ? trimBlank(source, first, end - 1) : [first, end];
}

/**
 * Where a table ends that rows belong to: the last one of the lines `first..end` with as many cells, or else the last
 * one. `end` if there is none. Rows on their own, without a header, are no table.
 */
function tableAbove({ source }: HeadingPlace, note: ParsedNote, first: number, end: number, rows: string): number {
  const tables = note.blocks.filter(
    ({ kind, startLine, endLine }) => kind === 'table' && startLine > first && endLine <= end,
  );
  const cells = cellCount(rows.split('\n')[0] ?? '');
  const fitting = tables.findLast(({ startLine }) => cellCount(contentOf(source, startLine - 1)) === cells);
  return (fitting ?? tables.at(-1))?.endLine ?? end;
}

/** The block that takes in the line before `end`. */
function blockAt(note: ParsedNote, end: number): Block | undefined {
  return note.blocks.find(({ startLine, endLine }) => startLine <= end && end <= endLine);
}

/**
 * Where a list or table ends, if a block id on its own line names it at the end of the lines `first..end`; otherwise
 * `end`. An id right below a list belongs to its last item.
 */
function aboveBlockId({ source }: HeadingPlace, note: ParsedNote, first: number, end: number): number {
  if (!isBlockIdLine(contentOf(source, end - 1))) return end;
  const [, above] = trimBlank(source, first, end - 1);
  const isNamed = above < end - 1 || blockAt(note, above)?.kind === 'table';
  return above > first && isNamed ? above : end;
}

/** The line where the text before `end` ends: above what stays at the end of the note, if that is before `end`. */
function textEnd({ source, below }: HeadingPlace, note: ParsedNote, end: number): number {
  const last = note.blocks.findLastIndex((block) => !endsNote(source.text, note, block));
  const line = (note.blocks[last + 1]?.startLine ?? Infinity) - 1;
  return line >= below && line < end ? line : end;
}
