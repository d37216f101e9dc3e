import { rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answers } from '../support/answers.ts';
import { seededRandom } from '../../shared/kit/random.ts';
import { until } from '../support/idle-server.ts';
import type { Ask, Outcome, SoakOptions, Stage } from './scenario.ts';
import { differencesInTime, freshAnswers, isOwner, makeQuestions, onStage, seconds, startServer } from './scenario.ts';

const DATA = 'killed';
const KILLS_PER_ROUND = 3;
const LONGEST_TAKEOVER_MS = 30_000;

/**
 * Kills the server while it builds its first index, and the next ones while they continue from what it left. The last
 * of a round must answer like a fresh index, before and after it takes over what the others left. Repeats until `kills`
 * are done.
 */
export function killWhileIndexing(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const random = seededRandom(options.seed);
    const ask = await makeQuestions(stage, options.seed);
    const { answers: expected, readyMs } = await freshAnswers(stage, 'fresh', ask);
    const problems: string[] = [];
    let killed = 0;
    let whileIndexing = 0;
    let rounds = 0;
    while (killed < options.kills) {
      rounds++;
      await rm(stage.dataDir(DATA), { recursive: true, force: true });
      for (let kill = 0; kill < KILLS_PER_ROUND && killed < options.kills; kill++) {
        if (await killAfter(stage, random.next() * readyMs)) whileIndexing++;
        killed++;
      }
      problems.push(...(await runToTheEnd(stage, expected, ask)).map((problem) => `round ${rounds}: ${problem}`));
    }
    return {
      problems,
      numbers: `${killed} kills in ${rounds} rounds, ${whileIndexing} before the index was ready; a whole start takes ${seconds(readyMs)}`,
    };
  });
}

/** True if the server was killed before it was ready. */
async function killAfter(stage: Stage, ms: number): Promise<boolean> {
  const server = await startServer(stage, DATA);
  let ready = false;
  const waiting = server.callWhenReady('list_notes', { limit: 1 }).then(
    () => (ready = true),
    () => undefined,
  );
  await delay(Math.max(0, ms - (performance.now() - server.started)));
  const early = !ready;
  await server.kill();
  await waiting;
  return early;
}

async function runToTheEnd(stage: Stage, expected: Answers, ask: Ask): Promise<string[]> {
  const server = await startServer(stage, DATA);
  try {
    const atOnce = await differencesInTime(expected, () => ask(server), 0);
    const owns = await until(
      () => isOwner(server),
      (owner) => owner,
      200,
      LONGEST_TAKEOVER_MS,
    );
    const afterwards = await differencesInTime(expected, () => ask(server), 20_000);
    return [
      ...atOnce.map((line) => `as soon as it is ready, ${line}`),
      ...(owns === null ? [`nobody owns the index ${seconds(LONGEST_TAKEOVER_MS)} after the kill`] : []),
      ...afterwards.map((line) => `as the owner, ${line}`),
    ];
  } finally {
    await server.close();
  }
}
