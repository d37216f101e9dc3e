import { visitSteps } from '../../kit/concurrency/long-lists.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { sorted } from '../../kit/concurrency/sorted.ts';
import type { NoteRecord } from '../../notes/note-record.ts';

/** The newest note, the one that most others link to, the second newest, and so on. */
export function* byUrgency(notes: readonly NoteRecord[], linksTo: (record: NoteRecord) => number): Steps<NoteRecord[]> {
  const byTime = yield* sorted(notes, (a, b) => b.mtimeMs - a.mtimeMs || a.id - b.id);
  const links = new Map<NoteRecord, number>();
  yield* visitSteps(byTime, (record) => links.set(record, linksTo(record)));
  const byLinks = yield* sorted(byTime, (a, b) => (links.get(b) ?? 0) - (links.get(a) ?? 0));
  const inTurn = new Set<NoteRecord>();
  yield* visitSteps(byTime.entries(), ([place, record]) => inTurn.add(record).add(byLinks[place] ?? record));
  return [...inTurn];
}
