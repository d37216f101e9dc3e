import { appendFile, mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Random } from '../../../shared/kit/random.ts';
import { notePaths } from '../../support/scratch-vault.ts';
import { tryServer, type Condition } from './parts.ts';

const ROUNDS = 120;
const DAY_S = 86_400;

type Change = (vault: string, path: string, random: Random) => Promise<unknown>;

/** What people and sync programs make of a note. */
const CHANGES: Record<string, Change> = {
  'a folder in its place': async (vault, path) => {
    const file = join(vault, path);
    await rm(file);
    await mkdir(file);
    await writeFile(join(file, 'inside.md'), '# Inside\n\nzqinside a folder named as a note.\n');
  },
  'a file in place of its folder': async (vault, path, random) => {
    const folder = dirname(path);
    const inside = (await notePaths(join(vault, folder))).length;
    // A vault without notes is another matter.
    if (folder === '.' || inside > (await notePaths(vault)).length / 4 || random.below(4) > 0) return;
    await rm(join(vault, folder), { recursive: true });
    await writeFile(join(vault, folder), 'A file that was a folder.\n');
  },
  'a conflicting copy': async (vault, path, random) => {
    const stem = path.slice(0, -'.md'.length);
    const name = random.pick([
      '.sync-conflict-20260301-101112-ABCDEFG',
      " (someone's conflicted copy 2026-03-01)",
      ' 2',
    ]);
    await writeFile(join(vault, `${stem}${name}.md`), `${await readFile(join(vault, path), 'utf8')}\nzqconflict\n`);
  },
  'an older version over it': async (vault, path) => {
    const file = join(vault, path);
    const { mtimeMs } = await stat(file);
    const made = join(vault, dirname(path), `.~${basename(path)}.part`);
    await writeFile(made, '# Older\n\nzqolder version.\n');
    await utimes(made, mtimeMs / 1000 - 30 * DAY_S, mtimeMs / 1000 - 30 * DAY_S);
    await rename(made, file);
  },
  'the same size and time': async (vault, path) => {
    const file = join(vault, path);
    const { mtimeMs, atimeMs } = await stat(file);
    const text = await readFile(file, 'utf8');
    const made = join(vault, dirname(path), `.~${basename(path)}.part`);
    await writeFile(made, text.replace(/[aeiou]/, 'z'));
    await utimes(made, atimeMs / 1000, mtimeMs / 1000);
    await rename(made, file);
  },
  'half of it, then all': async (vault, path) => {
    const file = join(vault, path);
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.slice(0, text.length / 2));
    await appendFile(file, text.slice(text.length / 2));
  },
  'gone and back': async (vault, path) => {
    const file = join(vault, path);
    await rename(file, `${file}.away`);
    await rename(`${file}.away`, file);
  },
};

/** Notes become folders, folders files, conflicting copies and older versions appear, while a client edits. */
export const replaceFiles: Condition = (stage, { seed }) =>
  tryServer(stage, { name: 'replaced', seed }, async (trial) => {
    const { random, answers } = trial;
    for (let round = 0; round < ROUNDS; round++) {
      const notes = await notePaths(stage.vault);
      const path = random.pick(notes);
      const name = random.pick(Object.keys(CHANGES));
      await CHANGES[name]?.(stage.vault, path, random);
      if (random.below(2) > 0) continue;
      const edited = random.below(3) === 0 ? path : random.pick(notes);
      await trial.append(edited, `zqedited${round}`, `${round}, after ${name},`);
    }
    return `${ROUNDS} changes by others, edits meanwhile: ${String(answers)}`;
  });
