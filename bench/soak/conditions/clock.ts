import { appendFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../../shared/kit/random.ts';
import { notePaths } from '../../support/scratch-vault.ts';
import { ToolError } from '../../support/server.ts';
import { startServer } from '../scenario.ts';
import { append, PRELOAD, Tally, textOf, unlikeFresh, type Condition } from './parts.ts';

const ROUNDS = 40;
const HOUR = 3_600_000;
/** The server looks at its clock's file every 50 ms. */
const SEEN_MS = 120;

/**
 * The server's clock jumps ahead and back, and files from outside have times of the past and the future: no edit is lost,
 * each can be undone, and the index is as a fresh one.
 */
export const setClock: Condition = async (stage, { seed }) => {
  const clock = `${stage.vault}-clock`;
  await writeFile(clock, '0');
  const server = await startServer(stage, 'clock', { nodeOptions: ['--import', PRELOAD], env: { SOAK_CLOCK: clock } });
  try {
    await server.callWhenReady('list_notes', { limit: 1 });
    const random = seededRandom(seed);
    const notes = await notePaths(stage.vault);
    const problems: string[] = [];
    const answers = new Tally();
    for (let round = 0; round < ROUNDS; round++) {
      const ahead = random.pick([0, -3 * HOUR, -400 * 24 * HOUR, 26 * HOUR, 3_650 * 24 * HOUR, -HOUR / 2]);
      await writeFile(clock, String(ahead));
      await delay(SEEN_MS);
      const outside = join(stage.vault, random.pick(notes));
      await appendFile(outside, `\nzqoutside${round}\n`);
      const then = (Date.now() + ahead) / 1000;
      if (random.below(2) === 0) await utimes(outside, then, then);
      const path = random.pick(notes);
      const before = await textOf(stage.vault, path);
      const { refused, isWrong } = await append(server, stage.vault, path, `zqclock${round}`);
      answers.add(refused ?? 'done');
      if (isWrong) problems.push(`${path} is not as the answer of edit ${round} says (${refused ?? 'done'})`);
      if (refused !== null || random.below(2) === 0) continue;
      await server.call('undo_change', { id: 'last' }).catch((error: unknown) => {
        problems.push(`undoing edit ${round} failed: ${error instanceof ToolError ? error.code : String(error)}`);
      });
      if ((await textOf(stage.vault, path)) !== before) problems.push(`${path} is not as before after undo ${round}`);
      answers.add('undone');
    }
    problems.push(...(await unlikeFresh(stage, server, seed)));
    return { problems, numbers: `${ROUNDS} edits while the clock jumped (${String(answers)})` };
  } finally {
    await server.kill();
  }
};
