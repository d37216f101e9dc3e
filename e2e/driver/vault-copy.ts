import { cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const PLUGIN_ID = 'vault-loom';
const RELEASE_FILES = ['main.js', 'manifest.json', 'styles.css'];

export interface VaultCopy {
  /** Real path of the copy. */
  path: string;
  remove(): Promise<void>;
}

/**
 * Copies the sample vault to its own folder, with the built plugin installed and enabled in it.
 *
 * @throws if the plugin is not built
 */
export async function copySampleVault(): Promise<VaultCopy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-sandbox-')));
  // The last part is the vault's name.
  const path = join(folder, 'Sample vault');
  await cp(join(ROOT, 'e2e', 'vault'), path, { recursive: true });
  const plugin = join(path, '.obsidian', 'plugins', PLUGIN_ID);
  await mkdir(plugin, { recursive: true });
  for (const name of RELEASE_FILES) {
    await cp(join(ROOT, 'dist', 'plugin', name), join(plugin, name)).catch((error: unknown) => {
      throw new Error(`The plugin is not built (npm run build): ${name} is missing`, { cause: error });
    });
  }
  await cp(join(ROOT, 'dist', 'model'), plugin, { recursive: true });
  await writeFile(join(path, '.obsidian', 'community-plugins.json'), JSON.stringify([PLUGIN_ID]));
  return {
    path,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}
