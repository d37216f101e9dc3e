import { writeFile } from 'node:fs/promises';
import { seededRandom } from '../../../shared/kit/random.ts';
import { notePaths } from '../../support/scratch-vault.ts';
import { changeOne } from '../random-changes.ts';
import { startServer } from '../scenario.ts';
import { append, PRELOAD, Tally, unlikeFresh, type Condition } from './parts.ts';

const CHANGES = 60;

/** The file system reports no changes, as on many network shares: the index still ends up equal to a fresh one. */
export const keepEventsBack: Condition = async (stage, { seed }) => {
  const still = `${stage.vault}-still`;
  await writeFile(still, 'never changed');
  const server = await startServer(stage, 'no-events', {
    nodeOptions: ['--import', PRELOAD],
    env: { SOAK_NO_EVENTS: still },
  });
  try {
    await server.callWhenReady('list_notes', { limit: 1 });
    const random = seededRandom(seed);
    const notes = await notePaths(stage.vault);
    const problems: string[] = [];
    const answers = new Tally();
    for (let number = 0; number < CHANGES; number++) {
      await changeOne(stage, notes, random, number);
      if (random.below(3) > 0) continue;
      const path = random.pick(notes);
      const { refused, isWrong } = await append(server, stage.vault, path, `zqquiet${number}`);
      answers.add(refused ?? 'done');
      if (isWrong) problems.push(`${path} is not as the answer of edit ${number} says (${refused ?? 'done'})`);
    }
    problems.push(...(await unlikeFresh(stage, server, seed)));
    return { problems, numbers: `${CHANGES} changes without a word of them, edits meanwhile: ${String(answers)}` };
  } finally {
    await server.kill();
  }
};
