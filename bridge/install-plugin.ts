import { mkdir, readFile, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { PLUGIN_ID } from '../shared/protocol/discovery.ts';
import { VaultLoomError } from '../shared/protocol/errors.ts';
import { findConfigDir } from '../shared/vault/config-dir.ts';
import { errorCode, syncFolder, writeDurably, writeFully } from '../shared/vault/durable-file.ts';
import { parseJson } from '../shared/vault/json.ts';
import { compareVersions } from './engine-choice.ts';

export interface InstallOptions {
  /** Folder with the three files of a release; absolute. */
  source: string;
  vaultRealPath: string;
  /** Replaces a newer plugin, or another one in its folder, too. */
  force: boolean;
  /** Adds the plugin to those that the app loads. */
  enable: boolean;
}

export interface Installed {
  version: string;
  /** What was there before, where there was something that has a version. */
  previous?: string;
  /** Relative to the vault. */
  folder: string;
  /** Names of the files that were written; those that were the same already are left alone. */
  written: string[];
  /** Whether the app's list of enabled plugins names it now. */
  enabled: boolean;
  /** False where the app has never opened the vault. */
  knownToApp: boolean;
}

/** The manifest comes last: its version says what the others are. */
const FILES = ['main.js', 'styles.css', 'manifest.json'] as const;
const USUAL_CONFIG_DIR = '.obsidian';
const ENABLED_PLUGINS_FILE = 'community-plugins.json';

/**
 * Copies the plugin into a vault, each file whole or not at all, and leaves its settings and its index alone.
 * @throws VaultLoomError `not_found` where the plugin's files are missing; `path_outside_vault` where the plugin's folder
 *   is a link to somewhere else; `path_not_allowed` for a newer or another plugin that is there; `invalid_arguments` for a
 *   list of enabled plugins that is none
 */
export async function installPlugin({ source, vaultRealPath, force, enable }: InstallOptions): Promise<Installed> {
  const release = await readRelease(source);
  const version = manifestOf(release.get('manifest.json'))?.version ?? '';
  const knownConfigDir = await findConfigDir(vaultRealPath);
  const configDir = join(vaultRealPath, knownConfigDir ?? USUAL_CONFIG_DIR);
  const folder = join(configDir, 'plugins', PLUGIN_ID);
  await refuseOutside(folder, vaultRealPath);
  const previous = manifestOf(await readIfThere(join(folder, 'manifest.json')));
  if (!force) refuseToReplace(previous, version);
  const enabled = await readEnabled(configDir);

  await mkdir(folder, { recursive: true });
  const written = [];
  for (const name of FILES) if (await writeIfOther(folder, name, release.get(name) ?? Buffer.alloc(0))) written.push(name);
  if (enable && !enabled.includes(PLUGIN_ID)) await writeIfOther(configDir, ENABLED_PLUGINS_FILE, Buffer.from(JSON.stringify([...enabled, PLUGIN_ID], null, 2)));
  await syncFolder(folder);
  return {
    version,
    ...(previous?.version === undefined ? {} : { previous: previous.version }),
    folder: relative(vaultRealPath, folder).split(sep).join('/'),
    written,
    enabled: enable || enabled.includes(PLUGIN_ID),
    knownToApp: knownConfigDir !== null,
  };
}

/** What to do next, for a person; one line each. */
export function nextSteps({ version, previous, folder, written, enabled, knownToApp }: Installed): string[] {
  const was = previous === undefined || previous === version ? '' : `, in place of ${previous}`;
  return [
    written.length === 0 ? `Vault Loom plugin ${version} is in ${folder} already.` : `Vault Loom plugin ${version} is in ${folder}${was}.`,
    'Next:',
    knownToApp ? '  1. Reload the app, or open the vault in it.' : '  1. Open this folder as a vault in the app.',
    enabled
      ? '  2. It is enabled. If the app asks, trust the vault, so that it loads community plugins.'
      : '  2. Turn community plugins on (Settings → Community plugins), and enable Vault Loom there.',
    '  3. Servers that run find it by themselves; `vault-loom doctor` says whether they do.',
  ];
}

async function readRelease(source: string): Promise<Map<string, Buffer>> {
  const release = new Map<string, Buffer>();
  for (const name of FILES) {
    const bytes = await readIfThere(join(source, name));
    if (bytes === null) {
      throw new VaultLoomError('not_found', `The plugin's ${name} is not beside this program: it should be in ${source}.`, {
        hint: 'Install the package anew, or build it with `npm run build`.',
      });
    }
    release.set(name, bytes);
  }
  return release;
}

/** Developers link one plugin folder into several vaults: what lies there is theirs. */
async function refuseOutside(folder: string, vaultRealPath: string): Promise<void> {
  const way = relative(vaultRealPath, await realpathOfNearest(folder));
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return;
  throw new VaultLoomError('path_outside_vault', "The plugin's folder in this vault is a link to a folder outside of it.", {
    hint: 'Copy the files there by hand, or remove the link.',
  });
}

async function realpathOfNearest(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    return realpathOfNearest(dirname(path));
  }
}

function refuseToReplace(previous: { id?: string; version?: string } | null, version: string): void {
  if (previous === null) return;
  if (previous.id !== PLUGIN_ID) {
    throw new VaultLoomError('path_not_allowed', `Another plugin ("${previous.id ?? 'without an id'}") is in the folder of Vault Loom.`, { hint: 'Give --force to replace it.' });
  }
  if (previous.version !== undefined && compareVersions(previous.version, version) > 0) {
    throw new VaultLoomError('path_not_allowed', `The plugin in this vault is newer (${previous.version}) than the one to install (${version}).`, {
      hint: 'Upgrade this program instead, or give --force.',
    });
  }
}

async function readEnabled(configDir: string): Promise<string[]> {
  const bytes = await readIfThere(join(configDir, ENABLED_PLUGINS_FILE));
  const names = bytes === null ? [] : parseJson(bytes.toString('utf8'));
  if (Array.isArray(names)) return names as string[];
  throw new VaultLoomError('invalid_arguments', `The app's ${ENABLED_PLUGINS_FILE} is not a list, so it is not touched.`, { hint: 'Put it right or remove it first.' });
}

async function writeIfOther(folder: string, name: string, bytes: Buffer): Promise<boolean> {
  if ((await readIfThere(join(folder, name)))?.equals(bytes) === true) return false;
  return writeDurably(folder, name, (handle) => writeFully(handle, bytes, 0));
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });
}

function manifestOf(bytes: Buffer | null | undefined): { id?: string; version?: string } | null {
  const value = bytes === null || bytes === undefined ? undefined : parseJson(bytes.toString('utf8'));
  if (typeof value !== 'object' || value === null) return null;
  const { id, version } = value as Record<string, unknown>;
  return { ...(typeof id === 'string' ? { id } : {}), ...(typeof version === 'string' ? { version } : {}) };
}
