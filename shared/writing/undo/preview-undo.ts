import type { ChangeRecord } from '../change/change-record.ts';
import { fit, inverseOf, type ReadNow } from './undo.ts';

/** What undoing changes would do, before anything is written. */
export interface UndoPreview {
  /** Every file that would change: its bytes now and afterwards; null where there is none. */
  files: { path: string; before: Uint8Array | null; after: Uint8Array | null }[];
  /** Paths whose later changes would be lost. */
  lost: string[];
}

/**
 * Plays an undo of several changes on the files as they are, without writing.
 *
 * @param ids in the order of the undo, the newest first
 * @param record throws for an unknown id, and so does this
 */
export async function previewUndo(
  ids: readonly string[],
  record: (id: string) => Promise<ChangeRecord>,
  readNow: ReadNow,
): Promise<UndoPreview> {
  const before = new Map<string, Uint8Array | null>();
  const after = new Map<string, Uint8Array | null>();
  const lost = new Set<string>();
  const read = async (path: string): Promise<Uint8Array | null> => {
    if (!before.has(path)) {
      const bytes = await readNow(path);
      before.set(path, bytes);
      after.set(path, bytes);
    }
    return after.get(path) ?? null;
  };
  for (const id of ids) {
    const fitted = await fit(inverseOf(await record(id)), read);
    for (const path of fitted.lost) lost.add(path);
    for (const file of fitted.files) {
      if (file.kind === 'create') after.set(file.path, file.bytes);
      else if (file.kind === 'edit') after.set(file.path, file.after);
      else if (file.kind === 'delete') after.set(file.path, null);
      else {
        const bytes = await read(file.from);
        if ((await read(file.to)) !== null && !isSameName(file.from, file.to)) lost.add(file.to);
        after.set(file.from, null);
        after.set(file.to, file.edit?.after ?? bytes);
      }
    }
  }
  const files = [...after].flatMap(([path, bytes]) => {
    const was = before.get(path) ?? null;
    return isSame(was, bytes) ? [] : [{ path, before: was, after: bytes }];
  });
  return { files, lost: [...lost] };
}

/** A rename that changes letter case or Unicode form alone finds its own file at the new name. */
function isSameName(one: string, other: string): boolean {
  return one.normalize('NFC').toLowerCase() === other.normalize('NFC').toLowerCase();
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other;
  return one.length === other.length && Buffer.compare(one, other) === 0;
}
