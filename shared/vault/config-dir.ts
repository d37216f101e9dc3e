import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';

/** The app's default configuration folder. */
export const USUAL_CONFIG_DIR = '.obsidian';

/** Files the app writes there; one of them is proof enough. */
const TELLTALE_FILES = ['app.json', 'appearance.json', 'core-plugins.json', 'community-plugins.json', 'workspace.json'];

/**
 * Finds the app's configuration folder: the usual one, or else the dot-folder in the root with most of the app's files.
 * Returns its name, or null if the app has never opened the vault.
 * @param root absolute path of the vault
 */
export async function findConfigDir(root: string): Promise<string | null> {
  if (await isFolder(join(root, USUAL_CONFIG_DIR))) return USUAL_CONFIG_DIR;
  const entries = await readdir(root).catch(() => []);
  let best: { name: string; files: number } | null = null;
  for (const name of entries.filter((entry) => entry.startsWith('.')).sort(compareCodeUnits)) {
    const files = await countTelltaleFiles(join(root, name));
    if (files > (best?.files ?? 0)) best = { name, files };
  }
  return best?.name ?? null;
}

async function countTelltaleFiles(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => TELLTALE_FILES.includes(name)).length;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}
