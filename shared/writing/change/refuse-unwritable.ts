import { access, constants } from 'node:fs/promises';
import { forEachOf } from '../../kit/concurrency/for-each.ts';
import { dirname } from '../../vault/paths.ts';
import type { Disk } from './change-disk.ts';
import { openFile } from '../places/open-file.ts';
import type { Step } from './change-record.ts';
import { withRecordedFile } from './recorded-file.ts';

const CONCURRENCY = 8;

/**
 * Throws the system's error if the permissions of a file or folder forbid a step. Goes by them alone: writes nothing.
 */
export async function refuseUnwritable(steps: readonly Step[], disk: Disk): Promise<void> {
  const edits = steps.filter((step) => step.do === 'edit');
  const folders = steps.flatMap((step) => {
    if (step.do === 'edit' || step.do === 'unfolder') return [];
    return step.do === 'move' ? [dirname(step.place), dirname(step.toPlace)] : [dirname(step.place)];
  });
  await forEachOf(edits, CONCURRENCY, (step) =>
    withRecordedFile(step, disk, async (found) => (await openFile(found, 'write', step.path)).close()),
  );
  // A folder that is to be made is judged by the one that is there.
  await forEachOf(new Set(folders), CONCURRENCY, async (place) => {
    const folder = await disk.places.folder(place);
    if (folder === null) return;
    await access(folder.at('.'), constants.W_OK).finally(() => folder.close());
  });
}
