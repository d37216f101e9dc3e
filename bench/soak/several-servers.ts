import type { Answers } from '../support/answers.ts';
import { editNote, timeToFind } from '../support/edit-and-find.ts';
import { seededRandom } from '../../shared/kit/random.ts';
import type { Random } from '../../shared/kit/random.ts';
import type { Server } from '../support/server.ts';
import { until } from '../support/idle-server.ts';
import { notePaths } from '../support/scratch-vault.ts';
import type { Ask, Outcome, SoakOptions, Stage } from './scenario.ts';
import { differencesInTime, freshAnswers, isOwner, makeQuestions, onStage, seconds, startServer } from './scenario.ts';

const LONGEST_TAKEOVER_MS = 30_000;
const CATCH_UP_MS = 20_000;

/**
 * Two servers on one vault, then three: all answer alike and see an edit, one owns the index, and when that is killed
 * another takes over.
 */
export function shareOneVault(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const random = seededRandom(options.seed);
    const rounds = [];
    for (const count of [2, 3]) rounds.push(await runTogether(stage, count, random, options.seed));
    return {
      problems: rounds.flatMap(({ problems }) => problems),
      numbers: rounds.map(({ numbers }) => numbers).join('; '),
    };
  });
}

async function runTogether(stage: Stage, count: number, random: Random, seed: number): Promise<Outcome> {
  const data = `shared by ${count}`;
  const problems: string[] = [];
  const note = (lines: string[]): void => void problems.push(...lines.map((line) => `${count} servers: ${line}`));
  const ask = await makeQuestions(stage, seed);
  const { answers: expected } = await freshAnswers(stage, `fresh for ${count}`, ask);
  const servers = await Promise.all(Array.from({ length: count }, () => startServer(stage, data)));
  try {
    for (const server of servers) note(await differencesInTime(expected, () => ask(server), 0));
    const owners = await ownersOf(servers);
    if (owners.length !== 1) note([`${owners.length} own the index`]);
    const seenMs = await editIsSeen(stage, servers, random);

    const owner = owners[0] ?? servers[0];
    const others = servers.filter((server) => server !== owner);
    const killed = performance.now();
    await owner?.kill();
    const heirs = await until(
      () => ownersOf(others),
      ({ length }) => length > 0,
      100,
      LONGEST_TAKEOVER_MS,
    );
    const takeoverMs = performance.now() - killed;
    if (heirs === null) note([`nobody took over within ${seconds(LONGEST_TAKEOVER_MS)}`]);
    if (heirs !== null && heirs.length > 1) note([`${heirs.length} took over together`]);
    const seenAfterMs = await editIsSeen(stage, others, random);
    if (Number.isNaN(seenMs + seenAfterMs)) note(['an edit was not seen by all']);

    const { answers: now } = await freshAnswers(stage, `fresh after ${count}`, ask);
    for (const server of others)
      note((await differencesInTime(now, () => ask(server), CATCH_UP_MS)).map((line) => `after the takeover, ${line}`));
    for (const server of others) await server.close();
    note((await restart(stage, data, now, ask)).map((line) => `after a restart, ${line}`));
    return {
      problems,
      numbers: `${count} servers: an edit seen by all after ${seconds(seenMs)} and ${seconds(seenAfterMs)}, takeover ${seconds(takeoverMs)} after the kill`,
    };
  } finally {
    for (const server of servers) await server.kill();
  }
}

async function ownersOf(servers: readonly Server[]): Promise<Server[]> {
  const owns = await Promise.all(servers.map(isOwner));
  return servers.filter((_, i) => owns[i]);
}

/** Edits a note; milliseconds until every server finds it, NaN if one does not. */
async function editIsSeen(stage: Stage, servers: readonly Server[], random: Random): Promise<number> {
  const word = await editNote(stage.vault, random.pick(await notePaths(stage.vault)), random.below(1_000_000));
  const found = await Promise.all(servers.map((server) => timeToFind(server, word)));
  return Math.max(...found.map(({ ms }) => ms));
}

async function restart(stage: Stage, data: string, expected: Answers, ask: Ask): Promise<string[]> {
  const server = await startServer(stage, data);
  try {
    return await differencesInTime(expected, () => ask(server), 0);
  } finally {
    await server.close();
  }
}
