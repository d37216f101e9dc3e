import type { NoteRecord, RecordHeading } from '../../notes/note-record.ts';
import { propertyTexts } from '../../notes/property-texts.ts';
import { wordsFoundBy, worthFor, type Passage } from '../../search/words/excerpts/excerpt.ts';
import type { RankedHit } from './ranked-hit.ts';
import { propertyLinesFor } from './property-line.ts';

/** The line of a note, from 1, where a chunk of it has most of a query's phrases and words; null if it has none. */
export type LineInChunk = (record: NoteRecord, chunk: number, passage: Passage) => number | null;

/** The line of a note, from 1, where a chunk's text, without headings, has most of the words; null if it has none. */
export function lineInText({ chunks }: NoteRecord, chunk: number, { best }: Passage): number | null {
  const place = chunks[chunk];
  return place === undefined || best === null ? null : place.startLine + best.line;
}

/** The line of a note, from 1, where a chunk begins. */
export function startOf({ chunks }: NoteRecord, chunk: number): number {
  return chunks[chunk]?.startLine ?? 1;
}

/** Finds lines of chunks; of several that are worth as much, the first. Headings above the text are part of a chunk. */
export function chunkLinesFor(query: string): LineInChunk {
  const placeOf = placesFor(query);
  return (record, chunk, passage) => placeOf(record, chunk, passage)?.line ?? null;
}

function placesFor(query: string): (record: NoteRecord, chunk: number, passage: Passage) => Passage['best'] {
  const worthOf = worthFor(query);
  return (record, chunk, passage) => {
    const { headings } = record;
    const place = record.chunks[chunk];
    if (place === undefined) return null;
    const inText = lineInText(record, chunk, passage);
    let found = inText === null ? null : { line: inText, worth: passage.best?.worth ?? 0 };
    for (let i = firstFrom(headings, place.startLine); i < headings.length; i++) {
      const heading = headings[i];
      if (heading === undefined || heading.line > place.endLine) break;
      const worth = worthOf(heading.text);
      if (worth === 0) continue;
      if (found === null || worth > found.worth || (worth === found.worth && heading.line < found.line))
        found = { line: heading.line, worth };
    }
    return found;
  };
}

/**
 * Finds the heading with most of a query's phrases and words, wherever in the note; of several the first, null if none
 * has any.
 */
export function headingsFor(query: string): (record: NoteRecord) => RecordHeading | null {
  const worthOf = worthFor(query);
  return ({ headings }) => {
    let found: { heading: RecordHeading; worth: number } | null = null;
    for (const heading of headings) {
      const worth = worthOf(heading.text);
      if (worth > (found?.worth ?? 0)) found = { heading, worth };
    }
    return found?.heading ?? null;
  };
}

/**
 * Finds the line to show with a hit: in its chunk or, if words found it and have more of the query there or the chunk
 * has none, in a heading without text or above the body, where properties are; failing that, the chunk's first line.
 * @param read gives the bytes of a file; rejects if it is gone
 */
export function matchLineFor(
  query: string,
  read: (path: string) => Promise<Uint8Array>,
): (hit: Pick<RankedHit, 'record' | 'chunk' | 'matchedBy'>, passage: Passage) => Promise<number> {
  const inChunk = placesFor(query);
  const worthOf = worthFor(query);
  const most = worthOf(query);
  const headingOf = headingsFor(query);
  const wordsIn = wordsFoundBy(query);
  const propertyLineOf = propertyLinesFor(query, read);

  const aboveBody = async (record: NoteRecord): Promise<number | null> => {
    const { frontmatter, aliases, tags } = record;
    const values = [...propertyTexts(frontmatter).map(({ text }) => text), ...aliases, ...tags];
    return wordsIn(values.join('\n')).size === 0 ? null : propertyLineOf(record);
  };

  /** The line of a property that has more of the query, without the note's names, than any line of its chunk. */
  const inProperty = async (record: NoteRecord, least: number): Promise<number | null> => {
    if (least >= most) return null;
    const texts = propertyTexts(record.frontmatter).filter(({ text }) => worthOf(text) > least);
    if (texts.length === 0) return null;
    const named = wordsIn([record.title, ...record.aliases].join('\n')).size;
    return texts.some(({ text }) => worthOf(text) > least + named) ? propertyLineOf(record) : null;
  };

  return async ({ record, chunk, matchedBy }, passage) => {
    const elsewhere = async (): Promise<number | null> =>
      matchedBy.includes('fulltext') ? (headingOf(record)?.line ?? (await aboveBody(record))) : null;
    const found = inChunk(record, chunk, passage);
    if (found === null) return (await elsewhere()) ?? startOf(record, chunk);
    return (matchedBy.includes('fulltext') ? await inProperty(record, found.worth) : null) ?? found.line;
  };
}

/** The index of the first heading on this line or below; they come in order. */
function firstFrom(headings: NoteRecord['headings'], line: number): number {
  let low = 0;
  let high = headings.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((headings[middle]?.line ?? Infinity) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
