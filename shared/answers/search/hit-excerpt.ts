import type { NoteRecord } from '../../notes/note-record.ts';
import { propertyTexts } from '../../notes/property-texts.ts';
import { excerptsFor, wordsFoundBy, type Passage } from '../../search/words/excerpts/excerpt.ts';
import type { RankedHit } from './hit-ranking.ts';

const MAX_LENGTH = 240;
/** For properties, if the chunk has something to show, too. */
const MAX_SHARED = 120;
const MAX_KEY = 60;
/** The shortest cut of a value that is worth showing. */
const LEAST_VALUE = 20;
const BETWEEN = ' · ';

/**
 * Excerpts for search results: the part of the hit's chunk around words of the query. Words found only in properties
 * put their `property: value` first; the chunk follows if it has any of the others.
 */
export function hitExcerptsFor(query: string): (hit: RankedHit, passage: Passage) => string {
  const excerptOf = excerptsFor(query);
  const wordsIn = wordsFoundBy(query);

  /** Properties with words found nowhere else in the note's names or in the chunk. */
  const holdersOf = (record: NoteRecord, withWords: readonly Holder[], inChunk: ReadonlySet<string>): Holder[] => {
    const missing = new Set(withWords.flatMap(({ words }) => [...words]).filter((word) => !inChunk.has(word)));
    if (missing.size === 0) return [];
    for (const word of wordsIn(namesOf(record))) missing.delete(word);
    return withWords.filter(({ words }) => [...words].filter((word) => missing.delete(word)).length > 0);
  };

  return ({ record, matchedBy }, { words: inChunk, excerpt }) => {
    if (!matchedBy.includes('fulltext')) return excerpt(MAX_LENGTH);
    const withWords = propertyTexts(record.frontmatter)
      .map(({ key, text }) => ({ key, text, words: wordsIn(text) }))
      .filter(({ words }) => words.size > 0);
    if (withWords.length === 0) return excerpt(MAX_LENGTH);
    const holders = holdersOf(record, withWords, inChunk);
    if (holders.length === 0) return excerpt(MAX_LENGTH);
    const shown = shownProperties(holders, inChunk.size > 0 ? MAX_SHARED : MAX_LENGTH, excerptOf);
    return inChunk.size > 0 ? shown + BETWEEN + excerpt(MAX_LENGTH - shown.length - BETWEEN.length) : shown;
  };
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
