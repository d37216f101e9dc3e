import type { Steps } from '../../kit/concurrency/slices.ts';
import { parseNote, parseNoteSteps } from '../../markdown/parse-note.ts';
import type { BlockKind, Heading, ParsedNote } from '../../markdown/parsed-note.ts';
import { findHeading } from '../../notes/find-heading.ts';
import type { EditResult, PatchHeadingEdit } from '../note-edit.ts';
import { spliceText } from '../splice-text.ts';
import { readLines, type TextLines } from '../text-lines.ts';
import { aboveRule, appendWithin, prependWithin } from './add-within.ts';
import {
  contentOf,
  countBlank,
  guardBlank,
  isBlankLine,
  missingBlanks,
  placeOf,
  trimBlank,
  trimmedContent,
  type HeadingPlace,
} from './heading-place.ts';
import { insertAfter, insertBefore } from './insert-beside.ts';

/**
 * Replaces the text below a heading, adds to it, or inserts next to the heading, which stays. A section ends at the
 * next heading of the same or a higher level, or above a rule before it, a body at the first blank line or any heading.
 * Blank lines around the old passage stay around the new one; more at the edges of `content` are kept. `removedLen` is
 * the old passage's length without those blank lines and its last line end. Throws `heading_not_found` and
 * `multiple_matches`.
 */
export function* patchHeading(text: string, edit: PatchHeadingEdit): Steps<EditResult> {
  const note = yield* parseNoteSteps(text);
  const index = findHeading(note.headings, edit.heading, edit.headingIndex);
  const place = placeOf(readLines(text), note, index);
  if (edit.headingOp === 'before') return { text: insertBefore(place, edit.content), removedLen: 0 };
  if (edit.headingOp === 'after') return { text: insertAfter(place, edit.content), removedLen: 0 };
  if (edit.headingOp === 'append') return { text: appendWithin(place, note, edit), removedLen: 0 };
  if (edit.headingOp === 'prepend') return { text: prependWithin(place, note, edit.content), removedLen: 0 };
  const [first, end] = edit.scope === 'body' ? bodyLines(place, note) : sectionLines(place, note, edit.content);
  return replaceLines(place, first, end, withoutRepeatedHeading(edit.content, place.heading));
}

/** A section's lines, without a rule that sets it apart from the next heading unless `content` ends in one, too. */
function sectionLines(place: HeadingPlace, note: ParsedNote, content: string): [number, number] {
  const lines = trimBlank(place.source, place.below, place.sectionEnd);
  return parseNote(content).blocks.at(-1)?.kind === 'rule' ? lines : aboveRule(place, note, lines);
}

/** Blocks that may contain blank lines. */
const WHOLE_BLOCKS: ReadonlySet<BlockKind> = new Set(['code', 'math', 'html', 'comment']);
const NESTED = /^(?: {2,}|\t)/;

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

/** Drops a first line that only repeats the heading. */
function withoutRepeatedHeading(content: string, heading: Heading): string {
  const given = trimmedContent(content);
  if (given === null) return content;
  const [first] = parseNote(given.core).headings;
  if (first?.start !== 0 || first.level !== heading.level) return content;
  if (first.text.normalize('NFC') !== heading.text.normalize('NFC')) return content;
  return given.core.slice(first.end).replace('\n', '') + '\n'.repeat(given.after + 1);
}
