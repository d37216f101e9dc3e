import { spawn } from 'node:child_process';
import { lstat, open, rename, rm, stat } from 'node:fs/promises';
import { homeFolder } from '../../kit/disk/home-folder.ts';
import { dirname as diskDirname, isAbsolute, join, relative, sep } from 'node:path';
import { systemCode } from '../../kit/disk/disk-io.ts';
import type { AppSettings } from '../../vault/rules/app-settings.ts';
import { basename, extension, foldPath } from '../../vault/paths.ts';
import { moveFile, NameTaken } from '../files/file-operations.ts';
import type { VaultPlaces } from '../places/vault-places.ts';
import type { VaultFolder } from '../places/open-folder.ts';
import { makeFolder } from '../../kit/disk/make-folder.ts';

/** In the vault's root; the app puts deleted files there if set to 'local'. */
export const LOCAL_TRASH = '.trash';

/** Where a deleted file is to go. */
export type TrashPlan =
  | { to: 'nowhere' }
  /** Vault-relative. */
  | { to: 'local'; place: string }
  /** A trash that is a folder: absolute paths of the file in it and, on Linux, of the record of its origin. */
  | { to: 'folder'; file: string; info?: { file: string; text: string } }
  /** A trash only the system can fill. */
  | { to: 'shell' };

/** The system's trash could not take the file. */
export class TrashRefused extends Error {}

/** What the system's trash depends on. */
export interface TrashOptions {
  platform?: NodeJS.Platform;
  env?: Readonly<Record<string, string | undefined>>;
  home?: string;
  /** Puts the file at an absolute path into the system's trash; in the app, through Electron. */
  shell?: (file: string) => Promise<void>;
}

/** Deletes files as the app's settings say. */
export class Trash {
  readonly #root: string;
  readonly #places: VaultPlaces;
  readonly #options: Required<Omit<TrashOptions, 'shell'>> & Pick<TrashOptions, 'shell'>;

  constructor(root: string, places: VaultPlaces, options: TrashOptions = {}) {
    this.#root = root;
    this.#places = places;
    this.#options = { platform: process.platform, env: process.env, home: homeFolder() ?? '', ...options };
  }

  /**
   * Where the file at `place` should go. Falls back to the vault's `.trash` if the system's trash is not available
   * (another disk, no permission).
   * @param option the app's `trashOption`
   * @param promised places in a trash that other files of the same change are to get; this one's is added
   */
  async plan(
    place: string,
    option: AppSettings['trashOption'],
    { now, promised }: { now: number; promised: Set<string> },
  ): Promise<TrashPlan> {
    if (option === 'none') return { to: 'nowhere' };
    const system = option === 'system' ? await this.#planSystem(place, now, promised).catch(() => null) : null;
    return system ?? { to: 'local', place: await this.#freeLocalPlace(basename(place), promised) };
  }

  /**
   * Moves a file out of its folder, as planned.
   * @throws {@link TrashRefused} if the system's trash refuses it, NameTaken if the planned name is taken
   */
  async put(folder: VaultFolder, name: string, plan: Exclude<TrashPlan, { to: 'nowhere' }>): Promise<void> {
    if (plan.to === 'local') return this.#putLocal(folder, name, plan.place);
    try {
      if (plan.to === 'folder') await putInFolder(folder.at(name), plan);
      else await (this.#options.shell ?? recycle)(join(this.#root, folder.place, name));
    } catch (error) {
      throw error instanceof NameTaken ? error : new TrashRefused(systemCode(error), { cause: error });
    }
  }

  async #putLocal(folder: VaultFolder, name: string, place: string): Promise<void> {
    const trash = await this.#places.folder(LOCAL_TRASH);
    if (trash === null) throw Object.assign(new Error(`${LOCAL_TRASH} is gone`), { code: 'ENOENT' });
    try {
      await moveFile(folder, name, trash, basename(place));
      await trash.sync();
    } finally {
      await trash.close();
    }
  }

  async #freeLocalPlace(name: string, promised: Set<string>): Promise<string> {
    const trash = await this.#places.folder(LOCAL_TRASH);
    const isFree = async (candidate: string): Promise<boolean> => trash === null || isNothing(trash.at(candidate));
    try {
      return `${LOCAL_TRASH}/${await freeName(name, LOCAL_TRASH, promised, isFree)}`;
    } finally {
      await trash?.close();
    }
  }

  async #planSystem(place: string, now: number, promised: Set<string>): Promise<TrashPlan | null> {
    const { platform, shell } = this.#options;
    if (shell !== undefined) return { to: 'shell' };
    if (platform === 'win32') return this.#root.startsWith('\\\\') ? null : { to: 'shell' };
    const file = join(this.#root, place);
    return platform === 'darwin' ? this.#planMac(file, promised) : this.#planFreedesktop(file, now, promised);
  }

  async #planMac(file: string, promised: Set<string>): Promise<TrashPlan | null> {
    if (this.#options.home === '') return null;
    const home = join(this.#options.home, '.Trash');
    const folder =
      (await deviceOf(home)) === (await deviceOf(file))
        ? home
        : join(await topOfMount(file), '.Trashes', String(process.getuid?.() ?? 0));
    await makeFolder(folder, 0o700);
    const original = basename(file.split(sep).join('/'));
    const name = await freeName(original, folder, promised, (candidate) => isNothing(join(folder, candidate)));
    return { to: 'folder', file: join(folder, name) };
  }

  /** By the freedesktop.org specification 1.0: the home trash, or that of the file's own disk. */
  async #planFreedesktop(file: string, now: number, promised: Set<string>): Promise<TrashPlan | null> {
    const { env, home } = this.#options;
    const data = env['XDG_DATA_HOME'];
    const homeTrash = join(data !== undefined && isAbsolute(data) ? data : join(home, '.local', 'share'), 'Trash');
    if (!isAbsolute(homeTrash)) return null;
    const device = await deviceOf(file);
    let trash = homeTrash;
    let named = file;
    if ((await deviceOfNearest(homeTrash)) !== device) {
      const top = await topOfMount(file);
      trash = await trashOfMount(top);
      named = relative(top, file);
    }
    for (const folder of ['files', 'info']) await makeFolder(join(trash, folder), 0o700);
    if ((await deviceOf(join(trash, 'files'))) !== device) return null;
    const original = basename(file.split(sep).join('/'));
    const isFree = async (candidate: string): Promise<boolean> =>
      (await isNothing(join(trash, 'files', candidate))) &&
      (await isNothing(join(trash, 'info', `${candidate}.trashinfo`)));
    const name = await freeName(original, trash, promised, isFree);
    const path = named.split(sep).map(encodeURIComponent).join('/');
    const text = `[Trash Info]\nPath=${path}\nDeletionDate=${localTime(now)}\n`;
    return {
      to: 'folder',
      file: join(trash, 'files', name),
      info: { file: join(trash, 'info', `${name}.trashinfo`), text },
    };
  }
}

/** Where a file went, for a client; never a path of this machine. */
export function trashedTo(plan: TrashPlan): string | null {
  if (plan.to === 'nowhere') return null;
  return plan.to === 'local' ? plan.place : 'system trash';
}

async function putInFolder(file: string, plan: TrashPlan & { to: 'folder' }): Promise<void> {
  if (plan.info !== undefined) {
    const note = await open(plan.info.file, 'wx', 0o600).catch((error: unknown) => {
      throw systemCode(error) === 'EEXIST' ? new NameTaken() : error;
    });
    await note.writeFile(plan.info.text).finally(() => note.close());
  }
  try {
    if ((await lstat(plan.file).catch(() => null)) !== null) throw new NameTaken();
    await rename(file, plan.file);
  } catch (error) {
    if (plan.info !== undefined) await rm(plan.info.file, { force: true });
    throw error;
  }
}

/**
 * The recycle bin of Windows, through .NET, which would delete for good on a disk without one, such as a share or a
 * memory stick. The path is in the environment, so that no part of it is read as a command.
 */
function recycle(file: string): Promise<void> {
  const command =
    "$ErrorActionPreference = 'Stop'; " +
    '$disk = [System.IO.DriveInfo]::new([System.IO.Path]::GetPathRoot($env:VAULT_LOOM_TO_TRASH)); ' +
    "if ($disk.DriveType -ne 'Fixed') { throw 'no recycle bin' }; " +
    'Add-Type -AssemblyName Microsoft.VisualBasic; ' +
    "[Microsoft.VisualBasic.FileIO.FileSystem]::DeleteFile($env:VAULT_LOOM_TO_TRASH, 'OnlyErrorDialogs', 'SendToRecycleBin', 'ThrowException')";
  return new Promise((resolve, reject) => {
    const child = spawn('powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', command], {
      env: { ...process.env, VAULT_LOOM_TO_TRASH: file },
      stdio: 'ignore',
      windowsHide: true,
      timeout: 20_000,
    });
    child.on('error', reject);
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`powershell.exe ended with ${code}`))));
  });
}

/**
 * `Name.md`, then `Name 2.md` and so on: the first one that is free in the trash, and promised to no other file.
 * Promises are made in any letter case, which some disks ignore.
 */
async function freeName(
  name: string,
  trash: string,
  promised: Set<string>,
  isFree: (candidate: string) => Promise<boolean>,
): Promise<string> {
  const ending = extension(name) === '' ? '' : name.slice(name.lastIndexOf('.'));
  const stem = name.slice(0, name.length - ending.length);
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${stem} ${number}${ending}`;
    const key = `${trash}/${foldPath(candidate)}`;
    if (promised.has(key) || !(await isFree(candidate)) || promised.has(key)) continue;
    promised.add(key);
    return candidate;
  }
}

async function isNothing(file: string): Promise<boolean> {
  return (await lstat(file).catch(() => null)) === null;
}

async function deviceOf(file: string): Promise<bigint> {
  return (await stat(file, { bigint: true })).dev;
}

async function deviceOfNearest(folder: string): Promise<bigint> {
  for (let at = folder; ; at = diskDirname(at)) {
    const found = await stat(at, { bigint: true }).catch(() => null);
    if (found !== null) return found.dev;
  }
}

async function topOfMount(file: string): Promise<string> {
  const device = await deviceOf(file);
  for (let top = diskDirname(file); ; top = diskDirname(top)) {
    const parent = diskDirname(top);
    if (parent === top || (await deviceOf(parent)) !== device) return top;
  }
}

/** `.Trash/<user>` if an administrator set up `.Trash` as the specification requires, otherwise `.Trash-<user>`. */
async function trashOfMount(top: string): Promise<string> {
  const user = String(process.getuid?.() ?? 0);
  const shared = await lstat(join(top, '.Trash')).catch(() => null);
  const usable = shared !== null && shared.isDirectory() && (shared.mode & 0o1000) !== 0;
  return usable ? join(top, '.Trash', user) : join(top, `.Trash-${user}`);
}

function localTime(now: number): string {
  const date = new Date(now);
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
