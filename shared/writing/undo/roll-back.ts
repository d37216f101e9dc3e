import { lstat, rename, rm, unlink } from 'node:fs/promises';
import { VaultLoomError } from '../../protocol/errors.ts';
import { isAbsence } from '../../kit/disk/disk-io.ts';
import { basename, dirname } from '../../vault/paths.ts';
import type { ChangeRecord, Step } from '../change/change-record.ts';
import { changeLetterCase, createWhole, moveFile, NameTaken, readOpen } from '../files/file-operations.ts';
import { isSameFile } from '../files/file-id.ts';
import { dropSecondName, putBack, removeOwnInfo } from '../trash/from-trash.ts';
import { isBetween, pathOf, type Inspection, type StepState } from '../change/inspect.ts';
import { recordedFile } from '../change/recorded-file.ts';
import type { Held } from '../locks/path-queue.ts';
import { overwriteUnchanged, rewriteOf } from '../files/overwrite.ts';
import { inFolderOf, removeFolderIfEmpty } from '../change/change-disk.ts';
import { changed } from '../change/change-errors.ts';
import type { StepOf } from '../change/change-record.ts';
import type { Disk } from '../change/change-disk.ts';
import { openFile } from '../places/open-file.ts';
import { LOCAL_TRASH } from '../trash/trash.ts';

/**
 * Rolls back a change, last step first; foreign files stay. If interrupted, run it again. A step that fails does not
 * stop the others; at the end the system's error is thrown, unless it only says that a place is gone or taken.
 * @param leaveFolder releases what the caller holds in a folder that may be removed
 * @returns paths left alone because their place is gone or taken
 */
export async function rollBack(
  record: ChangeRecord,
  disk: Disk,
  { states }: Inspection,
  leaveFolder: Held['leaveFolder'],
): Promise<string[]> {
  const left: string[] = [];
  const errors: unknown[] = [];
  const lastFirst = [...record.steps.entries()].reverse();
  for (const kind of ['unfolder', 'remove', 'move', 'edit', 'create', 'folder'] as const) {
    for (const [i, step] of lastFirst) {
      if (step.do !== kind) continue;
      if (step.do === 'folder') await leaveFolder(step.place);
      await takeBack(step, states[i] ?? 'foreign', record, i, disk).catch((error: unknown) => {
        if (error instanceof NameTaken || error instanceof VaultLoomError || isAbsence(error)) left.push(pathOf(step));
        else errors.push(error);
      });
    }
  }
  if (errors.length > 0) throw errors[0];
  return left;
}

/** Removes what a completed change may have left next to its files. */
export async function removeTemporaries(record: ChangeRecord, disk: Disk): Promise<void> {
  for (const [i, step] of record.steps.entries()) {
    if (step.do === 'create') await removeIn(disk, step.place, step.temporary);
    if (step.do === 'create' && step.source !== undefined) await dropSecondName(step.source, step.place, disk);
    if (step.do === 'remove') await removeIn(disk, step.place, restoreName(record, i));
  }
}

async function takeBack(step: Step, state: StepState, record: ChangeRecord, i: number, disk: Disk): Promise<void> {
  if (step.do === 'folder') return step.place === LOCAL_TRASH ? undefined : removeFolderIfEmpty(step.place, disk);
  if (step.do === 'unfolder') return makeAgain(step, disk);
  if (step.do === 'create') {
    await removeIn(disk, step.place, step.temporary);
    if (state === 'new' && step.source !== undefined && (await putBack(step.source, step.place, disk))) return;
    if (state === 'new' || state === 'part') await removeIn(disk, step.place, basename(step.place));
  } else if (step.do === 'move') {
    if (state === 'new' || state === 'part') await moveBack(step, state, disk);
  } else if (step.do === 'edit') {
    if (state === 'new' || state === 'part') await restoreBytes(step, disk);
  } else {
    await removeIn(disk, step.place, restoreName(record, i));
    if (state === 'new') await bringBack(step, restoreName(record, i), disk);
    else if (state === 'part' && step.trash.to === 'local')
      await removeIn(disk, step.trash.place, basename(step.trash.place));
    else if (step.trash.to === 'folder' && step.trash.info !== undefined) await removeOwnInfo(step.trash.info);
  }
}

async function makeAgain(step: StepOf<'unfolder'>, disk: Disk): Promise<void> {
  await inFolderOf(disk, step.place, step.place, async (parent, name) => {
    await (await disk.places.makeFolder(parent, name, step.place)).folder.close();
  });
}

async function restoreBytes(step: StepOf<'edit'>, disk: Disk): Promise<void> {
  const found = await recordedFile(step.place, step, disk);
  if (found === null) return;
  try {
    const handle = await openFile(found, 'write', step.path);
    try {
      const now = await readOpen(handle);
      const isOurs = isBetween(now, step.before, step.after);
      const outcome = isOurs
        ? await overwriteUnchanged(handle, { ...rewriteOf(now, step.before), appends: false }, () => undefined)
        : null;
      if (outcome?.kind !== 'done') throw changed(step.path);
      await handle.sync();
    } finally {
      await handle.close();
    }
  } finally {
    await found.folder.close();
  }
}

async function moveBack(step: StepOf<'move'>, state: StepState, disk: Disk): Promise<void> {
  await inFolderOf(disk, step.toPlace, step.to, (to, newName) =>
    inFolderOf(disk, step.place, step.path, async (from, name) => {
      if (state === 'part') await unlink(to.at(newName));
      else if (step.caseOnly) await changeLetterCase(to, newName, from, name);
      else await moveFile(to, newName, from, name);
      await from.sync();
      await to.sync();
    }),
  );
}

/** Restores a file from the trash if it is still the same, otherwise from the record. */
async function bringBack(step: StepOf<'remove'>, temporary: string, disk: Disk): Promise<void> {
  await inFolderOf(disk, step.place, step.path, async (folder, name) => {
    if (step.trash.to === 'local') {
      const trashed = await recordedFile(step.trash.place, step, disk);
      if (trashed !== null)
        return moveFile(trashed.folder, trashed.name, folder, name).finally(() => trashed.folder.close());
    }
    if (step.trash.to === 'folder') {
      const stats = await lstat(step.trash.file, { bigint: true }).catch(() => null);
      if (stats?.isFile() === true && isSameFile(stats, step.id)) {
        await rename(step.trash.file, folder.at(name));
        if (step.trash.info !== undefined) await rm(step.trash.info.file, { force: true });
        return;
      }
    }
    await createWhole(folder, temporary, name, step.before, step.mode);
  });
}

async function removeIn(disk: Disk, place: string, name: string): Promise<void> {
  const folder = await disk.places.folder(dirname(place));
  if (folder === null) return;
  try {
    await folder.verify();
    await rm(folder.at(name), { force: true });
  } finally {
    await folder.close();
  }
}

/** Always the same for a step, so that a retry removes what an earlier try left. */
function restoreName(record: ChangeRecord, step: number): string {
  return `.vault-loom-${record.id}-${step}.tmp`;
}
