import { Events } from '../util/events.ts';
import type { DataWriteOptions, FileSystemAdapter } from './adapter.ts';
import { FileTree } from './file-tree.ts';
import { TFile, TFolder, type FileStats, type TAbstractFile } from './files.ts';
import { FolderWatch } from './folder-watch.ts';
import { VaultConfig } from './vault-config.ts';

/** Symlinks that lead in a circle end here, as they do in the app when the path grows too long. */
const MAX_DEPTH = 40;

/** The app's vault: a tree of files in memory, kept equal to a real folder, which tells of every change. */
export class Vault extends Events {
  readonly adapter: FileSystemAdapter;
  readonly configDir: string;
  readonly config: VaultConfig;
  readonly #tree: FileTree;
  readonly #watch: FolderWatch;
  /** One comparison with the disk at a time. */
  #work: Promise<void> = Promise.resolve();
  #working = 0;

  constructor(adapter: FileSystemAdapter, configDir: string) {
    super();
    this.adapter = adapter;
    this.configDir = configDir;
    this.config = new VaultConfig(adapter, configDir);
    this.#tree = new FileTree(this);
    this.#watch = new FolderWatch(
      (folder) => adapter.getFullPath(folder),
      (folders) => void this.#inTurn(async () => {
        for (const folder of folders) await this.#compareFolder(folder);
      }),
    );
    adapter.onChanged = (paths) => this.#inTurn(async () => {
      for (const path of paths) await this.#comparePath(path);
    });
    adapter.onRenamed = (path, newPath) => this.#inTurn(async () => {
      const file = this.#tree.get(path);
      if (file !== null && this.#isSeen(newPath)) return this.#moved(file, newPath);
      await this.#comparePath(path);
      await this.#comparePath(newPath);
    });
  }

  static recurseChildren(root: TFolder, callback: (file: TAbstractFile) => unknown): void {
    callback(root);
    for (const child of root.children) {
      if (child instanceof TFolder) Vault.recurseChildren(child, callback);
      else callback(child);
    }
  }

  /** Reads the tree, and reports every file in it as created; then follows changes that others make on the disk. */
  async load(): Promise<void> {
    await this.config.load();
    await this.#inTurn(() => this.#compareFolder(''));
  }

  unload(): void {
    this.#watch.close();
  }

  /** Whether changes on the disk are being taken in. */
  get isBusy(): boolean {
    return this.#working > 0 || this.#watch.isWaiting;
  }

  getName(): string {
    return this.adapter.getName();
  }

  getRoot(): TFolder {
    return this.#tree.root;
  }

  getAllLoadedFiles(): TAbstractFile[] {
    return this.#tree.all();
  }

  getAllFolders(includeRoot = false): TFolder[] {
    return this.#tree.all().filter((file) => file instanceof TFolder && (includeRoot || !file.isRoot())) as TFolder[];
  }

  getFiles(): TFile[] {
    return this.#tree.all().filter((file) => file instanceof TFile);
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter((file) => file.extension === 'md');
  }

  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.#tree.get(path);
  }

  getAbstractFileByPathInsensitive(path: string): TAbstractFile | null {
    return this.#tree.get(path) ?? this.#tree.all().find((file) => file.path.toLowerCase() === path.toLowerCase()) ?? null;
  }

  getFileByPath(path: string): TFile | null {
    const file = this.#tree.get(path);
    return file instanceof TFile ? file : null;
  }

  getFolderByPath(path: string): TFolder | null {
    const file = this.#tree.get(path);
    return file instanceof TFolder ? file : null;
  }

  getResourcePath(file: TFile): string {
    return this.adapter.getResourcePath(file.path);
  }

  getConfig(key: string): unknown {
    return this.config.get(key);
  }

  setConfig(key: string, value: unknown): void {
    this.config.set(key, value);
    this.trigger('config-changed', key);
  }

  async read(file: TFile): Promise<string> {
    return this.adapter.read(file.path);
  }

  async cachedRead(file: TFile): Promise<string> {
    return this.adapter.read(file.path);
  }

  async readRaw(path: string): Promise<string> {
    return this.adapter.read(path);
  }

  async readBinary(file: TFile): Promise<ArrayBuffer> {
    return this.adapter.readBinary(file.path);
  }

  async readJson(path: string): Promise<unknown> {
    return (await this.adapter.exists(path)) ? (JSON.parse(await this.adapter.read(path)) as unknown) : null;
  }

  async writeJson(path: string, value: unknown): Promise<void> {
    await this.adapter.write(path, JSON.stringify(value, null, 2));
  }

  async create(path: string, text: string, options?: DataWriteOptions): Promise<TFile> {
    await this.#refuseTaken(path);
    await this.adapter.write(path, text, options);
    return this.#created(this.getFileByPath(path), path);
  }

  async createBinary(path: string, data: ArrayBuffer, options?: DataWriteOptions): Promise<TFile> {
    await this.#refuseTaken(path);
    await this.adapter.writeBinary(path, data, options);
    return this.#created(this.getFileByPath(path), path);
  }

  async createFolder(path: string): Promise<TFolder> {
    if (this.#tree.get(path) !== null) throw new Error('Folder already exists.');
    await this.adapter.mkdir(path);
    return this.#created(this.getFolderByPath(path), path);
  }

  async modify(file: TFile, text: string, options?: DataWriteOptions): Promise<void> {
    await this.adapter.write(file.path, text, options);
  }

  async modifyBinary(file: TFile, data: ArrayBuffer, options?: DataWriteOptions): Promise<void> {
    await this.adapter.writeBinary(file.path, data, options);
  }

  async append(file: TFile, text: string, options?: DataWriteOptions): Promise<void> {
    await this.adapter.append(file.path, text, options);
  }

  async appendBinary(file: TFile, data: ArrayBuffer, options?: DataWriteOptions): Promise<void> {
    await this.adapter.appendBinary(file.path, data, options);
  }

  async process(file: TFile, change: (text: string) => string, options?: DataWriteOptions): Promise<string> {
    return this.adapter.process(file.path, change, options);
  }

  async copy<T extends TAbstractFile>(file: T, newPath: string): Promise<T> {
    await this.adapter.copy(file.path, newPath);
    return this.#created(this.#tree.get(newPath), newPath) as T;
  }

  async delete(file: TAbstractFile, force = false): Promise<void> {
    if (file instanceof TFolder) {
      if (!force && file.children.length > 0) await this.adapter.rmdir(file.path, true);
      else await this.adapter.rmdir(file.path, force || file.children.length > 0);
    } else await this.adapter.remove(file.path);
  }

  async trash(file: TAbstractFile, system: boolean): Promise<void> {
    if (system && (await this.adapter.trashSystem(file.path))) return;
    await this.adapter.trashLocal(file.path);
  }

  /** One event for the file, and one for each below a folder, all after the tree is as it will be. */
  async rename(file: TAbstractFile, newPath: string): Promise<void> {
    await this.#inTurn(async () => {
      await this.adapter.moveOnDisk(file.path, newPath);
      this.#moved(file, newPath);
    });
  }

  /** True where the app's Excluded files name the path. */
  isUserIgnored(path: string): boolean {
    return this.config.isIgnored(path);
  }

  #inTurn(task: () => Promise<void>): Promise<void> {
    this.#working++;
    const done = this.#work.then(task).finally(() => this.#working--);
    this.#work = done.catch(() => {});
    return done;
  }

  async #comparePath(path: string): Promise<void> {
    if (!this.#isSeen(path)) return this.trigger('raw', path);
    const parent = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '/';
    const stat = await this.adapter.stat(path);
    if (stat !== null && this.#tree.get(parent) === null) return this.#comparePath(parent);
    if (stat === null) this.#removed(this.#tree.get(path));
    else if (stat.type === 'folder') await this.#foundFolder(path);
    else this.#foundFile(path, stat);
  }

  #moved(file: TAbstractFile, newPath: string): void {
    for (const folder of this.#tree.below(file)) this.#watch.remove(folder.path);
    const moved = this.#tree.move(file, newPath);
    for (const { file: folder } of moved) if (folder instanceof TFolder) this.#watch.add(folder.path);
    for (const { file: other, oldPath } of moved) this.trigger('rename', other, oldPath);
  }

  /** Compares a folder with the disk, and reports what differs. */
  async #compareFolder(folder: string): Promise<void> {
    const known = this.#tree.get(folder === '' ? '/' : folder);
    if (!(known instanceof TFolder)) return;
    this.#watch.add(folder);
    const listed = await this.adapter.list(folder).catch(() => ({ files: [], folders: [] }));
    const files = listed.files.filter((path) => this.#isSeen(path));
    const folders = listed.folders.filter((path) => this.#isSeen(path) && path.split('/').length <= MAX_DEPTH);
    const stats = await Promise.all(files.map((path) => this.adapter.stat(path)));
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
      this.trigger('create', this.#tree.add(path, { ctime, mtime, size }));
    } else if (known.stat.mtime !== mtime || known.stat.size !== size) {
      known.stat = { ctime, mtime, size };
      this.trigger('modify', known);
    }
  }

  async #foundFolder(path: string): Promise<void> {
    if (this.#tree.get(path) instanceof TFolder) return;
    this.#removed(this.#tree.get(path));
    this.trigger('create', this.#tree.add(path, null));
    await this.#compareFolder(path);
  }

  #removed(file: TAbstractFile | null): void {
    if (file === null) return;
    for (const gone of this.#tree.below(file).reverse()) {
      this.#watch.remove(gone.path);
      this.#tree.remove(gone.path);
      gone.deleted = true;
      this.trigger('delete', gone);
    }
  }

  #isSeen(path: string): boolean {
    return !path.startsWith('.') && !path.includes('/.') && path !== this.configDir && !path.startsWith(`${this.configDir}/`);
  }

  async #refuseTaken(path: string): Promise<void> {
    if (this.#tree.get(path) !== null || (await this.adapter.exists(path))) throw new Error('File already exists.');
  }

  #created<T extends TAbstractFile>(file: T | null, path: string): T {
    if (file === null) throw new Error(`${path} was not created`);
    return file;
  }
}
