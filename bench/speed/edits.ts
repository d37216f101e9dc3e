import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../shared/kit/random.ts';
import type { Figure } from '../support/report.ts';
import type { Server } from '../support/server.ts';
import { percentile } from '../support/statistics.ts';
import { notePaths } from '../support/vault-folder.ts';
import { editNote, timeToFind } from '../support/edit-and-find.ts';

const EDITS = 10;
const BETWEEN_MS = 300;

/** How soon an edit of a file is found by `search`, and how long questions take meanwhile. The last edit is left unsaved. */
export async function measureEdits(server: Server, vault: string): Promise<Figure[]> {
  const random = seededRandom(30);
  const paths = await notePaths(vault);
  const times: number[] = [];
  let longestAsk = 0;
  for (let edit = 0; edit < EDITS; edit++) {
    const word = await editNote(vault, random.pick(paths), edit);
    const found = await timeToFind(server, word);
    times.push(found.ms);
    longestAsk = Math.max(longestAsk, found.longestAskMs);
    await delay(BETWEEN_MS);
  }
  await editNote(vault, random.pick(paths), EDITS).then((word) => timeToFind(server, word));
  return [
    {
      name: 'edited file searchable, longest',
      value: Math.max(...times),
      unit: 'ms',
      bound: 300,
      note: `${percentile(times, 0.5).toFixed(0)} ms (p50)`,
    },
    { name: 'longest search meanwhile', value: longestAsk, unit: 'ms' },
  ];
}
