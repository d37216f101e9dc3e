import { stat } from 'node:fs/promises';
import { basename, join, normalize } from 'node:path';
import { DISCOVERY_FILE, PLUGIN_ID, discovery, type Discovery } from '../../../shared/protocol/discovery.ts';
import { vaultDataFolder } from '../../../shared/vault/data-folders.ts';
import { findConfigDir } from '../../../shared/vault/config-dir.ts';
import { readSettingsText } from '../../../shared/kit/disk/disk-io.ts';
import { parseJson } from '../../../shared/kit/json/parse-json.ts';
import { messageOf } from '../../../shared/kit/text/message-of.ts';
import type { Absence } from './plugin-absence.ts';

const MAX_DISCOVERY_BYTES = 64 * 1024;
const MAX_ENABLED_BYTES = 1024 * 1024;
const ENABLED_PLUGINS_FILE = 'community-plugins.json';

export type DiscoveryResult = { discovery: Discovery } | { absence: Absence };

/** Where the plugin's files are in a vault. All paths absolute. */
export interface PluginPlace {
  configDir: string;
  plugins: string;
  folder: string;
}

/** The plugin's place in a vault, installed or not; null if the app has never opened the vault. */
export async function pluginPlace(vaultRealPath: string): Promise<PluginPlace | null> {
  const name = await findConfigDir(vaultRealPath);
  if (name === null) return null;
  const configDir = join(vaultRealPath, name);
  const plugins = join(configDir, 'plugins');
  return { configDir, plugins, folder: join(plugins, PLUGIN_ID) };
}

/**
 * Reads the plugin's discovery file. A sync or a stranger's vault may bring anything, so what is not a discovery file
 * of this vault counts as absent, with the cause. Never throws.
 */
export async function readDiscovery(vaultRealPath: string): Promise<DiscoveryResult> {
  const place = await pluginPlace(vaultRealPath);
  if (place === null) return { absence: { cause: 'no_config_dir' } };
  let text: string | null;
  try {
    text = await readSettingsText(join(place.folder, DISCOVERY_FILE), MAX_DISCOVERY_BYTES);
  } catch (error) {
    return unusable(messageOf(error).replace(/[,:] .*$/u, ''));
  }
  if (text === null) return { absence: await whyThereIsNone(place) };
  const parsed = discovery.safeParse(parseJson(text));
  if (!parsed.success)
    return unusable(
      parsed.error.issues[0]?.path.join('.') === ''
        ? 'it is not complete JSON'
        : `its \`${parsed.error.issues[0]?.path.join('.')}\` is wrong`,
    );
  if (isOfAnotherVault(parsed.data, vaultRealPath)) return { absence: { cause: 'other_vault' } };
  return { discovery: parsed.data };
}

/** Differs whenever the discovery file or its folder has appeared, changed or gone. Takes one or two `stat`s. */
export async function discoverySignature(vaultRealPath: string): Promise<string> {
  const place = await pluginPlace(vaultRealPath);
  if (place === null) return 'no config dir';
  return stat(join(place.folder, DISCOVERY_FILE), { bigint: true }).then(
    ({ ino, mtimeNs, size }) => `${ino} ${mtimeNs} ${size}`,
    (error: NodeJS.ErrnoException) => error.code ?? 'unknown',
  );
}

/** Whether the app loads the plugin when it opens the vault; undefined if its list cannot be read. */
export async function isEnabled({ configDir }: PluginPlace): Promise<boolean | undefined> {
  const text = await readSettingsText(join(configDir, ENABLED_PLUGINS_FILE), MAX_ENABLED_BYTES).catch(() => undefined);
  if (text === null) return false;
  const names = text === undefined ? undefined : parseJson(text);
  return Array.isArray(names) ? names.includes(PLUGIN_ID) : undefined;
}

/** Whether two absolute paths name the same folder, judging by the text. */
export function isSameFolder(a: string, b: string): boolean {
  const [left, right] = [a, b].map((path) => normalize(path).normalize('NFC'));
  return ['darwin', 'win32'].includes(process.platform) ? left?.toLowerCase() === right?.toLowerCase() : left === right;
}

/**
 * A folder copied while the app is open contains a token that works, but for the vault it was copied from. The data
 * folder's name is made from the vault's real path, so it tells them apart; only the name, since the folders above it
 * may be set differently for the app and for this process.
 */
function isOfAnotherVault({ dataDir }: Discovery, vaultRealPath: string): boolean {
  if (dataDir === undefined) return false;
  return basename(dataDir).split('-')[0] !== basename(vaultDataFolder('', vaultRealPath)).split('-')[0];
}

async function whyThereIsNone(place: PluginPlace): Promise<Absence> {
  const installed = await stat(join(place.folder, 'manifest.json')).then(
    () => true,
    () => false,
  );
  if (!installed) return { cause: 'not_installed' };
  return { cause: (await isEnabled(place)) === false ? 'disabled' : 'app_closed' };
}

function unusable(why: string): DiscoveryResult {
  return { absence: { cause: 'bad_discovery', why } };
}
