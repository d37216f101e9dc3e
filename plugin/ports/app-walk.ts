import type { ListedFiles, Stat, Vault } from 'obsidian';
import { isAbsence, systemCode } from '../../shared/kit/disk/disk-io.ts';
import { basename, childPath, hasUnusableCharacter, isLeftOut, toNfc } from '../../shared/vault/paths.ts';
import { vaultNames } from '../../shared/vault/unicode-forms.ts';
import type { VaultWarning } from '../../shared/vault/vault-source.ts';
import type { RealPlaces } from './real-places.ts';

/** A place in the vault under both its names, vault-relative with `/`. */
export interface AppPlace {
  /** NFC, but byte-exact if the folder has the same name in several Unicode forms. */
  path: string;
  /** As the app spells it. */
  appPath: string;
}

export interface AppVisitor {
  /** Called for each folder and file that takes part, but not for the start. */
  place(place: AppPlace, isFolder: boolean): void;
  /** Called for each file that takes part. Without it files are not looked at. */
  file?(place: AppPlace, stat: Stat): void;
  warn(warning: VaultWarning): void;
}

type Adapter = Pick<Vault['adapter'], 'list' | 'stat'>;

/** File operations in progress. */
const CONCURRENCY = 16;

/**
 * Visits everything under one folder of the app's vault, in no fixed order, by the same rules as on the disk: symlinks
 * are not followed, unreadable places become warnings. Rejects as the adapter does if the root cannot be read.
 */
export async function walkAppVault(
  adapter: Adapter,
  places: RealPlaces,
  start: AppPlace,
  configDir: string,
  visitor: AppVisitor,
): Promise<void> {
  let folders = [start];
  while (folders.length > 0) {
    const below: AppPlace[] = [];
    await eachBounded(folders, CONCURRENCY, async (folder) => {
      const listed = await listFolder(adapter, places, folder, visitor);
      if (listed === null) return;
      await warnOfSymlinks(places, folder, listed, configDir, visitor);
      for (const { place, isFolder } of namedEntries(folder, listed, visitor)) {
        if (isLeftOut(place.path, configDir) || listed.odd.has(basename(place.appPath))) continue;
        visitor.place(place, isFolder);
        if (isFolder) below.push(place);
        else if (visitor.file !== undefined) await visitFile(adapter, place, visitor);
      }
    });
    folders = below;
  }
}

interface Listed extends ListedFiles {
  /** Names that are neither regular files nor real folders. */
  odd: Map<string, 'symlink' | 'other'>;
}

interface Entry {
  place: AppPlace;
  isFolder: boolean;
}

async function listFolder(
  adapter: Adapter,
  places: RealPlaces,
  folder: AppPlace,
  visitor: AppVisitor,
): Promise<Listed | null> {
  try {
    const [listed, odd] = await Promise.all([
      adapter.list(folder.path === '' ? '/' : folder.appPath),
      places.oddNames(folder.appPath),
    ]);
    return { ...listed, odd };
  } catch (error) {
    if (folder.path === '') throw error;
    if (!isAbsence(error)) visitor.warn({ path: folder.path, message: `cannot be read (${systemCode(error)})` });
    return null;
  }
}

/** The entries of one folder under their names in the vault, except names that no vault path can contain. */
function namedEntries(folder: AppPlace, listed: Listed, visitor: AppVisitor): Entry[] {
  const all = [
    ...listed.files.map((path) => ({ name: basename(path), isFolder: false })),
    ...listed.folders.map((path) => ({ name: basename(path), isFolder: true })),
  ];
  const usable = all.filter(({ name }) => {
    if (!hasUnusableCharacter(name)) return true;
    visitor.warn({ path: childPath(folder.path, toNfc(name)), message: 'left out: the name holds a backslash' });
    return false;
  });
  const names = vaultNames(usable.map(({ name }) => name));
  return usable.map(({ name, isFolder }) => ({
    place: { path: childPath(folder.path, names.get(name) ?? name), appPath: childPath(folder.appPath, name) },
    isFolder,
  }));
}

async function visitFile(adapter: Adapter, place: AppPlace, visitor: AppVisitor): Promise<void> {
  const stat = await adapter.stat(place.appPath).catch(() => null);
  if (stat?.type === 'file') visitor.file?.(place, stat);
}

/** Also of symlinks that lead nowhere, which the app does not list. */
async function warnOfSymlinks(
  places: RealPlaces,
  folder: AppPlace,
  listed: Listed,
  configDir: string,
  visitor: AppVisitor,
): Promise<void> {
  for (const [name, kind] of listed.odd) {
    const path = childPath(folder.path, toNfc(name));
    if (kind !== 'symlink' || isLeftOut(path, configDir)) continue;
    const problem = await places.symlinkProblem(childPath(folder.appPath, name), configDir);
    if (problem !== null) visitor.warn({ path, message: `symlink not followed: it ${problem}` });
  }
}

/** Runs `task` on every item, at most `limit` at a time. */
async function eachBounded<T>(items: readonly T[], limit: number, task: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const lane = async (): Promise<void> => {
    for (const item of queue) await task(item);
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, lane));
}
