import { rmdir, unlink } from 'node:fs/promises';
import { VaultLoomError } from '../../protocol/errors.ts';
import { isSameBytes } from '../../kit/bytes/common-bytes.ts';
import { systemCode } from '../../kit/disk/disk-io.ts';
import { basename, dirname } from '../../vault/paths.ts';
import type { ChangeRecord, Step } from './change-record.ts';
import {
  changeLetterCase,
  createInPart,
  createWhole,
  holdsExactly,
  moveFile,
  NameTaken,
  readOpen,
} from './file-operations.ts';
import { isSameFile } from './file-id.ts';
import { quoted } from '../places/name-rules.ts';
import { forEachOf } from '../../kit/work/for-each.ts';
import { holdsPiece, overwriteUnchanged, rewriteOf, type Outcome } from './overwrite.ts';
import { whenQuiet } from './quiet-file.ts';
import { openFile, type VaultFilePlace } from '../places/real-path-check.ts';
import { bringFromTrash } from '../trash/from-trash.ts';
import type { Held } from '../locks/path-queue.ts';
import type { VaultFolder } from '../places/open-folder.ts';
import type { Disk } from './change-disk.ts';

/** Steps that changed something, or may have. */
export type Begun = Set<Step>;

/** Edits of files that another program saved at the same time or right after: they now hold more than we wrote. */
export type Overtaken = Set<StepOf<'edit'>>;

/** What {@link perform} reports and needs on the way. */
export interface Progress {
  begun: Begun;
  overtaken: Overtaken;
  /** Releases what the caller holds in a folder to be removed. */
  leaveFolder: Held['leaveFolder'];
}

/**
 * Performs the steps of a journaled record and makes them survive a power cut: writes all files, then syncs them. Each
 * edited or removed file must still be as recorded.
 * @throws VaultLoomError `file_changed` or `note_exists` if the vault is not as recorded, NoHardLinks, TrashRefused, or
 * the system's error; then roll back the steps in `begun`. `file_changed` with `details.clash`: a file may hold parts
 * of two texts
 */
export async function perform(
  record: ChangeRecord,
  disk: Disk,
  { begun, overtaken, leaveFolder }: Progress,
): Promise<void> {
  const steps = groupSteps(record.steps);
  for (const step of steps.folder) await makeFolder(step, disk);
  for (const step of steps.create) await create(step, record.inPart, disk, begun);
  await forEachOf(steps.edit, CONCURRENCY, (step) => edit(step, record.id, disk, begun, overtaken));
  await forEachOf(steps.edit, CONCURRENCY, (step) => syncFile(step, disk, begun, overtaken));
  for (const step of steps.move) await move(step, disk, begun);
  for (const step of steps.remove) await remove(step, disk, begun);
  for (const step of steps.unfolder) {
    await leaveFolder(step.place);
    await removeFolderIfEmpty(step.place, disk);
  }
  await syncFolders(record.steps, disk);
}

/**
 * Calls `use` with the open folder of a place. Throws the system's `ENOENT` if the folder is gone.
 * @param path the path named in errors
 */
export async function inFolderOf<T>(
  disk: Disk,
  place: string,
  path: string,
  use: (folder: VaultFolder, name: string) => Promise<T>,
): Promise<T> {
  const folder = await disk.places.folder(dirname(place), path);
  if (folder === null) throw Object.assign(new Error(`the folder of ${quoted(path)} is gone`), { code: 'ENOENT' });
  try {
    return await use(folder, basename(place));
  } finally {
    await folder.close();
  }
}

/** Steps of one kind. */
export type StepOf<K extends Step['do']> = Extract<Step, { do: K }>;

const CONCURRENCY = 8;

function groupSteps(steps: Step[]): { [K in Step['do']]: StepOf<K>[] } {
  const of = <K extends Step['do']>(kind: K): StepOf<K>[] =>
    steps.filter((step): step is StepOf<K> => step.do === kind);
  return {
    folder: of('folder'),
    create: of('create'),
    edit: of('edit'),
    move: of('move'),
    remove: of('remove'),
    unfolder: of('unfolder'),
  };
}

async function makeFolder(step: StepOf<'folder'>, disk: Disk): Promise<void> {
  await inFolderOf(disk, step.place, step.place, async (parent, name) => {
    const { folder } = await disk.places.makeFolder(parent, name, step.place);
    await folder.close();
  });
}

async function create(step: StepOf<'create'>, inPart: boolean, disk: Disk, begun: Begun): Promise<void> {
  await inFolderOf(disk, step.place, step.path, async (folder, name) => {
    begun.add(step);
    if (
      step.source !== undefined &&
      (await bringFromTrash(step.source, step.after, folder, name, disk).catch(explainTaken(step, step.path, begun)))
    )
      return;
    const made = inPart
      ? createInPart(folder, name, step.after)
      : createWhole(folder, step.temporary, name, step.after);
    await made.catch(explainTaken(step, step.path, begun));
  });
}

async function edit(step: StepOf<'edit'>, id: string, disk: Disk, begun: Begun, overtaken: Overtaken): Promise<void> {
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
async function syncFile(step: StepOf<'edit'>, disk: Disk, begun: Begun, overtaken: Overtaken): Promise<void> {
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

async function move(step: StepOf<'move'>, disk: Disk, begun: Begun): Promise<void> {
  await withRecordedFile(step, disk, (found) =>
    inFolderOf(disk, step.toPlace, step.to, async (folder, name) => {
      await folder.verify();
      begun.add(step);
      const moved = step.caseOnly
        ? changeLetterCase(found.folder, found.name, folder, name)
        : moveFile(found.folder, found.name, folder, name);
      await moved.catch(explainTaken(step, step.to, begun));
    }),
  );
}

async function remove(step: StepOf<'remove'>, disk: Disk, begun: Begun): Promise<void> {
  await withRecordedFile(step, disk, async (found) => {
    const handle = await openFile(found, 'read', step.path);
    const isUnchanged = await holdsExactly(handle, step.before).finally(() => handle.close());
    if (!isUnchanged) throw changed(step.path);
    begun.add(step);
    if (step.trash.to === 'nowhere') await unlink(found.folder.at(found.name));
    else await disk.trash.put(found.folder, found.name, step.trash);
  });
}

async function withRecordedFile<T>(
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

/** Removes a folder if it is there and empty. */
export async function removeFolderIfEmpty(place: string, disk: Disk): Promise<void> {
  await inFolderOf(disk, place, place, (parent, name) => rmdir(parent.at(name))).catch((error: unknown) => {
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST', 'ENOTDIR'].includes(systemCode(error))) throw error;
  });
}

/** Syncs the folders in which names changed; the files' bytes are synced already. */
async function syncFolders(steps: Step[], disk: Disk): Promise<void> {
  const places = steps.flatMap((step) => {
    if (step.do === 'edit') return [];
    return step.do === 'move' ? [step.place, step.toPlace] : [step.place];
  });
  for (const folder of new Set(places.map(dirname))) {
    const opened = await disk.places.folder(folder);
    await opened?.sync().finally(() => opened.close());
  }
}

/** A file that has the name was not ours, so it must not be rolled back. */
function explainTaken(step: Step, path: string, begun: Begun): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof NameTaken)) throw error;
    begun.delete(step);
    throw noteExists(path);
  };
}

/** The error for a new path that is taken. */
export function noteExists(path: string): VaultLoomError {
  return new VaultLoomError('note_exists', `There is a file ${quoted(path)} already; it was not replaced.`, {
    hint: 'Choose another name, or edit the note that is there.',
    details: { path },
  });
}

/** The error for a file that changed since it was read. */
export function changed(path: string): VaultLoomError {
  return new VaultLoomError(
    'file_changed',
    `The file ${quoted(path)} has changed since it was read. Nothing was written.`,
    {
      hint: 'Read the note again and repeat the change on its new text.',
      details: { path },
    },
  );
}

/** The error for a file that another program saved while we wrote it. */
function clashed(path: string, id: string): VaultLoomError {
  return new VaultLoomError(
    'file_changed',
    `Another program saved ${quoted(path)} at the very moment it was written. The edit was not made, or only in part; the note may hold parts of both texts.`,
    {
      hint: `Read the note and correct it. Its previous text and the intended one are in the history as ${id}.`,
      details: { path, clash: true, history: id },
    },
  );
}
