import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { FileLock, LOCK_TIMING } from '../kit/disk/file-lock.ts';
import type { LockOptions } from '../kit/disk/file-lock.ts';
import { readLock } from '../kit/disk/lock-file.ts';
import { isProvablyDead, ownIdentity } from '../kit/disk/process-identity.ts';

export interface IndexLockOptions extends Omit<LockOptions, 'file'> {
  /** The per-user data folder. */
  dataFolder: string;
  /** Real path of the index folder: what the lock protects. */
  indexRealPath: string;
}

/**
 * Takes part in deciding which of several processes may write an index.
 * @throws the system's error if the data folder cannot be written
 */
export function openIndexLock({ dataFolder, indexRealPath, ...options }: IndexLockOptions): Promise<FileLock> {
  return FileLock.open({ file: indexLockFile(dataFolder, indexRealPath), ...options });
}

/** Absolute path of an index's lock file, which may not exist. */
export function indexLockFile(dataFolder: string, indexRealPath: string): string {
  const name = createHash('sha256').update(indexRealPath).digest('hex').slice(0, 32);
  return join(locksFolder(dataFolder), `index-${name}.lock`);
}

/** The process that holds a lock file now, as far as can be seen from outside; null if none does. Never rejects. */
export async function lockHolder(file: string): Promise<{ pid: number } | null> {
  const [age, content] = await Promise.all([ageOf(file), readLock(file).catch(() => undefined)]);
  const holder = content?.record?.process;
  if (holder === undefined || age >= LOCK_TIMING.stale) return null;
  return (await isProvablyDead(holder, await ownIdentity())) ? null : holder;
}

/** The processes that keep an index of any vault of this person now; each once. Never rejects. */
export async function indexHolders(dataFolder: string): Promise<{ pid: number }[]> {
  const names = await readdir(locksFolder(dataFolder)).catch(() => []);
  const files = names.filter((name) => LOCK_NAME.test(name)).map((name) => join(locksFolder(dataFolder), name));
  const holders = await Promise.all(files.map(lockHolder));
  return [...new Map(holders.flatMap((holder) => (holder === null ? [] : [[holder.pid, holder]]))).values()];
}

const LOCK_NAME = /^index-[0-9a-f]{32}\.lock$/;

function locksFolder(dataFolder: string): string {
  return join(dataFolder, 'locks');
}

async function ageOf(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Infinity,
  );
}
