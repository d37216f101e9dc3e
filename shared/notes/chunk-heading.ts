import type { NoteRecord, RecordHeading } from './note-record.ts';

/** The heading that a chunk is under: of several directly above its text, the last. */
export function headingOfChunk(
  { headings, chunks }: Pick<NoteRecord, 'headings' | 'chunks'>,
  chunk: number,
): RecordHeading | undefined {
  // A heading always begins a chunk, so none is below its text.
  const end = chunks[chunk]?.endLine ?? 1;
  return headings.findLast(({ line }) => line <= end);
}
