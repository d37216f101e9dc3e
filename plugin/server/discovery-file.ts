import { readFileSync, unlinkSync } from 'node:fs';
import { readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { DISCOVERY_FILE, discovery, type Discovery } from '../../shared/protocol/discovery.ts';
import { readSettingsText } from '../../shared/kit/disk/disk-io.ts';
import { writeDurably } from '../../shared/kit/disk/durable-file.ts';
import { isRecord } from '../../shared/kit/json/is-record.ts';
import { parseJson } from '../../shared/kit/json/parse-json.ts';
import { makeFolder } from '../../shared/kit/disk/make-folder.ts';

const MAX_BYTES = 64 * 1024;

/** Only the person's account may read the token. Windows has no such modes; there the profile's folder protects it. */
const OWNER_ONLY = 0o600;

/**
 * Writes the file that says where the server listens, atomically, in place of any other; a symlink is replaced, not
 * followed. Throws what the system throws.
 *
 * @param folder absolute path of the plugin's folder
 * @param isWanted called last; if it returns false, nothing changes
 */
export async function writeDiscovery(
  folder: string,
  own: Discovery,
  isWanted: () => boolean = () => true,
): Promise<void> {
  await makeFolder(folder);
  const fill = async (handle: FileHandle): Promise<void> => {
    await handle.chmod(OWNER_ONLY);
    await handle.writeFile(`${JSON.stringify(own, null, 2)}\n`);
  };
  await writeDurably(folder, DISCOVERY_FILE, fill, () => Promise.resolve(isWanted()));
}

/**
 * What is in the place of this plugin's file: its own, none, that of another window or computer, or something unusable.
 * Null if the folder is missing. Never throws.
 */
export async function lookAtDiscovery(
  folder: string,
  own: Discovery,
): Promise<'own' | 'none' | 'unusable' | Discovery | null> {
  try {
    const found = discovery.safeParse(
      parseJson((await readSettingsText(join(folder, DISCOVERY_FILE), MAX_BYTES)) ?? ''),
    );
    if (!found.success) return (await readdir(folder)).includes(DISCOVERY_FILE) ? 'unusable' : 'none';
    return isDeepStrictEqual(found.data, JSON.parse(JSON.stringify(own))) ? 'own' : found.data;
  } catch {
    return (await readdir(folder).catch(() => null)) === null ? null : 'unusable';
  }
}

/**
 * Removes the file if it has this token: another window or machine may have put its own there. Synchronous, since the
 * app does not wait for a plugin to unload, and the next one may be about to write. Never throws.
 */
export function removeDiscovery(folder: string, token: string): void {
  const path = join(folder, DISCOVERY_FILE);
  try {
    const found = parseJson(readFileSync(path, 'utf8'));
    if (isRecord(found) && found['token'] === token) unlinkSync(path);
  } catch {
    // Gone already, or out of reach; readers also ask the port.
  }
}
