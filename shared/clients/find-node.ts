import { constants } from 'node:fs';
import { access, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { realPathOf } from '../kit/disk/disk-io.ts';
import type { ClientMachine } from './find-config-file.ts';
import { lastingNode } from './lasting-node.ts';

/** A program that runs the server. */
export interface FoundNode {
  /** Absolute. */
  program: string;
  /** Such as `22.11.0`; null if that cannot be told without running it. */
  version: string | null;
}

/** The oldest version that the server runs with. */
export const OLDEST_NODE = '20.19.0';

/**
 * Finds Node.js without running anything: on the PATH, which is short in an app that was not started from a terminal,
 * then where installers and version managers put it. A version that is known to be too old is taken only if there is no
 * other. Never rejects.
 * @param systemFolders where installers for the whole computer put it; absolute
 */
export async function findNode(
  machine: ClientMachine,
  systemFolders: readonly string[] = SYSTEM_FOLDERS[machine.system],
): Promise<FoundNode | null> {
  let tooOld: FoundNode | null = null;
  for (const folder of await candidates(machine, systemFolders)) {
    const found = await nodeIn(folder, machine);
    if (found === null) continue;
    if (!isTooOld(found)) return found;
    tooOld ??= found;
  }
  return tooOld;
}

/** The `npx` that came with it; null if there is none, or on Windows, where it is found by its name. Never rejects. */
export async function npxOf({ program }: FoundNode, system: ClientMachine['system']): Promise<string | null> {
  if (system === 'win32') return null;
  const npx = path.posix.join(path.posix.dirname(program), 'npx');
  return access(npx, constants.X_OK).then(
    () => npx,
    () => null,
  );
}

/** Whether it is known to be older than {@link OLDEST_NODE}. */
export function isTooOld({ version }: FoundNode): boolean {
  return version !== null && compareVersions(version, OLDEST_NODE) < 0;
}

const UNIX_FOLDERS = ['/usr/local/bin', '/opt/homebrew/bin', '/opt/local/bin', '/run/current-system/sw/bin'];
const SYSTEM_FOLDERS: Record<ClientMachine['system'], readonly string[]> = {
  darwin: UNIX_FOLDERS,
  linux: [...UNIX_FOLDERS, '/home/linuxbrew/.linuxbrew/bin', '/usr/bin', '/snap/bin'],
  win32: ['C:\\Program Files\\nodejs'],
};

/** Folders that may hold the program, in order; absolute. */
async function candidates(machine: ClientMachine, systemFolders: readonly string[]): Promise<string[]> {
  const { isAbsolute, delimiter } = pathsOf(machine);
  const onPath = (machine.env['PATH'] ?? machine.env['Path'] ?? '').split(delimiter).filter(isAbsolute);
  const own = machine.system === 'win32' ? await onWindows(machine) : await onUnix(machine);
  return [...new Set([...onPath, ...systemFolders, ...own])];
}

async function onUnix({ home, env }: ClientMachine): Promise<string[]> {
  const { join } = path.posix;
  const managed = [
    join(env['NVM_DIR'] ?? join(home, '.nvm'), 'versions/node/*/bin'),
    join(home, '.local/share/fnm/node-versions/*/installation/bin'),
    join(home, 'Library/Application Support/fnm/node-versions/*/installation/bin'),
    join(home, '.asdf/installs/nodejs/*/bin'),
    join(home, '.local/share/mise/installs/node/*/bin'),
  ];
  return [
    ...(await Promise.all(managed.map(newestFirst))).flat(),
    join(home, '.volta/bin'),
    join(home, 'n/bin'),
    join(home, '.nix-profile/bin'),
  ];
}

async function onWindows({ home, env }: ClientMachine): Promise<string[]> {
  const { join } = path.win32;
  const roaming = env['APPDATA'] ?? join(home, 'AppData', 'Roaming');
  const local = env['LOCALAPPDATA'] ?? join(home, 'AppData', 'Local');
  const managed = [join(roaming, 'nvm', 'v*'), join(roaming, 'fnm', 'node-versions', '*', 'installation')];
  return [
    ...(env['ProgramFiles'] === undefined ? [] : [join(env['ProgramFiles'], 'nodejs')]),
    ...(env['NVM_SYMLINK'] === undefined ? [] : [env['NVM_SYMLINK']]),
    ...(await Promise.all(managed.map(newestFirst))).flat(),
    join(local, 'Programs', 'nodejs'),
    join(local, 'Volta', 'bin'),
    join(home, 'scoop', 'apps', 'nodejs', 'current'),
    join(home, 'scoop', 'apps', 'nodejs-lts', 'current'),
  ];
}

/** The folders that a pattern with one `*` names, by version, the newest first. */
async function newestFirst(pattern: string): Promise<string[]> {
  const [before = '', after = ''] = pattern.split('*');
  const { dirname, basename } = pattern.includes('\\') ? path.win32 : path.posix;
  const [folder, start] = /[\\/]$/.test(before) ? [before, ''] : [dirname(before), basename(before)];
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.startsWith(start) && /\d/.test(name))
    .sort((a, b) => compareVersions(b, a))
    .map((name) => `${folder.replace(/[\\/]$/, '')}${pattern.includes('\\') ? '\\' : '/'}${name}${after}`);
}

async function nodeIn(folder: string, machine: ClientMachine): Promise<FoundNode | null> {
  const named = pathsOf(machine).join(folder, machine.system === 'win32' ? 'node.exe' : 'node');
  try {
    await access(named, constants.X_OK);
  } catch {
    return null;
  }
  const program = lastingNode(named);
  return { program, version: await versionOf(program) };
}

/** From the folder of a version manager, or from the headers that installers put next to the program. */
async function versionOf(program: string): Promise<string | null> {
  const real = await realPathOf(program).catch(() => program);
  const inPath = /[\\/](?:node[\\/])?v?(\d+\.\d+\.\d+)[\\/]/u.exec(real)?.[1];
  if (inPath !== undefined) return inPath;
  const header = path.join(path.dirname(real), '..', 'include', 'node', 'node_version.h');
  const text = await readFile(header, 'utf8').catch(() => '');
  const numbers = ['MAJOR', 'MINOR', 'PATCH'].map(
    (part) => new RegExp(`#define NODE_${part}_VERSION (\\d+)`).exec(text)?.[1],
  );
  return numbers.includes(undefined) ? null : numbers.join('.');
}

function compareVersions(a: string, b: string): number {
  const numbers = (text: string): number[] => (text.match(/\d+/gu) ?? []).map(Number);
  const [left, right] = [numbers(a), numbers(b)];
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function pathsOf({ system }: Pick<ClientMachine, 'system'>): path.PlatformPath {
  return system === 'win32' ? path.win32 : path.posix;
}
