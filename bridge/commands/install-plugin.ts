import { readdir, readFile, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { BUILT_IN_MODEL } from '../../shared/embeddings/use/weights/built-in-model.ts';
import { modelsFolder, type ModelFile } from '../../shared/embeddings/use/weights/model-file.ts';
import { leaveModel } from '../../shared/embeddings/use/weights/save-model.ts';
import { PLUGIN_ID } from '../../shared/protocol/discovery.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { findConfigDir } from '../../shared/vault/config-dir.ts';
import { NO_SYSTEM_CODE, realPathOf, systemCode } from '../../shared/kit/disk/disk-io.ts';
import { removeLeftBehind, syncFolder } from '../../shared/kit/disk/durable-file.ts';
import { isRecord } from '../../shared/kit/json/is-record.ts';
import { parseJson } from '../../shared/kit/json/parse-json.ts';
import { compareVersions } from '../switch/engine-choice.ts';
import { PluginUnavailable } from '../switch/contact/plugin-absence.ts';
import { PluginClient } from '../switch/contact/plugin-client.ts';
import { readDiscovery } from '../switch/contact/plugin-discovery.ts';
import { readSecret } from '../../shared/vault/user-secret.ts';
import { isFolder, readSettings, refuseFolders, TOO_LARGE, writeIfOther } from './install-files.ts';
import type { Installed } from './install-steps.ts';
import { isInside } from '../../shared/kit/disk/is-inside.ts';
import { makeFolder } from '../../shared/kit/disk/make-folder.ts';

export interface InstallOptions {
  /** Folder with the three files of a release; absolute. */
  source: string;
  /** Where the built-in model's file may be; absolute. The per-user data folder is looked at last. */
  modelFolders: readonly string[];
  /** The model's file; the one of this build unless given. */
  model?: ModelFile;
  vaultRealPath: string;
  /** The per-user data folder; absolute. */
  dataFolder: string;
  /** Replaces even a newer plugin, or another one in its folder. */
  force: boolean;
  /** Adds the plugin to the app's list of enabled plugins. */
  enable: boolean;
}

/** The manifest comes last: its version says what the others are. */
const FILES = ['main.js', 'styles.css', 'manifest.json'] as const;
const USUAL_CONFIG_DIR = '.obsidian';
const ENABLED_PLUGINS_FILE = 'community-plugins.json';
const MODEL_NAME = /^sentence-encoder-[0-9a-f]{16}\.bin$/;
const NOT_PERMITTED = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Copies the plugin into a vault, each file whole or not at all. Its settings and index stay.
 * @throws VaultLoomError `not_found` if the plugin's files are missing; `path_outside_vault` if the plugin's folder is
 *   a link out of the vault; `path_not_allowed` if a newer or another plugin is there, or the folder cannot be written;
 *   `invalid_arguments` if the list of enabled plugins is not a list; `internal` if the disk fails
 */
export async function installPlugin({
  source,
  modelFolders,
  model = BUILT_IN_MODEL,
  vaultRealPath,
  dataFolder,
  force,
  enable,
}: InstallOptions): Promise<Installed> {
  const release = await readRelease(source);
  const version = manifestOf(release.get('manifest.json')?.toString('utf8') ?? null)?.version ?? '';
  const knownConfigDir = await findConfigDir(vaultRealPath);
  const configDir = join(vaultRealPath, knownConfigDir ?? USUAL_CONFIG_DIR);
  const folder = join(configDir, 'plugins', PLUGIN_ID);
  const shownFolder = relative(vaultRealPath, folder).split(sep).join('/');
  try {
    await refuseOutside(folder, vaultRealPath);
    await refuseFolders(folder, [...FILES, model.name], shownFolder);
    const previous = await manifestIn(folder);
    if (!force) refuseToReplace(previous, version);
    const enabled = await readEnabled(configDir, enable);
    const newlyEnabled = enable && !enabled.includes(PLUGIN_ID);

    await makeFolder(folder);
    await removeLeftBehind(folder);
    // First, so that the new code finds it.
    const copied = await leaveModel(model, [...modelFolders, modelsFolder(dataFolder)], folder);
    const written: string[] = copied === 'copied' ? [model.name] : [];
    for (const name of FILES)
      if (await writeIfOther(folder, name, release.get(name) ?? Buffer.alloc(0))) written.push(name);
    if (newlyEnabled)
      await writeIfOther(
        configDir,
        ENABLED_PLUGINS_FILE,
        Buffer.from(JSON.stringify([...enabled, PLUGIN_ID], null, 2)),
      );
    await removeOtherModels(folder, model);
    await syncFolder(folder);
    const running = await runningVersion(vaultRealPath, dataFolder);
    return {
      version,
      ...(previous?.version === undefined ? {} : { previous: previous.version }),
      ...(previous?.id === undefined || previous.id === PLUGIN_ID ? {} : { stranger: previous.id }),
      folder: shownFolder,
      written,
      enabled: enable || enabled.includes(PLUGIN_ID),
      newlyEnabled,
      knownToApp: knownConfigDir !== null,
      lacksModel: copied === 'nowhere',
      ...(running === undefined ? {} : { running }),
    };
  } catch (error) {
    throw error instanceof VaultLoomError ? error : cannotWrite(shownFolder, error);
  }
}

async function runningVersion(vaultRealPath: string, dataFolder: string): Promise<string | undefined> {
  const client = new PluginClient({ vault: vaultRealPath, dataFolder, secret: readSecret });
  try {
    return (await client.probe()).status.pluginVersion;
  } catch (error) {
    // An older plugin cannot prove itself; the version that it claims is enough to advise a reload.
    if (!(error instanceof PluginUnavailable) || error.absence.cause !== 'unproven') return undefined;
    const claimed = await readDiscovery(vaultRealPath);
    return 'discovery' in claimed ? claimed.discovery.pluginVersion : undefined;
  } finally {
    client.close();
  }
}

function cannotWrite(folder: string, error: unknown): VaultLoomError {
  const code = systemCode(error);
  if (code === NO_SYSTEM_CODE) throw error;
  return new VaultLoomError(
    NOT_PERMITTED.has(code) ? 'path_not_allowed' : 'internal',
    `The plugin cannot be put into ${folder} of this vault (${code}).`,
    {
      hint: 'Make sure that the folder can be written and the disk has room, and run the command again. No file is left half written.',
      cause: error,
    },
  );
}

/** The models of other versions, which nothing there needs. */
async function removeOtherModels(folder: string, model: ModelFile): Promise<void> {
  for (const name of await readdir(folder))
    if (MODEL_NAME.test(name) && name !== model.name) await rm(join(folder, name), { force: true });
}

async function readRelease(source: string): Promise<Map<string, Buffer>> {
  const release = new Map<string, Buffer>();
  for (const name of FILES) {
    const bytes = await readIfThere(join(source, name));
    if (bytes === null) {
      throw new VaultLoomError(
        'not_found',
        `The plugin's ${name} is not next to this program: it should be in ${source}.`,
        {
          hint: 'Reinstall the package, or build it with `npm run build`.',
        },
      );
    }
    release.set(name, bytes);
  }
  return release;
}

/** Developers may link one plugin folder into several vaults; it is left to them. */
async function refuseOutside(folder: string, vaultRealPath: string): Promise<void> {
  if (isInside(await realpathOfNearest(folder), vaultRealPath)) return;
  throw new VaultLoomError(
    'path_outside_vault',
    "The plugin's folder in this vault is a link to a folder outside of it.",
    {
      hint: 'Copy the files there by hand, or remove the link.',
    },
  );
}

async function realpathOfNearest(path: string): Promise<string> {
  try {
    return await realPathOf(path);
  } catch (error) {
    if (systemCode(error) !== 'ENOENT') throw error;
    return realpathOfNearest(dirname(path));
  }
}

function refuseToReplace(previous: { id?: string; version?: string } | null, version: string): void {
  if (previous === null) return;
  if (previous.id !== PLUGIN_ID) {
    throw new VaultLoomError(
      'path_not_allowed',
      `Another plugin ("${previous.id ?? 'without an id'}") is in the folder of Vault Loom.`,
      { hint: 'Give --force to replace it.' },
    );
  }
  if (previous.version !== undefined && compareVersions(previous.version, version) > 0) {
    throw new VaultLoomError(
      'path_not_allowed',
      `The plugin in this vault is newer (${previous.version}) than the one to install (${version}).`,
      {
        hint: 'Upgrade this program instead, or give --force.',
      },
    );
  }
}

/** What the plugin that is there says of itself; null if none does. */
async function manifestIn(folder: string): Promise<{ id?: string; version?: string } | null> {
  const text = await readSettings(join(folder, 'manifest.json'));
  // One as large as that is not ours.
  return text === TOO_LARGE ? {} : manifestOf(text);
}

async function readEnabled(configDir: string, willChange: boolean): Promise<unknown[]> {
  const file = join(configDir, ENABLED_PLUGINS_FILE);
  const text = await readSettings(file);
  const isThere = text !== null || (await isFolder(file));
  const names = isThere ? parseJson(text ?? '') : [];
  if (Array.isArray(names)) return names;
  if (!willChange) return [];
  throw new VaultLoomError(
    'invalid_arguments',
    `The app's ${ENABLED_PLUGINS_FILE} is not a list, so it is not touched.`,
    { hint: 'Correct or remove it first.' },
  );
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
}

function manifestOf(text: string | null): { id?: string; version?: string } | null {
  const value = text === null ? undefined : parseJson(text);
  if (typeof value !== 'object' || value === null) return null;
  const { id, version }: Record<string, unknown> = isRecord(value) ? value : {};
  return { ...(typeof id === 'string' ? { id } : {}), ...(typeof version === 'string' ? { version } : {}) };
}
