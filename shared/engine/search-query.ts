import { VaultLoomError } from '../protocol/errors.ts';
import type { SearchInput, SearchRow } from '../protocol/schemas/find.ts';
import { makeExcerpt } from '../search/excerpt.ts';
import type { FullTextChunkHit, FullTextHit } from '../search/fulltext-types.ts';
import { compareCodeUnits } from '../vault/paths.ts';
import { isInFolder, normaliseFolder } from './list-query.ts';
import type { NoteIndex } from './note-index.ts';
import { hasTag } from './note-views.ts';
import type { NoteRecord } from '../notes/note-record.ts';

/** Where the text of a chunk comes from; empty where it cannot be had any more. */
export type ReadChunkText = (id: number, chunk: number) => Promise<string>;

/** Rows fetched beyond the limit, so that ties at the cut fall the same way on every host. */
const TIE_MARGIN = 10;

/**
 * Answers `search` from the full text.
 * @throws VaultLoomError `embedder_unavailable` for `semantic`, which has no embedder to ask.
 */
export async function querySearch(index: NoteIndex, readChunk: ReadChunkText, input: SearchInput): Promise<SearchRow[]> {
  if (input.mode === 'semantic') {
    throw new VaultLoomError('embedder_unavailable', 'Semantic search has no embedder: embeddings are turned off.', {
      hint: 'Use mode "fulltext" or "hybrid".',
    });
  }
  const options = { limit: input.limit + TIE_MARGIN, ...filterOf(index, input) };
  if (input.unique === 'chunks') {
    const hits = index.fulltext.searchChunks(input.query, options);
    const rows = ranked(index, hits, (hit) => hit.chunkScore).slice(0, input.limit);
    return Promise.all(rows.map(({ hit, record }) => chunkRow(record, hit, input.query, readChunk)));
  }
  const hits = index.fulltext.search(input.query, options);
  const rows = ranked(index, hits, (hit) => hit.score).slice(0, input.limit);
  return Promise.all(rows.map(({ hit, record }) => noteRow(record, hit, input.query, readChunk)));
}

function filterOf(index: NoteIndex, input: SearchInput): { filter?: (id: number) => boolean } {
  const folder = normaliseFolder(input.directory ?? '');
  const { tag } = input;
  if (folder === '' && tag === undefined) return {};
  return {
    filter: (id) => {
      const record = index.noteById(id);
      return record !== undefined && isInFolder(record.path, folder) && (tag === undefined || hasTag(record, tag));
    },
  };
}

/** Best first; equal scores by path, then chunk, since the numbers of notes differ between hosts. */
function ranked<Hit extends FullTextHit>(index: NoteIndex, hits: readonly Hit[], score: (hit: Hit) => number): { hit: Hit; record: NoteRecord }[] {
  return hits
    .flatMap((hit) => {
      const record = index.noteById(hit.id);
      return record === undefined ? [] : { hit, record };
    })
    .sort((a, b) => score(b.hit) - score(a.hit) || compareCodeUnits(a.record.path, b.record.path) || a.hit.chunk - b.hit.chunk);
}

async function noteRow(record: NoteRecord, hit: FullTextHit, query: string, readChunk: ReadChunkText): Promise<SearchRow> {
  const text = await readChunk(record.id, hit.chunk);
  return { path: record.path, title: record.title, score: hit.score, excerpt: makeExcerpt(text, query), matchedBy: ['fulltext'] };
}

async function chunkRow(record: NoteRecord, hit: FullTextChunkHit, query: string, readChunk: ReadChunkText): Promise<SearchRow> {
  const excerpt = makeExcerpt(await readChunk(record.id, hit.chunk), query);
  const startLine = record.chunks[hit.chunk]?.startLine ?? 1;
  const heading = record.headings.findLast((candidate) => candidate.line <= startLine);
  return {
    path: record.path,
    title: record.title,
    score: hit.chunkScore,
    excerpt,
    matchedBy: ['fulltext'],
    chunkId: `${record.path}#${hit.chunk}`,
    chunkHeading: heading?.text ?? null,
    chunkStartLine: startLine,
    chunkExcerpt: excerpt,
  };
}
