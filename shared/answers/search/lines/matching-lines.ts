import { takesPartInSearch, type NoteIndex } from '../../../index/note-index.ts';
import { decodeText } from '../../../index/drafts/note-draft.ts';
import { filterSteps } from '../../../kit/concurrency/long-lists.ts';
import type { Slicer } from '../../../kit/concurrency/slices.ts';
import { sorted } from '../../../kit/concurrency/sorted.ts';
import { compareCodeUnits } from '../../../kit/text/compare-code-units.ts';
import { linesIn } from '../../../kit/text/line-ends.ts';
import { shorten } from '../../../kit/text/shorten.ts';
import { startOfLetter } from '../../../kit/text/whole-letters.ts';
import { endsSoon, type JudgedPattern } from '../../../kit/patterns/pattern-judge.ts';
import type { NoteRecord } from '../../../notes/note-record.ts';

export interface LineSearchParts {
  index: NoteIndex;
  read: (path: string) => Promise<Uint8Array>;
  slicer: Slicer;
  /** In milliseconds. */
  now?: () => number;
}

export interface WantedLines {
  judged: JudgedPattern;
  /** Those to look in; all unless given. */
  notes?: Iterable<NoteRecord>;
  filter: ((record: NoteRecord) => boolean) | undefined;
  /** Lines in all, and of each note. */
  most: number;
  mostOfNote: number;
}

export interface MatchingLine {
  record: NoteRecord;
  /** 1-based. */
  line: number;
  /** In NFC if the pattern matches only that. */
  text: string;
  /** Where the match begins in it. */
  at: number;
}

/** For all notes together. */
const MOST_MS = 2_000;
/** Read at once. */
const READ_AHEAD = 8;
/** Of a longer line, from a little before the match. */
const BEFORE_MATCH = 60;
/** What begins a file, and the end of its last line, after which none begins. */
const OUTSIDE_LINES = /^\uFEFF|(?:\r\n?|\n)$/gu;
/** Lines looked at between two pauses: each ends within some 50 ms, nearly all within microseconds. */
const LINES_PER_TURN = 500;

/** The lines of notes that a pattern matches, by path and line. Out of time, those so far, with `isCut`. */
export async function matchingLines(
  { index, read, slicer, now = () => performance.now() }: LineSearchParts,
  { judged, notes = index.notes(), filter, most, mostOfNote }: WantedLines,
): Promise<{ lines: MatchingLine[]; isCut: boolean }> {
  const regex = new RegExp(judged.source, judged.flags);
  const searched = (record: NoteRecord): boolean => takesPartInSearch(record) && filter?.(record) !== false;
  const records = await slicer.run(
    sorted(await slicer.run(filterSteps(notes, searched)), (a, b) => compareCodeUnits(a.path, b.path)),
  );
  const ends = now() + MOST_MS;
  const lines: MatchingLine[] = [];
  let isOutOfTime = false;
  let isALineLeftOut = false;

  const look = async (record: NoteRecord, text: string): Promise<void> => {
    if (text === '') return;
    let found = 0;
    let number = 0;
    for (const line of linesIn(text.replace(OUTSIDE_LINES, ''))) {
      if (lines.length >= most || found >= mostOfNote) return;
      if (number++ % LINES_PER_TURN === 0) await slicer.pause();
      if (now() > ends) {
        isOutOfTime = true;
        return;
      }
      for (const written of formsOf(line)) {
        if (!endsSoon(judged, written, false)) {
          isALineLeftOut = true;
          continue;
        }
        const at = written.search(regex);
        if (at === -1) continue;
        found++;
        lines.push({ record, line: number, text: written, at });
        break;
      }
    }
  };

  for (let at = 0; at < records.length && lines.length < most && !isOutOfTime; at += READ_AHEAD) {
    const texts = await Promise.all(records.slice(at, at + READ_AHEAD).map((record) => textOf(record, read)));
    for (const { record, text } of texts) {
      if (lines.length >= most) break;
      isOutOfTime ||= now() > ends;
      if (isOutOfTime) break;
      await look(record, text);
    }
  }
  return { lines, isCut: isOutOfTime || isALineLeftOut };
}

/** A line as it is written, and in NFC, in which patterns usually come. */
function formsOf(line: string): string[] {
  const composed = line.normalize('NFC');
  return composed === line ? [line] : [line, composed];
}

/** The line, or of a long one the part around the match, in at most `length` characters. */
export function lineExcerpt({ text, at }: MatchingLine, length: number): string {
  const from = text.length <= length || at <= BEFORE_MATCH ? 0 : startOfLetter(text, at - BEFORE_MATCH);
  const shown = shorten(text.slice(from).trim(), length - 1);
  return from === 0 ? shown : `…${shown}`;
}

async function textOf(
  record: NoteRecord,
  read: LineSearchParts['read'],
): Promise<{ record: NoteRecord; text: string }> {
  try {
    return { record, text: decodeText(await read(record.path)).text };
  } catch {
    // The file is gone by now.
    return { record, text: '' };
  }
}
