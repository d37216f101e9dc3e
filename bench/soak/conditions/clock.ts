import { appendFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { notePaths } from '../../support/scratch-vault.ts';
import { ToolError } from '../../support/server.ts';
import { PRELOAD, textOf, tryServer, type Condition } from './parts.ts';

const ROUNDS = 40;
const HOUR = 3_600_000;
/** The server looks at its clock's file every 50 ms. */
const SEEN_MS = 120;

/**
 * The server's clock jumps ahead and back, and files from outside have times of the past and the future: no edit is
 * lost, each can be undone, and the index is as a fresh one.
 */
export const setClock: Condition = async (stage, { seed }) => {
  const clock = `${stage.vault}-clock`;
  await writeFile(clock, '0');
  const start = { nodeOptions: ['--import', PRELOAD], env: { SOAK_CLOCK: clock } };
  return tryServer(stage, { name: 'clock', seed, ...start }, async (trial) => {
    const { server, random, problems, answers } = trial;
    const notes = await notePaths(stage.vault);
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
      const isDone = await trial.append(path, `zqclock${round}`, String(round));
      if (!isDone || random.below(2) === 0) continue;
      await server.call('undo_change', { id: 'last' }).catch((error: unknown) => {
        problems.push(`undoing edit ${round} failed: ${error instanceof ToolError ? error.code : String(error)}`);
      });
      if ((await textOf(stage.vault, path)) !== before) problems.push(`${path} is not as before after undo ${round}`);
      answers.add('undone');
    }
    return `${ROUNDS} edits while the clock jumped (${String(answers)})`;
  });
};
