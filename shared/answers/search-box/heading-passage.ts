import type { NoteRecord } from '../../notes/note-record.ts';
import type { BoxPassage } from '../../protocol/schemas/search-box.ts';
import { excerptsFor, wordsFoundBy } from '../../search/words/excerpts/excerpt.ts';
import { rangesFor } from '../../search/words/excerpts/match-ranges.ts';
import { headingsFor } from '../search/match-line.ts';
import { MAX_EXCERPT } from './line-passages.ts';

/**
 * Finds the heading with query words that the note's names lack, as a passage: a heading with no text under it is in no
 * chunk's passage.
 */
export function headingPassagesFor(query: string): (record: NoteRecord, names: string) => BoxPassage | null {
  const headingOf = headingsFor(query);
  const wordsIn = wordsFoundBy(query);
  const excerptOf = excerptsFor(query);
  const rangesIn = rangesFor(query);
  return (record, names) => {
    const heading = headingOf(record);
    if (heading === null) return null;
    const { text, line } = heading;
    const named = wordsIn(names);
    const headingRanges = rangesIn(text);
    if (headingRanges.length === 0 || [...wordsIn(text)].every((word) => named.has(word))) return null;
    const excerpt = excerptOf(text, MAX_EXCERPT);
    return { heading: text, headingRanges, line, excerpt, ranges: rangesIn(excerpt) };
  };
}
