import { join } from 'node:path';
import { readSettingsText } from '../../shared/kit/disk/disk-io.ts';
import { parseJson } from '../../shared/kit/json/parse-json.ts';
import {
  parsePluginSettings,
  PLUGIN_SETTINGS_FILE,
  type PluginSettings,
} from '../../shared/protocol/plugin-settings.ts';
import { pluginPlace } from './contact/plugin-discovery.ts';

const MAX_SETTINGS_BYTES = 1024 * 1024;

/** The plugin's settings as they are on the disk now; defaults for what is missing. Never throws. */
export async function pluginsSettings(vaultRealPath: string): Promise<PluginSettings> {
  const place = await pluginPlace(vaultRealPath).catch(() => null);
  const text =
    place === null
      ? null
      : await readSettingsText(join(place.folder, PLUGIN_SETTINGS_FILE), MAX_SETTINGS_BYTES).catch(() => null);
  return parsePluginSettings(parseJson(text ?? ''));
}
