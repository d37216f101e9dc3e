import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { realPathOf } from '../../shared/kit/disk/disk-io.ts';
import { symlinkProblem, withinRoot } from '../../shared/vault/disk/disk-walk.ts';

/** The vault's folder on the disk, for what the app's adapter does not tell: it follows symlinks silently. */
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

  /** The real path, vault-relative in the disk's spelling; null if there is none or it is outside. */
  async canonical(path: string): Promise<string | null> {
    return realPathOf(join(this.#root, path)).then(
      (real) => withinRoot(this.#root, real),
      () => null,
    );
  }

  /** Why a symlink is not followed, or null if its target is in the vault under a path of its own. */
  symlinkProblem(path: string, configDir: string): Promise<string | null> {
    return symlinkProblem(this.#root, path, configDir);
  }
}
