import { statfs } from 'node:fs/promises';
import { nearestFolder } from './access.ts';
import type { Finding } from './finding.ts';

const MB = 1e6;
/** An index of a large vault with its vectors, and room to write it again. */
const ENOUGH = 500 * MB;
/** A note and the record of its change still fit. */
const LEAST = 50 * MB;

/** Free bytes for this account on the disk with a folder. */
export type FreeBytes = (folder: string) => Promise<number>;

/** Whether the disks with these folders have room. */
export async function checkDisk(folders: readonly string[], freeBytes: FreeBytes = freeOf): Promise<Finding[]> {
  const places = await Promise.all(
    folders.map(async (folder) => ({ folder, free: await freeBytes(folder).catch(() => null) })),
  );
  const known = places.flatMap(({ folder, free }) => (free === null ? [] : [{ folder, free }]));
  const short = known.filter(({ free }) => free < ENOUGH);
  if (known.length === 0) return [];
  if (short.length === 0)
    return [{ state: 'ok', what: 'Disk', said: `${words(Math.min(...known.map(({ free }) => free)))} free` }];
  return short.map(({ folder, free }) => ({
    state: free < LEAST ? 'bad' : 'note',
    what: 'Disk',
    said: `${words(free)} free for ${folder}${free < LEAST ? ': writes are refused once it is full' : ''}`,
    cure: 'make room on that disk, or set VAULT_LOOM_DATA_DIR to a folder on another one',
  }));
}

async function freeOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(await nearestFolder(folder));
  return bavail * bsize;
}

function words(bytes: number): string {
  return bytes >= 1000 * MB ? `${(bytes / (1000 * MB)).toFixed(1)} GB` : `${Math.floor(bytes / MB)} MB`;
}
