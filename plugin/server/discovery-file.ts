import { readFileSync, unlinkSync } from 'node:fs';
import { mkdir, readdir, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { DISCOVERY_FILE, type Discovery } from '../../shared/protocol/discovery.ts';
import { writeDurably } from '../../shared/vault/durable-file.ts';
import { parseJson } from '../../shared/vault/json.ts';

/** Only the person's own account may read the token. Windows knows no such modes; there the profile's folder protects it. */
const OWNER_ONLY = 0o600;

/**
 * Tells others where the server listens. The file appears whole, in place of whatever lay there: what a crashed run
 * left, or a symlink, which is replaced and not followed. Throws what the system throws.
 *
 * @param folder absolute path of the plugin's folder
 * @param isWanted asked last: when it says no, nothing changes
 */
export async function writeDiscovery(folder: string, discovery: Discovery, isWanted: () => boolean = () => true): Promise<void> {
  await mkdir(folder, { recursive: true });
  const fill = async (handle: FileHandle): Promise<void> => {
    await handle.chmod(OWNER_ONLY);
    await handle.writeFile(`${JSON.stringify(discovery, null, 2)}\n`);
  };
  await writeDurably(folder, DISCOVERY_FILE, fill, () => Promise.resolve(isWanted()));
}

/** Whether the file is gone from its folder: another window had put its own in its place, and has taken that away. */
export async function isDiscoveryGone(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch(() => null);
  return names !== null && !names.includes(DISCOVERY_FILE);
}

/**
 * Removes the file if it is still the one with this token: another window or machine may have put its own there. At
 * once, since the app does not wait for a plugin that it unloads, and the next one may be about to write its own.
 */
export function removeDiscovery(folder: string, token: string): void {
  const path = join(folder, DISCOVERY_FILE);
  try {
    const found = parseJson(readFileSync(path, 'utf8')) as Partial<Discovery> | null | undefined;
    if (found?.token === token) unlinkSync(path);
  } catch {
    // Gone already, or out of reach: a reader finds out by asking the port.
  }
}
