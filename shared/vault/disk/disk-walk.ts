import type { Dirent, Stats } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { isAbsence, realPathOf, systemCode } from '../../kit/disk/disk-io.ts';
import { childPath, hasUnusableCharacter, isLeftOut, toNfc } from '../paths.ts';
import { vaultNames, type SpelledPlace } from '../unicode-forms.ts';
import { fileTimes } from '../file-times.ts';
import type { FileStat, VaultWarning } from '../vault-source.ts';
import type { PacedDisk } from './paced-disk.ts';

/** A place in the vault under both its names. */
export type DiskPlace = SpelledPlace;

export interface WalkVisitor {
  /** Called for the start folder and each folder below it, before reading it. */
  folder?(place: DiskPlace): void;
  /** Called for each regular file, before examining it. */
  name?(place: DiskPlace): void;
  /** Called for each regular file. If absent, no file is examined. */
  file?(place: DiskPlace, stat: FileStat): void;
  warn(warning: VaultWarning): void;
}

/** File operations at a time: enough to keep the thread pool and a network disk busy. */
const CONCURRENCY = 16;

/**
 * Visits everything included under one folder, in no fixed order. Never walks through symlinks. Unreadable places
 * become warnings; a missing start folder counts as empty.
 * @param root real path of the vault
 * @param disk where that is
 * @throws the system's error if the vault's root cannot be read
 */
export async function walkVault(
  root: string,
  disk: PacedDisk,
  start: DiskPlace,
  configDir: string | null,
  visitor: WalkVisitor,
): Promise<void> {
  const pool = new TaskPool(CONCURRENCY);

  const visitFolder = async (folder: DiskPlace): Promise<void> => {
    visitor.folder?.(folder);
    const entries = await readFolder(root, disk, folder, visitor);
    if (entries === null) return;
    const files: DiskPlace[] = [];
    for (const { name, entry } of namedEntries(entries, folder.path, visitor)) {
      const place = { path: childPath(folder.path, name), diskPath: childPath(folder.diskPath, entry.name) };
      if (isLeftOut(place.path, configDir)) continue;
      if (entry.isFile()) visitor.name?.(place);
      if (entry.isDirectory()) pool.add(() => visitFolder(place));
      else if (visitor.file === undefined) continue;
      else if (entry.isFile()) files.push(place);
      else if (entry.isSymbolicLink()) pool.add(() => warnOfSymlink(root, place, configDir, visitor));
    }
    await disk.lstatEach(files, ({ diskPath }) => join(root, diskPath), {
      visit: (place, stats) => visitFile(place, stats, visitor),
      failed: (place, error) => warnUnlessGone(place, error, visitor),
      slowly: (lstat) => pool.add(lstat),
    });
  };

  pool.add(() => visitFolder(start));
  await pool.finished();
}

/** A real path relative to the vault, with `/` (`''` is the root); null outside it. */
export function withinRoot(root: string, real: string): string | null {
  if (real === root) return '';
  const prefix = root.endsWith(sep) ? root : root + sep;
  return real.startsWith(prefix) ? relative(root, real).split(sep).join('/') : null;
}

/**
 * Why a symlink leads to nothing included, or null if its target has its own place in the vault.
 * @param diskPath the symlink, vault-relative
 */
export async function symlinkProblem(root: string, diskPath: string, configDir: string | null): Promise<string | null> {
  return realPathOf(join(root, diskPath)).then(
    (real) => {
      const target = withinRoot(root, real);
      if (target === null) return 'leads out of the vault';
      return isLeftOut(toNfc(target), configDir) ? 'leads to what is left out' : null;
    },
    (error: unknown) => (systemCode(error) === 'ELOOP' ? 'leads in a circle' : 'leads nowhere'),
  );
}

/** Runs tasks, which may add more, a few at a time. The first error ends it. */
class TaskPool {
  readonly #limit: number;
  readonly #waiting: (() => Promise<void>)[] = [];
  #running = 0;
  #settle: { resolve: () => void; reject: (error: unknown) => void } | null = null;
  #failure: { error: unknown } | null = null;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(task: () => Promise<void>): void {
    this.#waiting.push(task);
    this.#startMore();
  }

  /** Resolves when no task is left. Call it once, after the first `add`. */
  finished(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#settleIfDone();
    });
  }

  #startMore(): void {
    while (this.#running < this.#limit && this.#failure === null) {
      const task = this.#waiting.pop();
      if (task === undefined) return;
      this.#running += 1;
      task().then(
        () => this.#ended(),
        (error: unknown) => {
          this.#failure ??= { error };
          this.#ended();
        },
      );
    }
  }

  #ended(): void {
    this.#running -= 1;
    this.#startMore();
    this.#settleIfDone();
  }

  #settleIfDone(): void {
    if (this.#running > 0) return;
    if (this.#failure !== null) this.#settle?.reject(this.#failure.error);
    else if (this.#waiting.length === 0) this.#settle?.resolve();
  }
}

async function readFolder(
  root: string,
  disk: PacedDisk,
  folder: DiskPlace,
  visitor: WalkVisitor,
): Promise<Dirent[] | null> {
  try {
    return await disk.entries(join(root, folder.diskPath));
  } catch (error) {
    if (folder.path === '') throw error;
    warnUnlessGone(folder, error, visitor);
    return null;
  }
}

/** The entries of one folder under their vault names, without names no vault path can contain. */
function namedEntries(entries: Dirent[], folder: string, visitor: WalkVisitor): { name: string; entry: Dirent }[] {
  const usable = entries.filter((entry) => {
    if (!hasUnusableCharacter(entry.name)) return true;
    visitor.warn({ path: childPath(folder, toNfc(entry.name)), message: 'left out: the name holds a backslash' });
    return false;
  });
  const names = vaultNames(usable.map((entry) => entry.name));
  return usable.map((entry) => ({ name: names.get(entry.name) ?? entry.name, entry }));
}

function visitFile(place: DiskPlace, stats: Stats, visitor: WalkVisitor): void {
  if (stats.isFile()) visitor.file?.(place, { size: stats.size, ...fileTimes(stats.mtimeMs, stats.birthtimeMs) });
}

async function warnOfSymlink(
  root: string,
  place: DiskPlace,
  configDir: string | null,
  visitor: WalkVisitor,
): Promise<void> {
  const problem = await symlinkProblem(root, place.diskPath, configDir);
  if (problem !== null) visitor.warn({ path: place.path, message: `symlink not followed: it ${problem}` });
}

/** A file that vanished after the listing needs no warning, but one whose name is not valid UTF-8 does. */
function warnUnlessGone(place: DiskPlace, error: unknown, visitor: WalkVisitor): void {
  const code = systemCode(error);
  if (code === 'ENAMETOOLONG') visitor.warn({ path: place.path, message: 'left out: the path is too long' });
  else if (!isAbsence(error)) visitor.warn({ path: place.path, message: `cannot be read (${code})` });
  else if (place.path.includes('\uFFFD')) {
    visitor.warn({ path: place.path, message: 'left out: the name is not valid UTF-8' });
  }
}
