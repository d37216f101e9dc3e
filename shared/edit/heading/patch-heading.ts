import type { Steps } from '../../kit/concurrency/slices.ts';
import { parseNote, parseNoteSteps } from '../../markdown/parse-note.ts';
import type { Block, BlockKind, Heading, ParsedNote } from '../../markdown/parsed-note.ts';
import { findHeading } from '../../notes/find-heading.ts';
import { endsNote, isBlockIdLine } from '../ends-note.ts';
import { cellCount, isRows, joinedTo } from './join-list.ts';
import type { EditResult, PatchHeadingEdit } from '../note-edit.ts';
import { spliceText } from '../splice-text.ts';
import { isBlank, lineIndexAt, readLines, toLf } from '../text-lines.ts';
import type { TextLines } from '../text-lines.ts';

/**
 * Replaces the text below a heading, adds to it, or inserts next to the heading, which stays. A section ends at the
 * next heading of the same or a higher level, a body at the first blank line or any heading. Blank lines around the old
 * passage stay around the new one; more at the edges of `content` are kept. `removedLen` is the old passage's length
 * without those blank lines and its last line end. Throws `heading_not_found` and `multiple_matches`.
 */
export function* patchHeading(text: string, edit: PatchHeadingEdit): Steps<EditResult> {
  const note = yield* parseNoteSteps(text);
  const index = findHeading(note.headings, edit.heading, edit.headingIndex);
  const place = placeOf(readLines(text), note, index);
  if (edit.headingOp === 'before') return { text: insertBefore(place, edit.content), removedLen: 0 };
  if (edit.headingOp === 'after') return { text: insertAfter(place, edit.content), removedLen: 0 };
  if (edit.headingOp === 'append') return { text: appendWithin(place, note, edit), removedLen: 0 };
  if (edit.headingOp === 'prepend') return { text: prependWithin(place, note, edit.content), removedLen: 0 };
  const [first, end] =
    edit.scope === 'body' ? bodyLines(place, note) : trimBlank(place.source, place.below, place.sectionEnd);
  return replaceLines(place, first, end, withoutRepeatedHeading(edit.content, place.heading));
}

/** A heading's place in its text. Numbers are line indexes, ends exclusive. */
interface HeadingPlace {
  source: TextLines;
  headings: readonly Heading[];
  heading: Heading;
  at: number;
  /** The first line below the heading. */
  below: number;
  sectionEnd: number;
  /** The next heading of any level, or the number of lines. */
  nextHeading: number;
  /** Where the note's body begins. */
  bodyStart: number;
}

/** Blocks that may contain blank lines. */
const WHOLE_BLOCKS: ReadonlySet<BlockKind> = new Set(['code', 'math', 'html', 'comment']);
const NESTED = /^(?: {2,}|\t)/;

function placeOf(source: TextLines, note: ParsedNote, index: number): HeadingPlace {
  const heading = note.headings[index];
  if (heading === undefined) throw new RangeError(`no heading ${String(index)}`);
  const later = note.headings.slice(index + 1);
  const lineOf = (other: Heading | undefined): number =>
    other === undefined ? source.lines.length : lineIndexAt(source.lines, other.start);
  return {
    source,
    headings: note.headings,
    heading,
    at: lineIndexAt(source.lines, heading.start),
    below: lineIndexAt(source.lines, heading.end) + 1,
    sectionEnd: lineOf(later.find(({ level }) => level <= heading.level)),
    nextHeading: lineOf(later[0]),
    bodyStart: note.bodyStart === source.text.length ? source.lines.length : lineIndexAt(source.lines, note.bodyStart),
  };
}

/** A body's lines: from the first text below the heading to the next blank line outside any block or list item. */
function bodyLines({ source, below, nextHeading }: HeadingPlace, note: ParsedNote): [number, number] {
  const [first, last] = trimBlank(source, below, nextHeading);
  for (let at = first; at < last; at++) {
    if (isBlankLine(source, at) && !isInsideBlock(source, note, at)) return [first, at];
  }
  return [first, last];
}

function isInsideBlock(source: TextLines, note: ParsedNote, at: number): boolean {
  const block = note.blocks.find(({ startLine, endLine }) => startLine <= at && at + 1 < endLine);
  if (block === undefined) return false;
  if (WHOLE_BLOCKS.has(block.kind)) return true;
  let next = at;
  while (next < block.endLine && isBlankLine(source, next)) next++;
  return NESTED.test(contentOf(source, next));
}

/**
 * Inserts `content` at the end of the text that belongs to the heading itself; at the end of its whole section with
 * `scope: "section"`, or if `content` begins with a heading. Comments and footnotes that end the note stay below it.
 */
function appendWithin(place: HeadingPlace, note: ParsedNote, { content, scope }: PatchHeadingEdit): string {
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

/** The lines without a rule that sets them apart from the next heading: what is added belongs to the section. */
function aboveRule({ source }: HeadingPlace, note: ParsedNote, [first, end]: [number, number]): [number, number] {
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

/** Inserts `content` as the first text below the heading. */
function prependWithin(place: HeadingPlace, note: ParsedNote, content: string): string {
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

/** Replaces the lines `first..end`; if there are none, inserts below the heading. */
function replaceLines(place: HeadingPlace, first: number, end: number, content: string): EditResult {
  const { source } = place;
  if (first === end) return { text: insertAfter(place, content), removedLen: 0 };
  const start = source.lines[first]?.start ?? source.text.length;
  const last = source.lines[end - 1];
  const stop = last?.end ?? start;
  const removedLen = stop - start;
  const given = trimmedContent(content);
  if (given === null) return { text: removeLines(place, first, end), removedLen };
  const before = missingBlanks(given.before, first - place.below);
  const blanksFound = countBlank(source, end);
  const after =
    end + blanksFound === source.lines.length
      ? 0
      : Math.max(missingBlanks(given.after, blanksFound), guardBlank(place, end));
  return {
    text: spliceText(source.text, start, stop, '\n'.repeat(before) + given.core + '\n'.repeat(after), source.majority),
    removedLen,
  };
}

/** Removes whole lines, and the blank lines above them if the note ends or blank lines follow. */
function removeLines({ source, below }: HeadingPlace, first: number, end: number): string {
  const { text, lines } = source;
  const from = end === lines.length || isBlankLine(source, end) ? below : first;
  const start = lines[from]?.start ?? text.length;
  const last = lines[end - 1];
  if (last?.ending === '') return text.slice(0, lines[from - 1]?.end ?? start);
  return text.slice(0, start) + text.slice(last?.next ?? start);
}

function insertBefore({ source, heading, at, bodyStart }: HeadingPlace, content: string): string {
  const given = trimmedContent(content);
  if (given === null) return source.text;
  let found = 0;
  while (at - found > bodyStart && isBlankLine(source, at - found - 1)) found++;
  const nothingAbove = at - found <= bodyStart;
  const isSetext = isSetextHeading(source, heading);
  const blanks = Math.max(found, given.after, nothingAbove || isSetext ? 1 : 0);
  const inserted = '\n'.repeat(missingBlanks(given.before, found)) + given.core + '\n'.repeat(blanks + 1);
  const start = source.lines[at]?.start ?? source.text.length;
  return spliceText(source.text, start, start, inserted, source.majority);
}

/** Inserts `content` below the heading, with the spacing the existing text has. */
function insertAfter(place: HeadingPlace, content: string): string {
  const { source, below } = place;
  const given = trimmedContent(content);
  if (given === null) return source.text;
  const found = countBlank(source, below);
  const { text, lines, majority } = source;
  if (below + found === lines.length) {
    const blanks = '\n'.repeat(missingBlanks(given.before, found));
    const last = lines.at(-1);
    const isOpen = last?.ending === '';
    const line = isOpen ? `\n${blanks}${given.core}` : `${blanks}${given.core}\n`;
    return spliceText(text, text.length, text.length, line, majority);
  }
  const above = Math.max(Math.min(found, 1), given.before);
  const after = Math.max(missingBlanks(given.after, found), guardBlank(place, below));
  const start = lines[below]?.start ?? text.length;
  return spliceText(text, start, start, '\n'.repeat(above) + given.core + '\n'.repeat(after + 1), majority);
}

/**
 * Whether what follows needs a blank line above it: a setext heading would absorb a paragraph above it, an underline
 * would make it a heading, and indented code would join it.
 */
function guardBlank({ source, headings }: HeadingPlace, next: number): 0 | 1 {
  if (UNDERLINE_OR_CODE.test(contentOf(source, next))) return 1;
  const start = source.lines[next]?.start;
  const heading = headings.find((other) => other.start === start);
  return heading !== undefined && isSetextHeading(source, heading) ? 1 : 0;
}

const UNDERLINE_OR_CODE = /^(?: {0,3}(?:=+|-+)[ \t]*$|(?: {4}| {0,3}\t)[ \t]*\S)/;

function isSetextHeading(source: TextLines, heading: Heading): boolean {
  return lineIndexAt(source.lines, heading.end) > lineIndexAt(source.lines, heading.start);
}

/** `content` without blank lines at its edges, and how many; null if nothing else. */
function trimmedContent(content: string): { core: string; before: number; after: number } | null {
  const lines = toLf(content).split('\n');
  const first = lines.findIndex((line) => !isBlank(line));
  if (first < 0) return null;
  const last = lines.findLastIndex((line) => !isBlank(line));
  return { core: lines.slice(first, last + 1).join('\n'), before: first, after: Math.max(0, lines.length - last - 2) };
}

/** Drops a first line that only repeats the heading. */
function withoutRepeatedHeading(content: string, heading: Heading): string {
  const given = trimmedContent(content);
  if (given === null) return content;
  const [first] = parseNote(given.core).headings;
  if (first?.start !== 0 || first.level !== heading.level) return content;
  if (first.text.normalize('NFC') !== heading.text.normalize('NFC')) return content;
  return given.core.slice(first.end).replace('\n', '') + '\n'.repeat(given.after + 1);
}

function missingBlanks(wanted: number, found: number): number {
  return Math.max(0, wanted - found);
}

/** The lines `first..end` without blank ones at the edges; an empty range at `first` if all are blank. */
function trimBlank(source: TextLines, first: number, end: number): [number, number] {
  let from = first;
  let to = end;
  while (to > from && isBlankLine(source, to - 1)) to--;
  while (from < to && isBlankLine(source, from)) from++;
  return from === to ? [first, first] : [from, to];
}

function countBlank(source: TextLines, from: number): number {
  let at = from;
  while (at < source.lines.length && isBlankLine(source, at)) at++;
  return at - from;
}

function isBlankLine(source: TextLines, index: number): boolean {
  return isBlank(contentOf(source, index));
}

function contentOf({ text, lines }: TextLines, index: number): string {
  const line = lines[index];
  return line === undefined ? '' : text.slice(line.start, line.end);
}
