import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '../support/figures/statistics.ts';
import { restedEngine } from '../support/rested-engine.ts';
import { until } from '../support/idle-server.ts';

/** What came out, as one line of JSON on standard output. In ms, except where it says otherwise. */
export interface MapMeasured {
  circles: number;
  firstMs: number;
  /** Until notes are compared by meaning and the circles are computed with that, and the processor time of both. */
  comparedMs: number;
  comparedCpuMs: number;
  /** From the cache. */
  p50Ms: number;
  p95Ms: number;
  /** A theme gone into for the first time: the slowest of all. */
  slowestThemeMs: number;
  /** The first map of a new process with the saved one. */
  afterRestartMs: number;
}

const ASK_MS = 250;
const LONGEST_MS = 600_000;
const ROUNDS = 100;

/** Arguments: a vault that may be written to, a data folder. */
const [vaultPath = '', dataDir = ''] = process.argv.slice(2);
// The engine's workers keep no process alive.
setInterval(() => undefined, ASK_MS);
const engine = await restedEngine(vaultPath, dataDir, 'lsa');
const first = await timed(() => engine.map());
const cpu = process.cpuUsage();
const compared = await timed(async () => {
  // It begins when the first answer is given.
  await delay(ASK_MS);
  return until(
    () => engine.map(),
    ({ comparing, stale }) => comparing !== true && stale !== true,
    ASK_MS,
    LONGEST_MS,
  );
});
const { user, system } = process.cpuUsage(cpu);
const cached: number[] = [];
for (let round = 0; round < ROUNDS; round++) cached.push((await timed(() => engine.map())).ms);
const { circles = [] } = await engine.map();
let slowestThemeMs = 0;
for (const { id } of circles)
  slowestThemeMs = Math.max(slowestThemeMs, (await timed(() => engine.themeMap({ id }))).ms);
await engine.close();
const again = await restedEngine(vaultPath, dataDir, 'lsa');
const afterRestart = await timed(() => again.map());
const measured: MapMeasured = {
  circles: circles.length,
  firstMs: first.ms,
  comparedMs: compared.ms,
  comparedCpuMs: (user + system) / 1_000,
  p50Ms: percentile(cached, 0.5),
  p95Ms: percentile(cached, 0.95),
  slowestThemeMs,
  afterRestartMs: afterRestart.ms,
};
process.stdout.write(`${JSON.stringify(measured)}\n`);
await again.close();
process.exit(0);

async function timed<T>(task: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const begun = performance.now();
  const result = await task();
  return { result, ms: performance.now() - begun };
}
