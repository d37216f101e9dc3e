/** How much of each trouble there is: the option's name, what it means, and how much of it by default. */
const COUNTS = {
  kills: ['kills', 'processes killed while they index', 20],
  changes: ['changes', 'files changed at once', 10_000],
  odd: ['odd', 'changes of notes with odd names and texts', 300],
  oddTools: ['odd-tools', 'changes that tools make to odd notes', 240],
  seconds: ['seconds', 'how long files change at random', 60],
  writes: ['writes', 'processes killed while they write', 60],
  bulk: ['bulk', 'processes killed while they write many notes', 40],
  moves: ['moves', 'processes killed while they move notes', 10],
  roundTrips: ['round-trips', 'notes moved there and back', 40],
  appends: ['appends', 'edits by two servers on one note, in each race', 600],
  saves: ['saves', 'saves in place by another program against edits', 3_000],
  edits: ['edits', 'processes killed while they move, a linking note edited before the next start', 40],
  links: ['links', 'links written while their targets move', 200],
  switches: ['switches', 'times that the app is started and ended', 50],
  rounds: ['rounds', 'edits, moves and undos while a person types', 300],
  opened: ['opened', 'notes opened while the screens follow', 100],
  walked: ['walked', 'things done in the screens at random', 400],
  runs: ['runs', 'times that the journeys are run', 20],
  cases: ['cases', 'random inputs', 100_000],
  minutes: ['minutes', 'how long eight bridges and the plugin share a vault', 10],
  killed: ['killed', 'processes killed at random, bridges and the app', 200],
  checkouts: ['checkouts', 'checkouts of another branch', 20],
  seed: ['seed', 'of all that is drawn at random', 1],
} as const satisfies Record<string, readonly [option: string, help: string, count: number]>;

export type Counts = Record<keyof typeof COUNTS, number>;

const NAMES = Object.keys(COUNTS) as (keyof Counts)[];

/** The options as `parseArgs` wants them. */
export function countOptions(): Record<string, { type: 'string'; default: string }> {
  return Object.fromEntries(NAMES.map((name) => [COUNTS[name][0], { type: 'string', default: `${COUNTS[name][2]}` }]));
}

/** The options as a help text lists them, one a line. */
export function countsHelp(): string {
  return NAMES.map((name) => `  ${`--${COUNTS[name][0]} N`.padEnd(16)} ${COUNTS[name][1]} (${COUNTS[name][2]})`).join(
    '\n',
  );
}

/** The counts in parsed options. Throws if one is not a whole number. */
export function countsIn(values: Readonly<Record<string, unknown>>): Counts {
  const count = (name: keyof Counts): number => {
    const [option] = COUNTS[name];
    const value = Number(values[option]);
    if (!Number.isSafeInteger(value) || value < 0)
      throw new Error(`--${option} ${String(values[option])}: not a whole number.`);
    return value;
  };
  return Object.fromEntries(NAMES.map((name) => [name, count(name)])) as Counts;
}
