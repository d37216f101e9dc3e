import type { NoteRecord, RecordChunk } from '../../notes/note-record.ts';
import { propertyTexts } from '../../notes/property-texts.ts';
import { excerptsFor, wordsFoundBy, type Passage } from '../../search/words/excerpts/excerpt.ts';
import type { RankedHit } from './ranked-hit.ts';
import { headingsFor } from './match-line.ts';

/** In characters, of an excerpt in a row. */
export const MAX_LENGTH = 240;
/** For properties, if the chunk also has something to show. */
const MAX_SHARED = 120;
const MAX_KEY = 60;
/** The shortest cut of a value that is worth showing. */
const LEAST_VALUE = 20;
const BETWEEN = ' · ';

/**
 * Excerpts for search results: the part of the hit's chunk around words of the query. Words found only in properties
 * put their `property: value` first; the chunk follows if it has any of the others. If neither has any, shows a heading
 * that does and has no text under it.
 */
export function hitExcerptsFor(query: string): (hit: RankedHit, passage: Passage) => string {
  const excerptOf = excerptsFor(query);
  const wordsIn = wordsFoundBy(query);
  const headingOf = headingsFor(query);

  /** The chunk, or, if neither it nor its headings have words, a heading without text that does. */
  const excerptOrHeading = ({ record, chunk }: RankedHit, { words, excerpt }: Passage): string => {
    const heading = words.size > 0 ? null : headingOf(record);
    const place = record.chunks[chunk];
    if (heading === null || place === undefined || isOfChunk(heading.line, place, record)) return excerpt(MAX_LENGTH);
    return excerptOf(heading.text, MAX_LENGTH);
  };

  /** Properties with words found nowhere else in the note's names or in the chunk. */
  const holdersOf = (record: NoteRecord, withWords: readonly Holder[], inChunk: ReadonlySet<string>): Holder[] => {
    const missing = new Set(withWords.flatMap(({ words }) => [...words]).filter((word) => !inChunk.has(word)));
    if (missing.size === 0) return [];
    for (const word of wordsIn(namesOf(record))) missing.delete(word);
    return withWords.filter(({ words }) => [...words].filter((word) => missing.delete(word)).length > 0);
  };

  return (hit, passage) => {
    const { record, matchedBy } = hit;
    const { words: inChunk, excerpt } = passage;
    if (!matchedBy.includes('fulltext')) return excerpt(MAX_LENGTH);
    const withWords = propertyTexts(record.frontmatter)
      .map(({ key, text }) => ({ key, text, words: wordsIn(text) }))
      .filter(({ words }) => words.size > 0);
    if (withWords.length === 0) return excerptOrHeading(hit, passage);
    const holders = holdersOf(record, withWords, inChunk);
    if (holders.length === 0) return excerptOrHeading(hit, passage);
    const shown = shownProperties(holders, inChunk.size > 0 ? MAX_SHARED : MAX_LENGTH, excerptOf);
    return inChunk.size > 0 ? shown + BETWEEN + excerpt(MAX_LENGTH - shown.length - BETWEEN.length) : shown;
  };
}

/** Whether a heading is of a chunk: within it, or the last before it. */
function isOfChunk(line: number, { startLine, endLine }: RecordChunk, { headings }: NoteRecord): boolean {
  const last = headings.findLast((heading) => heading.line <= startLine)?.line;
  return line === last || (line >= startLine && line <= endLine);
}

interface Holder {
  key: string;
  text: string;
  words: ReadonlySet<string>;
}

function shownProperties(
  holders: readonly Holder[],
  maxLength: number,
  excerptOf: (text: string, maxLength: number) => string,
): string {
  let shown = '';
  for (const { key, text } of holders) {
    const name = `${shown === '' ? '' : BETWEEN}${key.slice(0, MAX_KEY)}: `;
    const room = maxLength - shown.length - name.length;
    if (room < LEAST_VALUE) break;
    shown += name + excerptOf(text, room);
  }
  return shown;
}

function namesOf({ title, aliases, tags, headings }: NoteRecord): string {
  return [title, ...aliases, ...tags, ...headings.map(({ text }) => text)].join('\n');
}
