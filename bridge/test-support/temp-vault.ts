import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export interface TempVault {
  path: string;
  /** Environment for a server of this vault, whose own data and system trash are in a temporary folder as well. */
  env: Record<string, string>;
  dataDir: string;
  write(path: string, text: string): Promise<void>;
  /** Every file with its text, by path. */
  contents(): Promise<Record<string, string>>;
  remove(): Promise<void>;
}

export async function tempVault(files: Record<string, string>): Promise<TempVault> {
  const root = await mkdtemp(join(tmpdir(), 'vault-loom-bridge-'));
  const path = join(root, 'My vault');
  const dataDir = join(root, 'data');
  const vault: TempVault = {
    path,
    dataDir,
    env: {
      VAULT_PATH: path,
      VAULT_LOOM_DATA_DIR: dataDir,
      VAULT_LOOM_CONFIG_DIR: join(root, 'config'),
      // A model would be loaded after some seconds and change the results; tests that want one say so.
      VAULT_LOOM_EMBEDDER: 'none',
      HOME: join(root, 'home'),
      XDG_DATA_HOME: join(root, 'share'),
    },
    write: async (file, text) => {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), text);
    },
    contents: () => contentsOf(path),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
  await mkdir(path);
  for (const [file, text] of Object.entries(files)) await vault.write(file, text);
  return vault;
}

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(file, 'utf8')] as const));
  return Object.fromEntries(texts.sort(([a], [b]) => (a < b ? -1 : 1)));
}
