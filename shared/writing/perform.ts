import { unlink } from 'node:fs/promises';
import { VaultLoomError } from '../protocol/errors.ts';
import { basename, dirname } from '../vault/paths.ts';
import type { ChangeRecord, Step } from './change-record.ts';
import { changeLetterCase, createInPart, createWhole, isSameFile, moveFile, NameTaken, overwriteUnchanged, readOpen } from './file-operations.ts';
import { quoted } from './file-names.ts';
import { forEachOf } from './for-each.ts';
import { openFile, type VaultFilePlace, type VaultPlaces } from './real-path-check.ts';
import type { Trash } from './trash.ts';
import type { VaultFolder } from './vault-folder.ts';

/** The disk as the steps of a change use it. */
export interface Disk {
  places: VaultPlaces;
  trash: Trash;
}

/** Steps that have changed something, or may have. */
export type Begun = Set<Step>;

/**
 * Does the steps of a record that is in the journal, and makes them survive a power cut: the files are written first, and
 * synced in one final pass. Each edited or removed file must still hold what the record says.
 *
 * @throws VaultLoomError `file_changed` or `note_exists` where the vault is no longer as recorded, NoHardLinks,
 * TrashRefused, or what the system throws; the steps in `begun`, which is filled as they are done, are then to be rolled
 * back
 */
export async function perform(record: ChangeRecord, disk: Disk, begun: Begun): Promise<void> {
  const steps = groupSteps(record.steps);
  for (const step of steps.folder) await makeFolder(step, disk);
  for (const step of steps.create) await create(step, record.inPart, disk, begun);
  await forEachOf(steps.edit, CONCURRENCY, (step) => edit(step, disk, begun));
  await forEachOf(steps.edit, CONCURRENCY, (step) => syncFile(step, disk));
  for (const step of steps.move) await move(step, disk, begun);
  for (const step of steps.remove) await remove(step, disk, begun);
  await syncFolders(record.steps, disk);
}

/**
 * Calls `use` with the folder of a place, and closes it. A folder that is gone is an error of the system's.
 *
 * @param path to name in errors
 */
export async function inFolderOf<T>(disk: Disk, place: string, path: string, use: (folder: VaultFolder, name: string) => Promise<T>): Promise<T> {
  const folder = await disk.places.folder(dirname(place), path);
  if (folder === null) throw Object.assign(new Error(`the folder of ${quoted(path)} is gone`), { code: 'ENOENT' });
  try {
    return await use(folder, basename(place));
  } finally {
    await folder.close();
  }
}

/** Steps of one kind, in their order. */
export type StepOf<K extends Step['do']> = Extract<Step, { do: K }>;

const CONCURRENCY = 8;

function groupSteps(steps: Step[]): { [K in Step['do']]: StepOf<K>[] } {
  const of = <K extends Step['do']>(kind: K): StepOf<K>[] => steps.filter((step): step is StepOf<K> => step.do === kind);
  return { folder: of('folder'), create: of('create'), edit: of('edit'), move: of('move'), remove: of('remove') };
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
    const made = inPart ? createInPart(folder, name, step.after) : createWhole(folder, step.temporary, name, step.after);
    await made.catch(explainTaken(step, step.path, begun));
  });
}

async function edit(step: StepOf<'edit'>, disk: Disk, begun: Begun): Promise<void> {
  await withRecordedFile(step, disk, async (found) => {
    const handle = await openFile(found, 'write', step.path);
    try {
      const begin = (): unknown => begun.add(step);
      if (!(await overwriteUnchanged(handle, step.before, step.after, begin))) throw changed(step.path);
    } finally {
      await handle.close();
    }
  });
}

async function syncFile(step: StepOf<'edit'>, disk: Disk): Promise<void> {
  await withRecordedFile(step, disk, async (found) => {
    const handle = await openFile(found, 'write', step.path);
    await handle.sync().finally(() => handle.close());
  });
}

async function move(step: StepOf<'move'>, disk: Disk, begun: Begun): Promise<void> {
  await withRecordedFile(step, disk, (found) =>
    inFolderOf(disk, step.toPlace, step.to, async (folder, name) => {
      await folder.verify();
      begun.add(step);
      const moved = step.caseOnly ? changeLetterCase(found.folder, found.name, folder, name) : moveFile(found.folder, found.name, folder, name);
      await moved.catch(explainTaken(step, step.to, begun));
    }),
  );
}

async function remove(step: StepOf<'remove'>, disk: Disk, begun: Begun): Promise<void> {
  await withRecordedFile(step, disk, async (found) => {
    const handle = await openFile(found, 'read', step.path);
    const current = await readOpen(handle).finally(() => handle.close());
    if (!Buffer.from(current).equals(step.before)) throw changed(step.path);
    begun.add(step);
    if (step.trash.to === 'nowhere') await unlink(found.folder.at(found.name));
    else await disk.trash.put(found.folder, found.name, step.trash);
  });
}

async function withRecordedFile(step: StepOf<'edit' | 'move' | 'remove'>, disk: Disk, use: (found: VaultFilePlace) => Promise<void>): Promise<void> {
  const found = await disk.places.file(step.place);
  if (found === null) throw changed(step.path);
  try {
    if (found.viaSymlink || !isSameFile(found.stats, step.id)) throw changed(step.path);
    await use(found);
  } finally {
    await found.folder.close();
  }
}

/** New names of files live in their folders; the bytes were synced before. */
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

/** A name that is taken was not ours: what lies there, though it be equal, is not to be taken back. */
function explainTaken(step: Step, path: string, begun: Begun): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof NameTaken)) throw error;
    begun.delete(step);
    throw noteExists(path);
  };
}

/** The error of a new path that is taken. */
export function noteExists(path: string): VaultLoomError {
  return new VaultLoomError('note_exists', `There is a file ${quoted(path)} already; it was not replaced.`, {
    hint: 'Choose another name, or edit the note that is there.',
    details: { path },
  });
}

/** The error of a file that is not as it was when it was read. */
export function changed(path: string): VaultLoomError {
  return new VaultLoomError('file_changed', `The file ${quoted(path)} has changed since it was read. Nothing was written.`, {
    hint: 'Read the note again and repeat the change on its new text.',
    details: { path },
  });
}
