import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startAppHost, type AppHost } from '../../e2e/stand-in/app-host.ts';
import type { Server } from '../support/server.ts';
import { until } from '../support/idle-server.ts';
import { differences } from '../support/answers.ts';
import { notePaths } from '../support/scratch-vault.ts';
import type { Ask, Outcome, SoakOptions, Stage } from './scenario.ts';
import { pidOfApp, setUpApp } from './sandbox-app.ts';
import { freshAnswers, makeQuestions, onStage, seconds, startServer } from './scenario.ts';

const NOTES = 500;
const DATA = 'switch';
const LOG = 'Log of the switch';
const LONGEST_SWITCH_MS = 30_000;
/** A killed host leaves a lock that counts as stale after 10 s. */
const LONGEST_CALL_MS = 20_000;
const POLL_MS = 50;

/** The results of the stream of calls. */
interface Tally {
  running: boolean;
  calls: number;
  written: number;
  longestMs: number;
  problems: string[];
}

/**
 * Starts the sandbox app with the built plugin, and ends it (killed, quit, plugin disabled, in turn), while a server is
 * queried and written to without a pause. Every call must be answered correctly, by either host.
 */
export function switchHosts(options: SoakOptions): Promise<Outcome> {
  return onStage(
    options,
    async (stage) => {
      const ask = await makeQuestions(stage, options.seed);
      const listed = (await notePaths(stage.vault)).length + 1;
      await writeFile(join(stage.vault, `${LOG}.md`), 'Lines:\n');
      await setUpApp(stage);
      const server = await startServer(stage, DATA);
      try {
        await server.callWhenReady('list_notes', { limit: 1 });
        const tally: Tally = { running: true, calls: 0, written: 0, longestMs: 0, problems: [] };
        const streams = [write(server, tally), look(server, tally, listed), rank(server, tally)];
        const switches = await changeHosts(stage, server, options.switches, tally);
        tally.running = false;
        await Promise.all(streams);
        const problems = [...tally.problems, ...(await compare(stage, server, ask))];
        if (tally.longestMs > LONGEST_CALL_MS) problems.push(`a call took ${seconds(tally.longestMs)}`);
        return {
          problems,
          numbers: `${switches.length} times there and back: ${tally.calls} calls, ${tally.written} of them writes, the longest ${seconds(tally.longestMs)}; from the app's start to its answers ${seconds(Math.max(...switches))} at most`,
        };
      } finally {
        await server.close();
      }
    },
    NOTES,
  );
}

/** Starts and ends the app; milliseconds from each start until it answered. */
async function changeHosts(stage: Stage, server: Server, times: number, tally: Tally): Promise<number[]> {
  const switches: number[] = [];
  for (let round = 0; round < times && tally.problems.length === 0; round++) {
    const started = performance.now();
    const app = await startAppHost({ vaultPath: stage.vault, dataDir: stage.dataDir(DATA) });
    if (!(await hostBecomes(server, 'plugin'))) tally.problems.push(`round ${round}: the app was not found`);
    switches.push(performance.now() - started);
    await endApp(app, stage, round);
    if (!(await hostBecomes(server, 'disk'))) tally.problems.push(`round ${round}: the app was not given up`);
  }
  return switches;
}

async function endApp(app: AppHost, stage: Stage, round: number): Promise<void> {
  if (round % 3 === 0) process.kill(await pidOfApp(stage), 'SIGKILL');
  if (round % 3 === 1) {
    await app.unload();
    await delay(POLL_MS);
  }
  await app.close();
}

async function hostBecomes(server: Server, wanted: string): Promise<boolean> {
  const host = async (): Promise<string> => (await server.call<{ host: string }>('index_status')).result.host;
  return (await until(host, (found) => found === wanted, POLL_MS, LONGEST_SWITCH_MS)) !== null;
}

/** Appends a line, and immediately looks for it by search and in the note. */
function write(server: Server, tally: Tally): Promise<void> {
  return stream(tally, async () => {
    const word = `zqswitch${++tally.written}w`;
    await timed(tally, server.call('edit_note', { name: LOG, mode: 'append', content: word }));
    const { data } = await timed(
      tally,
      server.call<{ data: { path: string }[] }>('search', { query: word, mode: 'fulltext' }),
    );
    if (data[0]?.path !== `${LOG}.md`) tally.problems.push(`${word} was not found`);
    const note = await timed(
      tally,
      server.call<{ data: { content: string } }>('read_note', {
        name: LOG,
        mode: 'full',
        maxContentLength: 10_000_000,
      }),
    );
    const lines = note.data.content.match(/zqswitch\d+w/gu)?.length ?? 0;
    if (lines !== tally.written) tally.problems.push(`${lines} lines instead of ${tally.written}`);
  });
}

function look(server: Server, tally: Tally, listed: number): Promise<void> {
  return stream(tally, async () => {
    const { total } = await timed(
      tally,
      server.call<{ total: number }>('list_notes', { includeStubs: false, limit: 10 }),
    );
    if (total !== listed) tally.problems.push(`${total} notes instead of ${listed}`);
    const { data } = await timed(tally, server.call<{ data: { path: string } }>('read_note', { name: `${LOG}.md` }));
    if (data.path !== `${LOG}.md`) tally.problems.push(`read_note answered ${data.path}`);
  });
}

function rank(server: Server, tally: Tally): Promise<void> {
  return stream(tally, async () => {
    const { influence } = await timed(
      tally,
      server.call<{ influence?: unknown[] }>('rank_notes', { metric: 'influence', limit: 5 }),
    );
    if (influence?.length !== 5) tally.problems.push(`rank_notes gave ${influence?.length ?? 'no'} rows`);
    await delay(POLL_MS);
  });
}

/** Repeats a step until told to stop; a call that fails is a lost answer. */
async function stream(tally: Tally, step: () => Promise<void>): Promise<void> {
  while (tally.running) {
    await step().catch((error: unknown) => {
      tally.problems.push(`lost: ${String(error)}`);
      tally.running = false;
    });
  }
}

async function timed<T>(tally: Tally, call: Promise<{ result: T; ms: number }>): Promise<T> {
  const { result, ms } = await call;
  tally.calls++;
  tally.longestMs = Math.max(tally.longestMs, ms);
  return result;
}

/** Compares the server's final answers, from disk, with those of a server that starts with nothing. */
async function compare(stage: Stage, server: Server, ask: Ask): Promise<string[]> {
  const last = await ask(server);
  await server.close();
  // With the plugin's folder goes the index of both hosts.
  await rm(join(stage.vault, '.obsidian'), { recursive: true });
  const { answers } = await freshAnswers(stage, 'fresh', ask);
  return differences(answers, last).map((line) => `at last, ${line}`);
}
