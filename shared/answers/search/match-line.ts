import { decodeText } from '../../index/drafts/note-draft.ts';
import type { RecordChunk } from '../../notes/note-record.ts';
import { findMatches, wantedBy, type Match } from '../../search/words/excerpt.ts';

const LINE_ENDS = /\r\n|\n|\r/g;

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/**
 * Finds the line of a note, from 1, that has most of the query's words: of the chunk that was found, else of what lies
 * above the body, where properties stand. Null if no line has any. Decodes no more of the note than that.
 * @param bodyStart in UTF-16 units
 */
export function matchLineFor(
  query: string,
): (note: Uint8Array, chunk: RecordChunk | undefined, bodyStart: number) => number | null {
  const wanted = wantedBy(query);
  const best = (text: string, firstLine: number): number | null =>
    lineOfMost(text, findMatches(text, wanted), firstLine);
  return (note, chunk, bodyStart) => {
    const inChunk = chunk === undefined ? null : best(linesOf(note, chunk), chunk.startLine);
    return inChunk ?? best(decodeText(note).text.slice(0, bodyStart), 1);
  };
}

/** The text of a chunk's lines, their ends included. */
function linesOf(note: Uint8Array, { startLine, endLine }: RecordChunk): string {
  const [before, count] = [startLine - 1, endLine - startLine + 1];
  if (note.includes(RETURN)) {
    const { text } = decodeText(note);
    const start = afterLines(text, 0, before);
    return text.slice(start, afterLines(text, start, count));
  }
  const start = afterNewlines(note, 0, before);
  return decodeText(note.subarray(start, afterNewlines(note, start, count))).text;
}

function afterNewlines(bytes: Uint8Array, start: number, count: number): number {
  let at = start;
  for (let lines = 0; lines < count; lines++) {
    const end = bytes.indexOf(NEWLINE, at);
    if (end === -1) return bytes.length;
    at = end + 1;
  }
  return at;
}

/** The offset after so many lines from `start` on, line end included; the text's end if it has fewer. */
function afterLines(text: string, start: number, count: number): number {
  const ends = new RegExp(LINE_ENDS);
  ends.lastIndex = start;
  for (let lines = 0; lines < count; lines++) if (!ends.test(text)) return text.length;
  return ends.lastIndex;
}

/** The line with the most different words; of several, the first. Matches come in the order of lines. */
function lineOfMost(text: string, matches: readonly Match[], firstLine: number): number | null {
  let found: number | null = null;
  let most = 0;
  let line = firstLine;
  let nextLine = afterLines(text, 0, 1);
  const inLine = new Set<string>();
  for (const { term, start } of matches) {
    if (start >= nextLine) inLine.clear();
    for (; start >= nextLine; nextLine = afterLines(text, nextLine, 1)) line++;
    inLine.add(term);
    if (inLine.size > most) [found, most] = [line, inLine.size];
  }
  return found;
}
