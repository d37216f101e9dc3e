import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../shared/kit/random.ts';
import type { Random } from '../../shared/kit/random.ts';
import { notePaths } from '../support/scratch-vault.ts';
import type { Outcome, SoakOptions, Stage } from './scenario.ts';
import { differencesInTime, freshAnswers, makeQuestions, onStage, seconds, startServer } from './scenario.ts';

const PAUSE_MS = 15;
const CATCH_UP_MS = 60_000;

/** Creates, edits, renames and deletes notes and folders at random while questions go on, and compares at the end. */
export function changeAtRandom(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const random = seededRandom(options.seed);
    const server = await startServer(stage, 'random');
    try {
      await server.callWhenReady('list_notes', { limit: 1 });
      const notes = await notePaths(stage.vault);
      const errors: string[] = [];
      let longestMs = 0;
      let changes = 0;
      const end = performance.now() + options.seconds * 1000;
      while (performance.now() < end) {
        await changeOne(stage, notes, random, changes);
        changes++;
        await server.call('search', { query: `change ${random.below(changes)}` }).then(
          ({ ms }) => (longestMs = Math.max(longestMs, ms)),
          (error: unknown) => errors.push(`a search failed: ${String(error)}`),
        );
        await delay(PAUSE_MS);
      }
      const ask = await makeQuestions(stage, options.seed);
      const { answers: expected } = await freshAnswers(stage, 'fresh', ask);
      const changed = await differencesInTime(expected, () => ask(server), CATCH_UP_MS);
      await server.close();
      const { answers: restarted } = await freshAnswers(stage, 'random', ask);
      const afterRestart = await differencesInTime(expected, () => Promise.resolve(restarted), 0);
      return {
        problems: [...errors, ...changed, ...afterRestart.map((line) => `after a restart, ${line}`)],
        numbers: `${changes} changes in ${options.seconds} s, ${notes.length} notes at the end; longest search ${seconds(longestMs)}`,
      };
    } finally {
      await server.kill();
    }
  });
}

/** One change of the vault, and of the list of its notes. */
export async function changeOne(
  { vault }: Pick<Stage, 'vault'>,
  notes: string[],
  random: Random,
  number: number,
): Promise<void> {
  const at = random.below(notes.length);
  const path = notes[at] ?? '';
  const kind = random.below(20);
  if (kind < 8)
    return appendFile(join(vault, path), `\nchange ${number} here, and a link to [[${nameOf(random.pick(notes))}]]\n`);
  if (kind < 12)
    return create(
      vault,
      notes,
      `new/in ${number % 9}/note ${number}.md`,
      `# change ${number}\n\n[[${nameOf(path)}]]\n`,
    );
  if (kind < 14)
    return writeFile(join(vault, path), `all of it is change ${number}, [[no such note ${number % 50}]]\n`);
  if (kind < 17) return move(vault, notes, at, `${dirname(path)}/renamed ${number}.md`);
  if (kind < 19 || notes.length < 100) return remove(vault, notes, at);
  return moveFolder(vault, notes, dirname(path), `moved ${number}`);
}

async function create(vault: string, notes: string[], path: string, text: string): Promise<void> {
  await mkdir(dirname(join(vault, path)), { recursive: true });
  await writeFile(join(vault, path), text);
  notes.push(path);
}

async function move(vault: string, notes: string[], at: number, to: string): Promise<void> {
  await rename(join(vault, notes[at] ?? ''), join(vault, to));
  notes[at] = to;
}

async function remove(vault: string, notes: string[], at: number): Promise<void> {
  await rm(join(vault, notes[at] ?? ''));
  notes.splice(at, 1);
}

async function moveFolder(vault: string, notes: string[], from: string, to: string): Promise<void> {
  if (from === '.') return;
  await rename(join(vault, from), join(vault, to));
  for (const [i, path] of notes.entries()) {
    if (path.startsWith(`${from}/`)) notes[i] = `${to}/${path.slice(from.length + 1)}`;
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.md'.length);
}
