import { constants, type BigIntStats } from 'node:fs';
import { lstat, open, readdir, readlink, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { VaultLoomError } from '../../protocol/errors.ts';
import { isAbsence, realPathOf, systemCode } from '../../kit/disk/disk-io.ts';
import { withinRoot } from '../../vault/disk/disk-walk.ts';
import { quoted } from './name-rules.ts';

/**
 * A folder of the vault, held open. On Linux `at` goes through the open folder itself, so that a folder swapped for a
 * symlink after the check changes nothing. Elsewhere there are only paths, and every check is a separate call from the one
 * it protects. There, an attacker who swaps the folder back and forth at the right moments can get an empty file created, or a
 * name removed, in another place; but to get bytes written there, each of several checks in turn would have to coincide with
 * another swap.
 */
export interface VaultFolder {
  /** Where it is, vault-relative, as the disk spells it; `''` for the root. */
  readonly place: string;
  /** Names are resolved from the open folder itself, so that nothing created in it can end up elsewhere. */
  readonly isPinned: boolean;
  /** The path to pass to the system for a name in this folder. */
  at(name: string): string;
  names(): Promise<string[]>;
  /** @throws VaultLoomError `path_outside_vault` if the folder is no longer the one opened */
  verify(): Promise<void>;
  /**
   * Makes sure that an open file is the one with this name in this folder, before anything is written through it.
   *
   * @throws as {@link verify}
   */
  verifyFile(name: string, file: FileHandle): Promise<void>;
  /** Makes name changes in it survive a power cut, if the system supports that. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a folder by its vault-relative path as the disk spells it (`''` for the root); null if there is none.
 *
 * @param root real path of the vault
 * @param input the path to name in errors
 * @throws VaultLoomError `path_outside_vault` if a symlink leads out of the vault
 */
export async function openFolder(root: string, path: string, input: string): Promise<VaultFolder | null> {
  const asked = join(root, path);
  if (process.platform === 'win32') return openByPath(root, asked, input);
  const handle = await open(asked, constants.O_RDONLY | constants.O_DIRECTORY).catch((error: unknown) => {
    if (isAbsence(error)) return null;
    if (systemCode(error) === 'ELOOP') throw outside(input);
    throw error;
  });
  if (handle === null) return null;
  try {
    return process.platform === 'linux' && (await hasHandlePaths())
      ? await pinned(root, handle, input)
      : await checked(root, handle, asked, input);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Linux: the system itself says where the open folder is, and resolves names from there. */
async function pinned(root: string, handle: FileHandle, input: string): Promise<VaultFolder> {
  const self = `${HANDLE_PATHS}/${handle.fd}`;
  const place = withinRoot(root, await readlink(self));
  if (place === null) throw outside(input);
  const verify = async (): Promise<void> => {
    if (withinRoot(root, await readlink(self)) === null) throw outside(input);
  };
  return {
    place,
    isPinned: true,
    at: (name) => `${self}/${name}`,
    names: () => readdir(self),
    verify,
    verifyFile: verify,
    sync: () => handle.sync().catch(() => undefined),
    close: () => handle.close(),
  };
}

async function checked(root: string, handle: FileHandle, asked: string, input: string): Promise<VaultFolder> {
  const folder = await byPath(root, await realPathOf(asked), await handle.stat({ bigint: true }), input);
  await folder.verify();
  return { ...folder, sync: () => handle.sync().catch(() => undefined), close: () => handle.close() };
}

/** Windows opens no folders. */
async function openByPath(root: string, asked: string, input: string): Promise<VaultFolder | null> {
  const real = await realPathOf(asked).catch(nullWhenAbsent);
  const opened = real === null ? null : await stat(real, { bigint: true }).catch(nullWhenAbsent);
  return real === null || opened?.isDirectory() !== true ? null : byPath(root, real, opened, input);
}

async function byPath(root: string, real: string, opened: BigIntStats, input: string): Promise<VaultFolder> {
  const place = withinRoot(root, real);
  if (place === null) throw outside(input);
  const verify = async (): Promise<void> => {
    const now = await lstat(real, { bigint: true }).catch(nullWhenAbsent);
    if (now === null || !isSame(now, opened) || (await realPathOf(real)) !== real) throw outside(input);
  };
  return {
    place,
    isPinned: false,
    at: (name) => join(real, name),
    names: () => readdir(real),
    verify,
    verifyFile: async (name, file) => {
      const open = await file.stat({ bigint: true });
      for (let round = 0; round < CHECKS; round++) {
        const now = await lstat(join(real, name), { bigint: true }).catch(nullWhenAbsent);
        if (now === null || !isSame(now, open)) throw outside(input);
        await verify();
      }
    },
    sync: () => Promise.resolve(),
    close: () => Promise.resolve(),
  };
}

const CHECKS = 2;

function isSame(a: BigIntStats, b: BigIntStats): boolean {
  return a.ino === b.ino && a.dev === b.dev;
}

/** The error for a path that leaves the vault through a symlink. */
export function outside(input: string): VaultLoomError {
  return new VaultLoomError(
    'path_outside_vault',
    `The path ${quoted(input)} leads out of the vault through a symlink.`,
    {
      hint: 'Name a note whose folders are in the vault itself.',
      details: { path: input },
    },
  );
}

const HANDLE_PATHS = '/proc/self/fd';

/** Whether this system gives paths for open handles; not if /proc is not mounted. */
let handlePaths: Promise<boolean> | undefined;
function hasHandlePaths(): Promise<boolean> {
  handlePaths ??= readdir(HANDLE_PATHS).then(
    () => true,
    () => false,
  );
  return handlePaths;
}

/** Null if the error says that nothing is there; rethrows other errors. */
export function nullWhenAbsent(error: unknown): null {
  if (isAbsence(error)) return null;
  throw error;
}
