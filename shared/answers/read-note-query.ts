import type { LinkedNote, NoteDetails, ReadNoteInput } from '../protocol/schemas/find.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import { looksUnchanged, type NoteRecord } from '../notes/note-record.ts';
import { stubTarget } from '../notes/file-names.ts';
import { isOpenTask } from '../notes/note-tasks.ts';
import { partOfSuffix } from '../notes/part-of-suffix.ts';
import type { Stub } from '../notes/stubs.ts';
import { decodeText } from '../index/drafts/note-draft.ts';
import type { NoteIndex } from '../index/note-index.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { Answer, AnswerParts } from './answer-parts.ts';
import { LinkLines } from './link-lines.ts';
import { meantNote } from './names/meant-note.ts';
import { lineOfLink } from './names/note-lookup.ts';
import { contentWindowSteps } from './note/content-window.ts';
import { mentionsOf } from './note/mentions.ts';
import { linksOf } from './note/listed-neighbours.ts';
import { partSteps, type WantedPart } from './note/note-part.ts';
import { readInPart } from './note/read-in-part.ts';
import { readOtherFile } from './note/read-other-file.ts';
import { isoTime } from './shown-notes.ts';

/** Answers `read_note`, for a note, a part of one, a stub, a canvas or a base. */
export const readNote: Answer<ReadNoteInput, NoteDetails> = async (parts, input) => {
  await parts.ready();
  const other = await readOtherFile(parts, input);
  if (other !== null) return other;
  const { path, stub, suffix = '' } = await findNamed(parts, input.name);
  if (stub !== undefined) return describeStub(parts, stub, input);
  for (let tries = 1; ; tries++) {
    const record = await parts.fresh.record(path);
    const details = await readRecord(parts, record, suffix, input);
    if (tries === MOST_TRIES || (await isStill(parts, record))) return details;
  }
};

/** A note that is constantly being written may still give parts of two versions. */
const MOST_TRIES = 4;

async function isStill({ source }: AnswerParts, record: NoteRecord): Promise<boolean> {
  const file = await source.stat(record.path);
  return file !== null && looksUnchanged(record, file);
}

/** The note, or the part that the input or the suffix of its name asks for. */
async function readRecord(
  parts: AnswerParts,
  record: NoteRecord,
  suffix: string,
  input: ReadNoteInput,
): Promise<NoteDetails> {
  const { section, block, lines } = input;
  const isGiven = [section, block, lines].some((part) => part !== undefined);
  const named = isGiven ? null : partOfSuffix(suffix);
  const whole = async (): Promise<NoteDetails> =>
    isGiven || input.offset !== undefined ? readPart(parts, record, input, input) : describeNote(parts, record, input);
  if (named === null) return withMentions(parts, record, input, await whole());
  try {
    return await withMentions(parts, record, input, await readPart(parts, record, input, named));
  } catch (error) {
    if (!(error instanceof VaultLoomError) || !ABSENT.has(error.code)) throw error;
    const { hint, ...note } = await whole();
    return { ...note, hint: [`${error.message} This is the note.`, hint ?? ''].join(' ').trimEnd() };
  }
}

const ABSENT: ReadonlySet<string> = new Set(['heading_not_found', 'block_not_found']);

async function findNamed(
  { fresh }: AnswerParts,
  name: string,
): Promise<{ path: string; suffix?: string; stub?: never } | { stub: Stub; path?: never; suffix?: never }> {
  return fresh.find(name);
}

/** See contract, 'Tool results'. The record must be up to date with the file. */
async function describeNote(
  { index, source, themes, slicer }: AnswerParts,
  record: NoteRecord,
  input: ReadNoteInput,
): Promise<NoteDetails> {
  const theme = themes.themeOf(record.path);
  const attachments = attachmentsOf(index, record);
  const details: NoteDetails = {
    path: record.path,
    title: record.title,
    tags: record.tags,
    aliases: record.aliases,
    frontmatter: record.frontmatter,
    headings: record.headings.map(({ level, text, line }) => ({ level, text, line })),
    ...linksOf(index, record.path, input.links),
    ...(attachments.length === 0 ? {} : { attachments }),
    ...tasksOf(record),
    ...(theme === null ? {} : { theme }),
    words: record.words,
    modified: isoTime(record.mtimeMs),
    ...readInPart(record),
  };
  if (input.mode === 'brief') return details;
  const { text } = decodeText(await source.read(record.path));
  const range = { start: record.bodyStart, end: text.length };
  const { bodyStart } = record;
  const window = contentWindowSteps(text, range, { bodyStart, most: input.maxContentLength });
  const { startLine, endLine, content, truncated, contentLength, ...rest } = await slicer.run(window);
  const lines = new LinkLines({ source, slicer });
  lines.know(record.path, text);
  // A line that was cut may lack its link.
  const lastLine = truncated && !/[\r\n]$/.test(content) ? endLine - 1 : endLine;
  const isShown = (line: number | null): boolean => line !== null && line >= startLine && line <= lastLine;
  await addContexts(index, lines, record, details, isShown);
  return { ...details, content, truncated, contentLength, ...rest };
}

/** The line of each link, unless the answer shows it anyway. */
async function addContexts(
  index: NoteIndex,
  lines: LinkLines,
  record: NoteRecord,
  { outgoing = [], incoming = [] }: NoteDetails,
  isShown: (line: number | null) => boolean,
): Promise<void> {
  for (const entry of outgoing) {
    const line = lineOfLink(index, record, entry);
    if (!isShown(line)) entry.context = await lines.context(record, line);
  }
  await addIncoming(index, lines, incoming, { path: record.path });
}

async function addIncoming(
  index: NoteIndex,
  lines: LinkLines,
  incoming: LinkedNote[],
  target: { path: string; stub?: boolean },
): Promise<void> {
  for (const entry of incoming) {
    const from = index.source(entry.path);
    if (from !== undefined) entry.context = await lines.context(from, lineOfLink(index, from, target));
  }
}

async function readPart(
  { index, source, slicer }: AnswerParts,
  record: NoteRecord,
  input: ReadNoteInput,
  { section, block, lines }: WantedPart,
): Promise<NoteDetails> {
  const { text } = decodeText(await source.read(record.path));
  const { bodyStart } = record;
  const isPart = section !== undefined || block !== undefined || lines !== undefined;
  const range = isPart
    ? await slicer.run(partSteps(text, { section, block, lines }))
    : { start: bodyStart, end: text.length };
  if (input.offset !== undefined && bodyStart + input.offset > range.end)
    throw new VaultLoomError('invalid_arguments', `\`offset\` ${input.offset} is beyond the end of the text.`, {
      hint: `The text ends at offset ${range.end - bodyStart}. Give \`nextOffset\` of the last answer, or none to begin again.`,
    });
  const window = contentWindowSteps(text, range, { bodyStart, offset: input.offset, most: input.maxContentLength });
  return {
    path: record.path,
    title: record.title,
    ...linksOf(index, record.path, input.links ?? 'none'),
    ...(await slicer.run(window)),
  };
}

async function withMentions(
  parts: AnswerParts,
  record: NoteRecord,
  { mentions }: ReadNoteInput,
  details: NoteDetails,
): Promise<NoteDetails> {
  return mentions === true ? { ...details, ...(await mentionsOf(parts, record)) } : details;
}

async function describeStub(parts: AnswerParts, stub: Stub, input: ReadNoteInput): Promise<NoteDetails> {
  const { index } = parts;
  const details: NoteDetails = {
    path: stub.path,
    title: stub.title,
    tags: [],
    aliases: [],
    frontmatter: { _stub: true },
    headings: [],
    ...meantNote(index, stubTarget(stub.path)),
    ...linksOf(index, stub.key, input.links),
  };
  if (input.mode === 'full')
    await addIncoming(index, new LinkLines(parts), details.incoming ?? [], { path: stub.path, stub: true });
  return details;
}

/** Visible files, other than notes, that the note links to or shows. */
function attachmentsOf(index: NoteIndex, record: NoteRecord): string[] {
  const paths = new Set<string>();
  for (const target of index.links.meanings(record.path))
    if (target.kind === 'attachment' && target.path !== undefined && !index.isHidden(target.path))
      paths.add(target.path);
  return [...paths].sort(compareCodeUnits);
}

function tasksOf({ tasks }: NoteRecord): Pick<NoteDetails, 'tasks'> {
  if (tasks.length === 0) return {};
  const done = tasks.filter(({ status }) => status === 'x' || status === 'X').length;
  return { tasks: { open: tasks.filter(isOpenTask).length, done } };
}
