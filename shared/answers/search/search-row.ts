import { isCanvasPath } from '../../notes/canvas.ts';
import { headingOfChunk } from '../../notes/chunk-heading.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import type { SearchRow } from '../../protocol/schemas/find.ts';

type ChunkFields = Pick<SearchRow, 'chunkId' | 'chunkHeading' | 'chunkStartLine'>;

/** A row for a note or, with `chunk`, for one of its passages: the excerpt is given once. */
export function searchRow(
  row: Pick<SearchRow, 'path' | 'title' | 'score' | 'matchedBy' | 'line'>,
  excerpt: string,
  chunk: ChunkFields | null,
): SearchRow {
  const { path, title, score, ...rest } = row;
  const note = { path, title, ...(isCanvasPath(path) ? ({ kind: 'canvas' } as const) : {}), score };
  if (chunk === null) return { ...note, excerpt, ...rest };
  return { ...note, ...rest, ...chunk, chunkExcerpt: excerpt };
}

/** What rows say about a chunk. */
export function chunkOf(record: NoteRecord, chunk: number): ChunkFields {
  const startLine = record.chunks[chunk]?.startLine ?? 1;
  const heading = headingOfChunk(record, chunk)?.text ?? null;
  return { chunkId: `${record.path}#${chunk}`, chunkHeading: heading, chunkStartLine: startLine };
}
