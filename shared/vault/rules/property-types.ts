import { join } from 'node:path';
import { readSettingsText } from '../../kit/disk/disk-io.ts';
import { isRecord } from '../../kit/json/is-record.ts';
import { parseJson } from '../../kit/json/parse-json.ts';
import type { VaultSource } from '../vault-source.ts';

/** The property types that were set in the app, by lower-cased name; none if its file cannot be used. */
export async function readPropertyTypes({
  root,
  configDir,
}: Pick<VaultSource, 'root' | 'configDir'>): Promise<Map<string, string>> {
  const types = new Map<string, string>();
  if (configDir === null) return types;
  const text = await readSettingsText(join(root, configDir, 'types.json'), MAX_BYTES).catch(() => null);
  const settings: unknown = text === null ? null : parseJson(text);
  if (!isRecord(settings) || !isRecord(settings.types)) return types;
  for (const [name, type] of Object.entries(settings.types))
    if (typeof type === 'string') types.set(name.toLowerCase(), APP_TYPES.get(type) ?? type);
  return types;
}

const MAX_BYTES = 4 * 1024 * 1024;
/** Clearer words for some of the app's names. */
const APP_TYPES = new Map([['multitext', 'list']]);
