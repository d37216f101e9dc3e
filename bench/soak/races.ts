import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ToolError } from '../support/server.ts';
import type { Server } from '../support/server.ts';
import { notePaths } from '../support/scratch-vault.ts';
import type { Outcome, SoakOptions, Stage } from './scenario.ts';
import { onStage, startServer } from './scenario.ts';
import { leftovers, vaultState } from './vault-state.ts';

const LOG = 'Log of soak.md';
/** Longest pause between two saves, ms: about as long as an edit, so that a save may come at any point of it. */
const LONGEST_PAUSE_MS = 40;
/** A save that is not whole is looked at this often, for two seconds in all. */
const LOOK_MS = 20;
const LOOKS = 100;
/** One that is whole only after more looks than this, 0.3 s, is counted apart. */
const SOON = 15;

/** Servers unaware of each other, and another program that saves in place, all on one note. */
export async function raceOnOneNote(options: SoakOptions): Promise<Outcome> {
  const outcomes: Outcome[] = [];
  for (const part of [appendApart, appendNested, saveInPlace]) outcomes.push(await part(options));
  return {
    problems: outcomes.flatMap(({ problems }) => problems),
    numbers: outcomes.map(({ numbers }) => numbers).join('\n      '),
  };
}

/** Two servers with different data folders append to one note. */
function appendApart(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    await writeFile(join(stage.vault, LOG), 'start\n');
    const servers = await Promise.all([startServer(stage, 'one'), startServer(stage, 'two')]);
    return append(servers, [LOG, LOG], join(stage.vault, LOG), options.appends, stage, 'with different data folders');
  });
}

/** The vault of one server is a subfolder of the other's. */
function appendNested(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const folder = dirname((await notePaths(stage.vault)).find((path) => path.includes('/')) ?? '.');
    const log = join(stage.vault, folder, LOG);
    await writeFile(log, 'start\n');
    const servers = await Promise.all([
      startServer(stage, 'shared'),
      startServer({ ...stage, vault: join(stage.vault, folder) }, 'shared'),
    ]);
    return append(servers, [`${folder}/${LOG}`, LOG], log, options.appends, stage, 'one of which serves a subfolder');
  });
}

async function append(
  servers: readonly Server[],
  names: readonly string[],
  file: string,
  count: number,
  { vault }: Stage,
  how: string,
): Promise<Outcome> {
  let refused = 0;
  const written: string[] = [];
  const run = async (server: Server, index: number): Promise<void> => {
    for (let i = index; i < count; i += servers.length) {
      const line = `line ${i} of server ${index}`;
      await server
        .call('edit_note', { name: names[index], mode: i % 4 < 2 ? 'append' : 'prepend', content: line })
        .then(
          () => written.push(line),
          (error: unknown) => {
            if (!(error instanceof ToolError) || !['file_changed', 'timeout'].includes(error.code)) throw error;
            refused++;
          },
        );
    }
  };
  try {
    for (const server of servers) await server.callWhenReady('list_notes', { limit: 1 });
    const started = performance.now();
    await Promise.all(servers.map(run));
    const ms = performance.now() - started;
    const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '');
    const lost = written.filter((line) => !lines.includes(line));
    const torn = lines.filter((line) => line !== 'start' && !/^line \d+ of server \d$/.test(line));
    const problems = [
      ...lost.map((line) => `${line} was acknowledged and is lost`),
      ...torn.map((line) => `a torn line: ${line}`),
    ];
    for (const path of leftovers(await vaultState(vault))) problems.push(`${path} is left over`);
    return {
      problems,
      numbers: `${count} edits by two servers ${how}: ${written.length} acknowledged, ${lost.length} lost, ${torn.length} torn, ${refused} refused, ${(ms / count).toFixed(0)} ms each`,
    };
  } finally {
    for (const server of servers) await server.close();
  }
}

/** Another program keeps saving the note in place (it truncates the file, then writes), while the server edits it. */
function saveInPlace(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const file = join(stage.vault, LOG);
    await writeFile(file, textOfSave(0));
    const server = await startServer(stage, 'saved');
    try {
      await server.callWhenReady('list_notes', { limit: 1 });
      const saver = saveAgainAndAgain(file, options.saves, options.seed);
      const counts = { done: 0, warned: 0, refused: 0 };
      const told: Told[] = [];
      for (let i = 0; !saver.isOver(); i++) {
        const from = Date.now();
        await server
          .call<{ warning?: string }>('edit_note', {
            name: LOG,
            mode: i % 2 === 0 ? 'append' : 'prepend',
            content: `edit ${i}`,
          })
          .then(
            ({ result }) => {
              counts.done++;
              if (result.warning === undefined) return;
              counts.warned++;
              told.push({ from, to: Date.now() });
            },
            (error: unknown) => {
              if (!(error instanceof ToolError) || error.code !== 'file_changed') throw error;
              counts.refused++;
              if (error.message.includes('very moment')) told.push({ from, to: Date.now() });
            },
          );
      }
      const notSoon = await saver.missed;
      const missed = notSoon.filter(({ isWhole }) => !isWhole);
      const unsaid = missed.filter(({ from, to }) => !told.some((trace) => trace.from <= to && trace.to >= from));
      const problems = unsaid.map(
        ({ number, now }) => `save ${number} was overwritten or torn, and no answer says so: ${JSON.stringify(now)}`,
      );
      return {
        problems,
        numbers: `${options.saves} saves in place against edits: ${counts.done} edits done, ${counts.warned} of them with a warning, ${counts.refused} refused; ${missed.length} saves overwritten or torn, of which ${unsaid.length} unsaid; ${notSoon.length - missed.length} half written for longer than 0.3 s`,
      };
    } finally {
      await server.close();
    }
  });
}

/** When an answer reported another program's save, ms since 1970. */
interface Told {
  from: number;
  to: number;
}

/** A save with something missing afterwards, for a while or in the end. */
interface Missed extends Told {
  number: number;
  now: string;
  /** Whether it was whole in the end. */
  isWhole: boolean;
}

function textOfSave(number: number): string {
  return `<save ${number}>\n${'A line of the person. '.repeat(5 + ((number * 7) % 60))}\n</save ${number}>\n`;
}

/** A process that saves by truncating and writing, and checks after each save that its whole text is still there. */
function saveAgainAndAgain(
  file: string,
  saves: number,
  seed: number,
): { isOver: () => boolean; missed: Promise<Missed[]> } {
  const program = `
    const { readFileSync, writeFileSync } = require('node:fs');
    const [file, saves, seed] = [process.argv[1], Number(process.argv[2]), Number(process.argv[3])];
    const textOfSave = ${textOfSave.toString()};
    const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
    let state = seed * 2654435761 % 4294967296;
    const random = () => (state = (state * 1664525 + 1013904223) % 4294967296) / 4294967296;
    const read = () => readFileSync(file, 'utf8');
    const isWhole = (now, text) => now.replace(/^edit \\d+\\n/gm, '') === text;
    (async () => {
      for (let i = 0; i < saves; i++) {
        const text = textOfSave(i);
        const from = Date.now();
        writeFileSync(file, text);
        await pause(random() * ${LONGEST_PAUSE_MS});
        // What is written at this moment is looked at again: on a busy disk a write may be held up half way.
        let now = read();
        let looks = 0;
        for (; !isWhole(now, text) && looks < ${LOOKS}; looks++) {
          await pause(${LOOK_MS});
          now = read();
        }
        if (looks > ${SOON}) console.log(JSON.stringify({ number: i, from, to: Date.now(), now, isWhole: isWhole(now, text) }));
      }
    })();`;
  const child = spawn(process.execPath, ['-e', program, file, String(saves), String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let told = '';
  let over = false;
  child.stdout.on('data', (chunk: Buffer) => (told += chunk.toString()));
  const missed = new Promise<Missed[]>((resolve) =>
    child.on('close', () => {
      over = true;
      resolve(
        told
          .split('\n')
          .filter((line) => line !== '')
          .map((line) => JSON.parse(line) as Missed),
      );
    }),
  );
  return { isOver: () => over, missed };
}
