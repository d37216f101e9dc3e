import type { NoteRecord } from '../../notes/note-record.ts';
import type { BoxPassage } from '../../protocol/schemas/search-box.ts';
import { excerptsFor } from '../../search/words/excerpts/excerpt.ts';
import type { AnswerParts } from '../answer-parts.ts';
import { lineExcerpt, type MatchingLine } from '../search/lines/matching-lines.ts';
import { startOf } from '../search/match-line.ts';

/** In characters, of each passage of the search box. */
export const MAX_EXCERPT = 180;

/**
 * A line as a passage.
 *
 * @param rangesIn what to mark in its excerpt
 */
export function passageOfLine(found: MatchingLine, rangesIn: (excerpt: string) => [number, number][]): BoxPassage {
  const excerpt = lineExcerpt(found, MAX_EXCERPT);
  const heading = found.record.headings.findLast(({ line }) => line <= found.line);
  return { heading: heading?.text ?? null, line: found.line, excerpt, ranges: rangesIn(excerpt) };
}

/** The beginning of a note as a passage, with nothing marked. */
export async function beginningOf({ readChunk }: AnswerParts, record: NoteRecord): Promise<BoxPassage> {
  const excerpt = excerptsFor('')(await readChunk(record.id, 0), MAX_EXCERPT);
  return { heading: null, line: startOf(record, 0), excerpt, ranges: [], isBeginning: true };
}
