import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { realPathOf } from '../../shared/kit/disk/disk-io.ts';
import { symlinkProblem, withinRoot } from '../../shared/vault/disk/disk-walk.ts';

/** What the app's adapter does not reveal about the disk: it follows symlinks without saying so. */
export class RealPlaces {
  readonly #root: string;

  private constructor(root: string) {
    this.#root = root;
  }

  /** Opens the vault at this absolute path, which may itself be a symlink. Throws what the system throws. */
  static async open(basePath: string): Promise<RealPlaces> {
    return new RealPlaces(await realPathOf(basePath));
  }

  /** Real path of the vault's folder on this machine. Never part of an answer to a client. */
  get root(): string {
    return this.#root;
  }

  /** Names in a folder that are neither regular files nor real folders, and whether they are symlinks. */
  async oddNames(folder: string): Promise<Map<string, 'symlink' | 'other'>> {
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true });
    const odd = entries.filter((entry) => !entry.isFile() && !entry.isDirectory());
    return new Map(odd.map((entry) => [entry.name, entry.isSymbolicLink() ? 'symlink' : 'other']));
  }

  /** The real place of the path, vault-relative with `/` in the disk's spelling; null if it is absent or outside. */
  async canonical(path: string): Promise<string | null> {
    return realPathOf(join(this.#root, path)).then(
      (real) => withinRoot(this.#root, real),
      () => null,
    );
  }

  /** Why a symlink leads to nothing included, or null if its target has its own place in the vault. */
  symlinkProblem(path: string, configDir: string): Promise<string | null> {
    return symlinkProblem(this.#root, path, configDir);
  }
}
