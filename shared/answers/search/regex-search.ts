import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { shorten } from '../../kit/text/shorten.ts';
import { endsSoon, judgePattern, type JudgedPattern } from '../../kit/patterns/pattern-judge.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { SearchFound, SearchInput, SearchRow } from '../../protocol/schemas/find.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { decodeText } from '../../index/drafts/note-draft.ts';
import { filterOf } from './search-filter.ts';
import { pageOf, rowsToFind } from './search-pages.ts';

export interface RegexSearchParts {
  index: NoteIndex;
  read: (path: string) => Promise<Uint8Array>;
  /** Lets other work run. */
  pause: () => Promise<void>;
  /** In milliseconds. */
  now?: () => number;
}

/** For all notes together. */
const MOST_MS = 2_000;
/** Read at once. */
const READ_AHEAD = 8;
const MAX_LENGTH = 240;
/** Of a longer line, from a little before the match. */
const BEFORE_MATCH = 60;
const LINE_ENDS = /\r\n|\n|\r/;
/** Lines looked at between two pauses: each ends within some 50 ms, nearly all within microseconds. */
const LINES_PER_TURN = 500;

/**
 * Answers `search` in mode `regex`: a row for each line that matches, by path and line. Out of time, the rows so far.
 * @throws VaultLoomError `invalid_arguments` for a pattern that is invalid, or that no text bounds
 */
export async function regexSearch(
  { index, read, pause, now = () => performance.now() }: RegexSearchParts,
  input: SearchInput & { query: string },
): Promise<SearchFound> {
  const pattern = boundedPattern(input.query);
  const filter = filterOf(index, input);
  const records = [...index.notes()]
    .filter((record) => takesPartInSearch(record) && filter?.(record) !== false)
    .sort((a, b) => compareCodeUnits(a.path, b.path));
  const most = rowsToFind(input);
  const ends = now() + MOST_MS;
  const rows: SearchRow[] = [];
  let isCut = false;
  for (let at = 0; at < records.length && rows.length < most && !isCut; at += READ_AHEAD) {
    const texts = await Promise.all(records.slice(at, at + READ_AHEAD).map(async (record) => textOf(record, read)));
    for (const { record, text } of texts) {
      const found = await matchingRows(record, text, pattern, { most: most - rows.length, ends, now, pause });
      rows.push(...found.rows);
      isCut ||= found.isCut;
      if (now() > ends || rows.length >= most) break;
    }
    isCut ||= now() > ends && at + READ_AHEAD < records.length && rows.length < most;
  }
  const { items, more } = pageOf(rows, input);
  return {
    rows: items,
    match: rows.length > 0 ? 'strong' : 'weak',
    ...more,
    ...(isCut ? { truncated: true } : {}),
  };
}

interface BoundedPattern {
  judged: JudgedPattern;
  regex: RegExp;
}

function boundedPattern(source: string): BoundedPattern {
  // Only with the flag do classes such as \p{L} mean anything.
  const flags = /\\p\{/i.test(source) ? 'u' : '';
  let judged: JudgedPattern;
  try {
    judged = judgePattern(source, flags);
  } catch (error) {
    throw refused(source, `is no regular expression of JavaScript: ${error instanceof Error ? error.message : ''}`);
  }
  if (judged.bound === null) throw refused(source, 'could take for ever on some line');
  return { judged, regex: new RegExp(source, flags) };
}

function refused(source: string, why: string): VaultLoomError {
  return new VaultLoomError('invalid_arguments', `The pattern "${shorten(source, 200)}" ${why}.`, {
    hint: 'Repeat nothing that is itself repeated, as in "(a+)+" or "(\\w+,)*", and give it without slashes around it. For plain words use mode "fulltext".',
  });
}

async function textOf(
  record: NoteRecord,
  read: RegexSearchParts['read'],
): Promise<{ record: NoteRecord; text: string }> {
  try {
    return { record, text: decodeText(await read(record.path)).text };
  } catch {
    // The file is gone by now.
    return { record, text: '' };
  }
}

async function matchingRows(
  record: NoteRecord,
  text: string,
  { judged, regex }: BoundedPattern,
  { most, ends, now, pause }: { most: number; ends: number; now: () => number; pause: () => Promise<void> },
): Promise<{ rows: SearchRow[]; isCut: boolean }> {
  const rows: SearchRow[] = [];
  let isCut = false;
  const lines = text.replace(/^\uFEFF/, '').split(LINE_ENDS);
  for (const [i, line] of lines.entries()) {
    if (rows.length >= most) break;
    if (i % LINES_PER_TURN === 0) await pause();
    if (now() > ends) return { rows, isCut: true };
    if (!endsSoon(judged, line, false)) {
      isCut = true;
      continue;
    }
    const at = line.search(regex);
    if (at !== -1) rows.push(rowOf(record, i + 1, line, at));
  }
  return { rows, isCut };
}

function rowOf({ path, title }: NoteRecord, line: number, text: string, at: number): SearchRow {
  const from = text.length <= MAX_LENGTH || at <= BEFORE_MATCH ? 0 : at - BEFORE_MATCH;
  const shown = shorten(text.slice(from).trim(), MAX_LENGTH - 1);
  return { path, title, score: 1, excerpt: from === 0 ? shown : `…${shown}`, matchedBy: ['regex'], line };
}
