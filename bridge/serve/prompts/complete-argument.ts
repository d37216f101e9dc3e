import type { CompleteRequest, CompleteResult } from '@modelcontextprotocol/server';
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Engine } from '../../../shared/engine/engine.ts';
import { compareCodeUnits } from '../../../shared/kit/text/compare-code-units.ts';
import { escapePattern } from '../../../shared/kit/text/escape-pattern.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { describeVaultInput } from '../../../shared/protocol/schemas/describe.ts';
import { listNotesInput, readNoteInput, type ListNotesInput } from '../../../shared/protocol/schemas/find.ts';
import { foldPath, toNfc } from '../../../shared/vault/paths.ts';
import { NOTE_TEMPLATE, SECTION_TEMPLATE } from '../resources/resource-uris.ts';
import { completedBy, type CompletedBy } from './prompts.ts';

/** As many as the protocol lets an answer hold. */
const MOST_VALUES = 100;
const MOST_NOTES = 500;
/** Characters that the engine compares. */
const MOST_MATCHED = 100;
const MOST_ROWS = 1_000;
const DAYS = ['today', 'yesterday', 'tomorrow'];
const NOTE_VARIABLE = 'path';
const HEADING_VARIABLE = 'heading';

/**
 * Completes an argument of a prompt, or the path or heading of a note's address, the heading by the path given: what
 * begins as typed comes before what has a word that does, and that before what contains it, shorter before longer.
 * @throws ProtocolError for what has nothing to be completed; and what the engine throws
 */
export async function completeArgument(
  { ref, argument, context }: CompleteRequest['params'],
  engine: () => Promise<Engine>,
): Promise<CompleteResult> {
  const typed = argument.value;
  switch (completed(ref, argument.name)) {
    case 'paths':
      return answer(await notePaths(await engine(), typed), typed);
    case 'headings':
      return answer(await headings(await engine(), context?.arguments?.[NOTE_VARIABLE] ?? ''), typed);
    case 'days':
      return answer(DAYS, typed);
    case 'folders':
      return answer(await folders(await engine()), typed);
    case 'topics':
      return answer(await topics(await engine(), typed), typed);
  }
}

function completed(ref: CompleteRequest['params']['ref'], argument: string): CompletedBy | 'paths' | 'headings' {
  if (ref.type === 'ref/resource') {
    if (argument === NOTE_VARIABLE && (ref.uri === NOTE_TEMPLATE || ref.uri === SECTION_TEMPLATE)) return 'paths';
    if (argument === HEADING_VARIABLE && ref.uri === SECTION_TEMPLATE) return 'headings';
  }
  const by = ref.type === 'ref/prompt' ? completedBy(ref.name, argument) : undefined;
  if (by !== undefined) return by;
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `Only arguments of the prompts, and "${NOTE_VARIABLE}" and "${HEADING_VARIABLE}" of ${SECTION_TEMPLATE}, can be completed.`,
  );
}

function answer(candidates: Iterable<string>, typed: string): CompleteResult {
  const folded = foldPath(typed.trim());
  const ranked = [...new Set(candidates)]
    .map((value) => ({ value, rank: rankOf(foldPath(value), folded) }))
    .filter(({ rank }) => rank < UNLIKE)
    .sort((a, b) => a.rank - b.rank || a.value.length - b.value.length || compareCodeUnits(a.value, b.value));
  const values = ranked.slice(0, MOST_VALUES).map(({ value }) => value);
  return { completion: { values, total: ranked.length, hasMore: ranked.length > values.length } };
}

const UNLIKE = 3;

function rankOf(value: string, typed: string): number {
  if (value.startsWith(typed)) return 0;
  const at = value.indexOf(typed);
  if (at < 0) return UNLIKE;
  return /[^\p{L}\p{N}]/u.test(value.charAt(at - 1)) ? 1 : 2;
}

/** What is typed narrows the notes on the engine's side already. */
async function notePaths(engine: Engine, typed: string): Promise<string[]> {
  const { notes } = await engine.listNotes(notesWith('file.path', typed));
  return notes.map(({ path }) => path);
}

/** Of the note with exactly this path; none if there is no such note, or it is hidden. */
async function headings(engine: Engine, path: string): Promise<string[]> {
  if (path === '') return [];
  try {
    const note = await engine.readNote(readNoteInput.parse({ name: path }));
    if (toNfc(note.path) !== toNfc(path)) return [];
    return (note.headings ?? []).map(({ text }) => text).filter((text) => text !== '');
  } catch (error) {
    if (error instanceof VaultLoomError && error.code !== 'internal') return [];
    throw error;
  }
}

async function topics(engine: Engine, typed: string): Promise<string[]> {
  const [{ notes }, { tags = [] }] = await Promise.all([
    engine.listNotes(notesWith('file.basename', typed)),
    engine.describeVault(describeVaultInput.parse({ of: 'tags', limit: MOST_ROWS })),
  ]);
  return [...notes.map(({ title }) => title), ...tags.map((row) => `#${tagRow.parse(row).tag}`)];
}

async function folders(engine: Engine): Promise<string[]> {
  const { folders: rows = [] } = await engine.describeVault(
    describeVaultInput.parse({ of: 'folders', limit: MOST_ROWS }),
  );
  return rows.map((row) => folderRow.parse(row).path);
}

function notesWith(part: string, typed: string): ListNotesInput {
  const text = toNfc(typed.trim()).slice(0, MOST_MATCHED);
  const where = text === '' ? {} : { where: { [part]: { matches: inAnyCase(text) } } };
  return listNotesInput.parse({ ...where, limit: MOST_NOTES, includeStubs: false, sort: 'modified' });
}

/** A regular expression that finds a text in small letters and capitals. */
function inAnyCase(text: string): string {
  return [...text]
    .map((letter) => `(?:${[...new Set([letter.toLowerCase(), letter.toUpperCase()])].map(escapePattern).join('|')})`)
    .join('');
}

const tagRow = z.looseObject({ tag: z.string() });
const folderRow = z.looseObject({ path: z.string() });
