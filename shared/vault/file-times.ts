import type { FileStat } from './vault-source.ts';

/** A file's times as the index keeps them, from what a disk or the app says in milliseconds. */
export function fileTimes(modified: number, created: number): Pick<FileStat, 'mtimeMs' | 'createdMs'> {
  const mtimeMs = Math.round(modified);
  return { mtimeMs, createdMs: created > 0 ? Math.round(created) : mtimeMs };
}
