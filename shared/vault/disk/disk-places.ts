import type { Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { foldPath, hasOneForm, isLeftOut, isVaultPath, toNfc } from '../paths.ts';
import { placesOf } from '../unicode-forms.ts';
import { withinRoot, type DiskPlace } from './disk-walk.ts';
import type { PacedDisk } from './paced-disk.ts';

/** Finds paths of a vault on its disk, which may spell them in another letter case or Unicode form. */
export class DiskPlaces {
  readonly #root: string;
  readonly #disk: PacedDisk;
  readonly #configDir: () => string | null;
  /** The disk's spelling of paths that are not NFC there. */
  readonly #spellings = new Map<string, string>();

  /**
   * @param root real path of the vault
   * @param configDir name of the app's configuration folder, which is left out
   */
  constructor(root: string, disk: PacedDisk, configDir: () => string | null) {
    this.#root = root;
    this.#disk = disk;
    this.#configDir = configDir;
  }

  /** Whether a path may be one of the vault's files or folders. */
  mayTakePart(path: string): boolean {
    if (process.platform === 'win32' && path.includes(':')) return false;
    return isVaultPath(path) && !isLeftOut(path, this.#configDir());
  }

  /** Keeps the spellings that a listing has found. */
  learn(places: readonly DiskPlace[]): void {
    for (const { path, diskPath } of places) if (path !== diskPath) this.#spellings.set(path, diskPath);
  }

  /** For a listing of the whole vault. */
  forget(): void {
    this.#spellings.clear();
  }

  /**
   * The place on disk of the file or folder at this path; null if it is missing, left out, or reached through a
   * symlink.
   */
  async locate(path: string): Promise<(DiskPlace & { stats: Stats }) | null> {
    if (!this.mayTakePart(path)) return null;
    for await (const diskPath of this.spellingsOf(path)) {
      const stats = await this.#disk.lstatIfThere(join(this.#root, diskPath)).catch(nullOnError);
      if (stats === null || stats.isSymbolicLink()) continue;
      const canonical = await this.#canonicalPath(path, diskPath);
      if (canonical !== null) return { path: canonical, diskPath, stats };
    }
    return null;
  }

  /** The paths of what is on the disk at this path, in any Unicode form. */
  async formsOf(path: string): Promise<string[]> {
    if (hasOneForm(path)) return [path];
    const places = await placesOf(path, (folder) => this.#namesIn(folder));
    this.#spellings.delete(toNfc(path));
    this.learn(places);
    return places.map((place) => place.path);
  }

  /** The folders at this path in any Unicode form. */
  async foldersAt(path: string): Promise<DiskPlace[]> {
    if (path === '') return [{ path: '', diskPath: '' }];
    const paths = hasOneForm(path)
      ? [path]
      : (await placesOf(path, (above) => this.#namesIn(above))).map((place) => place.path);
    const folders: DiskPlace[] = [];
    for (const form of paths) {
      const place = await this.locate(form);
      if (place?.stats.isDirectory() === true) folders.push({ path: place.path, diskPath: place.diskPath });
    }
    return folders;
  }

  /** Spellings to try in turn: as given, as last listed, as found by searching the folders. */
  async *spellingsOf(path: string): AsyncGenerator<string> {
    yield path;
    const listed = this.#spellings.get(path);
    if (listed !== undefined) yield listed;
    if (hasOneForm(path)) return;
    const found = (await placesOf(path, (folder) => this.#namesIn(folder))).find(
      (place) => place.path === path,
    )?.diskPath;
    if (found !== undefined && found !== path && found !== listed) yield found;
  }

  /** A real path as the disk spells it; null if it is another place than `path`. */
  within(path: string, real: string | null): string | null {
    const within = real === null ? null : withinRoot(this.#root, real);
    return within !== null && foldPath(within) === foldPath(path) && this.mayTakePart(within) ? within : null;
  }

  #namesIn(diskFolder: string): Promise<string[]> {
    return readdir(join(this.#root, diskFolder)).catch(() => []);
  }

  /** Null unless the path is in the vault, up to letter case and Unicode form, with no symlink on the way. */
  async #canonicalPath(path: string, diskPath: string): Promise<string | null> {
    const within = this.within(path, await this.#disk.realPath(join(this.#root, diskPath)).catch(nullOnError));
    if (within === null || path === toNfc(path)) return within === null ? null : toNfc(within);
    const places = await placesOf(within, (folder) => this.#namesIn(folder));
    return places.find((place) => place.diskPath === within)?.path ?? toNfc(within);
  }
}

function nullOnError(): null {
  return null;
}
