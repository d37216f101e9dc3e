import type { FileSystemAdapter } from './adapter.ts';
import { FolderWatch } from './folder-watch.ts';
import type { FileTree } from './file-tree.ts';
import { TFile, TFolder, type FileStats, type TAbstractFile } from './files.ts';

/** Symlinks that lead in a circle end here, as they do in the app when the path grows too long. */
const MAX_DEPTH = 40;

/** The vault whose tree is kept, and which tells of the changes. */
export interface SyncedVault {
  readonly adapter: FileSystemAdapter;
  readonly configDir: string;
  trigger(type: string, ...values: unknown[]): void;
}

/** Keeps the tree equal to the disk, and has the vault tell of every difference. One comparison at a time. */
export class DiskSync {
  readonly #vault: SyncedVault;
  readonly #tree: FileTree;
  readonly #watch: FolderWatch;
  #work: Promise<void> = Promise.resolve();
  #working = 0;

  constructor(vault: SyncedVault, tree: FileTree) {
    this.#vault = vault;
    this.#tree = tree;
    const { adapter } = vault;
    this.#watch = new FolderWatch(
      (folder) => adapter.getFullPath(folder),
      (folders) =>
        void this.#inTurn(async () => {
          for (const folder of folders) await this.#compareFolder(folder);
        }),
    );
    adapter.onChanged = (paths) =>
      this.#inTurn(async () => {
        for (const path of paths) await this.#comparePath(path);
      });
    adapter.onRenamed = (path, newPath) =>
      this.#inTurn(async () => {
        const file = tree.get(path);
        if (file !== null && this.#isSeen(newPath)) return this.#moved(file, newPath);
        await this.#comparePath(path);
        await this.#comparePath(newPath);
      });
  }

  /** Whether changes are being taken in. */
  get isBusy(): boolean {
    return this.#working > 0 || this.#watch.isWaiting;
  }

  /** Reads the whole tree, and follows it from then on. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#compareFolder(''));
  }

  close(): void {
    this.#watch.close();
  }

  move(file: TAbstractFile, newPath: string): Promise<void> {
    return this.#inTurn(async () => {
      await this.#vault.adapter.moveOnDisk(file.path, newPath);
      this.#moved(file, newPath);
    });
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    this.#working++;
    const done = this.#work.then(task).finally(() => this.#working--);
    this.#work = done.catch(() => {});
    return done;
  }

  async #comparePath(path: string): Promise<void> {
    if (!this.#isSeen(path)) return this.#vault.trigger('raw', path);
    const parent = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '/';
    const stat = await this.#vault.adapter.stat(path);
    if (stat !== null && this.#tree.get(parent) === null) return this.#comparePath(parent);
    if (stat === null) this.#removed(this.#tree.get(path));
    else if (stat.type === 'folder') await this.#foundFolder(path);
    else this.#foundFile(path, stat);
  }

  #moved(file: TAbstractFile, newPath: string): void {
    for (const folder of this.#tree.below(file)) this.#watch.remove(folder.path);
    const moved = this.#tree.move(file, newPath);
    for (const { file: folder } of moved) if (folder instanceof TFolder) this.#watch.add(folder.path);
    for (const { file: other, oldPath } of moved) this.#vault.trigger('rename', other, oldPath);
  }

  /** Compares a folder with the disk, and reports what differs. */
  async #compareFolder(folder: string): Promise<void> {
    const known = this.#tree.get(folder === '' ? '/' : folder);
    if (!(known instanceof TFolder)) return;
    this.#watch.add(folder);
    const listed = await this.#vault.adapter.list(folder).catch(() => ({ files: [], folders: [] }));
    const files = listed.files.filter((path) => this.#isSeen(path));
    const folders = listed.folders.filter((path) => this.#isSeen(path) && path.split('/').length <= MAX_DEPTH);
    const stats = await Promise.all(files.map((path) => this.#vault.adapter.stat(path)));
    const present = new Set([...files, ...folders]);
    for (const child of [...known.children]) if (!present.has(child.path)) this.#removed(child);
    files.forEach((path, index) => {
      const stat = stats[index];
      if (stat) this.#foundFile(path, stat);
    });
    for (const path of folders) await this.#foundFolder(path);
  }

  #foundFile(path: string, { ctime, mtime, size }: FileStats): void {
    const known = this.#tree.get(path);
    if (!(known instanceof TFile)) {
      this.#removed(known);
      this.#vault.trigger('create', this.#tree.add(path, { ctime, mtime, size }));
    } else if (known.stat.mtime !== mtime || known.stat.size !== size) {
      known.stat = { ctime, mtime, size };
      this.#vault.trigger('modify', known);
    }
  }

  async #foundFolder(path: string): Promise<void> {
    if (this.#tree.get(path) instanceof TFolder) {
      if (!this.#watch.has(path)) await this.#compareFolder(path);
      return;
    }
    this.#removed(this.#tree.get(path));
    this.#vault.trigger('create', this.#tree.add(path, null));
    await this.#compareFolder(path);
  }

  #removed(file: TAbstractFile | null): void {
    if (file === null) return;
    for (const gone of this.#tree.below(file).reverse()) {
      this.#watch.remove(gone.path);
      this.#tree.remove(gone.path);
      gone.deleted = true;
      this.#vault.trigger('delete', gone);
    }
  }

  #isSeen(path: string): boolean {
    return (
      !path.startsWith('.') &&
      !path.includes('/.') &&
      path !== this.#vault.configDir &&
      !path.startsWith(`${this.#vault.configDir}/`)
    );
  }
}
