import type { Disk } from '../change/change-disk.ts';
import type { ChangeRecord, StepOf } from '../change/change-record.ts';
import { inspect, type StepState } from '../change/inspect.ts';
import { nullUnlessSystem } from '../change/recorded-file.ts';
import { linksToMend, type LinksToMend } from './links-to-mend.ts';

/**
 * Links to notes that a writer moved before it died, in notes saved since by a program that still had their old text. A
 * call that completes looks for such links before it answers; the dead one's client was told nothing.
 *
 * @param records of the writer, complete
 * @param lastSignMs when it last showed that it was alive (ms since 1970); what was saved long after is a person's wish
 */
export async function staleLinks(
  records: readonly ChangeRecord[],
  disk: Disk,
  lastSignMs: number,
): Promise<LinksToMend[]> {
  const found: LinksToMend[] = [];
  for (const record of records) {
    const { states } = await inspect(record, disk);
    if (!(await stillStands(record, states, disk))) continue;
    const untilMs = Math.max(record.time, lastSignMs) + LATEST_SAVE_MS;
    const left: StepState[] = [];
    // One after the other: a change may have thousands of files, and each look opens a folder.
    for (const [i, step] of record.steps.entries()) {
      const isStale = step.do === 'edit' && states[i] !== 'new' && (await savedMs(step, disk)) <= untilMs;
      left.push(isStale ? 'foreign' : 'new');
    }
    found.push(...linksToMend(record, left, true));
  }
  return found;
}

/**
 * Whether all that was moved is where it was moved to, and no other file has an old name: links to that may be meant.
 */
async function stillStands({ steps }: ChangeRecord, states: readonly StepState[], disk: Disk): Promise<boolean> {
  for (const [i, step] of steps.entries())
    if (step.do === 'move' && (states[i] !== 'new' || (await savedMs(step, disk)) !== Infinity)) return false;
  return true;
}

/** When the file at a step's place was written (ms since 1970); never, if there is none. */
async function savedMs({ place }: StepOf<'edit' | 'move'>, disk: Disk): Promise<number> {
  const found = await disk.places.file(place).catch(nullUnlessSystem);
  if (found === null) return Infinity;
  await found.folder.close();
  return Number(found.stats.mtimeNs / 1_000_000n);
}

const LATEST_SAVE_MS = 60_000;
