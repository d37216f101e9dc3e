import type { PacedFile } from '../../kit/disk/pace.ts';
import { toNfc } from '../../vault/paths.ts';
import { holdsExactly, readOpen } from '../files/file-operations.ts';
import { noSuchFile, type IsHidden } from '../places/hidden-places.ts';
import { checkRealPlace, type WriteRules } from '../places/path-guard.ts';
import type { Disk } from './change-disk.ts';
import { unlessBeingSaved } from '../files/quiet-file.ts';
import type { VaultFilePlace } from '../places/vault-places.ts';
import { openFile } from '../places/open-file.ts';

/** What reading a note takes into account. */
export interface NoteReading {
  disk: Disk;
  rules: WriteRules;
  /** What may be neither created nor removed; for an undo, nothing. */
  isHidden: IsHidden;
  /** An undo may restore any name that was there before, and takes names literally. */
  restores: boolean;
}

/**
 * An existing note with its bytes. Waits for one that is empty because it is being saved. Its folder is closed.
 * @throws VaultLoomError `note_not_found`
 */
export async function readNoteFile(
  path: string,
  context: NoteReading,
): Promise<{ found: VaultFilePlace; bytes: Uint8Array }> {
  let found: VaultFilePlace | null = null;
  const seen = await unlessBeingSaved(async () => {
    const opened = await withNoteFile(path, context, readOpen);
    found = opened?.found ?? null;
    return opened === null ? null : { bytes: opened.result, mtimeMs: Number(opened.found.stats.mtimeNs / 1_000_000n) };
  });
  if (seen === null || found === null) throw noSuchFile(path);
  return { found, bytes: seen.bytes };
}

/** The note if it holds these bytes, compared without reading it into memory; otherwise null. */
export async function unchangedNoteFile(
  path: string,
  bytes: Uint8Array,
  context: NoteReading,
): Promise<{ found: VaultFilePlace; bytes: Uint8Array } | null> {
  const opened = await withNoteFile(path, context, (handle) => holdsExactly(handle, bytes));
  return opened?.result === true ? { found: opened.found, bytes } : null;
}

async function withNoteFile<T>(
  path: string,
  context: NoteReading,
  use: (handle: PacedFile) => Promise<T>,
): Promise<{ found: VaultFilePlace; result: T } | null> {
  const found = await context.disk.places.file(path, { exactly: context.restores });
  if (found === null) return null;
  try {
    const refused = checkRealPlace(path, found.place, context.rules);
    if (refused !== null) throw refused;
    const place = toNfc(found.place);
    if (place !== path && context.isHidden(place)) throw noSuchFile(path);
    const handle = await openFile(found, 'read', path);
    return { found, result: await use(handle).finally(() => handle.close()) };
  } finally {
    await found.folder.close();
  }
}
