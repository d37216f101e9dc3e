import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { seededRandom } from '../../shared/kit/random.ts';
import type { SourceNote } from './queries.ts';

/** A folder for one run; `remove` deletes it with everything in it. */
export interface Scratch {
  folder: string;
  remove(): Promise<void>;
}

/** Nothing a vault's notes need, and often large. */
const NOT_COPIED = new Set(['.git', '.trash', 'node_modules']);
const OWN_PLUGIN = join('plugins', 'vault-loom');

export async function makeScratch(): Promise<Scratch> {
  const folder = await mkdtemp(join(tmpdir(), 'vault-loom-bench-'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }) };
}

/** Copies a vault with its files' times, but without version control, trash, and any index in it. */
export async function copyVault(from: string, to: string): Promise<void> {
  const filter = (path: string): boolean => {
    const below = relative(from, path);
    return !below.split(sep).some((part) => NOT_COPIED.has(part)) && !below.endsWith(OWN_PLUGIN);
  };
  await cp(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true, filter });
}

/**
 * Makes the system flush earlier writes to disk, if it has a command for that; otherwise the server's own
 * durable writes would wait for ours.
 */
export async function flushDisk(): Promise<void> {
  await promisify(execFile)('sync').catch(() => undefined);
}

/** Vault-relative paths, with `/`, of the notes of a folder, in code-unit order; dot-folders are left out. */
export async function notePaths(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.toLowerCase().endsWith('.md'))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part.startsWith('.')))
    .sort();
}

/** Some of a vault's notes, the same ones for the same seed. */
export async function sampleNotes(folder: string, most: number, seed: number): Promise<SourceNote[]> {
  const random = seededRandom(seed);
  const paths = await notePaths(folder);
  while (paths.length > most) paths.splice(random.below(paths.length), 1);
  return Promise.all(
    paths.map(async (path) => ({
      title: basename(path).slice(0, -'.md'.length),
      text: await readFile(join(folder, path), 'utf8'),
    })),
  );
}

/** Bytes of all files of a folder; 0 if it does not exist. */
export async function folderBytes(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        stat(join(entry.parentPath, entry.name)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
