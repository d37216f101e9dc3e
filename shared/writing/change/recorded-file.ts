import { VaultLoomError } from '../../protocol/errors.ts';
import { isSameFile } from '../files/file-id.ts';
import type { Disk } from './change-disk.ts';
import type { VaultFilePlace } from '../places/vault-places.ts';
import { changed } from './change-errors.ts';
import type { StepOf } from './change-record.ts';

/** The recorded file at this place, or null. Close its folder. */
export async function recordedFile(
  place: string,
  step: StepOf<'edit' | 'move' | 'remove'>,
  disk: Disk,
): Promise<VaultFilePlace | null> {
  const found = await disk.places.file(place).catch(nullUnlessSystem);
  if (found === null) return null;
  if (!found.viaSymlink && isSameFile(found.stats, step.id)) return found;
  await found.folder.close();
  return null;
}

/**
 * Calls `use` with the recorded file, and closes its folder.
 *
 * @throws VaultLoomError `file_changed` if another file or none is there
 */
export async function withRecordedFile<T>(
  step: StepOf<'edit' | 'move' | 'remove'>,
  disk: Disk,
  use: (found: VaultFilePlace) => Promise<T>,
): Promise<T> {
  const found = await disk.places.file(step.place);
  if (found === null) throw changed(step.path);
  try {
    if (found.viaSymlink || !isSameFile(found.stats, step.id)) throw changed(step.path);
    return await use(found);
  } finally {
    await found.folder.close();
  }
}

/** Our own refusals (a symlink out of the vault, a folder instead of a file) mean that something else is there. */
export function nullUnlessSystem(error: unknown): null {
  if (error instanceof VaultLoomError) return null;
  throw error;
}
