import { TFile, TFolder, type FileStats, type TAbstractFile } from './files.ts';

/** The vault's files and folders in memory, by path and as a tree. */
export class FileTree {
  readonly root: TFolder;
  readonly #vault: object;
  readonly #files = new Map<string, TAbstractFile>();

  constructor(vault: object) {
    this.#vault = vault;
    this.root = new TFolder(vault, '/');
    this.#files.set('/', this.root);
  }

  get(path: string): TAbstractFile | null {
    return this.#files.get(path) ?? null;
  }

  all(): TAbstractFile[] {
    return [...this.#files.values()];
  }

  /** Adds a file, or a folder if there is no `stat`, in place of what was there. The parent must be known. */
  add(path: string, stat: FileStats | null): TAbstractFile {
    this.remove(path);
    return this.#put(stat === null ? new TFolder(this.#vault, path) : new TFile(this.#vault, path, stat));
  }

  remove(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined || file === this.root) return;
    this.#files.delete(path);
    const siblings = file.parent?.children ?? [];
    const index = siblings.indexOf(file);
    if (index >= 0) siblings.splice(index, 1);
  }

  /** Moves a file, or a folder with all below it. Gives what moved, parents first, with its old path. */
  move(file: TAbstractFile, newPath: string): { file: TAbstractFile; oldPath: string }[] {
    const moved = this.below(file).map((other) => ({ file: other, oldPath: other.path }));
    const prefix = file.path.length;
    for (const { oldPath } of [...moved].reverse()) this.remove(oldPath);
    for (const { file: other, oldPath } of moved) {
      other.setPath(newPath + oldPath.slice(prefix));
      if (other instanceof TFolder) other.children = [];
      this.#put(other);
    }
    return moved;
  }

  /** The file or folder itself, then all below it. */
  below(file: TAbstractFile): TAbstractFile[] {
    return file instanceof TFolder ? [file, ...file.children.flatMap((child) => this.below(child))] : [file];
  }

  #put<T extends TAbstractFile>(file: T): T {
    const slash = file.path.lastIndexOf('/');
    const parent = slash < 0 ? this.root : this.#files.get(file.path.slice(0, slash));
    if (parent instanceof TFolder) {
      file.parent = parent;
      parent.children.push(file);
    }
    this.#files.set(file.path, file);
    return file;
  }
}
