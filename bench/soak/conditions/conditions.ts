import type { Outcome, SoakOptions } from '../scenario.ts';
import { onStage } from '../scenario.ts';
import { setClock } from './clock.ts';
import { fillDisk } from './disk-full.ts';
import { replaceFiles } from './foreign-files.ts';
import { keepEventsBack } from './no-events.ts';
import type { Condition } from './parts.ts';
import { takePermissions } from './permissions.ts';

/** Small enough that an index from nothing is made in a second or two. */
const NOTES = 400;

const CONDITIONS: Record<string, Condition> = {
  'disk full': fillDisk,
  'permissions taken': takePermissions,
  'clock set': setClock,
  'files replaced': replaceFiles,
  'no events': keepEventsBack,
};

/** What computers and sync programs do to a vault: each on its own copy, one after the other. */
export async function endureConditions(options: SoakOptions): Promise<Outcome> {
  const problems: string[] = [];
  const numbers: string[] = [];
  for (const [name, condition] of Object.entries(CONDITIONS)) {
    const outcome = await onStage(options, (stage) => condition(stage, options), NOTES).catch((error: unknown) => ({
      problems: [String(error)],
      numbers: 'broke off',
    }));
    problems.push(...outcome.problems.map((problem) => `${name}: ${problem}`));
    numbers.push(`${name}: ${outcome.numbers}`);
  }
  return { problems, numbers: numbers.join('; ') };
}
