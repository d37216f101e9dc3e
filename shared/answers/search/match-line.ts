import type { RecordChunk } from '../../notes/note-record.ts';
import { findMatches, wantedBy, type Match } from '../../search/words/excerpt.ts';

const LINE_ENDS = /\r\n|\n|\r/g;

/**
 * Finds the line of a note, from 1, that has most of the query's words: of the chunk that was found, else of what lies
 * above the body, where properties stand. Null if no line has any.
 */
export function matchLineFor(
  query: string,
): (text: string, chunk: RecordChunk | undefined, bodyStart: number) => number | null {
  const wanted = wantedBy(query);
  const best = (text: string, start: number, end: number, firstLine: number): number | null =>
    lineOfMost(text.slice(start, end), findMatches(text.slice(start, end), wanted), firstLine);
  return (text, chunk, bodyStart) => {
    let inChunk: number | null = null;
    if (chunk !== undefined) {
      const start = afterLines(text, 0, chunk.startLine - 1);
      inChunk = best(text, start, afterLines(text, start, chunk.endLine - chunk.startLine + 1), chunk.startLine);
    }
    return inChunk ?? best(text, 0, bodyStart, 1);
  };
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
