import { differencesElsewhere } from '../../scripts/release/build-elsewhere.ts';
import { ROOT } from '../../scripts/setup.mjs';
import type { Outcome } from './scenario.ts';

/** Builds once more in another folder, on another day, and compares what is shipped. */
export async function buildTwice(): Promise<Outcome> {
  const different = await differencesElsewhere(ROOT);
  return {
    problems: different.map((name) => `${name} has other bytes in another folder, on another day`),
    numbers: `built twice, ${different.length} files differ`,
  };
}
