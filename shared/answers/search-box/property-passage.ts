import type { FrontmatterValue } from '../../markdown/parsed-note.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { propertyTexts, type PropertyText } from '../../notes/property-texts.ts';
import type { BoxPassage } from '../../protocol/schemas/search-box.ts';
import { excerptsFor, wordsFoundBy } from '../../search/words/excerpts/excerpt.ts';
import { rangesFor } from '../../search/words/excerpts/match-ranges.ts';
import type { TextSpan } from '../../search/words/excerpts/text-span.ts';
import { propertyLinesFor } from '../search/property-line.ts';
import { MAX_EXCERPT } from './line-passages.ts';

const MAX_KEY = 60;
/** The shortest cut of a value that is worth showing. */
const LEAST_VALUE = 20;
const BETWEEN = ' · ';

/** The words of a query found in a note's properties, aliases and tags, as a passage. */
export interface PropertyPassage {
  passage: BoxPassage;
  /** How many of the words. */
  words: number;
}

/**
 * Finds words of a query that only the properties of a note have.
 * @param read gives the bytes of a file; rejects if it is gone
 */
export function propertyPassagesFor(
  query: string,
  read: (path: string) => Promise<Uint8Array>,
): (record: NoteRecord, inBody: ReadonlySet<string>) => Promise<PropertyPassage | null> {
  const wordsIn = wordsFoundBy(query);
  const excerptOf = excerptsFor(query);
  const rangesIn = rangesFor(query);
  const lineOf = propertyLinesFor(query, read);

  return async (record, inBody) => {
    if (record.bodyStart === 0) return null;
    const missing = new Set<string>();
    const holders: PropertyText[] = [];
    const texts = [...propertyTexts(record.frontmatter), ...namesIn(record.frontmatter)];
    const found = texts.map((property) => ({ property, words: wordsIn(property.text) }));
    for (const { words } of found) for (const word of words) if (!inBody.has(word)) missing.add(word);
    if (missing.size === 0) return null;
    for (const word of wordsIn([record.title, ...record.headings.map(({ text }) => text)].join('\n')))
      missing.delete(word);
    const { size } = missing;
    for (const { property, words } of found)
      if ([...words].filter((word) => missing.delete(word)).length > 0) holders.push(property);
    if (holders.length === 0) return null;
    return {
      passage: { ...shown(holders), heading: null, line: (await lineOf(record)) ?? 1, inProperties: true },
      words: size,
    };
  };

  /** `property: value`, several of them in a row; names are not searched, and so never marked. */
  function shown(holders: readonly PropertyText[]): Pick<BoxPassage, 'excerpt' | 'ranges'> {
    let excerpt = '';
    const ranges: TextSpan[] = [];
    for (const { key, text } of holders) {
      const name = `${excerpt === '' ? '' : BETWEEN}${key.slice(0, MAX_KEY)}: `;
      const room = MAX_EXCERPT - excerpt.length - name.length;
      if (room < LEAST_VALUE) break;
      const value = excerptOf(text, room);
      const start = excerpt.length + name.length;
      for (const [from, to] of rangesIn(value)) ranges.push([start + from, start + to]);
      excerpt += name + value;
    }
    return { excerpt, ranges };
  }
}

/** Aliases and tags of the frontmatter, one by one. */
function namesIn(frontmatter: Readonly<Record<string, FrontmatterValue>>): PropertyText[] {
  return Object.entries(frontmatter)
    .filter(([key]) => /^(?:aliases|tags)$/i.test(key))
    .flatMap(([key, value]) => (Array.isArray(value) ? value : [value]).map((item) => ({ key, item })))
    .filter((entry): entry is { key: string; item: string } => typeof entry.item === 'string')
    .map(({ key, item }) => ({ key, text: item }));
}
