import type { BigIntStats } from 'node:fs';
import { basename, toNfc } from '../../vault/paths.ts';
import type { ChangeRecord, Step } from './change-record.ts';
import { readOpen } from '../files/file-operations.ts';
import { isSameFile } from '../files/file-id.ts';
import type { StepOf } from './change-record.ts';
import type { Disk } from './change-disk.ts';
import { openFile } from '../places/open-file.ts';
import { nullUnlessSystem, recordedFile } from './recorded-file.ts';

/** How far a step got. `foreign`: the file is in none of its states, so someone else wrote it, and it is left alone. */
export type StepState = 'old' | 'new' | 'part' | 'foreign';

/** What a change left on disk, step by step. Folders do not count. */
export interface Inspection {
  states: StepState[];
  /** Paths that someone else wrote. */
  foreign: string[];
}

/**
 * Finds out how far a change got.
 * @param lastSignMs when its writer last showed that it was alive (ms since 1970); a partly written file newer than
 * that is someone else's
 */
export async function inspect(record: ChangeRecord, disk: Disk, lastSignMs = Infinity): Promise<Inspection> {
  const states: StepState[] = [];
  const moves = new Map<string, { toPlace: string; state: StepState }>();
  for (const step of record.steps) {
    if (step.do === 'move') moves.set(step.place, { toPlace: step.toPlace, state: await moveState(step, disk) });
  }
  for (const step of record.steps) {
    if (step.do === 'folder' || step.do === 'unfolder') states.push('old');
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

/** The path of a step, as the caller named it. */
export function pathOf(step: Step): string {
  return step.do === 'folder' || step.do === 'unfolder' ? step.place : step.path;
}

/** True if each byte is from `before` or `after` at its position, as after an interrupted write. */
export function isBetween(bytes: Uint8Array, before: Uint8Array, after: Uint8Array): boolean {
  if (bytes.length < Math.min(before.length, after.length) || bytes.length > Math.max(before.length, after.length))
    return false;
  return bytes.every((byte, i) => byte === before[i] || byte === after[i]);
}

/** Clocks and renewals differ by a few seconds. */
const SLACK_MS = 15_000;

async function createState(step: StepOf<'create'>, inPart: boolean, disk: Disk): Promise<StepState> {
  const bytes = await bytesAt(step.place, step.path, disk);
  if (bytes === null) return 'old';
  if (bytes === 'symlink') return 'foreign';
  if (bytes.equals(step.after)) return 'new';
  return inPart && bytes.length < step.after.length && bytes.equals(step.after.subarray(0, bytes.length))
    ? 'part'
    : 'foreign';
}

async function moveState(step: StepOf<'move'>, disk: Disk): Promise<StepState> {
  if (step.caseOnly) {
    const found = await recordedFile(step.place, step, disk);
    if (found === null) return 'foreign';
    const names = (await found.folder.names().finally(() => found.folder.close())).map(toNfc);
    return names.includes(toNfc(basename(step.toPlace))) ? 'new' : 'old';
  }
  const [before, after] = [
    await isRecordedFile(step.place, step, disk),
    await isRecordedFile(step.toPlace, step, disk),
  ];
  if (before) return after ? 'part' : 'old';
  if (after) return 'new';
  // Someone put another file in its place, like an editor that saves by renaming: nothing was moved.
  return (await isAnything(step.place, disk)) && !(await isAnything(step.toPlace, disk)) ? 'old' : 'foreign';
}

async function isAnything(place: string, disk: Disk): Promise<boolean> {
  const found = await disk.places.file(place).catch(nullUnlessSystem);
  await found?.folder.close();
  return found !== null;
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
  // A name in another Unicode form is another file.
  if (!found.viaSymlink && found.place !== step.place) return 'new';
  if (found.viaSymlink || !isSameFile(found.stats, step.id)) return 'foreign';
  return step.trash.to === 'local' && (await isThere(step.trash.place, found.stats, disk)) ? 'part' : 'old';
}

/** Whether this file itself, not a copy, has a second name at `place`. */
async function isThere(place: string, { ino, dev }: BigIntStats, disk: Disk): Promise<boolean> {
  const found = await disk.places.file(place).catch(nullUnlessSystem);
  await found?.folder.close();
  return found !== null && !found.viaSymlink && found.stats.ino === ino && found.stats.dev === dev;
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
