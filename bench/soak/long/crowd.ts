import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startAppHost, type AppHost } from '../../../e2e/stand-in/app-host.ts';
import { seededRandom } from '../../../shared/kit/random.ts';
import { readProcessStats } from '../../support/process-stats.ts';
import { percentile } from '../../support/figures/statistics.ts';
import { ToolError, type Server } from '../../support/server.ts';
import { until } from '../../support/idle-server.ts';
import { copyVault, notePaths } from '../../support/scratch-vault.ts';
import { changeOne } from '../random-changes.ts';
import { setUpApp } from '../sandbox-app.ts';
import type { Outcome, SoakOptions, Stage } from '../scenario.ts';
import { differencesInTime, freshAnswers, makeQuestions, onStage, seconds, startServer } from '../scenario.ts';

const BRIDGES = 8;
const DATA = 'crowd';
const SHARED_LOG = 'Log of the crowd';
const PAUSE_MS = 250;
const EDIT_EVERY_MS = 200;
const SAMPLE_EVERY_MS = 2_000;
/** Each time the app collects garbage: V8 would let its heap grow to twice what lives in it. */
const APP_SAMPLES_A_RUN = 24;
const READY_MS = 180_000;
const CATCH_UP_MS = 60_000;
/**
 * How far the median of the last quarter's samples may be above the second quarter's: garbage collection makes memory
 * vary this much.
 */
const FLAT_SHARE = 1.15;
const FLAT_MB = 25;
const MB = 1024 * 1024;

interface Run {
  stage: Stage;
  servers: readonly Server[];
  isOver: () => boolean;
  seed: number;
  words: string[];
  times: number[];
  refused: Map<string, number>;
  problems: string[];
}

/**
 * Eight bridges, each with a client that searches, reads and writes, and the plugin in the sandbox, on one vault whose
 * files change from outside. In the end every answered write is in its file, memory has not grown, and all answer as a
 * fresh index does.
 */
export function shareWithMany(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const logs = [SHARED_LOG, ...Array.from({ length: BRIDGES }, (_, i) => logOf(i))];
    for (const log of logs) await writeFile(join(stage.vault, `${log}.md`), 'Lines:\n');
    const notes = (await notePaths(stage.vault)).filter((path) => !logs.includes(path.slice(0, -'.md'.length)));
    await setUpApp(stage);
    const app = await startAppHost({ vaultPath: stage.vault, dataDir: stage.dataDir(DATA) });
    const servers: Server[] = [];
    try {
      // The others come once the plugin answers the first: else each would index the vault on its own meanwhile.
      for (let i = 0; i < BRIDGES; i++) {
        const server = await startServer(stage, DATA);
        servers.push(server);
        await server.callWhenReady('list_notes', { limit: 1 });
        if (!(await asksThePlugin(server)))
          return { problems: [`bridge ${i} did not find the plugin`], numbers: 'not begun' };
      }
      const end = performance.now() + options.minutes * 60_000;
      const isOver = (): boolean => performance.now() > end;
      const run: Run = {
        stage,
        servers,
        isOver,
        seed: options.seed,
        words: [],
        times: [],
        refused: new Map(),
        problems: [],
      };
      const edits = editFromOutside(run, notes);
      const memory = sampleMemory(run);
      const live = sampleApp(app, options, isOver);
      await Promise.all(servers.map((server, i) => useServer(run, server, i)));
      const [changes, samples, ofApp] = await Promise.all([edits, memory, live]);
      samples.set('app', ofApp);
      const problems = [
        ...run.problems,
        ...(await lostWords(stage, logs, run.words)),
        ...grown(samples),
        ...(await compare(run, options.seed)),
        ...(await app.windowErrors()).map((line) => `in the window: ${line}`),
      ];
      const refusals = [...run.refused].map(([code, count]) => `${count} ${code}`).join(', ') || 'none';
      return {
        problems,
        numbers: `${BRIDGES} bridges and the plugin for ${options.minutes} minutes, ${notes.length} notes: ${run.times.length} calls (p50 ${percentile(run.times, 0.5).toFixed(0)}, p95 ${percentile(run.times, 0.95).toFixed(0)}, longest ${Math.max(...run.times).toFixed(0)} ms), ${run.words.length} writes answered, refused: ${refusals}; ${changes} changes from outside; ${hostWords(servers)}; memory ${memoryWords(samples)}`,
      };
    } finally {
      for (const server of servers) await server.kill();
      await endApp(app);
    }
  });
}

const logOf = (i: number): string => `Log of bridge ${i}`;

async function asksThePlugin(server: Server): Promise<boolean> {
  const ask = async (): Promise<string> => (await server.call<{ host: string }>('index_status')).result.host;
  return (await until(ask, (host) => host === 'plugin', 200, READY_MS)) !== null;
}

/** A client: appends to its own log and to that of all in turn, finds what it wrote, reads and lists. */
async function useServer(run: Run, server: Server, i: number): Promise<void> {
  const random = seededRandom(run.seed * 97 + i);
  for (let round = 0; !run.isOver(); round++) {
    const word = `zqcrowd${i}x${round}w`;
    const log = round % 2 === 0 ? logOf(i) : SHARED_LOG;
    await call(run, server, 'edit_note', { name: `${log}.md`, mode: 'append', content: word }, () =>
      run.words.push(word),
    );
    if (random.below(4) === 0)
      await call(run, server, 'search', { query: word, mode: 'fulltext' }, (result) => {
        const data = result['data'] as { path: string }[];
        if (run.words.includes(word) && data[0]?.path !== `${log}.md`)
          run.problems.push(`${word} was not found after its answer`);
      });
    await call(run, server, 'search', { query: `change ${random.below(500)}` });
    await call(run, server, 'list_notes', { limit: 10 });
    if (random.below(10) === 0) await call(run, server, 'rank_notes', { metric: 'influence', limit: 5 });
    await call(run, server, 'read_note', { name: `${logOf(random.below(BRIDGES))}.md` });
    await delay(PAUSE_MS);
  }
}

async function call(
  run: Run,
  server: Server,
  tool: string,
  args: Record<string, unknown>,
  then: (result: Record<string, unknown>) => void = () => undefined,
): Promise<void> {
  try {
    const { result, ms } = await server.call(tool, args);
    run.times.push(ms);
    then(result);
  } catch (error) {
    // Another bridge's write to the same note may come in between: the client is told, and nothing is lost.
    if (error instanceof ToolError && error.code === 'file_changed')
      run.refused.set(error.code, (run.refused.get(error.code) ?? 0) + 1);
    else run.problems.push(`${tool} failed: ${String(error).slice(0, 500)}`);
  }
}

async function editFromOutside(run: Run, notes: string[]): Promise<number> {
  const random = seededRandom(run.seed);
  let changes = 0;
  for (; !run.isOver(); changes++) {
    await changeOne(run.stage, notes, random, changes);
    await delay(EDIT_EVERY_MS);
  }
  return changes;
}

/** Bytes by process, over time: resident ones, and of the app those in use. */
type Samples = Map<string, number[]>;

async function sampleMemory(run: Run): Promise<Samples> {
  const pids = new Map(run.servers.map(({ pid }, i) => [`bridge ${i}`, pid]));
  const samples: Samples = new Map([...pids.keys()].map((name) => [name, []]));
  while (!run.isOver()) {
    for (const [name, pid] of pids) samples.get(name)?.push((await readProcessStats(pid)).residentBytes ?? NaN);
    await delay(SAMPLE_EVERY_MS);
  }
  return samples;
}

async function sampleApp(app: AppHost, { minutes, say }: SoakOptions, isOver: () => boolean): Promise<number[]> {
  const live: number[] = [];
  for (let next = 1; !isOver(); next++) {
    await delay((minutes * 60_000) / APP_SAMPLES_A_RUN);
    const { liveBytes } = await app.memory();
    live.push(liveBytes);
    say(`the app holds ${inMb(liveBytes)} MB after ${next} of ${APP_SAMPLES_A_RUN} parts`);
  }
  return live;
}

function quarter(values: readonly number[], which: number): number {
  const part = values.slice(Math.floor((values.length * which) / 4), Math.ceil((values.length * (which + 1)) / 4));
  return percentile(part, 0.5);
}

function grown(samples: Samples): string[] {
  return [...samples].flatMap(([name, values]) => {
    const [early, late] = [quarter(values, 1), quarter(values, 3)];
    return late <= early * FLAT_SHARE + FLAT_MB * MB ? [] : [`${name} grew from ${inMb(early)} to ${inMb(late)} MB`];
  });
}

function memoryWords(samples: Samples): string {
  const bridges = [...samples].filter(([name]) => name !== 'app').map(([, values]) => values);
  const app = samples.get('app') ?? [];
  const most = (which: number): string => inMb(Math.max(...bridges.map((values) => quarter(values, which))));
  return `of a bridge at most ${most(1)} → ${most(3)} MB, in use in the app ${inMb(quarter(app, 1))} → ${inMb(quarter(app, 3))} MB (second → last quarter)`;
}

/** How often bridges went over to their own engines, and why. */
function hostWords(servers: readonly Server[]): string {
  const lines = servers.flatMap(({ stderr }) =>
    stderr.split('\n').filter((line) => line.includes(' answers from its own')),
  );
  const reasons = new Map<string, number>();
  for (const line of lines) reasons.set(line, (reasons.get(line) ?? 0) + 1);
  const list = [...reasons].map(([line, count]) => `${count} × "${line}"`).join(', ');
  return `${lines.length} times a bridge answered from its own engine${list === '' ? '' : `: ${list}`}`;
}

const inMb = (bytes: number): string => (bytes / MB).toFixed(0);

async function lostWords({ vault }: Stage, logs: readonly string[], words: readonly string[]): Promise<string[]> {
  const texts = await Promise.all(logs.map((log) => readFile(join(vault, `${log}.md`), 'utf8')));
  const counts = new Map<string, number>();
  for (const line of texts.join('\n').split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
  return words
    .filter((word) => counts.get(word) !== 1)
    .map((word) => `${word} was answered, and is there ${counts.get(word) ?? 0} times`);
}

/** Compares each bridge's answers with those of a fresh index, over a copy without the plugin. */
async function compare({ stage, servers }: Run, seed: number): Promise<string[]> {
  const ask = await makeQuestions(stage, seed);
  const copy: Stage = { ...stage, vault: `${stage.vault}-copy` };
  await copyVault(stage.vault, copy.vault);
  const { answers, readyMs } = await freshAnswers(copy, 'fresh', ask);
  const problems: string[] = [];
  for (const [i, server] of servers.entries())
    problems.push(
      ...(await differencesInTime(answers, () => ask(server), problems.length > 0 ? 0 : CATCH_UP_MS)).map(
        (line) => `bridge ${i}, with an index fresh after ${seconds(readyMs)}: ${line}`,
      ),
    );
  return problems;
}

async function endApp(app: AppHost): Promise<void> {
  await app.unload().catch(() => undefined);
  await app.close();
}
