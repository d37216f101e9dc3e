import { cp, copyFile, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Random } from '../../../shared/kit/random.ts';
import { seededRandom } from '../../../shared/kit/random.ts';
import type { Answers } from '../../support/answers.ts';
import type { Ask, Outcome, SoakOptions, Stage } from '../scenario.ts';
import { differencesInTime, freshAnswers, makeQuestions, onStage, seconds, startServer } from '../scenario.ts';
import { notePaths } from '../../support/scratch-vault.ts';
import { damage } from './draw-text.ts';

const NOTES = 150;
const SAVED = 'saved';
const OLDER = 'older';
const TRIED = 'tried';
/** The lock of the server that made the index is not part of it. */
const NOT_DAMAGED = /lock|\.tmp$/u;

/**
 * Damages the files of a saved index (flipped bits, cut ends, files exchanged with each other or with those of an older
 * index, missing files), and starts a server on it: it must answer as a fresh index does, and so must the next one.
 */
export function damageIndexes({ vault: _vault, ...options }: SoakOptions, cases: number): Promise<Outcome> {
  return onStage(
    options,
    async (stage) => {
      const random = seededRandom(options.seed);
      const ask = await makeQuestions(stage, options.seed);
      await freshAnswers(stage, OLDER, ask);
      for (const path of (await notePaths(stage.vault)).slice(0, 20)) {
        const file = join(stage.vault, path);
        await writeFile(file, `${await readFile(file, 'utf8')}\nA later line.\n`);
      }
      const { answers } = await freshAnswers(stage, SAVED, ask);
      const problems: string[] = [];
      const kinds = new Map<string, number>();
      const started = performance.now();
      for (let number = 0; number < cases; number++) {
        await rm(stage.dataDir(TRIED), { recursive: true, force: true });
        await cp(stage.dataDir(SAVED), stage.dataDir(TRIED), { recursive: true, preserveTimestamps: true });
        const what = await damageFiles(stage, random);
        kinds.set(what.kind, (kinds.get(what.kind) ?? 0) + 1);
        const wrong = await startTwice(stage, answers, ask);
        problems.push(...wrong.map((line) => `index seed ${options.seed} case ${number}: ${what.words}: ${line}`));
      }
      return {
        problems,
        numbers: `index: ${cases} cases (${[...kinds].map(([kind, count]) => `${kind} ${count}`).join(', ')}), ${problems.length} faults, ${seconds(performance.now() - started)}`,
      };
    },
    NOTES,
  );
}

async function startTwice(stage: Stage, expected: Answers, ask: Ask): Promise<string[]> {
  const problems: string[] = [];
  for (const start of ['first', 'second']) {
    const server = await startServer(stage, TRIED);
    try {
      const found = await differencesInTime(expected, () => ask(server), 0).catch((error: unknown) => [String(error)]);
      problems.push(...found.map((line) => `at the ${start} start, ${line}`));
    } finally {
      await server.close();
    }
  }
  return problems;
}

async function damageFiles(stage: Stage, random: Random): Promise<{ kind: string; words: string }> {
  const files = await filesOf(stage.dataDir(TRIED));
  const path = random.pick(files);
  const file = join(stage.dataDir(TRIED), path);
  const kind = random.pick(['damaged', 'damaged', 'damaged', 'missing', 'exchanged', 'older', 'emptied', 'a folder']);
  if (kind === 'damaged') {
    const bytes = await readFile(file);
    if (bytes.length > 0) await writeFile(file, damage(bytes, random));
  } else if (kind === 'missing') await rm(file);
  else if (kind === 'emptied') await writeFile(file, '');
  else if (kind === 'a folder') {
    await rm(file);
    await mkdir(file);
  } else if (kind === 'exchanged') await copyFile(join(stage.dataDir(TRIED), random.pick(files)), file);
  else await copyFile(join(stage.dataDir(OLDER), random.pick(await filesOf(stage.dataDir(OLDER)))), file);
  return { kind, words: `${path} ${kind}` };
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !NOT_DAMAGED.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
