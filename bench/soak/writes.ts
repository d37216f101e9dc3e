import { spawn } from 'node:child_process';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { seededRandom } from '../../shared/kit/random.ts';
import type { Random } from '../../shared/kit/random.ts';
import { ToolError } from '../support/server.ts';
import { settle } from '../support/idle-server.ts';
import { notePaths } from '../support/scratch-vault.ts';
import type { Outcome, SoakOptions, Stage } from './scenario.ts';
import { onStage, startServer } from './scenario.ts';
import { changedPaths, vaultState } from './vault-state.ts';
import { killWhileMoving, killWhileWriting } from './write-kills.ts';

const APPENDS = 100;
const HAND_EVERY_MS = 20;
const INBOUND_LINKS = 1_000;
const HUB_MOVES = 4;

/** Writes through the tools under kills and races, moves there and back, and a move that rewrites a thousand notes. */
export async function writeUnderFire(options: SoakOptions): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const part of [
    killWhileWriting,
    killWhileMoving,
    appendTogether,
    appendBesideAnother,
    moveThereAndBack,
    moveHub,
  ])
    outcomes.push(await part(options));
  return {
    problems: outcomes.flatMap(({ problems }) => problems),
    numbers: outcomes.map(({ numbers }) => numbers).join('\n      '),
  };
}

/** Two servers append to one note concurrently. */
function appendTogether(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const log = await makeLog(stage);
    const servers = await Promise.all([startServer(stage, 'shared'), startServer(stage, 'shared')]);
    try {
      for (const server of servers) await server.callWhenReady('list_notes', { limit: 1 });
      const started = performance.now();
      await Promise.all(
        Array.from({ length: APPENDS }, (_, i) =>
          servers[i % 2]?.call('edit_note', { name: 'Log of soak', mode: 'append', content: `line ${i}` }),
        ),
      );
      const ms = performance.now() - started;
      const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line.startsWith('line '));
      const problems =
        new Set(lines).size === APPENDS && lines.length === APPENDS
          ? []
          : [`${lines.length} lines of ${APPENDS} appends`];
      return {
        problems,
        numbers: `${APPENDS} appends at once by two servers: ${lines.length} lines in ${ms.toFixed(0)} ms`,
      };
    } finally {
      for (const server of servers) await server.close();
    }
  });
}

/** Another program appends to the same note meanwhile, as a logging script does. */
function appendBesideAnother(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const log = await makeLog(stage);
    const server = await startServer(stage, 'beside');
    try {
      await server.callWhenReady('list_notes', { limit: 1 });
      const hand = appendByHand(log);
      let changedMeanwhile = 0;
      let written = 0;
      for (let i = 0; i < APPENDS; i++) {
        await server.call('edit_note', { name: 'Log of soak', mode: 'append', content: `line ${i}` }).then(
          () => written++,
          (error: unknown) => {
            if (!(error instanceof ToolError) || error.code !== 'file_changed') throw error;
            changedMeanwhile++;
          },
        );
      }
      const byHand = await hand.stop();
      const lines = (await readFile(log, 'utf8')).split('\n');
      const kept = lines.filter((line) => line.startsWith('line ')).length;
      const keptByHand = lines.filter((line) => line.startsWith('hand ')).length;
      return {
        problems: [
          ...(kept < written ? [`${written - kept} of ${written} lines that were answered are lost`] : []),
          ...(keptByHand < byHand ? [`${byHand - keptByHand} of ${byHand} lines of another program are lost`] : []),
        ],
        numbers: `${APPENDS} appends beside a program that appends every ${HAND_EVERY_MS} ms: ${kept} lines and ${changedMeanwhile} refusals, ${keptByHand} of its ${byHand} lines kept`,
      };
    } finally {
      await server.close();
    }
  });
}

/** Moves notes away and back: afterwards no byte of the vault may differ, except how a link is spelled. */
function moveThereAndBack(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const random = seededRandom(options.seed);
    const server = await startServer(stage, 'moved');
    const problems: string[] = [];
    const respelled: string[] = [];
    let rewritten = 0;
    let refused = 0;
    try {
      await server.callWhenReady('list_notes', { limit: 1 });
      let before = await vaultState(stage.vault);
      for (let i = 0; i < options.roundTrips; i++) {
        const paths = await notePaths(stage.vault);
        const from = random.pick(paths);
        const texts = await readNotes(stage, paths);
        const to = somewhere(random, from, paths, i);
        try {
          const { result } = await server.call<{ linksRewritten: { occurrences: number } }>('move_note', {
            source: from,
            destination: to,
          });
          rewritten += result.linksRewritten.occurrences;
          await server.call('move_note', { source: to, destination: from });
        } catch (error) {
          if (!(error instanceof ToolError)) throw error;
          refused++;
          problems.push(`${from} → ${to}: ${error.message.slice(0, 300)}`);
        }
        const after = await vaultState(stage.vault);
        for (const path of changedPaths(before, after)) {
          const [old = '', now = ''] = [
            texts.get(path),
            await readFile(join(stage.vault, path), 'utf8').catch(() => ''),
          ];
          const line = `${from} → ${to} and back changed ${path}: ${firstDifference(old, now)}`;
          (evened(old, paths) === evened(now, paths) ? respelled : problems).push(line);
        }
        before = after;
      }
    } finally {
      await server.close();
    }
    const examples = respelled.slice(0, 3).map((line) => `\n        respelled: ${line}`);
    return {
      problems,
      numbers: `${options.roundTrips} moves there and back, ${rewritten} links rewritten, ${refused} refused, ${respelled.length} notes with links respelled${examples.join('')}`,
    };
  });
}

/** Moves a note that a thousand others link to. */
function moveHub(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const notes = (await notePaths(stage.vault)).slice(0, INBOUND_LINKS);
    await writeFile(join(stage.vault, 'Hub of soak.md'), 'The hub.\n');
    for (const note of notes) await appendFile(join(stage.vault, note), '\nSee [[Hub of soak]].\n');
    const server = await startServer(stage, 'hub');
    try {
      await server.callWhenReady('list_notes', { limit: 1 });
      await settle(server);
      const problems: string[] = [];
      const times: number[] = [];
      for (let i = 0; i < HUB_MOVES; i++) {
        const { result, ms } = await server.call<{ linksRewritten: { files: number } }>('move_note', {
          source: i % 2 === 0 ? 'Hub of soak' : 'Moved hub',
          destination: i % 2 === 0 ? 'moved/Moved hub' : 'Hub of soak',
        });
        times.push(ms);
        if (result.linksRewritten.files !== notes.length)
          problems.push(`${result.linksRewritten.files} files rewritten, ${notes.length} link there`);
      }
      return {
        problems,
        numbers: `moves of a note with ${notes.length} links to it: ${times.map((ms) => ms.toFixed(0)).join(', ')} ms`,
      };
    } finally {
      await server.close();
    }
  });
}

async function makeLog({ vault }: Stage): Promise<string> {
  const log = join(vault, 'Log of soak.md');
  await writeFile(log, 'start\n');
  return log;
}

/** A process that appends a numbered line repeatedly; `stop` returns how many. */
function appendByHand(file: string): { stop: () => Promise<number> } {
  const program = `
    const { appendFileSync } = require('node:fs');
    let count = 0;
    const timer = setInterval(() => appendFileSync(process.argv[1], 'hand ' + count++ + '\\n'), ${HAND_EVERY_MS});
    process.stdin.on('end', () => { clearInterval(timer); process.stdout.write(String(count)); }).resume();`;
  const child = spawn(process.execPath, ['-e', program, file], { stdio: ['pipe', 'pipe', 'inherit'] });
  let told = '';
  child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
  return {
    stop: async () => {
      child.stdin.end();
      await new Promise((resolve) => child.on('close', resolve));
      return Number(told);
    },
  };
}

async function readNotes({ vault }: Stage, paths: readonly string[]): Promise<Map<string, string>> {
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(vault, path), 'utf8')] as const)),
  );
}

/** Another name, another folder, or both; sometimes the name of an existing note. */
function somewhere(random: Random, from: string, paths: readonly string[], number: number): string {
  const folder = random.pick([dirname(from), dirname(random.pick(paths)), '.', `new folder ${number}`, 'a/b/c']);
  const name = random.pick([
    basename(from),
    `Moved ${number}.md`,
    `Release ${number}.0.md`,
    `Ünïcode (${number}) & more.md`,
    basename(random.pick(paths)),
  ]);
  const to = folder === '.' ? name : `${folder}/${name}`;
  return paths.some((path) => path.toLowerCase() === to.toLowerCase())
    ? `${folder === '.' ? '' : `${folder}/`}Moved ${number}.md`
    : to;
}

/**
 * Without what a rewritten link may change: letter case, whitespace, percent-encoding, and the folder before a name
 * that two notes had meanwhile.
 */
function evened(text: string, paths: readonly string[]): string {
  const known = new Set(paths);
  return text
    .replace(/\[\[([^\]|#]+)/gu, (link, target: string) => (known.has(`${target}.md`) ? `[[${basename(target)}` : link))
    .toLowerCase()
    .replace(/%20|\s+/gu, '');
}

function firstDifference(old: string, now: string): string {
  const [before, after] = [old.split('\n'), now.split('\n')];
  const index = before.findIndex((line, i) => line !== after[i]);
  const [line = '', other = ''] = [before[index], after[index]];
  let from = 0;
  while (from < line.length && line[from] === other[from]) from++;
  const part = (text: string): string => text.slice(Math.max(0, from - 20), from + 60);
  return `line ${index + 1}: ${part(line)} → ${part(other)}`;
}
