import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startAppHost, type AppHost } from '../../e2e/stand-in/app-host.ts';
import { PLUGIN_ID } from '../../shared/protocol/discovery.ts';
import { seededRandom, type Random } from '../../shared/kit/random.ts';
import { Server, ToolError } from '../support/server.ts';
import { until } from '../support/idle-server.ts';
import { makeScratch } from '../support/scratch-vault.ts';
import type { Outcome, SoakOptions } from './scenario.ts';

export interface TypingOptions {
  /** The built bridge. */
  script: string;
  /** Tool calls and undos, evenly spread over the delays. */
  rounds: number;
  seed: number;
  /** How late views read what others wrote, in milliseconds: one run each. */
  delaysMs?: readonly number[];
}

/** The counts of one run. */
export interface TypingRun {
  delayMs: number;
  words: number;
  done: number;
  refused: number;
  undone: number;
  /** Undos refused because the person had typed into the note since. */
  notUndone: number;
  problems: string[];
  longestMs: number;
}

/** A fast typist. */
const LETTER_EVERY_MS = 40;
const LONGEST_REST_MS = 30_000;
const REFUSALS: ReadonlySet<string> = new Set([
  'file_changed',
  'no_match',
  'heading_not_found',
  'multiple_matches',
  'timeout',
]);

interface Play {
  app: AppHost;
  server: Server;
  script: string;
  env: Record<string, string>;
  vault: string;
  random: Random;
  /** Marks of edits that succeeded, and of those that were undone. */
  there: Set<string>;
  gone: Set<string>;
  run: TypingRun;
  place: string;
}

/** The scenario, with its counts in words. */
export async function typeBesideTools(options: SoakOptions): Promise<Outcome> {
  const runs = await typeAgainstTools(options);
  return {
    problems: runs.flatMap(({ delayMs, problems }) =>
      problems.map((problem) => `views ${delayMs} ms late: ${problem}`),
    ),
    numbers: runs
      .map(
        ({ delayMs, words, done, refused, undone, notUndone, longestMs }) =>
          `views ${delayMs} ms late: ${words} words typed, ${done} edits and moves done, ${refused} refused, ${undone} taken back and ${notUndone} not, as they were typed into; longest ${longestMs.toFixed(0)} ms`,
      )
      .join('\n      '),
  };
}

/**
 * A person types into a note that is open in two panes, while a client edits it, moves it and undoes changes. At the
 * end no typed letter and no successful edit may be missing.
 */
export async function typeAgainstTools({
  script,
  rounds,
  seed,
  delaysMs = [0, 100, 300],
}: TypingOptions): Promise<TypingRun[]> {
  const runs: TypingRun[] = [];
  for (const [i, delayMs] of delaysMs.entries()) {
    runs.push(await typeOnce(script, Math.ceil(rounds / delaysMs.length), seed + i, { readAfterMs: delayMs }));
  }
  return runs;
}

async function typeOnce(
  script: string,
  rounds: number,
  seed: number,
  viewPace: { readAfterMs: number },
): Promise<TypingRun> {
  const scratch = await makeScratch();
  const vault = join(scratch.folder, 'vault');
  const dataDir = join(scratch.folder, 'data');
  const run: TypingRun = {
    delayMs: viewPace.readAfterMs,
    words: 0,
    done: 0,
    refused: 0,
    undone: 0,
    notUndone: 0,
    problems: [],
    longestMs: 0,
  };
  await setUp(vault);
  const app = await startAppHost({ vaultPath: vault, dataDir, viewPace });
  const server = Server.start({ script, vault, dataDir, env: { VAULT_LOOM_EMBEDDER: '' } });
  try {
    await server.initialize();
    await server.callWhenReady('list_notes', { limit: 1 });
    if (
      (await until(
        async () => (await server.call<{ host: string }>('index_status')).result.host,
        (host) => host === 'plugin',
        50,
        LONGEST_REST_MS,
      )) === null
    )
      throw new Error('The app was not found.');
    const env = { VAULT_PATH: vault, VAULT_LOOM_DATA_DIR: dataDir, VAULT_LOOM_CONFIG_DIR: dataDir };
    const play: Play = {
      app,
      server,
      script,
      env,
      vault,
      random: seededRandom(seed),
      there: new Set(),
      gone: new Set(),
      run,
      place: 'Typed.md',
    };
    const panes = [await app.openNote({ path: play.place }), await app.openNote({ path: play.place, place: 'split' })];
    // In one pane at a time, as people do; the other one shows the result.
    await app.ask('startTyping', { panes: panes.slice(0, 1), everyMs: LETTER_EVERY_MS, seed });
    for (let round = 0; round < rounds; round++) await playRound(play, round);
    await compare(play, (await app.stopTyping()).words);
  } catch (error) {
    run.problems.push(String(error));
  } finally {
    await server.close();
    await app.close();
    await scratch.remove();
  }
  return run;
}

async function playRound(play: Play, round: number): Promise<void> {
  const mark = `edit${round}e`;
  const name = play.place;
  switch (play.random.below(10)) {
    case 0:
      return move(play);
    case 1:
      if (!(await edit(play, mark, { name, mode: 'append', content: mark })) || !(await undo(play))) return;
      play.there.delete(mark);
      play.gone.add(mark);
      return;
    case 2:
    case 3:
      return void (await edit(play, mark, { name, mode: 'prepend', content: mark }));
    case 4:
    case 5:
      return void (await edit(play, mark, { name, mode: 'at_line', line: 3, lineOp: 'after', content: mark }));
    case 6:
      return void (await edit(play, mark, {
        name,
        mode: 'patch_heading',
        heading: 'Middle',
        headingOp: 'after',
        content: mark,
      }));
    case 7:
      return void (await edit(play, mark, {
        name,
        mode: 'replace_window',
        search: 'the beginning',
        content: `the beginning ${mark}`,
      }));
    default:
      return void (await edit(play, mark, { name, mode: 'append', content: mark }));
  }
}

async function edit(play: Play, mark: string, args: Record<string, unknown>): Promise<boolean> {
  const isDone = await answered(play, 'edit_note', args);
  if (isDone) play.there.add(mark);
  return isDone;
}

async function move(play: Play): Promise<void> {
  const from = play.place;
  const to = from === 'Typed.md' ? 'moved/Typed again.md' : 'Typed.md';
  if (!(await answered(play, 'move_note', { source: from, destination: to }))) return;
  play.place = to;
  if (play.random.below(2) === 0 && (await undo(play))) play.place = from;
  const linking = await readFile(join(play.vault, 'Linking.md'), 'utf8');
  if (!linking.includes(`[[${play.place === 'Typed.md' ? 'Typed' : 'Typed again'}]]`))
    play.run.problems.push(`after a move to ${play.place} the link reads ${linking.trim()}`);
}

async function answered({ server, run }: Play, tool: string, args: Record<string, unknown>): Promise<boolean> {
  const started = performance.now();
  try {
    await server.call(tool, args);
    run.done++;
    return true;
  } catch (error) {
    if (!(error instanceof ToolError) || !REFUSALS.has(error.code)) throw error;
    run.refused++;
    return false;
  } finally {
    run.longestMs = Math.max(run.longestMs, performance.now() - started);
  }
}

/** Undoes the newest change on the command line, unless later typing would be lost. */
async function undo(play: Play): Promise<boolean> {
  const { out } = await command(play, ['history']);
  const { code } = await command(play, ['undo', out.split(/\s/u)[0] ?? '']);
  play.run[code === 0 ? 'undone' : 'notUndone']++;
  return code === 0;
}

function command({ script, env }: Play, args: string[]): Promise<{ code: number | null; out: string }> {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, out })));
}

/** Waits until everything is saved, and checks every word and every mark. */
async function compare({ app, vault, place, there, gone, run }: Play, words: readonly string[]): Promise<void> {
  run.words = words.length;
  const isSettled = async (): Promise<boolean> => {
    const text = await readFile(join(vault, place), 'utf8');
    return (await app.panes()).every((pane) => !pane.isUnsaved && (pane.path === null || pane.text === text));
  };
  if ((await until(isSettled, (settled) => settled, 100, LONGEST_REST_MS)) === null)
    run.problems.push('the panes and the file differ at the end');
  const text = await readFile(join(vault, place), 'utf8');
  for (const word of words) if (!text.includes(word)) run.problems.push(`the typed "${word}" is lost`);
  for (const mark of there) if (!text.includes(mark)) run.problems.push(`the answered "${mark}" is lost`);
  for (const mark of gone) if (text.includes(mark)) run.problems.push(`"${mark}", which was taken back, is there`);
  for (const mark of there)
    if (text.split(mark).length > 2) run.problems.push(`"${mark}" is there ${text.split(mark).length - 1} times`);
  run.problems.push(...(await app.windowErrors()));
}

async function setUp(vault: string): Promise<void> {
  const plugin = join(vault, '.obsidian', 'plugins', PLUGIN_ID);
  await mkdir(plugin, { recursive: true });
  await mkdir(join(vault, 'moved'), { recursive: true });
  await writeFile(join(plugin, 'data.json'), JSON.stringify({ embedder: 'none' }));
  await writeFile(
    join(vault, 'Typed.md'),
    '# Typed\n\nthe beginning of it\n\n## Middle\n\nsome more\n\n## End\n\nthe last line\n',
  );
  await writeFile(join(vault, 'Linking.md'), 'See [[Typed]].\n');
}
