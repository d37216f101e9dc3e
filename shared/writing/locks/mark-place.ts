import { createHash } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemCode } from '../../kit/disk/disk-io.ts';
import type { VaultFolder } from '../places/open-folder.ts';
import type { VaultPlaces } from '../places/vault-places.ts';
import { markName } from './lock-mark.ts';

/** Where a path's mark goes: in the folder of the file it leads to, or in the nearest existing one. */
export interface MarkPlace {
  /** Vault-relative, as the disk spells it, symlinks resolved. */
  folder: string;
  name: string;
  /** The path it stands for, for errors. */
  path: string;
}

/** The place of a path's mark, or null if no file may be there; others report why. */
export async function markPlaceOf(path: string, places: VaultPlaces): Promise<MarkPlace | null> {
  const found = await places.file(path).catch(() => null);
  if (found !== null) {
    await found.folder.close();
    return { folder: found.folder.place, name: markName(found.name), path };
  }
  const target = await places.newFile(path).catch(() => null);
  if (target === null) return null;
  await target.folder.close();
  return { folder: target.folder.place, name: markName([...target.missing, target.name].join('/')), path };
}

/** A folder of this user's, for marks of a folder where nothing can be created; named by that folder's number. */
export async function temporaryPlace(folder: VaultFolder, { name }: MarkPlace): Promise<string> {
  const shared = process.platform === 'win32' ? tmpdir() : '/tmp';
  const own = join(shared, `vault-loom-locks-${String(process.getuid?.() ?? 0)}`);
  await mkdir(own, { mode: 0o700 }).catch((error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw error;
  });
  const stats = await lstat(own);
  const isOwn = stats.isDirectory() && (process.getuid === undefined || stats.uid === process.getuid());
  if (!isOwn) throw Object.assign(new Error(`${own} is not this user's`), { code: 'EACCES' });
  const { ino, dev } = await lstat(folder.at('.'), { bigint: true });
  return join(own, `${createHash('sha256').update(`${dev} ${ino}`).digest('hex').slice(0, 16)}${name}`);
}
