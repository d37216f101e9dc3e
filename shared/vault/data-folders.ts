import { createHash } from 'node:crypto';
import path from 'node:path';
import { homeFolder } from '../kit/disk/home-folder.ts';
import { VaultLoomError } from '../protocol/errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** The machine whose folders are computed; not the current one only in tests. */
export interface Machine {
  platform: NodeJS.Platform;
  /** Null if it has none that can be used. */
  home: string | null;
}

/**
 * The per-user folder for what belongs to this machine or can be rebuilt: index, lock, journal, history. Absolute.
 * @throws VaultLoomError `invalid_arguments` if it would be in the home folder, and there is none
 */
export function dataFolder(env: Environment = process.env, machine: Machine = thisMachine()): string {
  return folderFor(env, machine, 'VAULT_LOOM_DATA_DIR', {
    linux: ['XDG_DATA_HOME', '.local/share'],
    windows: ['LOCALAPPDATA', 'AppData/Local'],
  });
}

/** The per-user folder for settings a person writes. Absolute. Throws as `dataFolder`. */
export function configFolder(env: Environment = process.env, machine: Machine = thisMachine()): string {
  return folderFor(env, machine, 'VAULT_LOOM_CONFIG_DIR', {
    linux: ['XDG_CONFIG_HOME', '.config'],
    windows: ['APPDATA', 'AppData/Roaming'],
  });
}

/**
 * One vault's part of the data folder: a hash of the vault's real path identifies it, its folder's name is for people.
 */
export function vaultDataFolder(dataFolder: string, vaultRealPath: string): string {
  const hash = vaultIdentity(vaultRealPath).slice(0, 16);
  const name = readableName(path.basename(vaultRealPath));
  return path.join(dataFolder, 'vaults', name === '' ? hash : `${hash}-${name}`);
}

/** Tells one vault of this machine from another: a hash of its real path, in hex. */
export function vaultIdentity(vaultRealPath: string): string {
  return createHash('sha256').update(vaultRealPath.normalize('NFC')).digest('hex');
}

const APP = 'vault-loom';

interface Defaults {
  /** A variable, and the default below the home folder. */
  linux: [variable: string, fallback: string];
  windows: [variable: string, fallback: string];
}

/** The home folder of this computer. Throws `invalid_arguments` if there is none that can be used. */
export function requireHome(home: string | null = homeFolder(), platform: NodeJS.Platform = process.platform): string {
  if (home !== null) return home;
  const variable = platform === 'win32' ? 'USERPROFILE' : 'HOME';
  const given = process.env[variable];
  const said =
    given === undefined ? 'is not set, and this account has no home folder' : `is "${given}", not a full path`;
  throw new VaultLoomError('invalid_arguments', `${variable} ${said}.`, {
    hint: `Set ${variable} to the full path of your home folder. (A server alone can do without, if VAULT_LOOM_DATA_DIR and VAULT_LOOM_CONFIG_DIR are set to full paths.)`,
  });
}

function folderFor(env: Environment, { platform, home }: Machine, variable: string, defaults: Defaults): string {
  const paths = platform === 'win32' ? path.win32 : path.posix;
  const chosen = env[variable];
  if (chosen !== undefined && chosen !== '') return paths.resolve(expandHome(chosen, { platform, home }, paths));
  if (platform === 'darwin') return paths.join(requireHome(home, platform), 'Library', 'Application Support', APP);
  const [base, fallback] = platform === 'win32' ? defaults.windows : defaults.linux;
  const given = env[base];
  // The XDG specification says to ignore a relative path.
  return given !== undefined && paths.isAbsolute(given)
    ? paths.join(given, APP)
    : paths.join(requireHome(home, platform), fallback, APP);
}

function expandHome(folder: string, { platform, home }: Machine, paths: path.PlatformPath): string {
  return folder === '~' || /^~[\\/]/.test(folder) ? paths.join(requireHome(home, platform), folder.slice(1)) : folder;
}

/** Only letters and digits, which every file system accepts. */
function readableName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  return [...plain].slice(0, 32).join('');
}

function thisMachine(): Machine {
  return { platform: process.platform, home: homeFolder() };
}
