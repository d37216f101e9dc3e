import { join } from 'node:path';
import { readSettingsText } from '../../shared/kit/disk/disk-io.ts';
import { isRecord } from '../../shared/kit/json/is-record.ts';
import { parseJson } from '../../shared/kit/json/parse-json.ts';
import {
  parsePluginSettings,
  PLUGIN_SETTINGS_FILE,
  type PluginSettings,
} from '../../shared/protocol/plugin-settings.ts';
import { pluginPlace } from './contact/plugin-discovery.ts';

const MAX_SETTINGS_BYTES = 1024 * 1024;

/** The plugin's settings as they are on the disk now; defaults for what is missing or cannot be read. Never throws. */
export async function pluginsSettings(vaultRealPath: string): Promise<PluginSettings> {
  return (await wholeSettings(vaultRealPath)) ?? parsePluginSettings(undefined);
}

/** The same; null while the file is there and cannot be read or understood. Never throws. */
export async function wholeSettings(vaultRealPath: string): Promise<PluginSettings | null> {
  try {
    const place = await pluginPlace(vaultRealPath);
    const text =
      place === null ? null : await readSettingsText(join(place.folder, PLUGIN_SETTINGS_FILE), MAX_SETTINGS_BYTES);
    const data = text === null ? {} : parseJson(text);
    return isRecord(data) ? parsePluginSettings(data) : null;
  } catch {
    return null;
  }
}
