import { constants, type BigIntStats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VaultLoomError } from '../../protocol/errors.ts';
import { isAbsence, nullWhenAbsent, realPathOf, systemCode } from '../../kit/disk/disk-io.ts';
import type { Pace, PacedFile } from '../../kit/disk/pace.ts';
import { withinRoot } from '../../vault/disk/disk-walk.ts';
import { quoted } from './name-rules.ts';

/**
 * An open folder of the vault. On Linux `at` goes through the open folder itself, so swapping the folder for a symlink
 * after the check achieves nothing. Elsewhere there are only paths, and each check is a separate call: an attacker who
 * swaps the folder back and forth at the right moments can get an empty file created, or a name removed, elsewhere. To
 * get bytes written there, every one of several checks would have to coincide with a swap.
 */
export interface VaultFolder {
  /** Vault-relative, as the disk spells it; `''` for the root. */
  readonly place: string;
  /** Names are resolved from the open folder, so nothing created in it can end up elsewhere. */
  readonly isPinned: boolean;
  /** How the calls of its disk are made. */
  readonly pace: Pace;
  /** The path of a name in this folder, for the system. */
  at(name: string): string;
  names(): Promise<string[]>;
  /** @throws VaultLoomError `path_outside_vault` if the folder is not the one opened */
  verify(): Promise<void>;
  /**
   * Checks that an open file is the one with this name in this folder. Call it before writing.
   * @throws as {@link verify}
   */
  verifyFile(name: string, file: { readonly fd: number }): Promise<void>;
  /** Makes its names survive a power cut, if the system supports that. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a folder by its vault-relative path as the disk spells it (`''` for the root); null if there is none.
 * @param root real path of the vault
 * @param input the path named in errors
 * @throws VaultLoomError `path_outside_vault` if a symlink leads out of the vault
 */
export async function openFolder(root: string, path: string, input: string, pace: Pace): Promise<VaultFolder | null> {
  const asked = join(root, path);
  if (process.platform === 'win32') return openByPath(root, asked, input, pace);
  const handle = await pace.open(asked, constants.O_RDONLY | constants.O_DIRECTORY).catch((error: unknown) => {
    if (isAbsence(error)) return null;
    if (systemCode(error) === 'ELOOP') throw outside(input);
    throw error;
  });
  if (handle === null) return null;
  try {
    return process.platform === 'linux' && (await hasHandlePaths())
      ? await pinned(root, handle, input, pace)
      : await checked(root, handle, asked, input, pace);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** On Linux the system tells where the open folder is, and resolves names from there. */
async function pinned(root: string, handle: PacedFile, input: string, pace: Pace): Promise<VaultFolder> {
  const self = `${HANDLE_PATHS}/${handle.fd}`;
  const place = withinRoot(root, await pace.readlink(self));
  if (place === null) throw outside(input);
  const verify = async (): Promise<void> => {
    if (withinRoot(root, await pace.readlink(self)) === null) throw outside(input);
  };
  return {
    place,
    isPinned: true,
    pace,
    at: (name) => `${self}/${name}`,
    names: () => readdir(self),
    verify,
    verifyFile: verify,
    sync: () => handle.sync().catch(() => undefined),
    close: () => handle.close(),
  };
}

async function checked(
  root: string,
  handle: PacedFile,
  asked: string,
  input: string,
  pace: Pace,
): Promise<VaultFolder> {
  const folder = await byPath(root, await realPathOf(asked), await handle.stat(), input, pace);
  await folder.verify();
  return { ...folder, sync: () => handle.sync().catch(() => undefined), close: () => handle.close() };
}

/** Windows opens no folders. */
async function openByPath(root: string, asked: string, input: string, pace: Pace): Promise<VaultFolder | null> {
  const real = await realPathOf(asked).catch(nullWhenAbsent);
  const opened = real === null ? null : await stat(real, { bigint: true }).catch(nullWhenAbsent);
  return real === null || opened?.isDirectory() !== true ? null : byPath(root, real, opened, input, pace);
}

async function byPath(
  root: string,
  real: string,
  opened: BigIntStats,
  input: string,
  pace: Pace,
): Promise<VaultFolder> {
  const place = withinRoot(root, real);
  if (place === null) throw outside(input);
  const verify = async (): Promise<void> => {
    const now = await pace.lstat(real).catch(nullWhenAbsent);
    if (now === null || !isSame(now, opened) || (await realPathOf(real)) !== real) throw outside(input);
  };
  return {
    place,
    isPinned: false,
    pace,
    at: (name) => join(real, name),
    names: () => readdir(real),
    verify,
    verifyFile: async (name, file) => {
      const open = await pace.fstat(file.fd);
      for (let round = 0; round < CHECKS; round++) {
        const now = await pace.lstat(join(real, name)).catch(nullWhenAbsent);
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

/** Whether open handles have paths, which needs /proc. */
let handlePaths: Promise<boolean> | undefined;
function hasHandlePaths(): Promise<boolean> {
  handlePaths ??= readdir(HANDLE_PATHS).then(
    () => true,
    () => false,
  );
  return handlePaths;
}
