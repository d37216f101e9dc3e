import { VaultLoomError } from '../../protocol/errors.ts';
import type { SearchFound, SearchInput, SearchRow } from '../../protocol/schemas/find.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { Match } from '../../search/ranking/match.ts';
import { passagesFor } from '../../search/words/excerpts/excerpt.ts';
import type { Meaning } from '../../meaning/meaning.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { FirstPages } from './first-pages.ts';
import { atHeadingOf } from './named/heading-chunk.ts';
import { addressLinesFor } from './lines/address-line.ts';
import { lineExcerpt } from './lines/matching-lines.ts';
import { hitExcerptsFor, MAX_LENGTH } from './hit-excerpt.ts';
import { rankByWords } from './hit-ranking.ts';
import type { Ranked, RankingRequest } from './ranked-hit.ts';
import { matchLineFor } from './match-line.ts';
import { rankByBoth } from './rank-by-both.ts';
import { rankByMeaning, SEMANTIC_WAIT_MS } from './rank-by-meaning.ts';
import { filterOf } from './search-filter.ts';
import { pageOf, rowsInTurns, rowsToFind } from './search-pages.ts';
import { chunkOf, searchRow } from './search-row.ts';
import { rankWordings, wordingsOf, type WordedHit } from './wording-ranking.ts';

/** The text of a chunk, marked as in text-marks.ts; empty if no longer available. */
export type ReadChunkText = (id: number, chunk: number) => Promise<string>;

export interface SearchParts {
  index: NoteIndex;
  readChunk: ReadChunkText;
  /** The bytes of a file; rejects if it is gone. */
  read: (path: string) => Promise<Uint8Array>;
  meaning: Meaning;
  /** Resolves once saved vectors can be queried, or after this many milliseconds. */
  vectorsReady: (waitMs: number) => Promise<void>;
  /** Resolves once there are vectors to query or none are coming, or after this many milliseconds. */
  firstVectors: (waitMs: number) => Promise<void>;
  /** Whether nothing can be found by meaning. */
  isMeaningOff: () => boolean;
  /** Share of the text that can be found by meaning, 0 to 1; null if embeddings are off. */
  embedded: () => number | null;
  firstPages: FirstPages;
  slicer: Slicer;
}

/** How long a query waits for vectors to load; a semantic one as long as for the model. */
const HYBRID_WAIT_MS = 1_000;

/**
 * Answers `search` for a query.
 * @throws VaultLoomError `embedder_unavailable` if a `semantic` query has nothing to rank by
 */
export async function querySearch(parts: SearchParts, input: SearchInput & { query: string }): Promise<SearchFound> {
  const { hits, match, lacking } = await ranked(parts, input);
  const { items, more } = pageOf(hits, input);
  const rows = await rowsInTurns(items, rowsFor(parts, input), parts.slicer);
  const embedded = parts.embedded();
  return {
    rows,
    match,
    ...more,
    ...(embedded === null || embedded >= 1 ? {} : { embedded: roundedDown(embedded) }),
    ...(lacking === null ? {} : { hints: [withoutModel(input.mode, lacking)] }),
  };
}

/** Not 1 while anything is missing. */
function roundedDown(share: number): number {
  return Math.floor(share * 10_000) / 10_000;
}

async function ranked(
  parts: SearchParts,
  input: SearchInput & { query: string },
): Promise<{ hits: WordedHit[]; match: Match; lacking: string | null }> {
  const { unique } = input;
  const filter = await filterOf(parts.index, input);
  const request = { unique, limit: rowsToFind(input), ...(filter === undefined ? {} : { filter }) };
  const wordings = wordingsOf(input.query, input.variants);
  let lacking: string | null = null;
  const rank = await rankerOf(parts, input, (why) => (lacking ??= why));
  return { ...(await rankWordings(wordings, request, rank, parts.slicer)), lacking };
}

/**
 * @param onLack called with the reason if the model has no part in a ranking, though it has read notes, or has failed
 *   and `semantic` was asked for
 */
async function rankerOf(
  parts: SearchParts,
  input: SearchInput,
  onLack: (why: string) => void,
): Promise<(request: RankingRequest) => Promise<Ranked>> {
  const { index, meaning } = parts;
  const { mode } = input;
  if (mode === 'fulltext') return (request) => Promise.resolve(rankByWords(index, request));
  if (mode === 'hybrid') {
    await parts.vectorsReady(HYBRID_WAIT_MS);
    return parts.firstPages.ranker(input, async (request) => {
      const { lacking, ...found } = await rankByBoth(index, meaning, request);
      if (lacking !== null) onLack(lacking);
      return found;
    });
  }
  await parts.vectorsReady(SEMANTIC_WAIT_MS);
  if (parts.isMeaningOff()) throw unavailable('embeddings are turned off.');
  await parts.firstVectors(SEMANTIC_WAIT_MS);
  // A search waits for a model without an answer once, not for each of its wordings.
  let waitMs = SEMANTIC_WAIT_MS;
  return async (request) => {
    const { cause, lacking, ...found } = await rankByMeaning(index, meaning, request, waitMs);
    if (cause !== null) throw unavailable(cause);
    if (lacking !== null) {
      waitMs = 0;
      onLack(lacking);
    }
    return found;
  };
}

function withoutModel(mode: SearchInput['mode'], why: string): string {
  const instead = mode === 'semantic' ? 'by what was learned from the notes (lsa)' : 'without it';
  return `The model could not read the query: these rows are found ${instead}. ${why}`;
}

function unavailable(cause: string): VaultLoomError {
  return new VaultLoomError('embedder_unavailable', `Semantic search cannot answer: ${cause}`, {
    hint: 'Use mode "fulltext" or "hybrid"; index_status tells how far embedding is.',
  });
}

/** Makes the rows of an answer. Excerpts and lines are about the wording that found the row. */
function rowsFor({ readChunk, read }: SearchParts, { unique }: SearchInput): (hit: WordedHit) => Promise<SearchRow> {
  const readers = new Map<string, HitReader>();
  return async (found) => {
    const { wording } = found;
    const reader = readers.get(wording) ?? hitReader(wording, read);
    readers.set(wording, reader);
    const hit = unique === 'notes' ? reader.placed(found) : found;
    const { record, chunk, score, matchedBy } = hit;
    const passage = reader.passageOf(await readChunk(record.id, chunk));
    const [line, excerpt] =
      hit.address === undefined
        ? [await reader.lineOf(hit, passage), reader.excerptOf(hit, passage)]
        : [hit.address.line, lineExcerpt(await reader.addressOf(record, hit.address), MAX_LENGTH)];
    const row = { path: record.path, title: record.title, score, matchedBy, line };
    return searchRow(row, excerpt, unique === 'notes' ? null : chunkOf(record, chunk));
  };
}

type HitReader = ReturnType<typeof hitReader>;

function hitReader(wording: string, read: SearchParts['read']) {
  return {
    placed: atHeadingOf(wording),
    passageOf: passagesFor(wording),
    lineOf: matchLineFor(wording, read),
    excerptOf: hitExcerptsFor(wording),
    addressOf: addressLinesFor(wording, read),
  };
}
