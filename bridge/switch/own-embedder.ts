import { join } from 'node:path';
import { heedVaultsEmbedder } from '../../shared/embeddings/chosen-embedders.ts';
import { dataFolder, vaultDataFolder } from '../../shared/vault/data-folders.ts';
import { PLUGIN_SETTINGS_FILE, parsePluginSettings } from '../../shared/protocol/plugin-settings.ts';
import { readSettingsText } from '../../shared/kit/disk/disk-io.ts';
import { parseJson } from '../../shared/kit/json/parse-json.ts';
import { pluginPlace } from './contact/plugin-discovery.ts';

const MAX_SETTINGS_BYTES = 1024 * 1024;
/** What the plugin uses instead of a model that was not chosen on this computer. */
const DEFAULT_EMBEDDER = 'use';

/**
 * The embedder in this process's environment, if it differs from the plugin's: the plugin cannot search the vectors of such
 * a bridge. Never throws.
 */
export async function ownEmbedder(vaultRealPath: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const own = env.VAULT_LOOM_EMBEDDER?.trim() ?? '';
  if (own === '') return undefined;
  const place = await pluginPlace(vaultRealPath).catch(() => null);
  const text =
    place === null
      ? null
      : await readSettingsText(join(place.folder, PLUGIN_SETTINGS_FILE), MAX_SETTINGS_BYTES).catch(() => null);
  const { setting = DEFAULT_EMBEDDER } = await heedVaultsEmbedder(
    parsePluginSettings(parseJson(text ?? '')).embedder,
    vaultDataFolder(dataFolder(env), vaultRealPath),
  );
  return setting === own ? undefined : own;
}
