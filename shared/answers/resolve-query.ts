import type { NameTolerance } from '../notes/note-names.ts';
import type { ResolvedName } from '../protocol/schemas/common.ts';
import type { Answer } from './answer-parts.ts';

/**
 * The note, or stub by its `_stub/…` path, that a name means; and `suffix`, which names a part of the note.
 * @throws VaultLoomError `note_not_found`, `ambiguous_note`
 */
export const resolve: Answer<
  { name: string; tolerance: NameTolerance; isQuick?: boolean | undefined },
  ResolvedName
> = async (parts, { name, tolerance, isQuick = false }) => {
  await parts.current();
  const found = await (isQuick ? parts.fresh.findKnown(name, tolerance) : parts.fresh.find(name, tolerance));
  if (found.stub !== undefined) return { path: found.stub.path, title: found.stub.title, stub: true };
  const { path, suffix } = found;
  return { path, title: parts.index.note(path)?.title ?? path, ...(suffix === '' ? {} : { suffix }) };
};
