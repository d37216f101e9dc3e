import type { BoxPassage, BoxRow, SearchBoxInput, SearchBoxOutput } from '../../protocol/schemas/search-box.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import { headingOfChunk } from '../../notes/chunk-heading.ts';
import { noteTitle, type NoteRecord } from '../../notes/note-record.ts';
import { passagesFor, wordsFoundBy } from '../../search/words/excerpts/excerpt.ts';
import { looseRangesFor, rangesFor } from '../../search/words/excerpts/match-ranges.ts';
import type { Answer, AnswerParts } from '../answer-parts.ts';
import { charactersOf } from '../search/lines/query-characters.ts';
import { addressLinesFor } from '../search/lines/address-line.ts';
import { addressRangesFor } from '../search/named/addressed-notes.ts';
import { atHeadingOf } from '../search/named/heading-chunk.ts';
import { queryAsMeant } from '../search/named/query-as-meant.ts';
import { rankByWords } from '../search/hit-ranking.ts';
import type { RankedHit, RankingRequest } from '../search/ranked-hit.ts';
import { chunkLinesFor, lineInText, startOf } from '../search/match-line.ts';
import { rankByBoth } from '../search/rank-by-both.ts';
import { rankByMeaning } from '../search/rank-by-meaning.ts';
import { beginningOf, MAX_EXCERPT, passageOfLine } from './line-passages.ts';
import { filterOf } from './box-filter.ts';
import { headingPassagesFor } from './heading-passage.ts';
import { newestSteps } from './newest-notes.ts';
import { notesInFolder, rowsOfNotes, withFolder } from './notes-in-folder.ts';
import { propertyPassagesFor } from './property-passage.ts';
import { rowsWithCharacters } from './rows-with-characters.ts';
import { rowsWithTags } from './rows-with-tags.ts';
import { readBoxQuery, withOpenEnd, type BoxCondition } from './box-query.ts';

const PASSAGES = 3;
const FEWEST_LETTERS = 3;
/** How long a query waits for saved vectors that are being loaded. */
const VECTORS_WAIT_MS = 1_000;

/** Answers what a person types into the search box: notes, what to mark in them, and where to jump to. */
export const searchBox: Answer<SearchBoxInput, SearchBoxOutput> = async (parts, input) => {
  const { index, reading } = await parts.soFar();
  const { text: typed, conditions } = readBoxQuery(input.query);
  const mayHaveSlips = reading === null && input.mode !== 'meaning';
  const text = mayHaveSlips ? await queryAsMeant(parts, index, typed, { isTyped: true }) : typed;
  const filter = reading === null ? filterOf(index, conditions) : filterWhileReading(parts, index, conditions);
  const open = input.prefix ? withOpenEnd(input.query, text) : null;
  // The shortest beginnings have most notes anyway: one query has to do.
  const isShort = open !== null && lastWordOf(text).length < FEWEST_LETTERS;
  const request: RankingRequest = {
    query: isShort ? open : text,
    limit: input.limit,
    unique: 'notes',
    ...(open === null || isShort ? {} : { openEnded: open }),
    ...(filter === undefined ? {} : { filter }),
  };
  const found = async (): Promise<{ rows: BoxRow[]; cause: string | null }> => {
    const characters = input.mode === 'meaning' ? null : charactersOf(text);
    if (characters !== null)
      return { rows: await rowsWithCharacters(parts, index, characters, { ...input, filter }), cause: null };
    if (text !== '') {
      const { hits, cause } = await ranked(parts, index, reading === null ? input.mode : 'words', request);
      const folder = { text: typed, isUnfinished: open !== null, filter, limit: input.limit };
      const notes = input.mode === 'meaning' ? [] : await notesInFolder(parts, index, folder);
      const { first, inFolder, last } = withFolder(hits, notes, input.limit);
      const rowsFor = (some: RankedHit[]): Promise<BoxRow[]> =>
        rowsOf(parts, index, some, open ?? text, isShort ? 1 : input.passages);
      const rows = [await rowsFor(first), await rowsOfNotes(parts, inFolder), await rowsFor(last)].flat();
      return { rows, cause };
    }
    const notes = filter === undefined ? [] : await parts.slicer.run(newestSteps(index.notes(), filter, input.limit));
    return { rows: await rowsOfOperators(parts, index, notes, conditions, input.passages), cause: null };
  };
  const { rows, cause } = await found();
  const embedded = parts.embedded();
  return {
    rows,
    ...(reading === null ? {} : { reading }),
    ...(embedded === null || embedded >= 1 ? {} : { embedded: Math.floor(embedded * 10_000) / 10_000 }),
    ...(cause === null ? {} : { cause }),
  };
};

function lastWordOf(text: string): string {
  return /[\p{L}\p{M}\p{N}]+(?="?$)/u.exec(text)?.[0] ?? '';
}

async function ranked(
  parts: AnswerParts,
  index: NoteIndex,
  mode: SearchBoxInput['mode'],
  request: RankingRequest,
): Promise<{ hits: RankedHit[]; cause: string | null }> {
  const { meaning } = parts;
  if (mode === 'words') return { ...rankByWords(index, request), cause: null };
  await parts.vectorsReady(VECTORS_WAIT_MS);
  if (mode === 'both') return { ...(await rankByBoth(index, meaning, request)), cause: null };
  return rankByMeaning(index, meaning, request);
}

/** The index applies changed rules only once everything is read; notes hidden by now are left out here. */
function filterWhileReading(
  { source }: AnswerParts,
  index: NoteIndex,
  conditions: readonly BoxCondition[],
): (record: NoteRecord) => boolean {
  const filter = filterOf(index, conditions);
  return (record) => source.visibility(record.path) === 'visible' && filter?.(record) !== false;
}

function rowsOfOperators(
  parts: AnswerParts,
  index: NoteIndex,
  notes: readonly NoteRecord[],
  conditions: readonly BoxCondition[],
  most: number,
): Promise<BoxRow[]> {
  const tags = conditions.filter(({ kind, isNegated }) => kind === 'tag' && !isNegated).map(({ value }) => value);
  if (tags.length > 0) return rowsWithTags(parts, index, notes, { tags, most });
  return rowsOfNotes(parts, notes);
}

async function rowsOf(
  parts: AnswerParts,
  index: NoteIndex,
  hits: readonly RankedHit[],
  query: string,
  most: number,
): Promise<BoxRow[]> {
  const passageIn = passagesFor(query);
  const lineIn = chunkLinesFor(query);
  const rangesIn = rangesFor(query);
  const looseRangesIn = looseRangesFor(query);
  const further = most === 1 ? new Map<number, number[]>() : furtherChunks(index, hits, query);
  const wordsIn = wordsFoundBy(query);
  const propertiesOf = propertyPassagesFor(query, (path) => parts.source.read(path));
  const headingOf = headingPassagesFor(query);
  const placed = atHeadingOf(query);
  const addressOf = addressLinesFor(query, (path) => parts.source.read(path));
  const addressesIn = addressRangesFor(query);
  const passageOf = async (
    { record, matchedBy }: RankedHit,
    chunk: number,
  ): Promise<{ passage: BoxPassage; words: ReadonlySet<string> }> => {
    const passage = passageIn(await parts.readChunk(record.id, chunk));
    const excerpt = passage.excerpt(MAX_EXCERPT);
    const strict = rangesIn(excerpt);
    // Opening the note looks for the words of the excerpt, which has no headings. If nothing is marked in it, it only
    // has pairs of letters from the query by chance.
    const inText = strict.length > 0 ? lineInText(record, chunk, passage) : null;
    const found = inText ?? lineIn(record, chunk, passage);
    const line = found ?? startOf(record, chunk);
    const above = found === null ? headingOfChunk(record, chunk) : record.headings.findLast((one) => one.line <= found);
    const heading = above?.text ?? null;
    const headingRanges = heading === null ? [] : rangesIn(heading);
    const isMarked = strict.length + headingRanges.length + rangesIn(record.title).length > 0;
    return {
      passage: {
        heading,
        ...(headingRanges.length === 0 ? {} : { headingRanges }),
        line,
        excerpt,
        ranges: isMarked || !matchedBy.includes('fulltext') ? strict : looseRangesIn(excerpt),
      },
      words: new Set([...passage.words, ...wordsIn(headingsIn(record, chunk))]),
    };
  };
  const fileNameOf = ({ path, title }: NoteRecord): Pick<BoxRow, 'fileName'> => {
    const text = noteTitle(path, null);
    const ranges = text === title ? [] : rangesIn(text);
    return ranges.length === 0 ? {} : { fileName: { text, ranges } };
  };
  const wordsAsked = wordsIn(query).size;
  /** Whether the note's names have words of the query; all of them, if its text was found by meaning. */
  const isFoundByName = ({ path, title }: NoteRecord, matchedBy: RankedHit['matchedBy']): boolean => {
    const { size } = wordsIn(namesOf({ path, title }));
    return matchedBy.includes('fulltext') && size > 0 && (size >= wordsAsked || !matchedBy.includes('semantic'));
  };
  /** The passages of the body, and the properties where these have words that the body lacks. */
  const passagesOf = async (hit: RankedHit): Promise<BoxPassage[]> => {
    if (hit.address !== undefined) return [passageOfLine(await addressOf(hit.record, hit.address), addressesIn)];
    const shown = placed(hit);
    const { record, chunk, matchedBy } = shown;
    const chunks = [...new Set([chunk, ...(further.get(record.id) ?? [])])].slice(0, most);
    const all = await Promise.all(chunks.map((number) => passageOf(hit, number)));
    const withWords = isFoundByName(record, matchedBy) ? all.filter(({ words }) => words.size > 0) : all;
    // What has something to mark says why the note was found: in scripts without spaces others may have only parts of
    // words.
    const marked = withWords.filter(({ passage }) => passage.ranges.length > 0 || passage.headingRanges !== undefined);
    const found = marked.length > 0 && matchedBy.includes('fulltext') ? marked : withWords;
    const inBody = new Set(found.flatMap(({ words }) => [...words]));
    const properties = matchedBy.includes('fulltext') ? await propertiesOf(record, inBody) : null;
    const isInHeading = properties === null && inBody.size === 0 && matchedBy.includes('fulltext');
    const heading = isInHeading ? headingOf(record, namesOf(record)) : null;
    if (heading !== null) return [heading];
    const passages = found.map(({ passage }) => passage);
    if (properties === null) return passages.length > 0 ? passages : [await beginningOf(parts, record)];
    if (inBody.size === 0) return [properties.passage];
    // A heading that is asked for stays first.
    const isBest = shown === hit && properties.words > (found[0]?.words.size ?? 0);
    const kept = isBest ? [] : passages.slice(0, Math.max(1, most - 1));
    return [...kept, properties.passage, ...(isBest ? passages : [])].slice(0, most);
  };
  return Promise.all(
    hits.map(async (hit) => {
      const { path, title } = hit.record;
      return {
        path,
        title,
        titleRanges: rangesIn(title),
        ...fileNameOf(hit.record),
        matchedBy: hit.matchedBy,
        passages: await passagesOf(hit),
      };
    }),
  );
}

function namesOf({ path, title }: Pick<NoteRecord, 'path' | 'title'>): string {
  return `${title}\n${noteTitle(path, null)}`;
}

/** The headings that belong to a chunk, as one text. */
function headingsIn({ headings, chunks }: NoteRecord, chunk: number): string {
  const { startLine = 0, endLine = 0 } = chunks[chunk] ?? {};
  return headings
    .filter(({ line }) => line >= startLine && line <= endLine)
    .map(({ text }) => text)
    .join('\n');
}

/** The chunks of each note with words of the query, best first. */
function furtherChunks(index: NoteIndex, hits: readonly RankedHit[], query: string): Map<number, number[]> {
  const ids = new Set(hits.filter(({ matchedBy }) => matchedBy.includes('fulltext')).map(({ record }) => record.id));
  const chunks = new Map<number, number[]>();
  if (ids.size === 0 || query === '') return chunks;
  const options = { limit: ids.size * PASSAGES * 2, order: index.comparePaths, filter: (id: number) => ids.has(id) };
  for (const { id, chunk, chunkScore, score } of index.fulltext.searchChunks(query, options)) {
    // A chunk without any of the words has half of its note's score.
    if (chunkScore <= score / 2) continue;
    const known = chunks.get(id);
    if (known === undefined) chunks.set(id, [chunk]);
    else known.push(chunk);
  }
  return chunks;
}
