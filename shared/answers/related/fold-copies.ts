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
    areSame(a, b) || (await copies.areCopies(a, b));
  const mayBe = (a: NoteRecord, b: NoteRecord): boolean =>
    areSame(a, b) || (likeness !== null && likeness.between(a, b) > MAY_BE_COPY);
  for (const record of records) {
    let original: FoldedNote | undefined;
    for (const row of rows.filter((one) => mayBe(one.record, record)))
      if (original === undefined && (await isCopy(row.record, record))) original = row;
    if (original !== undefined) original.copies.push(record);
    else if (rows.length === limit) break;
    else {
      const isOfNote = note !== null && mayBe(note, record) && (await isCopy(note, record));
      rows.push({ record, isCopy: isOfNote, copies: [] });
    }
  }
  return rows;
}
