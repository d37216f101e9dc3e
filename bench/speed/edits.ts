import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../shared/kit/random.ts';
import type { Figure } from '../support/figures/report.ts';
import type { Server, ToolAnswer } from '../support/server.ts';
import { percentile } from '../support/figures/statistics.ts';
import { latency } from './calls.ts';
import { notePaths } from '../support/scratch-vault.ts';
import { editNote, editProperty, timeToFind, timeToList } from '../support/edit-and-find.ts';

const EDITS = 10;
const LISTS_ROUNDS = 8;
const BETWEEN_MS = 300;
/** Long enough for a change to be known, and the index not yet quiet. */
const KNOWN_MS = 400;
const LISTS: readonly [tool: string, args: Record<string, unknown>][] = [
  ['describe_vault', {}],
  ['describe_vault', { of: 'unresolved' }],
  ['describe_vault', { of: 'properties' }],
  ['list_notes', { where: { permalink: { exists: true } }, sort: 'modified' }],
  ['list_tasks', {}],
];

/**
 * How soon an edit of a file is found by `search`, and how long questions take meanwhile. The last edit is left
 * unsaved.
 */
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
  const properties: number[] = [];
  for (let edit = 0; edit < EDITS; edit++) {
    const value = await editProperty(vault, random.pick(paths), edit);
    properties.push((await timeToList(server, value)).ms);
    await delay(BETWEEN_MS);
  }
  const after = await listsAfterEdits(server, vault, paths);
  await editNote(vault, random.pick(paths), EDITS).then((word) => timeToFind(server, word));
  return [
    {
      name: 'edited file searchable, longest',
      value: Math.max(...times),
      unit: 'ms',
      bound: 300,
      note: `${percentile(times, 0.5).toFixed(0)} ms (p50)`,
    },
    {
      name: 'changed property found by where, longest',
      value: Math.max(...properties),
      unit: 'ms',
      bound: 300,
      note: `${percentile(properties, 0.5).toFixed(0)} ms (p50)`,
    },
    ...latency('lists just after a change', after, 10, 30),
    { name: 'longest search meanwhile', value: longestAsk, unit: 'ms' },
  ];
}

/** Each list, as the first question after a change. */
async function listsAfterEdits(
  server: Server,
  vault: string,
  paths: readonly string[],
): Promise<ToolAnswer<unknown>[]> {
  const random = seededRandom(31);
  const answers: ToolAnswer<unknown>[] = [];
  for (let round = 0; round < LISTS_ROUNDS; round++)
    for (const [tool, args] of LISTS) {
      await editProperty(vault, random.pick(paths), EDITS + answers.length);
      await delay(KNOWN_MS);
      answers.push(await server.call(tool, args));
    }
  return answers;
}
