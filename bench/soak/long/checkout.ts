import { execFile } from 'node:child_process';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { seededRandom } from '../../../shared/kit/random.ts';
import type { Answers } from '../../support/answers.ts';
import type { Server } from '../../support/server.ts';
import { ToolError } from '../../support/server.ts';
import { notePaths } from '../../support/scratch-vault.ts';
import type { Ask, Outcome, SoakOptions, Stage } from '../scenario.ts';
import { differencesInTime, freshAnswers, makeQuestions, onStage, seconds, startServer } from '../scenario.ts';

const BRANCHES = ['one', 'two'];
const LONGEST_MS = 180_000;
/** How long the first of two checkouts in a row is left, at most. */
const LONGEST_PAUSE_MS = 1_500;

/** A branch, its questions, and their answers from a fresh index. */
interface Branch {
  name: string;
  ask: Ask;
  expected: Answers;
}

/**
 * Checks out two branches of the vault in turn, which differ in most files: each time, the server ends up answering as
 * a fresh index does.
 */
export function checkOutBranches(options: SoakOptions): Promise<Outcome> {
  return onStage(options, async (stage) => {
    const changed = await makeBranches(stage, options.seed);
    const branches: Branch[] = [];
    for (const name of BRANCHES) {
      await git(stage, 'checkout', '-q', name);
      const ask = await makeQuestions(stage, options.seed);
      branches.push({ name, ask, expected: (await freshAnswers(stage, `fresh on ${name}`, ask)).answers });
    }
    const random = seededRandom(options.seed);
    const server = await startServer(stage, 'checkout');
    const problems: string[] = [];
    const times: number[] = [];
    let turns = 0;
    try {
      await server.callWhenReady('list_notes', { limit: 1 });
      for (let round = 0; round < options.checkouts; round++) {
        const branch = branches[round % 2] as Branch;
        if (random.below(3) === 0) {
          await git(stage, 'checkout', '-q', branch.name);
          await delay(random.below(LONGEST_PAUSE_MS));
          await git(stage, 'checkout', '-q', branches[(round + 1) % 2]?.name ?? '');
          turns++;
        }
        await git(stage, 'checkout', '-q', branch.name);
        const started = performance.now();
        const found = await untilEqual(server, branch);
        times.push(performance.now() - started);
        problems.push(...found.map((line) => `checkout ${round + 1}, of ${branch.name}: ${line}`));
        const status = (await git(stage, 'status', '--porcelain')).trim();
        if (status !== '')
          problems.push(`checkout ${round + 1}: the vault itself was changed: ${status.slice(0, 300)}`);
      }
      return {
        problems,
        numbers: `${options.checkouts} checkouts of branches that differ in ${changed} files, ${turns} with a turn back before them; index as fresh after ${seconds(Math.min(...times))} to ${seconds(Math.max(...times))}`,
      };
    } finally {
      await server.close();
    }
  });
}

async function untilEqual(server: Server, { ask, expected }: Branch): Promise<string[]> {
  const deadline = performance.now() + LONGEST_MS;
  for (;;) {
    try {
      return await differencesInTime(expected, () => ask(server), deadline - performance.now());
    } catch (error) {
      // A note that the questions name may not be known yet.
      if (!(error instanceof ToolError) || performance.now() > deadline) return [String(error)];
      await delay(200);
    }
  }
}

/** Returns in how many files the branches differ. */
async function makeBranches(stage: Stage, seed: number): Promise<number> {
  const random = seededRandom(seed);
  await git(stage, 'init', '-q', '-b', 'one');
  await git(stage, 'add', '-A');
  await git(stage, 'commit', '-q', '-m', 'one');
  await git(stage, 'checkout', '-q', '-b', 'two');
  for (const [i, path] of (await notePaths(stage.vault)).entries()) {
    const file = join(stage.vault, path);
    const kind = random.below(20);
    if (kind < 9)
      await writeFile(file, `${await readFile(file, 'utf8')}\nOn branch two: zqtwo${i}. [[no such note ${i % 40}]]\n`);
    else if (kind === 9) await rm(file);
    else if (kind === 10) await rename(file, join(dirname(file), `renamed ${i}.md`));
    else if (kind === 11) {
      const folder = join(stage.vault, `only on two/${i % 7}`);
      await mkdir(folder, { recursive: true });
      await writeFile(join(folder, `new ${i}.md`), `# New ${i}\n\nzqtwo here as well.\n`);
    }
  }
  await git(stage, 'add', '-A');
  await git(stage, 'commit', '-q', '-m', 'two');
  return (await git(stage, 'diff', '--name-only', '--no-renames', 'one', 'two')).trim().split('\n').length;
}

async function git({ vault }: Stage, ...args: string[]): Promise<string> {
  const who = [
    '-c',
    'user.name=soak',
    '-c',
    'user.email=soak@example.com',
    '-c',
    'gc.auto=0',
    '-c',
    'core.autocrlf=false',
  ];
  const { stdout } = await promisify(execFile)('git', [...who, ...args], { cwd: vault, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
