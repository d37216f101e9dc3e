import type { BigIntStats } from 'node:fs';

/** Tells a file from another one that took its name. */
export interface FileId {
  ino: string;
  /** In whole milliseconds. */
  birthtimeMs: number;
}

export function idOf(stats: BigIntStats): FileId {
  return { ino: String(stats.ino), birthtimeMs: Number(stats.birthtimeNs / 1_000_000n) };
}

/** Some disks' file numbers do not survive a restart. The birth time does, and a replacement gets a new one. */
export function isSameFile(stats: BigIntStats, id: FileId): boolean {
  const now = idOf(stats);
  return now.ino === id.ino || (now.birthtimeMs === id.birthtimeMs && now.birthtimeMs > 0);
}
