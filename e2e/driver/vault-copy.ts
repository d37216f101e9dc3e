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

/** What the plugin finds in its settings file; if empty, there is no such file. */
export type GivenSettings = Readonly<Record<string, unknown>>;

/**
 * Copies the sample vault to its own folder, with the built plugin installed and enabled in it.
 *
 * @throws if the plugin is not built
 */
export function copySampleVault(settings: GivenSettings = {}): Promise<VaultCopy> {
  // The last part is the vault's name.
  return withPlugin('Sample vault', settings, (path) => cp(join(ROOT, 'e2e', 'vault'), path, { recursive: true }));
}

/** A copy of any vault, as {@link copySampleVault} makes it. */
export function copyOfVault(vault: string, settings: GivenSettings = {}): Promise<VaultCopy> {
  return withPlugin('Vault', settings, (path) => cp(vault, path, { recursive: true }));
}

/** A vault of these files, with the built plugin as in {@link copySampleVault}. */
export function makeVault(files: Record<string, string>, settings: GivenSettings = {}): Promise<VaultCopy> {
  return withPlugin('Vault', settings, async (path) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(path, name)), { recursive: true });
      await writeFile(join(path, name), text);
    }
  });
}

async function withPlugin(
  name: string,
  settings: GivenSettings,
  fill: (path: string) => Promise<void>,
): Promise<VaultCopy> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-sandbox-')));
  const path = join(folder, name);
  await fill(path);
  const plugin = join(path, '.obsidian', 'plugins', PLUGIN_ID);
  await mkdir(plugin, { recursive: true });
  for (const file of RELEASE_FILES) {
    await cp(join(ROOT, 'dist', 'plugin', file), join(plugin, file)).catch((error: unknown) => {
      throw new Error(`The plugin is not built (npm run build): ${file} is missing`, { cause: error });
    });
  }
  await cp(join(ROOT, 'dist', 'model'), plugin, { recursive: true });
  if (Object.keys(settings).length > 0) await writeFile(join(plugin, 'data.json'), JSON.stringify(settings));
  await writeFile(join(path, '.obsidian', 'community-plugins.json'), JSON.stringify([PLUGIN_ID]));
  return {
    path,
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}
