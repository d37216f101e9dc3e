import { writeFile } from 'node:fs/promises';
import { notePaths } from '../../support/scratch-vault.ts';
import { changeOne } from '../random-changes.ts';
import { PRELOAD, tryServer, type Condition } from './parts.ts';

const CHANGES = 60;

/** The file system reports no changes, as on many network shares: the index still ends up equal to a fresh one. */
export const keepEventsBack: Condition = async (stage, { seed }) => {
  const still = `${stage.vault}-still`;
  await writeFile(still, 'never changed');
  const start = { nodeOptions: ['--import', PRELOAD], env: { SOAK_NO_EVENTS: still } };
  return tryServer(stage, { name: 'no-events', seed, ...start }, async (trial) => {
    const { random, answers } = trial;
    const notes = await notePaths(stage.vault);
    for (let number = 0; number < CHANGES; number++) {
      await changeOne(stage, notes, random, number);
      if (random.below(3) > 0) continue;
      await trial.append(random.pick(notes), `zqquiet${number}`, String(number));
    }
    return `${CHANGES} changes without a word of them, edits meanwhile: ${String(answers)}`;
  });
};
