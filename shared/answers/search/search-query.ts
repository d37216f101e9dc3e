import { VaultLoomError } from '../../protocol/errors.ts';
import type { SearchFound, SearchInput, SearchRow } from '../../protocol/schemas/find.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { isCanvasPath } from '../../notes/canvas.ts';
import { filterHints, namedInQueryHints } from './filter-hints.ts';
import { hitExcerptsFor } from './hit-excerpt.ts';
import { syntaxHints } from './syntax-hints.ts';
import { rankByBoth, rankByMeaning, rankByWords, type Ranked, type RankedHit } from './hit-ranking.ts';
import { isInFolder, normaliseFolder } from '../in-folder.ts';
import type { Meaning } from '../../meaning/meaning.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import { hasTag } from '../shown-notes.ts';

/** The text of a chunk, its task boxes marked; empty if no longer available. */
export type ReadChunkText = (id: number, chunk: number) => Promise<string>;

export interface SearchParts {
  index: NoteIndex;
  readChunk: ReadChunkText;
  meaning: Meaning;
  /** Resolves once saved vectors can be queried, or after this many milliseconds. */
  vectorsReady: (waitMs: number) => Promise<void>;
  /** Resolves once there are vectors to query or none are coming, or after this many milliseconds. */
  firstVectors: (waitMs: number) => Promise<void>;
  /** Whether nothing can be found by meaning. */
  isMeaningOff: () => boolean;
  /** Share of the text that can be found by meaning, 0 to 1; null if embeddings are off. */
  embedded: () => number | null;
}

/** How long a query waits for vectors to load. */
const HYBRID_WAIT_MS = 1_000;
const SEMANTIC_WAIT_MS = 10_000;

/**
 * Answers `search`.
 * @throws VaultLoomError `embedder_unavailable` if a `semantic` query has nothing to rank by
 */
export async function querySearch(parts: SearchParts, input: SearchInput): Promise<SearchFound> {
  const { hits, match } = await ranked(parts, input);
  const excerptOf = hitExcerptsFor(input.query);
  const rows = await Promise.all(
    hits.map(async (hit) => rowOf(hit, input, excerptOf(hit, await parts.readChunk(hit.record.id, hit.chunk)))),
  );
  const embedded = parts.embedded();
  const hints = [
    ...syntaxHints(parts.index, input.query),
    ...(rows.length > 0 ? [] : filterHints(parts.index, input)),
    ...(match === 'strong' ? [] : namedInQueryHints(parts.index, input.query)),
  ];
  return {
    rows,
    match,
    ...(embedded === null || embedded >= 1 ? {} : { embedded: roundedDown(embedded) }),
    ...(hints.length === 0 ? {} : { hints }),
  };
}

/** Not 1 while anything is missing. */
function roundedDown(share: number): number {
  return Math.floor(share * 10_000) / 10_000;
}

async function ranked(parts: SearchParts, input: SearchInput): Promise<Ranked> {
  const { index, meaning } = parts;
  const request = { ...input, ...filterOf(input) };
  if (input.mode === 'fulltext') return rankByWords(index, request);
  if (input.mode === 'hybrid') {
    await parts.vectorsReady(HYBRID_WAIT_MS);
    return rankByBoth(index, meaning, request);
  }
  await parts.vectorsReady(SEMANTIC_WAIT_MS);
  if (parts.isMeaningOff()) throw unavailable('embeddings are turned off.');
  await parts.firstVectors(SEMANTIC_WAIT_MS);
  const { hits, match, cause } = await rankByMeaning(index, meaning, request);
  if (cause !== null) throw unavailable(cause);
  return { hits, match };
}

function unavailable(cause: string): VaultLoomError {
  return new VaultLoomError('embedder_unavailable', `Semantic search cannot answer: ${cause}`, {
    hint: 'Use mode "fulltext" or "hybrid"; index_status tells how far embedding is.',
  });
}

function filterOf(input: SearchInput): { filter?: (record: NoteRecord) => boolean } {
  const folder = normaliseFolder(input.directory ?? '');
  const { tag } = input;
  if (folder === '' && tag === undefined) return {};
  return { filter: (record) => isInFolder(record.path, folder) && (tag === undefined || hasTag(record, tag)) };
}

function rowOf({ record, chunk, score, matchedBy }: RankedHit, input: SearchInput, excerpt: string): SearchRow {
  const kind = isCanvasPath(record.path) ? ({ kind: 'canvas' } as const) : {};
  const row = { path: record.path, title: record.title, ...kind, score, excerpt, matchedBy };
  if (input.unique === 'notes') return row;
  const startLine = record.chunks[chunk]?.startLine ?? 1;
  const heading = record.headings.findLast((candidate) => candidate.line <= startLine);
  return {
    ...row,
    chunkId: `${record.path}#${chunk}`,
    chunkHeading: heading?.text ?? null,
    chunkStartLine: startLine,
    chunkExcerpt: excerpt,
  };
}
