import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { realPathNow, systemCode } from '../../shared/kit/disk/disk-io.ts';
import { homeFolder } from '../../shared/kit/disk/home-folder.ts';
import { dataFolder } from '../../shared/vault/data-folders.ts';
import { VaultLoomError, type ErrorCode } from '../../shared/protocol/errors.ts';
import { writeRules } from '../../shared/writing/places/path-guard.ts';

const SETTINGS_ERRORS: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['vault_not_found', 'invalid_arguments']);

export interface BridgeConfig {
  /** Absolute, as given. */
  vaultPath: string;
  /** With every symlink on the way resolved. */
  realVaultPath: string;
}

/**
 * Reads the environment; a vault named on the command line overrides `VAULT_PATH`. Throws `vault_not_found`, in one
 * plain line, if the vault is not named, absent or not a folder; `invalid_arguments` for a limit that is invalid, or if
 * there is no place for the data folder.
 */
export function readConfig(env: NodeJS.ProcessEnv, named?: string): BridgeConfig {
  // A limit on writing that cannot be understood must stop the start, not show at the first write.
  writeRules(env, { configDir: null });
  dataFolder(env);
  const vaultPath = named === undefined ? requireVault(env.VAULT_PATH, 'VAULT_PATH') : requireVault(named, 'The vault');
  return {
    vaultPath,
    realVaultPath: realPathNow(vaultPath),
  };
}

/** Whether an error says that this program was called or set up wrongly. */
export function isSettingsError(error: unknown): error is VaultLoomError {
  return error instanceof VaultLoomError && SETTINGS_ERRORS.has(error.code);
}

function requireVault(given: string | undefined, what: string): string {
  if (given === undefined || given.trim() === '') {
    throw new VaultLoomError(
      'vault_not_found',
      `${what} is not set: name the folder of your vault by --vault PATH, or set VAULT_PATH to it.`,
    );
  }
  // A blank around it is mostly a slip, but a folder's name may have one.
  const path = expandPath(existsSync(expandPath(given)) ? given : given.trim());
  if (!isFolder(path, what)) throw new VaultLoomError('vault_not_found', `${what} is not a folder: ${path}`);
  return path;
}

function isFolder(path: string, what: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch (error) {
    const code = systemCode(error);
    const problem = code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
    throw new VaultLoomError('vault_not_found', `${what} ${problem}: ${path}`, { cause: error });
  }
}

/** `~` and relative paths made absolute. */
export function expandPath(path: string): string {
  const home = homeFolder();
  if (home !== null && path === '~') return home;
  if (home !== null && /^~[\\/]/u.test(path)) return join(home, path.slice(2));
  return resolve(path);
}
