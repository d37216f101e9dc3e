import { stat } from 'node:fs/promises';
import path from 'node:path';
import { readSettingsText, realPathOf } from '../kit/disk/disk-io.ts';
import { isRecord } from '../kit/json/is-record.ts';
import { parseJson } from '../kit/json/parse-json.ts';
import type { ClientMachine } from './find-config-file.ts';

const MAX_BYTES = 4 * 1024 * 1024;

/**
 * The folders of the vaults that the notes app lists and that exist, the last opened first. Absolute. Never rejects.
 */
export async function vaultsOfApp(machine: ClientMachine): Promise<string[]> {
  const lists = await Promise.all(listFiles(machine).map(readList));
  const known = lists.flat().sort((a, b) => b.opened - a.opened);
  const byRealPath = new Map<string, string>();
  for (const vault of known) {
    const real = await realPathOf(vault.path).catch(() => null);
    if (real === null || byRealPath.has(real)) continue;
    if (await isFolder(real)) byRealPath.set(real, vault.path);
  }
  return [...byRealPath.values()];
}

interface ListedVault {
  path: string;
  /** In milliseconds since 1970. */
  opened: number;
}

/** Where the app keeps its list: installed as usual, by Flatpak, and by Snap. */
function listFiles({ system, home, env }: ClientMachine): string[] {
  const { join, isAbsolute } = system === 'win32' ? path.win32 : path.posix;
  const absolute = (given: string | undefined, usual: string): string =>
    given !== undefined && isAbsolute(given) ? given : usual;
  const folders = {
    darwin: () => [join(home, 'Library', 'Application Support')],
    win32: () => [absolute(env['APPDATA'], join(home, 'AppData', 'Roaming'))],
    linux: () => [
      absolute(env['XDG_CONFIG_HOME'], join(home, '.config')),
      join(home, '.var/app/md.obsidian.Obsidian/config'),
      join(home, 'snap/obsidian/current/.config'),
    ],
  };
  return folders[system]().map((folder) => join(folder, 'obsidian', 'obsidian.json'));
}

async function readList(file: string): Promise<ListedVault[]> {
  const list: unknown = parseJson((await readSettingsText(file, MAX_BYTES).catch(() => null)) ?? '');
  const vaults = isRecord(list) && isRecord(list['vaults']) ? Object.values(list['vaults']) : [];
  return vaults.flatMap((vault) =>
    isRecord(vault) && typeof vault['path'] === 'string' && path.isAbsolute(vault['path'])
      ? [{ path: vault['path'], opened: typeof vault['ts'] === 'number' ? vault['ts'] : 0 }]
      : [],
  );
}

function isFolder(place: string): Promise<boolean> {
  return stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
