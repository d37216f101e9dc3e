import type { BigIntStats } from 'node:fs';

/** What tells one file from another that took its name. */
export interface FileId {
  ino: string;
  /** Whole milliseconds. Kept by systems whose file numbers do not outlive a restart. */
  birthtimeMs: number;
}

export function idOf(stats: BigIntStats): FileId {
  return { ino: String(stats.ino), birthtimeMs: Number(stats.birthtimeNs / 1_000_000n) };
}

/** File numbers of some disks do not outlive a restart; the time of birth does, and comes anew with a replacement. */
export function isSameFile(stats: BigIntStats, id: FileId): boolean {
  const now = idOf(stats);
  return now.ino === id.ino || (now.birthtimeMs === id.birthtimeMs && now.birthtimeMs > 0);
}
