import { mkdir, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { BUILT_IN_MODEL } from '../../shared/embeddings/use/weights/built-in-model.ts';
import { modelsFolder, type ModelFile } from '../../shared/embeddings/use/weights/model-file.ts';
import { leaveModel } from '../../shared/embeddings/use/weights/save-model.ts';
import { PLUGIN_ID } from '../../shared/protocol/discovery.ts';
import { VaultLoomError } from '../../shared/protocol/errors.ts';
import { findConfigDir } from '../../shared/vault/config-dir.ts';
import { NO_SYSTEM_CODE, systemCode } from '../../shared/kit/disk/disk-io.ts';
import { removeLeftBehind, syncFolder, writeDurably, writeFully } from '../../shared/kit/disk/durable-file.ts';
import { parseJson } from '../../shared/kit/json/parse-json.ts';
import { compareVersions } from '../switch/engine-choice.ts';
import { PluginUnavailable } from '../switch/contact/plugin-absence.ts';
import { PluginClient } from '../switch/contact/plugin-client.ts';
import { readDiscovery } from '../switch/contact/plugin-discovery.ts';
import { readSecret } from '../../shared/vault/user-secret.ts';

export interface InstallOptions {
  /** Folder with the three files of a release; absolute. */
  source: string;
  /** Where the built-in model's file may lie; absolute. The per-user data folder is looked at last. */
  modelFolders: readonly string[];
  /** The model's file; the one of this build unless given. */
  model?: ModelFile;
  vaultRealPath: string;
  /** The per-user data folder; absolute. */
  dataFolder: string;
  /** Replaces a newer plugin, or another one in its folder, too. */
  force: boolean;
  /** Adds the plugin to those that the app loads. */
  enable: boolean;
}

export interface Installed {
  version: string;
  /** The version that was there before, if any. */
  previous?: string;
  /** The id of another plugin that was replaced. */
  stranger?: string;
  /** Relative to the vault. */
  folder: string;
  /** Names of the files that were written; unchanged ones are left alone. */
  written: string[];
  /** Whether the app's list of enabled plugins names it now. */
  enabled: boolean;
  /** Whether that is so since just now. */
  newlyEnabled: boolean;
  /** False if the app has never opened the vault. */
  knownToApp: boolean;
  /** Whether the built-in model is in none of its places, so that it could not be copied. */
  lacksModel: boolean;
  /** Version of the plugin loaded in the app; absent if none answers. */
  running?: string;
}

/** The manifest comes last: its version says what the others are. */
const FILES = ['main.js', 'styles.css', 'manifest.json'] as const;
const USUAL_CONFIG_DIR = '.obsidian';
const ENABLED_PLUGINS_FILE = 'community-plugins.json';
const MODEL_NAME = /^sentence-encoder-[0-9a-f]{16}\.bin$/;
const WITHOUT_MODEL =
  'The built-in model is not next to this program and was not copied: notes are found by their words and by what is learned from them. Reinstall the package, or build it with `npm run build`, and run the command again.';
const NOT_PERMITTED = new Set(['EACCES', 'EPERM', 'EROFS']);

/**
 * Copies the plugin into a vault, each file whole or not at all, and leaves its settings and its index alone.
 * @throws VaultLoomError `not_found` if the plugin's files are missing; `path_outside_vault` if the plugin's folder
 *   is a link to somewhere else; `path_not_allowed` for a newer or another plugin that is there, and for a folder that cannot
 *   be written; `invalid_arguments` if the list of enabled plugins is not a list; `internal` if the disk fails
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
  const version = manifestOf(release.get('manifest.json'))?.version ?? '';
  const knownConfigDir = await findConfigDir(vaultRealPath);
  const configDir = join(vaultRealPath, knownConfigDir ?? USUAL_CONFIG_DIR);
  const folder = join(configDir, 'plugins', PLUGIN_ID);
  const shownFolder = relative(vaultRealPath, folder).split(sep).join('/');
  try {
    await refuseOutside(folder, vaultRealPath);
    const previous = manifestOf(await readIfThere(join(folder, 'manifest.json')));
    if (!force) refuseToReplace(previous, version);
    const enabled = await readEnabled(configDir);
    const newlyEnabled = enable && !enabled.includes(PLUGIN_ID);

    await mkdir(folder, { recursive: true });
    await removeLeftBehind(folder);
    // First, so that the new code never looks for it in vain.
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

/** What was done and what is left to do, for a person; one line each. */
export function nextSteps(installed: Installed): string[] {
  const steps = stepsLeft(installed);
  return [
    whatWasDone(installed),
    ...(installed.lacksModel ? [WITHOUT_MODEL] : []),
    ...(installed.newlyEnabled ? ['It is among the enabled plugins now.'] : []),
    ...(steps.length === 0
      ? ['The app runs it; nothing is left to do.']
      : ['Next:', ...steps.map((step, i) => `  ${i + 1}. ${step}`)]),
  ];
}

function whatWasDone({ version, previous, stranger, folder, written }: Installed): string {
  if (written.length === 0) return `Vault Loom plugin ${version} is in ${folder} already; no file was changed.`;
  if (stranger !== undefined) return `Vault Loom plugin ${version} is in ${folder} now, in place of "${stranger}".`;
  if (previous === undefined) return `Vault Loom plugin ${version} is in ${folder} now.`;
  const order = compareVersions(previous, version);
  if (order === 0)
    return `Vault Loom plugin ${version} in ${folder}: replaced ${written.join(', ')}, which differed. Settings and index are kept.`;
  const change = order < 0 ? 'upgraded' : 'warning, went back';
  return `Vault Loom plugin in ${folder}: ${change} from ${previous} to ${version}. Settings and index are kept.`;
}

function stepsLeft({ version, written, enabled, knownToApp, running }: Installed): string[] {
  if (running !== undefined) {
    if (written.length === 0 && running === version) return [];
    return [`Reload the app: it still runs ${running === version ? 'the files from before' : running}.`];
  }
  const load = knownToApp
    ? 'Open the vault in the app, or reload the app if it is open.'
    : 'Open this folder as a vault in the app.';
  const trust = 'If the app asks, trust the vault, so that it loads community plugins.';
  const turnOn = 'Turn community plugins on (Settings → Community plugins), and enable Vault Loom there.';
  return [
    load,
    enabled ? trust : turnOn,
    'Running servers find it by themselves; `vault-loom doctor` says whether they do.',
  ];
}

async function runningVersion(vaultRealPath: string, dataFolder: string): Promise<string | undefined> {
  const client = new PluginClient({ vault: vaultRealPath, dataFolder, secret: readSecret });
  try {
    return (await client.probe()).status.pluginVersion;
  } catch (error) {
    // An older one cannot prove itself; its stated version is enough to advise a reload.
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
      hint: 'Make sure that the folder can be written and the disk has room, and run the command again. Each file there is whole, the old or the new one.',
      cause: error,
    },
  );
}

/** The models of other versions, which no code there looks for any more. */
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

/** Developers link one plugin folder into several vaults: what is there is theirs. */
async function refuseOutside(folder: string, vaultRealPath: string): Promise<void> {
  const way = relative(vaultRealPath, await realpathOfNearest(folder));
  if (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)) return;
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
    return await realpath(path);
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

async function readEnabled(configDir: string): Promise<string[]> {
  const bytes = await readIfThere(join(configDir, ENABLED_PLUGINS_FILE));
  const names = bytes === null ? [] : parseJson(bytes.toString('utf8'));
  if (Array.isArray(names)) return names as string[];
  throw new VaultLoomError(
    'invalid_arguments',
    `The app's ${ENABLED_PLUGINS_FILE} is not a list, so it is not touched.`,
    { hint: 'Put it right or remove it first.' },
  );
}

async function writeIfOther(folder: string, name: string, bytes: Buffer): Promise<boolean> {
  if ((await readIfThere(join(folder, name)))?.equals(bytes) === true) return false;
  return writeDurably(folder, name, (handle) => writeFully(handle, bytes, 0));
}

async function readIfThere(path: string): Promise<Buffer | null> {
  return readFile(path).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return null;
    throw error;
  });
}

function manifestOf(bytes: Buffer | null | undefined): { id?: string; version?: string } | null {
  const value = bytes === null || bytes === undefined ? undefined : parseJson(bytes.toString('utf8'));
  if (typeof value !== 'object' || value === null) return null;
  const { id, version } = value as Record<string, unknown>;
  return { ...(typeof id === 'string' ? { id } : {}), ...(typeof version === 'string' ? { version } : {}) };
}
