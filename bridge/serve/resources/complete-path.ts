import type { Engine } from '../../../shared/engine/engine.ts';
import { listNotesInput } from '../../../shared/protocol/schemas/find.ts';

/** As many as the protocol allows in an answer. */
const MOST_VALUES = 100;

/** Paths of notes for a part of one as the person typed it, letter by letter, and how many there are. Throws what the engine throws. */
export async function completePath(
  typed: string,
  engine: Engine,
): Promise<{ values: string[]; total: number; hasMore: boolean }> {
  const where = typed === '' ? {} : { where: { 'file.path': { contains: typed } } };
  const asked = { ...where, sort: 'path', limit: MOST_VALUES, includeStubs: false };
  const { notes, total } = await engine.listNotes(listNotesInput.parse(asked));
  return { values: notes.map(({ path }) => path), total, hasMore: total > notes.length };
}
