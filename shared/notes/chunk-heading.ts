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

/** The headings that a chunk is under, the outermost first. */
export function headingsAbove(record: Pick<NoteRecord, 'headings' | 'chunks'>, chunk: number): RecordHeading[] {
  const own = headingOfChunk(record, chunk);
  const trail: RecordHeading[] = [];
  if (own === undefined) return trail;
  for (const heading of record.headings) {
    while ((trail.at(-1)?.level ?? 0) >= heading.level) trail.pop();
    trail.push(heading);
    if (heading === own) break;
  }
  return trail;
}
