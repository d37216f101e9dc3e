import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startAppHost, type AppHost } from '../../../e2e/stand-in/app-host.ts';
import { seededRandom, type Random } from '../../../shared/kit/random.ts';
import { ToolError, type Server } from '../../support/server.ts';
import { until } from '../../support/idle-server.ts';
import { notePaths } from '../../support/scratch-vault.ts';
import { drawWrite, isSame, markNotes, textsOf, type BulkWrite, type Texts } from '../bulk-kills.ts';
import { pidOfApp, setUpApp } from '../sandbox-app.ts';
import type { Outcome, SoakOptions, Stage } from '../scenario.ts';
import { onStage, startServer } from '../scenario.ts';
import { leftovers, vaultState } from '../vault-state.ts';

const NOTES = 600;
const DATA = 'killed at random';
const LOG = 'Log of kills';
const LONGEST_KILL_MS = 1_500;
const READY_MS = 60_000;
const MOST_PROBLEMS = 50;
const ROUNDS_A_LINE = 10;
const VICTIMS = ['bulk bridge', 'other bridge', 'app'] as const;
type Victim = (typeof VICTIMS)[number];
/** The last change may be the other bridge's. */
const NO_UNDO: readonly Texts[] = [];

/**
 * Kills one of two bridges or the app, at random, while one bridge writes to all notes and the other to one. After each
 * kill and restart, the write to all is done or not at all, every answered line is there once, and no file is torn.
 */
export function killAnyone({ vault: _vault, ...options }: SoakOptions): Promise<Outcome> {
  return onStage(
    options,
    async (stage) => {
      const paths = (await notePaths(stage.vault)).sort();
      await markNotes(stage, paths);
      await writeFile(join(stage.vault, `${LOG}.md`), 'Lines:\n');
      await setUpApp(stage);
      const random = seededRandom(options.seed);
      const log: Line[] = [];
      const problems: string[] = [];
      const counts = { done: 0, not: 0, answered: 0, whileBulk: 0 };
      const killed: Record<Victim, number> = { 'bulk bridge': 0, 'other bridge': 0, app: 0 };
      const running = await startAll(stage);
      let texts = await textsOf(stage, paths);
      let usualMs = await timeOf(running, random, texts);
      texts = await textsOf(stage, paths);
      try {
        for (let round = 1; round <= options.killed; round++) {
          const write = drawWrite(random, texts, NO_UNDO);
          const victim = random.pick(VICTIMS);
          const result = await writeAndKill(stage, running, {
            write,
            victim,
            waitMs: random.next() * usualMs * 1.2,
            round,
            log,
          });
          killed[victim]++;
          if (!result.killedAfterAnswer) counts.whileBulk++;
          if (result.answered) counts.answered++;
          if (result.ms !== undefined) usualMs = Math.min(LONGEST_KILL_MS, result.ms);
          await restart(stage, running, victim);

          const now = await textsOf(stage, paths);
          const name = `round ${round}, ${victim} killed during ${write.name}`;
          if (isSame(now, write.after)) counts.done++;
          else if (isSame(now, texts)) {
            counts.not++;
            if (result.answered) problems.push(`${name}: it was answered, and is not there`);
          } else {
            const strange = paths.filter(
              (path) => ![texts, write.after].some((one) => one.get(path) === now.get(path)),
            );
            const kept = paths.filter((path) => now.get(path) === texts.get(path));
            problems.push(
              `${name}: done in part: ${kept.length} of ${paths.length} notes are old, ${strange.length} neither`,
            );
          }
          if (result.fault !== undefined) problems.push(`${name}: ${result.fault}`);
          problems.push(...(await wrongLines(stage, log)).map((line) => `${name}: ${line}`));
          const rest = leftovers(await vaultState(stage.vault));
          problems.push(...rest.map((path) => `${name}: ${path} is left over`));
          texts = now;
          if (round % ROUNDS_A_LINE === 0)
            options.say(`${round} of ${options.killed} killed, ${problems.length} problems`);
          if (problems.length > MOST_PROBLEMS) break;
        }
      } finally {
        await endAll(running);
      }
      return {
        problems,
        numbers: `${Object.values(killed).reduce((sum, one) => sum + one)} kills (${VICTIMS.map((name) => `${killed[name]} of the ${name}`).join(', ')}), ${counts.whileBulk} before the answer of a write to ${paths.length} notes: ${counts.answered} such writes answered, ${counts.done} stood, ${counts.not} did not; ${log.filter(({ answered }) => answered).length} of ${log.length} single writes answered; seed ${options.seed}`,
      };
    },
    NOTES,
  );
}

interface Running {
  'bulk bridge': Server;
  'other bridge': Server;
  app: AppHost;
}

/** A line of the log that a bridge was to append. */
interface Line {
  text: string;
  answered: boolean;
}

async function startAll(stage: Stage): Promise<Running> {
  const app = await startAppHost({ vaultPath: stage.vault, dataDir: stage.dataDir(DATA) });
  const [bulk, other] = await Promise.all([startServer(stage, DATA), startServer(stage, DATA)]);
  const running = { app, 'bulk bridge': bulk, 'other bridge': other };
  await allReady(running);
  return running;
}

/** Both bridges ask the plugin, or answer alone if it is not there in time. */
async function allReady(running: Running): Promise<void> {
  for (const name of ['bulk bridge', 'other bridge'] as const) {
    await running[name].callWhenReady('list_notes', { limit: 1 });
    const host = async (): Promise<string> => (await running[name].call<{ host: string }>('index_status')).result.host;
    if ((await until(host, (found) => found === 'plugin', 50, READY_MS)) === null)
      throw new Error(`the ${name} did not find the plugin`);
  }
}

async function restart(stage: Stage, running: Running, victim: Victim): Promise<void> {
  if (victim === 'app') running.app = await startAppHost({ vaultPath: stage.vault, dataDir: stage.dataDir(DATA) });
  else running[victim] = await startServer(stage, DATA);
  await allReady(running);
}

async function endAll({ app, 'bulk bridge': bulk, 'other bridge': other }: Running): Promise<void> {
  await Promise.all([bulk.kill(), other.kill()]);
  await app.close();
}

/** How long a write to all notes takes. */
async function timeOf(running: Running, random: Random, texts: Texts): Promise<number> {
  const started = performance.now();
  await drawWrite(random, texts, NO_UNDO).call(running['bulk bridge']);
  return performance.now() - started;
}

interface Killing {
  write: BulkWrite;
  victim: Victim;
  waitMs: number;
  round: number;
  log: Line[];
}

interface Result {
  answered: boolean;
  killedAfterAnswer: boolean;
  ms?: number;
  fault?: string;
}

async function writeAndKill(
  stage: Stage,
  running: Running,
  { write, victim, waitMs, round, log }: Killing,
): Promise<Result> {
  const started = performance.now();
  const result: Result = { answered: false, killedAfterAnswer: false };
  const bulk = write.call(running['bulk bridge']).then(
    () => {
      result.answered = true;
      result.ms = performance.now() - started;
    },
    (error: unknown) => {
      // A killed bridge gives no answer; a bridge that lives gives one, or a typed refusal.
      if (victim === 'bulk bridge' || error instanceof ToolError) return;
      result.fault = `no answer: ${String(error)}`;
    },
  );
  const pid = victim === 'app' ? await pidOfApp(stage) : running[victim].pid;
  let isKilled = false;
  const singles = (async () => {
    for (let i = 0; !isKilled; i++) {
      const line: Line = { text: `line ${round}.${i} of the log`, answered: false };
      log.push(line);
      await running['other bridge'].call('edit_note', { name: `${LOG}.md`, mode: 'append', content: line.text }).then(
        () => (line.answered = true),
        () => undefined,
      );
    }
  })();
  await delay(waitMs);
  result.killedAfterAnswer = result.answered;
  process.kill(pid, 'SIGKILL');
  isKilled = true;
  if (victim === 'app') await running.app.close();
  else await running[victim].exited;
  await Promise.all([bulk, singles]);
  return result;
}

async function wrongLines({ vault }: Stage, log: readonly Line[]): Promise<string[]> {
  const counts = new Map<string, number>();
  const lines = (await readFile(join(vault, `${LOG}.md`), 'utf8')).split('\n');
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  const known = new Set(['', 'Lines:', ...log.map(({ text }) => text)]);
  return [
    ...lines.filter((line) => !known.has(line)).map((line) => `a line of the log is torn: ${line.slice(0, 100)}`),
    ...log
      .filter(({ text, answered }) => (counts.get(text) ?? 0) > 1 || (answered && !counts.has(text)))
      .map(({ text }) => `"${text}" is there ${counts.get(text) ?? 0} times`),
  ];
}
