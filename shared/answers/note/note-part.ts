import type { Steps } from '../../kit/concurrency/slices.ts';
import { isRecord } from '../../kit/json/is-record.ts';
import { listItemAt } from '../../markdown/blocks/list-item.ts';
import { parseNoteSteps } from '../../markdown/parse-note.ts';
import type { Block, BlockId, Heading, ParsedNote } from '../../markdown/parsed-note.ts';
import { closingDataStart } from '../../notes/closing-data.ts';
import { findHeading } from '../../notes/find-heading.ts';
import { blockNotFound } from '../../notes/match-errors.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import type { ReadNoteInput } from '../../protocol/schemas/find.ts';

/** Which part of a note is asked for; null: none, but the note. */
export type WantedPart = Pick<ReadNoteInput, 'section' | 'block' | 'lines'>;

/** UTF-16 offsets into the file's text, end exclusive. */
export interface PartRange {
  start: number;
  end: number;
}

/**
 * Where a part of a note is, without the file's byte order mark.
 * @throws VaultLoomError `heading_not_found`, `multiple_matches`, `block_not_found`, `invalid_arguments`
 */
export function* partSteps(text: string, wanted: WantedPart): Steps<PartRange> {
  const range = yield* rangeOf(text, wanted);
  return range.start === 0 && range.end > 0 && text.startsWith('\uFEFF') ? { ...range, start: 1 } : range;
}

function* rangeOf(text: string, wanted: WantedPart): Steps<PartRange> {
  if ([wanted.section, wanted.block, wanted.lines].filter((part) => part !== undefined).length > 1)
    throw new VaultLoomError(
      'invalid_arguments',
      'Only one of `section`, `block` and `lines` can be read in one call.',
    );
  if (wanted.lines !== undefined) return yield* linesAt(text, wanted.lines);
  const parsed = yield* parseNoteSteps(text);
  return trimmed(
    text,
    wanted.section === undefined
      ? yield* blockNamed(text, parsed, wanted.block ?? '')
      : sectionNamed(text, parsed, wanted.section),
  );
}

const LINE_END = /\r\n|\n|\r/g;
const LINES_A_STEP = 5_000;

function* linesAt(text: string, lines: readonly number[]): Steps<PartRange> {
  const [from = 1, to = from] = lines;
  if (to < from) throw new VaultLoomError('invalid_arguments', '`lines` must be [from, to], with from not after to.');
  let start = 0;
  let line = 1;
  // A line end at the end of the text begins no line.
  for (let next = 0; next < text.length; line++) {
    if (line % LINES_A_STEP === 0) yield;
    if (line === from) start = next;
    LINE_END.lastIndex = next;
    const lineEnd = LINE_END.exec(text);
    if (lineEnd === null || line === to) {
      if (line >= from) return { start, end: lineEnd?.index ?? text.length };
      break;
    }
    next = lineEnd.index + lineEnd[0].length;
    if (next === text.length && line >= from) return { start, end: next };
    if (next === text.length) break;
  }
  if (text === '' && from === 1) return { start: 0, end: 0 };
  const count = line === 1 ? '1 line' : `${line} lines`;
  throw new VaultLoomError('invalid_arguments', `The note has ${count}; \`lines\` begins at ${from}.`);
}

function sectionNamed(text: string, note: ParsedNote, wanted: string): PartRange {
  const { headings } = note;
  const at = findHeadingToRead(text, headings, wanted);
  const end = afterSection(headings, at)?.start ?? closingDataStart(text, note) ?? text.length;
  return { start: headings[at]?.start ?? 0, end };
}

/** The heading that ends the section of another one. */
function afterSection(headings: ParsedNote['headings'], at: number): Heading | undefined {
  return headings.slice(at + 1).find(({ level }) => level <= (headings[at]?.level ?? 0));
}

/** As for an edit, with hints for a reader. */
function findHeadingToRead(text: string, headings: ParsedNote['headings'], wanted: string): number {
  try {
    return findHeading(headings, wanted, undefined);
  } catch (error) {
    if (!(error instanceof VaultLoomError)) throw error;
    if (error.code === 'multiple_matches') throw repeatedSection(error, text, headings);
    throw error.withHint(
      headings.length === 0
        ? 'The note has no headings; read it without `section`.'
        : (error.hint ?? 'Choose a heading from `details.outline`.'),
    );
  }
}

/** With the `lines` of each section, in place of the `headingIndex` that only an edit takes. */
function repeatedSection(
  { code, message, name, details = {} }: VaultLoomError,
  text: string,
  headings: ParsedNote['headings'],
): VaultLoomError {
  const given = Array.isArray(details['matches']) ? details['matches'].filter(isRecord) : [];
  const matches = given.map(({ headingIndex: _, ...match }) => {
    const at = headings.findIndex(({ line }) => line === match['line']);
    const next = afterSection(headings, at);
    return { ...match, lines: [match['line'], next === undefined ? text.split(LINE_END).length : next.line - 1] };
  });
  const paths = new Set(given.map(({ path }) => path));
  const byPath = paths.size === given.length && !paths.has(undefined);
  return new VaultLoomError(code, message, {
    hint: byPath
      ? 'Name it by its `path` in `details.matches`, or read its `lines` there.'
      : 'Read the `lines` of one of `details.matches`.',
    ...(name === undefined ? {} : { name }),
    details: { ...details, matches },
  });
}

function* blockNamed(text: string, { blocks, blockIds }: ParsedNote, wanted: string): Steps<PartRange> {
  const id = wanted.trim().replace(/^#?\^/, '').toLowerCase();
  const found = blockIds.find((candidate) => candidate.id === id);
  const at = found === undefined ? -1 : blocks.findIndex(({ start, end }) => start <= found.start && found.start < end);
  const block = blocks[at];
  if (found === undefined || block === undefined) throw blockNotFound(id, blockIds);
  // An id on its own line belongs to the block above.
  if (isAlone(text, block, found)) return blocks[at - 1] ?? block;
  return block.kind === 'list' ? yield* itemAt(text, block, found) : block;
}

function isAlone(text: string, { start, end }: Block, id: BlockId): boolean {
  return text.slice(start, end).trim() === text.slice(id.start, id.end).trim();
}

/** The list item that an id ends, with what is nested in it; the list if the id is on its own line. */
function* itemAt(text: string, list: Block, id: BlockId): Steps<PartRange> {
  const lineBreak = Math.max(text.lastIndexOf('\n', id.start), text.lastIndexOf('\r', id.start));
  if (text.slice(lineBreak + 1, id.start).trim() === '') return list;
  return (yield* listItemAt(text, list, id.start)) ?? list;
}

function trimmed(text: string, { start, end }: PartRange): PartRange {
  const length = text.slice(start, end).trimEnd().length;
  return { start, end: start + length };
}
