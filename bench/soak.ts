import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../scripts/setup.mjs';
import { buildTwice } from './soak/builds.ts';
import { endureConditions } from './soak/conditions/conditions.ts';
import { killBulkWrites } from './soak/bulk-kills.ts';
import { checkOutBranches } from './soak/long/checkout.ts';
import { killAnyone } from './soak/long/random-kills.ts';
import { shareWithMany } from './soak/long/crowd.ts';
import { changeManyAtOnce } from './soak/many-changes.ts';
import { changeAtRandom } from './soak/random-changes.ts';
import { countOptions, countsHelp, countsIn } from './soak/trouble-counts.ts';
import { type Finished, report, scenarioLines } from './soak/report.ts';
import type { Outcome, SoakOptions } from './soak/scenario.ts';
import { linkWhileMoving } from './soak/moving-links.ts';
import { shareOneVault } from './soak/several-servers.ts';
import { killWhileIndexing } from './soak/kills.ts';
import { fuzz } from './soak/fuzz/fuzz.ts';
import { editAfterKilledMove } from './soak/move-kills.ts';
import { changeOddNotes } from './soak/odd/odd-changes.ts';
import { changeOddNotesByTools } from './soak/odd/odd-tools.ts';
import { runJourneys } from './soak/journeys.ts';
import { useScreens } from './soak/screens.ts';
import { raceOnOneNote } from './soak/races.ts';
import { walkAbout } from './soak/walk/walk.ts';
import { switchHosts } from './soak/switch.ts';
import { typeBesideTools } from './soak/typing.ts';
import { writeUnderFire } from './soak/writes.ts';
import { builtBridge } from './support/built-bridge.ts';
import { originLine, runOrigin } from './support/figures/run-origin.ts';

const SCENARIOS: Record<string, (options: SoakOptions) => Promise<Outcome>> = {
  kills: killWhileIndexing,
  many: changeManyAtOnce,
  several: shareOneVault,
  random: changeAtRandom,
  odd: changeOddNotes,
  'odd-tools': changeOddNotesByTools,
  writes: writeUnderFire,
  bulk: killBulkWrites,
  races: raceOnOneNote,
  edited: editAfterKilledMove,
  links: linkWhileMoving,
  switch: switchHosts,
  typing: typeBesideTools,
  screens: useScreens,
  walk: walkAbout,
  builds: buildTwice,
  fuzz,
  crowd: shareWithMany,
  'random-kills': killAnyone,
  checkout: checkOutBranches,
  conditions: endureConditions,
  journeys: runJourneys,
};

const USAGE = `Troubles the built server and compares its answers with those of a fresh index.

Usage: npm run soak -- [--only ${Object.keys(SCENARIOS).join(',')}] [options]

  --vault DIR      a vault to work on a copy of; by default 3,000 synthetic notes
${countsHelp()}
  --script FILE    another build of the bridge
`;

const RESULTS = join(ROOT, 'bench', 'results');

const { values } = parseArgs({
  options: {
    vault: { type: 'string' },
    only: { type: 'string' },
    script: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
    ...countOptions(),
  },
});
const vault = typeof values.vault === 'string' ? fromCaller(values.vault) : undefined;

const wanted = typeof values.only === 'string' ? values.only.split(',') : Object.keys(SCENARIOS);
const isMisused = wanted.some((name) => !Object.hasOwn(SCENARIOS, name));
if (values.help === true || isMisused) {
  console.log(USAGE);
  process.exitCode = isMisused ? 2 : 0;
} else {
  process.exitCode = (await soak()) ? 0 : 1;
}

async function soak(): Promise<boolean> {
  const options: SoakOptions = {
    ...countsIn(values),
    script: typeof values.script === 'string' ? fromCaller(values.script) : await builtBridge(),
    say: (line) => console.error(`      ${new Date().toISOString().slice(11, 19)} ${line}`),
    ...(vault === undefined ? {} : { vault }),
  };
  const title = `Soak of ${new Date().toISOString().slice(0, 16)}, seed ${options.seed}; ${originLine(await runOrigin(ROOT))}`;
  console.log(title);
  const file = join(RESULTS, `soak-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.md`);
  await mkdir(RESULTS, { recursive: true });
  const finished: Finished[] = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (!wanted.includes(name)) continue;
    const started = performance.now();
    const outcome = await scenario(options).catch(brokeOff);
    finished.push({ name, ...outcome, seconds: (performance.now() - started) / 1000 });
    console.log(finished.slice(-1).flatMap(scenarioLines).join('\n'));
    // After each scenario: a run of hours that is cut short has its report, too.
    await writeFile(file, report(title, finished));
  }
  console.log(`Written to ${file}`);
  return finished.every(({ problems }) => problems.length === 0);
}

function brokeOff(error: unknown): Outcome {
  return { problems: [String(error)], numbers: 'broke off' };
}

/** npm runs scripts in the package's folder and keeps the caller's in INIT_CWD. */
function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}
