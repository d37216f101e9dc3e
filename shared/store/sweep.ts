import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TEMPORARY_NAME } from '../kit/disk/durable-file.ts';
import { segmentKeyOf } from './segment-name.ts';
import type { SegmentInfo } from './store-types.ts';

/**
 * Removes what killed writers left, and segments not in `current`: only files of our own names, none younger than a
 * minute, as someone may still be writing it. For the owner alone. What cannot be removed stays.
 */
export async function sweepUnused(folder: string, current: SegmentInfo[]): Promise<void> {
  const used = new Set(current.map(({ key }) => key));
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.filter((name) => isUnused(name, used)).map((name) => removeIfOld(join(folder, name))));
}

const KEEP_YOUNG_MS = 60_000;

function isUnused(name: string, used: Set<string>): boolean {
  const key = segmentKeyOf(name);
  return key === undefined ? TEMPORARY_NAME.test(name) : !used.has(key);
}

async function removeIfOld(file: string): Promise<void> {
  try {
    const { mtimeMs } = await lstat(file);
    if (Date.now() - mtimeMs > KEEP_YOUNG_MS) await rm(file);
  } catch {
    // Another process removed it, or has it open on Windows: the next start tries again.
  }
}
