import type { NoteRecord } from '../../notes/note-record.ts';
import type { NoteLikeness } from '../../meaning/like-notes.ts';
import { areSame, MAY_BE_COPY, type NearCopies } from '../copies/near-copies.ts';

/** A note with those that are nearly the same. */
export interface FoldedNote {
  record: NoteRecord;
  /** Nearly the same as the note it is related to. */
  isCopy: boolean;
  copies: NoteRecord[];
}

export interface FoldCopiesParts {
  copies: Pick<NearCopies, 'areCopies'>;
  /** Says which notes may be copies; without it, only those of the same bytes are known to be. */
  likeness: Pick<NoteLikeness, 'between'> | null;
}

/** The first `limit` notes in order, near copies of an earlier one folded into its row. */
export async function foldCopies(
  note: NoteRecord | null,
  records: readonly NoteRecord[],
  { copies, likeness }: FoldCopiesParts,
  limit: number,
): Promise<FoldedNote[]> {
  const rows: FoldedNote[] = [];
  const isCopy = async (a: NoteRecord, b: NoteRecord): Promise<boolean> =>
    areSame(a, b) || (likeness !== null && likeness.between(a, b) > MAY_BE_COPY && (await copies.areCopies(a, b)));
  for (const record of records) {
    let original: FoldedNote | undefined;
    for (const row of rows) {
      if (!(await isCopy(row.record, record))) continue;
      original = row;
      break;
    }
    if (original !== undefined) original.copies.push(record);
    else if (rows.length === limit) break;
    else rows.push({ record, isCopy: note !== null && (await isCopy(note, record)), copies: [] });
  }
  return rows;
}
