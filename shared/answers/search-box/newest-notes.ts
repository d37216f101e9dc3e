import { takesPartInSearch } from '../../index/note-index.ts';
import { BestSoFar } from '../../kit/best.ts';
import { visitSteps } from '../../kit/concurrency/long-lists.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { NoteRecord } from '../../notes/note-record.ts';

/** The notes that a filter accepts, the newest first: what operators alone ask for. */
export function* newestSteps(
  notes: Iterable<NoteRecord>,
  filter: (record: NoteRecord) => boolean,
  limit: number,
): Steps<NoteRecord[]> {
  const found = new BestSoFar<NoteRecord>(limit, (a, b) => b.mtimeMs - a.mtimeMs || compareCodeUnits(a.path, b.path));
  yield* visitSteps(notes, (record) => {
    if (takesPartInSearch(record) && filter(record)) found.add(record);
  });
  return found.sorted();
}
