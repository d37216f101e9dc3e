import { toNfc } from '../../vault/paths.ts';
import type { ChangeRecord } from '../change/change-record.ts';
import { pathsOf, type FileChange } from '../change/file-change.ts';
import { inverseOf } from './undo.ts';

/** Tells where the note is now that was at a path at a time (ISO 8601, UTC). */
export type FollowRenames = (path: string, time: string) => string;

/** The undo of one file, where that is now. */
export interface Followed {
  files: FileChange[];
  /** The file's name, if a later rename gave it that and it would lose it; else null. */
  lost: string | null;
}

/** An edit is undone under the new name; what moves or removes the note would lose that name. */
export async function followed(
  file: FileChange,
  nameNow: (path: string) => string,
  isThere: (path: string) => Promise<boolean>,
): Promise<Followed> {
  const now = newNameOf(file, nameNow);
  if (now === null || file.kind === 'create' || !(await isThere(now))) return { files: [file], lost: null };
  if (file.kind !== 'move') return { files: [{ ...file, path: now }], lost: file.kind === 'delete' ? now : null };
  if (toNfc(file.to) !== toNfc(now)) return { files: [{ ...file, from: now }], lost: now };
  // It was renamed back already: only its links are left to undo.
  return { files: file.edit === undefined ? [] : [{ kind: 'edit', path: now, ...file.edit }], lost: null };
}

/** Every path that the undo of a change may touch, the new names of its files among them. */
export function pathsToUndo(record: ChangeRecord, follow: FollowRenames): string[] {
  const files = inverseOf(record);
  const nameNow = (path: string): string => follow(path, timeOf(record));
  return [...pathsOf(files), ...files.map((file) => newNameOf(file, nameNow)).filter((name) => name !== null)];
}

/** When a change was made; ISO 8601, UTC. */
export function timeOf({ time }: ChangeRecord): string {
  return new Date(time).toISOString();
}

/** Null for a file that has kept its name. */
function newNameOf(file: FileChange, nameNow: (path: string) => string): string | null {
  if (file.kind === 'create') return null;
  const before = toNfc(file.kind === 'move' ? file.from : file.path);
  const now = nameNow(before);
  return toNfc(now) === before ? null : now;
}
