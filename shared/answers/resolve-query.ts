import type { NameTolerance } from '../notes/note-names.ts';
import type { NoteOrStubRef } from '../protocol/schemas/common.ts';
import type { Answer } from './answer-parts.ts';

/**
 * The note, or stub by its `_stub/…` path, that a name means.
 * @throws VaultLoomError `note_not_found`, `ambiguous_note`
 */
export const resolve: Answer<{ name: string; tolerance: NameTolerance }, NoteOrStubRef> = async (
  parts,
  { name, tolerance },
) => {
  await parts.current();
  const { path, stub } = await parts.fresh.find(name, tolerance);
  if (stub !== undefined) return { path: stub.path, title: stub.title, stub: true };
  return { path, title: parts.index.note(path)?.title ?? path };
};
