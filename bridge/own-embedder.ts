import { join } from 'node:path';
import { PLUGIN_SETTINGS_FILE, parsePluginSettings } from '../shared/protocol/plugin-settings.ts';
import { readSettingsText } from '../shared/vault/disk-io.ts';
import { parseJson } from '../shared/vault/json.ts';
import { pluginPlace } from './plugin-discovery.ts';

const MAX_SETTINGS_BYTES = 1024 * 1024;

/**
 * The embedder that this process's environment names, where it differs from the plugin's setting: such a bridge has
 * vectors of its own, which the plugin cannot search. Never throws.
 */
export async function ownEmbedder(vaultRealPath: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const own = env.VAULT_LOOM_EMBEDDER?.trim() ?? '';
  if (own === '') return undefined;
  const place = await pluginPlace(vaultRealPath).catch(() => null);
  const text = place === null ? null : await readSettingsText(join(place.folder, PLUGIN_SETTINGS_FILE), MAX_SETTINGS_BYTES).catch(() => null);
  return parsePluginSettings(parseJson(text ?? '')).embedder === own ? undefined : own;
}
