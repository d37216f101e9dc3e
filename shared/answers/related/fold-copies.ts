import type { NoteRecord } from '../../notes/note-record.ts';
import type { NoteLikeness } from '../../meaning/like-notes.ts';

/** A note with those that are nearly the same. */
export interface FoldedNote {
  record: NoteRecord;
  /** Nearly the same as the note it is related to. */
  isCopy: boolean;
  copies: NoteRecord[];
}

/** Cosine of two notes as wholes from which one is a near copy of the other. */
export const NEAR_COPY = 0.97;

/** Whether a note has more than properties. Notes without text are no copies of each other: nothing in them is the same. */
export function hasText({ chunks }: Pick<NoteRecord, 'chunks'>): boolean {
  return chunks.length > 0;
}

/** The first `limit` notes in order, near copies of an earlier one folded into its row. */
export function foldCopies(
  note: NoteRecord | null,
  records: readonly NoteRecord[],
  likeness: NoteLikeness | null,
  limit: number,
): FoldedNote[] {
  const rows: FoldedNote[] = [];
  const isCopy = (a: NoteRecord, b: NoteRecord): boolean =>
    hasText(a) && hasText(b) && (a.hash === b.hash || (likeness !== null && likeness.between(a, b) > NEAR_COPY));
  for (const record of records) {
    const original = rows.find((row) => isCopy(row.record, record));
    if (original !== undefined) original.copies.push(record);
    else if (rows.length === limit) break;
    else rows.push({ record, isCopy: note !== null && isCopy(note, record), copies: [] });
  }
  return rows;
}
