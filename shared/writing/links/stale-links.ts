import type { Disk } from '../change/change-disk.ts';
import type { ChangeRecord, StepOf } from '../change/change-record.ts';
import { inspect } from '../change/inspect.ts';
import { nullUnlessSystem } from '../change/recorded-file.ts';
import { linksToMend, type LinksToMend } from './links-to-mend.ts';

/**
 * Links to notes that a writer moved before it died, in notes saved since by a program that still had their text of
 * before. A call that lives looks for such links before it answers; its client was told nothing yet.
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
    const moves = record.steps.flatMap((step, i) => (step.do === 'move' ? [{ step, state: states[i] }] : []));
    if (moves.some(({ state }) => state !== 'new')) continue;
    const taken = await Promise.all(moves.map(async ({ step }) => (await savedMs(step, disk)) !== Infinity));
    // Another file has the old name: links to it may be meant.
    if (taken.includes(true)) continue;
    const untilMs = Math.max(record.time, lastSignMs) + LATEST_SAVE_MS;
    const edits = record.steps.map((step, i) => ({ step, state: states[i] ?? 'old' }));
    const isStale = await Promise.all(
      edits.map(
        async ({ step, state }) => step.do === 'edit' && state !== 'new' && (await savedMs(step, disk)) <= untilMs,
      ),
    );
    const asLeft = edits.map(({ state }, i) => (isStale[i] === true ? 'foreign' : state === 'foreign' ? 'new' : state));
    found.push(...linksToMend(record, asLeft, true));
  }
  return found;
}

/** When the file at a step's place was written (ms since 1970); never, if there is none. */
async function savedMs({ place }: StepOf<'edit' | 'move'>, disk: Disk): Promise<number> {
  const found = await disk.places.file(place).catch(nullUnlessSystem);
  if (found === null) return Infinity;
  await found.folder.close();
  return Number(found.stats.mtimeNs / 1_000_000n);
}

const LATEST_SAVE_MS = 60_000;
