import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { FileLock } from '../kit/disk/file-lock.ts';
import type { LockOptions } from '../kit/disk/file-lock.ts';

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
  return join(dataFolder, 'locks', `index-${name}.lock`);
}
