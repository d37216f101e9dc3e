import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom, type Random } from '../../../shared/kit/random.ts';
import { notePaths } from '../../support/scratch-vault.ts';
import type { Server } from '../../support/server.ts';
import { onStage, startServer, type Outcome, type SoakOptions, type Stage } from '../scenario.ts';
import { oddVault } from '../walk/odd-vault.ts';
import { answersTo, differing, drawQuestions } from './alike.ts';
import { drawMention, drawOddNote, drawPath, drawWord } from './odd-notes.ts';

const NOTES = 150;
const ROUNDS = 3;
/** Changes in a row, before the server gets some time. */
const AT_ONCE = 10;
const MOST_PAUSE_MS = 120;
const CATCH_UP_MS = 30_000;

/**
 * Changes notes of odd names and texts at random, and compares a server that has seen all of it, and that server
 * started again, with one that reads the vault anew.
 */
export function changeOddNotes(options: SoakOptions): Promise<Outcome> {
  return onStage(options, (stage) => changeAndCompare(stage, options), NOTES);
}

async function changeAndCompare(stage: Stage, { seed, odd }: SoakOptions): Promise<Outcome> {
  const random = seededRandom(seed);
  for (const [path, text] of Object.entries(oddVault(random))) await put(stage.vault, path, text);
  for (let i = 0; i < NOTES; i++) await put(stage.vault, drawPath(random, i), drawOddNote(random));
  const server = await startServer(stage, 'odd');
  const problems: string[] = [];
  let asked = 0;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      for (let i = 0; i < odd / ROUNDS; i++) {
        await changeOne(stage.vault, random, round * odd + i);
        if (i % AT_ONCE === 0) await delay(random.below(MOST_PAUSE_MS));
      }
      const questions = drawQuestions(random, await notePaths(stage.vault));
      const expected = await freshly(stage, `fresh ${round}`, (fresh) => answersTo(fresh, questions));
      const compare = async (one: Server): Promise<string[]> =>
        differing(questions, expected, await answersTo(one, questions));
      problems.push(...(await inTime(() => compare(server))));
      if (round === ROUNDS - 1) {
        await server.close();
        const again = await freshly(stage, 'odd', compare);
        problems.push(...again.map((line) => `after a restart, ${line}`));
      }
      asked += questions.length;
    }
    return { problems, numbers: `${odd} changes, ${asked} questions asked of two servers` };
  } finally {
    await server.kill();
  }
}

/** Asks a server that starts now. */
async function freshly<T>(stage: Stage, data: string, ask: (server: Server) => Promise<T>): Promise<T> {
  const server = await startServer(stage, data);
  try {
    await server.callWhenReady('list_notes', { limit: 1 });
    return await ask(server);
  } finally {
    await server.close();
  }
}

async function inTime(compare: () => Promise<string[]>): Promise<string[]> {
  const deadline = performance.now() + CATCH_UP_MS;
  for (;;) {
    const found = await compare();
    if (found.length === 0 || performance.now() > deadline) return found;
    await delay(500);
  }
}

async function changeOne(vault: string, random: Random, number: number): Promise<void> {
  const path = random.pick(await notePaths(vault));
  const kind = random.below(20);
  if (kind < 5)
    return appendFile(join(vault, path), `\n${drawWord(random)} ${drawMention(random)} ${drawWord(random)}\n`);
  if (kind < 10) return put(vault, drawPath(random, number), drawOddNote(random));
  if (kind < 13) return writeFile(join(vault, path), random.below(6) === 0 ? '# One\n' : drawOddNote(random));
  if (kind < 16) return move(vault, path, random.below(4) === 0 ? inOtherCase(path) : drawPath(random, number));
  if (kind < 18) return rm(join(vault, path));
  if (kind < 19) return put(vault, `board ${number % 4}.canvas`, boardWith(path, drawMention(random)));
  const [folder = '', ...rest] = path.split('/');
  return rest.length === 0 ? undefined : move(vault, folder, `${folder} moved ${number}`);
}

/** Writes a file, unless the disk has no such name. */
async function put(vault: string, path: string, text: string): Promise<void> {
  await mkdir(dirname(join(vault, path)), { recursive: true })
    .then(() => writeFile(join(vault, path), text))
    .catch(() => undefined);
}

async function move(vault: string, from: string, to: string): Promise<void> {
  await mkdir(dirname(join(vault, to)), { recursive: true })
    .then(() => rename(join(vault, from), join(vault, to)))
    .catch(() => undefined);
}

function inOtherCase(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
  const other = name === name.toUpperCase() ? name.toLowerCase() : name.toUpperCase();
  return `${path.slice(0, -`${name}.md`.length)}${other}.md`;
}

function boardWith(file: string, text: string): string {
  const at = { x: 0, y: 0, width: 1, height: 1 };
  const nodes = [
    { id: 'text', type: 'text', text, ...at },
    { id: 'file', type: 'file', file, ...at },
  ];
  return JSON.stringify({ nodes, edges: [] });
}
