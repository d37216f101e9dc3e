import { wordsFoundBy } from '../../search/words/excerpt.ts';
import type { RecordChunk } from '../../notes/note-record.ts';

const LINE_ENDS = /\r\n|\n|\r/;

/**
 * Finds the line of a note, from 1, that has most of the query's words: of the chunk that was found, else of what lies
 * above the body, where properties stand. Null if no line has any.
 */
export function matchLineFor(
  query: string,
): (text: string, chunk: RecordChunk | undefined, bodyStart: number) => number | null {
  const wordsIn = wordsFoundBy(query);
  const best = (lines: readonly string[], first: number, last: number): number | null => {
    let found: number | null = null;
    let most = 0;
    for (let line = first; line <= last; line++) {
      const { size } = wordsIn(lines[line - 1] ?? '');
      if (size > most) [found, most] = [line, size];
    }
    return found;
  };
  return (text, chunk, bodyStart) => {
    const lines = text.split(LINE_ENDS);
    const inChunk = chunk === undefined ? null : best(lines, chunk.startLine, Math.min(chunk.endLine, lines.length));
    return inChunk ?? best(lines, 1, text.slice(0, bodyStart).split(LINE_ENDS).length - 1);
  };
}
