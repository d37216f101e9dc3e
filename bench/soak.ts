import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildTwice } from './soak/builds.ts';
import { endureConditions } from './soak/conditions/conditions.ts';
import { killBulkWrites } from './soak/bulk-kills.ts';
import { checkOutBranches } from './soak/long/checkout.ts';
import { killAnyone } from './soak/long/random-kills.ts';
import { shareWithMany } from './soak/long/crowd.ts';
import { changeManyAtOnce } from './soak/many-changes.ts';
import { changeAtRandom } from './soak/random-changes.ts';
import type { Outcome, SoakOptions } from './soak/scenario.ts';
import { linkWhileMoving } from './soak/moving-links.ts';
import { shareOneVault } from './soak/several-servers.ts';
import { killWhileIndexing } from './soak/kills.ts';
import { fuzz } from './soak/fuzz/fuzz.ts';
import { editAfterKilledMove } from './soak/move-kills.ts';
import { runJourneys } from './soak/journeys.ts';
import { useScreens } from './soak/screens.ts';
import { raceOnOneNote } from './soak/races.ts';
import { switchHosts } from './soak/switch.ts';
import { typeBesideTools } from './soak/typing.ts';
import { writeUnderFire } from './soak/writes.ts';
import { builtBridge } from './support/built-bridge.ts';

const USAGE = `Troubles the built server and compares its answers with those of a fresh index.

Usage: npm run soak -- [--only kills,many,several,random,writes,bulk,races,edited,links,switch,typing,screens,journeys,builds,fuzz,crowd,random-kills,checkout,conditions] [options]

  --vault DIR      a vault to work on a copy of; by default 3,000 synthetic notes
  --kills N        processes killed while they index (20)
  --changes N      files changed at once (10000)
  --seconds N      how long files change at random (60)
  --writes N       processes killed while they write (60)
  --bulk N         processes killed while they write many notes (40)
  --moves N        processes killed while they move notes (10)
  --round-trips N  notes moved there and back (40)
  --appends N      edits by two servers on one note, in each race (600)
  --saves N        saves in place by another program against edits (3000)
  --edits N        processes killed while they move, a linking note edited before the next start (40)
  --links N        links written while their targets move (200)
  --switches N     times that the app is started and ended (50)
  --rounds N       edits, moves and undos while a person types (300)
  --opened N       notes opened while the screens follow (100)
  --runs N         times that the journeys are run (20)
  --cases N        random inputs (100000)
  --minutes N      how long eight bridges and the plugin share a vault (10)
  --killed N       processes killed at random, bridges and the app (200)
  --checkouts N    checkouts of another branch (20)
  --seed N         of all that is drawn at random (1)
  --script FILE    another build of the bridge
`;

const SCENARIOS: Record<string, (options: SoakOptions) => Promise<Outcome>> = {
  kills: killWhileIndexing,
  many: changeManyAtOnce,
  several: shareOneVault,
  random: changeAtRandom,
  writes: writeUnderFire,
  bulk: killBulkWrites,
  races: raceOnOneNote,
  edited: editAfterKilledMove,
  links: linkWhileMoving,
  switch: switchHosts,
  typing: typeBesideTools,
  screens: useScreens,
  journeys: runJourneys,
  builds: buildTwice,
  fuzz,
  crowd: shareWithMany,
  'random-kills': killAnyone,
  checkout: checkOutBranches,
  conditions: endureConditions,
};

const { values } = parseArgs({
  options: {
    vault: { type: 'string' },
    only: { type: 'string' },
    kills: { type: 'string', default: '20' },
    changes: { type: 'string', default: '10000' },
    seconds: { type: 'string', default: '60' },
    writes: { type: 'string', default: '60' },
    bulk: { type: 'string', default: '40' },
    moves: { type: 'string', default: '10' },
    'round-trips': { type: 'string', default: '40' },
    appends: { type: 'string', default: '600' },
    saves: { type: 'string', default: '3000' },
    edits: { type: 'string', default: '40' },
    links: { type: 'string', default: '200' },
    switches: { type: 'string', default: '50' },
    rounds: { type: 'string', default: '300' },
    opened: { type: 'string', default: '100' },
    runs: { type: 'string', default: '20' },
    cases: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '10' },
    killed: { type: 'string', default: '200' },
    checkouts: { type: 'string', default: '20' },
    seed: { type: 'string', default: '1' },
    script: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});

const wanted = values.only?.split(',') ?? Object.keys(SCENARIOS);
const isMisused = wanted.some((name) => !Object.hasOwn(SCENARIOS, name));
if (values.help || isMisused) {
  console.log(USAGE);
  process.exitCode = values.help ? 0 : 2;
} else {
  process.exitCode = (await soak()) ? 0 : 1;
}

async function soak(): Promise<boolean> {
  // npm runs scripts in the package's folder and keeps the caller's in INIT_CWD.
  const fromCaller = (path: string): string => resolve(process.env.INIT_CWD ?? process.cwd(), path);
  const options: SoakOptions = {
    script: values.script === undefined ? await builtBridge() : fromCaller(values.script),
    kills: Number(values.kills),
    changes: Number(values.changes),
    seconds: Number(values.seconds),
    writes: Number(values.writes),
    bulk: Number(values.bulk),
    moves: Number(values.moves),
    roundTrips: Number(values['round-trips']),
    appends: Number(values.appends),
    saves: Number(values.saves),
    edits: Number(values.edits),
    links: Number(values.links),
    switches: Number(values.switches),
    rounds: Number(values.rounds),
    opened: Number(values.opened),
    runs: Number(values.runs),
    cases: Number(values.cases),
    minutes: Number(values.minutes),
    killed: Number(values.killed),
    checkouts: Number(values.checkouts),
    seed: Number(values.seed),
    say: (line) => console.error(`      ${new Date().toISOString().slice(11, 19)} ${line}`),
    ...(values.vault === undefined ? {} : { vault: fromCaller(values.vault) }),
  };
  let passed = true;
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    if (!wanted.includes(name)) continue;
    const outcome = await scenario(options).catch((error: unknown) => ({
      problems: [String(error)],
      numbers: 'broke off',
    }));
    passed &&= outcome.problems.length === 0;
    console.log(`${outcome.problems.length === 0 ? 'PASS' : 'FAIL'}  ${name}: ${outcome.numbers}`);
    for (const problem of outcome.problems.slice(0, 10)) console.log(`      ${problem}`);
    if (outcome.problems.length > 10) console.log(`      and ${outcome.problems.length - 10} more`);
  }
  return passed;
}
