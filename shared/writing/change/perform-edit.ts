import { VaultLoomError } from '../../protocol/errors.ts';
import { isSameBytes } from '../../kit/bytes/common-bytes.ts';
import { holdsExactly, readOpen } from '../files/file-operations.ts';
import { holdsPiece, overwriteUnchanged, rewriteOf, type Outcome } from '../files/overwrite.ts';
import { whenQuiet } from '../files/quiet-file.ts';
import { openFile } from '../places/open-file.ts';
import type { Disk } from './change-disk.ts';
import { changed, clashed } from './change-errors.ts';
import type { StepOf } from './change-record.ts';
import type { Begun, Overtaken } from './progress.ts';
import { withRecordedFile } from './recorded-file.ts';

/** Rewrites a file; {@link syncEdit} has to follow. Throws `file_changed`. */
export async function performEdit(
  step: StepOf<'edit'>,
  id: string,
  disk: Disk,
  begun: Begun,
  overtaken: Overtaken,
): Promise<void> {
  const rewrite = rewriteOf(step.before, step.after);
  const outcome = await withRecordedFile(step, disk, async (found) => {
    const handle = await openFile(found, rewrite.appends ? 'append' : 'write', step.path);
    try {
      return await overwriteUnchanged(handle, rewrite, () => begun.add(step));
    } finally {
      await handle.close();
    }
  });
  if (outcome.kind === 'changed') throw changed(step.path);
  if (outcome.kind === 'clashed') await settleClash(step, id, outcome, disk, begun, overtaken);
}

/**
 * Another program saved the file while we wrote it. Text we appended comes after its text, and stays. If we overwrote
 * none of its text and left nothing of ours, the edit is redone on that text. Otherwise a person has to look, even if
 * that program has saved again since.
 */
async function settleClash(
  step: StepOf<'edit'>,
  id: string,
  clash: Extract<Outcome, { kind: 'clashed' }>,
  disk: Disk,
  begun: Begun,
  overtaken: Overtaken,
): Promise<void> {
  const now = (await whenQuiet(() => lookAt(step, disk)))?.bytes ?? new Uint8Array();
  const stands = isSameBytes(now, step.after);
  const standsBehind =
    rewriteOf(step.before, step.after).appends &&
    clash.at > 0 &&
    now.length === clash.at + clash.piece.length &&
    isSameBytes(now.subarray(clash.at), clash.piece);
  if (standsBehind && !now.subarray(0, clash.at).includes(0)) overtaken.add(step);
  if (stands || overtaken.has(step)) return;
  if (clash.overwrote || holdsPiece(now, clash)) throw clashed(step.path, id);
  begun.delete(step);
  throw changed(step.path);
}

/** Makes the bytes survive a power cut, and checks them once more. */
export async function syncEdit(step: StepOf<'edit'>, disk: Disk, begun: Begun, overtaken: Overtaken): Promise<void> {
  const isThere = await withRecordedFile(step, disk, async (found) => {
    const handle = await openFile(found, 'write', step.path);
    try {
      await handle.sync();
      if (!(await holdsExactly(handle, step.after))) overtaken.add(step);
    } finally {
      await handle.close();
    }
    return true;
  }).catch((error: unknown) => {
    if (error instanceof VaultLoomError && error.code === 'file_changed') return false;
    throw error;
  });
  if (isThere) return;
  // Another program has replaced the file, and with it what we wrote.
  begun.delete(step);
  throw changed(step.path);
}

async function lookAt(step: StepOf<'edit'>, disk: Disk): Promise<{ bytes: Uint8Array; mtimeMs: number } | null> {
  const found = await disk.places.file(step.place);
  if (found === null) return null;
  try {
    const handle = await openFile(found, 'read', step.path);
    return {
      bytes: await readOpen(handle).finally(() => handle.close()),
      mtimeMs: Number(found.stats.mtimeNs / 1_000n) / 1_000,
    };
  } finally {
    await found.folder.close();
  }
}
