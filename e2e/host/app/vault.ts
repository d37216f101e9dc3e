import { watch, type FSWatcher } from 'node:fs';
import type { FileSystemAdapter } from './adapter.ts';
import { Events } from './events.ts';
import { TFile, TFolder, type FileStats, type TAbstractFile } from './files.ts';

/** How long the disk must be quiet before it is looked at. */
const QUIET_MS = 30;

/** The app's vault: a tree of files in memory, kept equal to a real folder, which tells of every change. */
export class Vault extends Events {
  readonly adapter: FileSystemAdapter;
  readonly configDir: string;
  readonly #root: TFolder;
  readonly #files = new Map<string, TAbstractFile>();
  readonly #watchers = new Map<string, FSWatcher>();
  #scan: Promise<void> = Promise.resolve();
  #quiet: ReturnType<typeof setTimeout> | undefined;

  constructor(adapter: FileSystemAdapter, configDir: string) {
    super();
    this.adapter = adapter;
    this.configDir = configDir;
    this.#root = new TFolder(this, '/');
    this.#files.set('/', this.#root);
  }

  /** Reads the tree, and reports every file in it as created; then follows changes that others make on the disk. */
  async load(): Promise<void> {
    await this.#rescan();
  }

  unload(): void {
    clearTimeout(this.#quiet);
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  getName(): string {
    return this.adapter.getName();
  }

  getRoot(): TFolder {
    return this.#root;
  }

  getAllLoadedFiles(): TAbstractFile[] {
    return [...this.#files.values()];
  }

  getFiles(): TFile[] {
    return this.getAllLoadedFiles().filter((file) => file instanceof TFile);
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter((file) => file.extension === 'md');
  }

  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.#files.get(path) ?? null;
  }

  getFileByPath(path: string): TFile | null {
    const file = this.#files.get(path);
    return file instanceof TFile ? file : null;
  }

  getFolderByPath(path: string): TFolder | null {
    const file = this.#files.get(path);
    return file instanceof TFolder ? file : null;
  }

  async read(file: TFile): Promise<string> {
    return this.adapter.read(file.path);
  }

  async cachedRead(file: TFile): Promise<string> {
    return this.adapter.read(file.path);
  }

  async readBinary(file: TFile): Promise<ArrayBuffer> {
    return this.adapter.readBinary(file.path);
  }

  async create(path: string, text: string): Promise<TFile> {
    if (await this.adapter.exists(path)) throw new Error('File already exists.');
    await this.adapter.write(path, text);
    await this.#rescan();
    const file = this.getFileByPath(path);
    if (file === null) throw new Error(`${path} was not created`);
    return file;
  }

  async createFolder(path: string): Promise<TFolder> {
    await this.adapter.mkdir(path);
    await this.#rescan();
    const folder = this.getFolderByPath(path);
    if (folder === null) throw new Error(`${path} was not created`);
    return folder;
  }

  async modify(file: TFile, text: string): Promise<void> {
    await this.adapter.write(file.path, text);
    await this.#rescan();
  }

  async process(file: TFile, change: (text: string) => string): Promise<string> {
    const text = change(await this.read(file));
    await this.modify(file, text);
    return text;
  }

  async delete(file: TAbstractFile): Promise<void> {
    if (file instanceof TFolder) await this.adapter.rmdir(file.path, true);
    else await this.adapter.remove(file.path);
    await this.#rescan();
  }

  /** One event for the file, and one for each below a folder, all after the tree is as it will be. */
  async rename(file: TAbstractFile, newPath: string): Promise<void> {
    await this.adapter.rename(file.path, newPath);
    const moved = this.getAllLoadedFiles()
      .filter((other) => other === file || other.path.startsWith(`${file.path}/`))
      .map((other) => ({ file: other, oldPath: other.path, newPath: newPath + other.path.slice(file.path.length) }));
    for (const { file: other, oldPath, newPath: path } of moved) {
      this.#remove(oldPath);
      other.setPath(path);
      this.#add(other);
    }
    for (const { file: other, oldPath } of moved) this.trigger('rename', other, oldPath);
    await this.#rescan();
  }

  /** Compares tree and disk, one comparison at a time, and reports what differs. */
  #rescan(): Promise<void> {
    this.#scan = this.#scan.then(() => this.#compare());
    return this.#scan;
  }

  async #compare(): Promise<void> {
    const found = new Map<string, FileStats | null>();
    await this.#collect('', found);
    const created: TAbstractFile[] = [];
    const modified: TFile[] = [];
    for (const [path, stat] of found) {
      const known = this.#files.get(path);
      const isSame = known !== undefined && known instanceof TFolder === (stat === null);
      if (!isSame) created.push(this.#replace(path, stat));
      else if (known instanceof TFile && stat !== null && !sameStats(known.stat, stat)) {
        known.stat = stat;
        modified.push(known);
      }
    }
    const deleted = this.getAllLoadedFiles().filter((file) => file !== this.#root && !found.has(file.path));
    for (const file of deleted) this.#remove(file.path);
    for (const file of deleted.reverse()) this.trigger('delete', file);
    for (const file of created) this.trigger('create', file);
    for (const file of modified) this.trigger('modify', file);
  }

  async #collect(folder: string, found: Map<string, FileStats | null>): Promise<void> {
    this.#watch(folder);
    const listed = await this.adapter.list(folder).catch(() => ({ files: [], folders: [] }));
    const isSeen = (path: string): boolean => !path.slice(path.lastIndexOf('/') + 1).startsWith('.') && path !== this.configDir;
    for (const path of listed.files.filter(isSeen)) {
      const stat = await this.adapter.stat(path);
      if (stat !== null) found.set(path, { ctime: stat.ctime, mtime: stat.mtime, size: stat.size });
    }
    for (const path of listed.folders.filter(isSeen)) {
      if (path.split('/').length > MAX_DEPTH) continue;
      found.set(path, null);
      await this.#collect(path, found);
    }
  }

  #watch(folder: string): void {
    if (this.#watchers.has(folder)) return;
    try {
      const watcher = watch(this.adapter.getFullPath(folder), () => this.#changedOutside());
      watcher.on('error', () => this.#unwatch(folder));
      this.#watchers.set(folder, watcher);
    } catch {
      this.#watchers.delete(folder);
    }
  }

  #unwatch(folder: string): void {
    this.#watchers.get(folder)?.close();
    this.#watchers.delete(folder);
  }

  #changedOutside(): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.#rescan(), QUIET_MS);
  }

  #replace(path: string, stat: FileStats | null): TAbstractFile {
    this.#remove(path);
    return this.#add(stat === null ? new TFolder(this, path) : new TFile(this, path, stat));
  }

  #add<T extends TAbstractFile>(file: T): T {
    const slash = file.path.lastIndexOf('/');
    const parent = slash < 0 ? this.#root : this.#files.get(file.path.slice(0, slash));
    if (parent instanceof TFolder) {
      file.parent = parent;
      parent.children.push(file);
    }
    this.#files.set(file.path, file);
    return file;
  }

  #remove(path: string): void {
    const file = this.#files.get(path);
    if (file === undefined) return;
    this.#files.delete(path);
    this.#unwatch(path);
    if (file.parent !== null) file.parent.children = file.parent.children.filter((child) => child !== file);
  }
}

/** Symlinks that lead in a circle end here, as they do in the app when the path grows too long. */
const MAX_DEPTH = 40;

function sameStats(a: FileStats, b: FileStats): boolean {
  return a.mtime === b.mtime && a.size === b.size;
}
