import { unlink } from 'node:fs/promises';
import { dirname } from '../../vault/paths.ts';
import type { ChangeRecord, Step } from './change-record.ts';
import {
  changeLetterCase,
  createInPart,
  createWhole,
  holdsExactly,
  moveFile,
  NameTaken,
} from '../files/file-operations.ts';
import { forEachOf } from '../../kit/concurrency/for-each.ts';
import { openFile } from '../places/open-file.ts';
import { bringFromTrash } from '../trash/from-trash.ts';
import type { Disk } from './change-disk.ts';
import { inFolderOf, removeFolderIfEmpty } from './change-disk.ts';
import { changed, noteExists } from './change-errors.ts';
import type { StepOf } from './change-record.ts';
import { performEdit, syncEdit } from './perform-edit.ts';
import type { Begun, Progress } from './progress.ts';
import { withRecordedFile } from './recorded-file.ts';

/**
 * Performs the steps of a journaled record and makes them survive a power cut: writes all files, then syncs them. Each
 * edited or removed file must still be as recorded.
 * @throws VaultLoomError `file_changed` or `note_exists` if the vault is not as recorded, NoHardLinks, TrashRefused, or
 *   the system's error, or why the course was stopped; then roll back the steps in `begun`. `file_changed` with
 *   `details.clash`: a file may hold parts of two texts
 */
export async function perform(
  record: ChangeRecord,
  disk: Disk,
  { begun, overtaken, leaveFolder, course = {} }: Progress,
): Promise<void> {
  const steps = groupSteps(record.steps);
  const total = steps.create.length + steps.edit.length + steps.move.length + steps.remove.length;
  let done = 0;
  const oneMore = async (write: () => Promise<void>): Promise<void> => {
    course.signal?.throwIfAborted();
    await write();
    course.onWritten?.(++done, total);
  };
  for (const step of steps.folder) await makeFolder(step, disk);
  for (const step of steps.create) await oneMore(() => create(step, record.inPart, disk, begun));
  await forEachOf(steps.edit, CONCURRENCY, (step) =>
    oneMore(() => performEdit(step, record.id, disk, begun, overtaken)),
  );
  await forEachOf(steps.edit, CONCURRENCY, (step) => syncEdit(step, disk, begun, overtaken));
  for (const step of steps.move) await oneMore(() => move(step, disk, begun));
  for (const step of steps.remove) await oneMore(() => remove(step, disk, begun));
  for (const step of steps.unfolder) {
    await leaveFolder(step.place);
    await removeFolderIfEmpty(step.place, disk);
  }
  await syncFolders(record.steps, disk);
}

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
      ? createInPart(folder, name, step.after, step.source?.mode)
      : createWhole(folder, step.temporary, name, step.after, step.source?.mode);
    await made.catch(explainTaken(step, step.path, begun));
  });
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
