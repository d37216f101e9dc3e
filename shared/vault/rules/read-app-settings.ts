import { join } from 'node:path';
import { parseAppSettings, type AppSettings } from './app-settings.ts';
import { readSettingsText } from '../../kit/disk/disk-io.ts';
import { APP_SETTINGS_FILE } from './ignore-rules.ts';

const MAX_SETTINGS_BYTES = 4 * 1024 * 1024;

/**
 * The app's settings of a vault, as on disk now; the defaults if missing or invalid. Throws what the system throws if
 * the file cannot be read.
 */
export async function readAppSettings(root: string, configDir: string | null): Promise<AppSettings> {
  const text =
    configDir === null ? null : await readSettingsText(join(root, configDir, APP_SETTINGS_FILE), MAX_SETTINGS_BYTES);
  return parseAppSettings(text).settings;
}
