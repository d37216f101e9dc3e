import { lstat, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { VaultLoomError } from '../protocol/errors.ts';
import { isAbsence, systemCode } from '../vault/disk-io.ts';
import { basename, dirname, toNfc } from '../vault/paths.ts';
import type { ChangeRecord, Step } from './change-record.ts';
import { changeLetterCase, createWhole, isSameFile, moveFile, NameTaken, overwrite, readOpen } from './file-operations.ts';
import { inFolderOf, type Disk, type StepOf } from './perform.ts';
import { openFile, type VaultFilePlace } from './real-path-check.ts';
import { LOCAL_TRASH } from './trash.ts';

/**
 * How far a step got: not at all, whole, or in part. `foreign`: what lies there is neither, so someone else wrote it, and
 * it is left alone.
 */
export type StepState = 'old' | 'new' | 'part' | 'foreign';

/** What a change left on the disk, step by step, in the record's order. Folders count as nothing. */
export interface Inspection {
  states: StepState[];
  /** Paths left alone because someone else wrote them. */
  foreign: string[];
}

/**
 * Looks how far a change got.
 *
 * @param lastSignMs when its writer last showed that it lived (ms since 1970). What was written later was not written by
 * it, and a file in part is then someone else's.
 */
export async function inspect(record: ChangeRecord, disk: Disk, lastSignMs = Infinity): Promise<Inspection> {
  const states: StepState[] = [];
  const moves = new Map<string, { toPlace: string; state: StepState }>();
  for (const step of record.steps) {
    if (step.do === 'move') moves.set(step.place, { toPlace: step.toPlace, state: await moveState(step, disk) });
  }
  for (const step of record.steps) {
    if (step.do === 'folder') states.push('old');
    else if (step.do === 'move') states.push(moves.get(step.place)?.state ?? 'foreign');
    else if (step.do === 'create') states.push(await createState(step, record.inPart, disk));
    else if (step.do === 'remove') states.push(await removeState(step, disk));
    else {
      const moved = moves.get(step.place);
      states.push(await editState(step, moved?.state === 'new' ? moved.toPlace : step.place, disk, lastSignMs));
    }
  }
  const foreign = record.steps.filter((_, i) => states[i] === 'foreign').map(pathOf);
  return { states, foreign };
}

/**
 * Takes back what a change did, last step first; what is foreign stays. Doing it again, after it was cut off, does the
 * rest. A step that cannot be taken back holds up no other: at the end the system's error is thrown, unless it only says
 * that the place is gone or taken by now.
 *
 * @returns paths left alone for that reason
 */
export async function rollBack(record: ChangeRecord, disk: Disk, { states }: Inspection): Promise<string[]> {
  const left: string[] = [];
  let failure: { error: unknown } | null = null;
  for (const kind of ['remove', 'move', 'edit', 'create', 'folder'] as const) {
    for (let i = record.steps.length - 1; i >= 0; i--) {
      const step = record.steps[i] as Step;
      if (step.do !== kind) continue;
      await takeBack(step, states[i] ?? 'foreign', record, i, disk).catch((error: unknown) => {
        if (error instanceof NameTaken || error instanceof VaultLoomError || isAbsence(error)) left.push(pathOf(step));
        else failure ??= { error };
      });
    }
  }
  if (failure !== null) throw (failure as { error: unknown }).error;
  return left;
}

/** Removes what a change that stands may have left beside its files. */
export async function removeTemporaries(record: ChangeRecord, disk: Disk): Promise<void> {
  for (const [i, step] of record.steps.entries()) {
    if (step.do === 'create') await removeBeside(disk, step.place, step.temporary);
    if (step.do === 'remove') await removeBeside(disk, step.place, restoreName(record, i));
  }
}

/** True where each byte of `bytes` is that of `before` or of `after` at its place: what a cut-off write leaves. */
export function isBetween(bytes: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  if (bytes.length < Math.min(before.length, after.length) || bytes.length > Math.max(before.length, after.length)) return false;
  return bytes.every((byte, i) => byte === before[i] || byte === after[i]);
}

function pathOf(step: Step): string {
  return step.do === 'folder' ? step.place : step.path;
}

/** Clocks and renewals differ by a few seconds. */
const SLACK_MS = 15_000;

async function takeBack(step: Step, state: StepState, record: ChangeRecord, i: number, disk: Disk): Promise<void> {
  if (step.do === 'folder') return removeFolderIfEmpty(step, disk);
  if (step.do === 'create') {
    await removeBeside(disk, step.place, step.temporary);
    if (state === 'new' || state === 'part') await removeBeside(disk, step.place, basename(step.place));
  } else if (step.do === 'move') {
    if (state === 'new' || state === 'part') await moveBack(step, state, disk);
  } else if (step.do === 'edit') {
    if (state === 'new' || state === 'part') await restoreBytes(step, disk);
  } else {
    await removeBeside(disk, step.place, restoreName(record, i));
    if (state === 'new') await bringBack(step, restoreName(record, i), disk);
    else if (step.trash.to === 'folder' && step.trash.info !== undefined) await rm(step.trash.info.file, { force: true });
  }
}

async function createState(step: StepOf<'create'>, inPart: boolean, disk: Disk): Promise<StepState> {
  const bytes = await bytesAt(step.place, step.path, disk);
  if (bytes === null) return 'old';
  if (bytes === 'symlink') return 'foreign';
  if (bytes.equals(step.after)) return 'new';
  return inPart && bytes.length < step.after.length && bytes.equals(step.after.subarray(0, bytes.length)) ? 'part' : 'foreign';
}

async function moveState(step: StepOf<'move'>, disk: Disk): Promise<StepState> {
  if (step.caseOnly) {
    const found = await recordedFile(step.place, step, disk);
    if (found === null) return 'foreign';
    const names = (await found.folder.names().finally(() => found.folder.close())).map(toNfc);
    return names.includes(toNfc(basename(step.toPlace))) ? 'new' : 'old';
  }
  const [before, after] = [await isRecordedFile(step.place, step, disk), await isRecordedFile(step.toPlace, step, disk)];
  if (before) return after ? 'part' : 'old';
  return after ? 'new' : 'foreign';
}

async function editState(step: StepOf<'edit'>, place: string, disk: Disk, lastSignMs: number): Promise<StepState> {
  const found = await recordedFile(place, step, disk);
  if (found === null) return 'foreign';
  try {
    const handle = await openFile(found, 'read', step.path);
    const bytes = Buffer.from(await readOpen(handle).finally(() => handle.close()));
    if (bytes.equals(step.before)) return 'old';
    if (bytes.equals(step.after)) return 'new';
    const writtenMs = Number(found.stats.mtimeNs / 1_000_000n);
    return writtenMs <= lastSignMs + SLACK_MS && isBetween(bytes, step.before, step.after) ? 'part' : 'foreign';
  } finally {
    await found.folder.close();
  }
}

async function removeState(step: StepOf<'remove'>, disk: Disk): Promise<StepState> {
  const found = await disk.places.file(step.place).catch(() => undefined);
  if (found === null) return 'new';
  if (found === undefined) return 'foreign';
  await found.folder.close();
  return !found.viaSymlink && isSameFile(found.stats, step.id) ? 'old' : 'foreign';
}

/** The file that the record is about, at this place; null where another or none is there. Close its folder. */
async function recordedFile(place: string, step: StepOf<'edit' | 'move' | 'remove'>, disk: Disk): Promise<VaultFilePlace | null> {
  const found = await disk.places.file(place).catch(nullUnlessSystem);
  if (found === null) return null;
  if (!found.viaSymlink && isSameFile(found.stats, step.id)) return found;
  await found.folder.close();
  return null;
}

async function isRecordedFile(place: string, step: StepOf<'move'>, disk: Disk): Promise<boolean> {
  const found = await recordedFile(place, step, disk);
  await found?.folder.close();
  return found !== null;
}

async function bytesAt(place: string, path: string, disk: Disk): Promise<Buffer | 'symlink' | null> {
  const found = await disk.places.file(place).catch(nullUnlessSystem);
  if (found === null) return null;
  try {
    if (found.viaSymlink) return 'symlink';
    const handle = await openFile(found, 'read', path);
    return Buffer.from(await readOpen(handle).finally(() => handle.close()));
  } finally {
    await found.folder.close();
  }
}

async function restoreBytes(step: StepOf<'edit'>, disk: Disk): Promise<void> {
  const found = await recordedFile(step.place, step, disk);
  if (found === null) return;
  try {
    const handle = await openFile(found, 'write', step.path);
    try {
      await overwrite(handle, await readOpen(handle), step.before);
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

/** Back from the trash, where it is the same file still; else made anew from the record. */
async function bringBack(step: StepOf<'remove'>, temporary: string, disk: Disk): Promise<void> {
  await inFolderOf(disk, step.place, step.path, async (folder, name) => {
    if (step.trash.to === 'local') {
      const trashed = await recordedFile(step.trash.place, step, disk);
      if (trashed !== null) return moveFile(trashed.folder, trashed.name, folder, name).finally(() => trashed.folder.close());
    }
    if (step.trash.to === 'folder') {
      const stats = await lstat(step.trash.file, { bigint: true }).catch(() => null);
      if (stats?.isFile() === true && isSameFile(stats, step.id)) {
        await rename(step.trash.file, folder.at(name));
        if (step.trash.info !== undefined) await rm(step.trash.info.file, { force: true });
        return;
      }
    }
    await createWhole(folder, temporary, name, step.before);
  });
}

async function removeBeside(disk: Disk, place: string, name: string): Promise<void> {
  const folder = await disk.places.folder(dirname(place));
  if (folder === null) return;
  try {
    await folder.verify();
    await rm(folder.at(name), { force: true });
  } finally {
    await folder.close();
  }
}

async function removeFolderIfEmpty(step: StepOf<'folder'>, disk: Disk): Promise<void> {
  if (step.place === LOCAL_TRASH) return;
  await inFolderOf(disk, step.place, step.place, (parent, name) => rmdir(parent.at(name))).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemCode(error))) throw error;
  });
}

/** Fixed for each step, so that a later try finds and removes what an earlier one left. */
function restoreName(record: ChangeRecord, step: number): string {
  return `.vault-loom-${record.id}-${step}.tmp`;
}

/** Our own refusals (a symlink out of the vault, a folder in place of the file) mean that another thing stands there. */
function nullUnlessSystem(error: unknown): null {
  if (error instanceof VaultLoomError) return null;
  throw error;
}
