import { Events } from '../util/events.ts';
import type { DataWriteOptions, FileSystemAdapter } from './adapter.ts';
import { availableAttachmentPath, numberedPath } from './available-path.ts';
import { DiskSync } from './disk-sync.ts';
import { FileTree } from './file-tree.ts';
import { TFile, TFolder, type TAbstractFile } from './files.ts';
import { VaultConfig } from './vault-config.ts';

/** The app's vault: a tree of files in memory, kept equal to a real folder, which tells of every change. */
export class Vault extends Events {
  readonly adapter: FileSystemAdapter;
  readonly configDir: string;
  readonly config: VaultConfig;
  readonly #tree: FileTree;
  readonly #sync: DiskSync;

  constructor(adapter: FileSystemAdapter, configDir: string) {
    super();
    this.adapter = adapter;
    this.configDir = configDir;
    this.config = new VaultConfig(adapter, configDir);
    this.#tree = new FileTree(this);
    this.#sync = new DiskSync(this, this.#tree);
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
    await this.#sync.start();
  }

  async unload(): Promise<void> {
    this.#sync.close();
    await this.config.saved();
  }

  /** Whether changes on the disk are being taken in. */
  get isBusy(): boolean {
    return this.#sync.isBusy;
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

  getFiles(): TFile[] {
    return this.#tree.all().filter((file) => file instanceof TFile);
  }

  getAllFolders(includeRoot = false): TFolder[] {
    return this.#tree
      .all()
      .filter((file): file is TFolder => file instanceof TFolder && (includeRoot || !file.isRoot()));
  }

  getMarkdownFiles(): TFile[] {
    return this.getFiles().filter((file) => file.extension === 'md');
  }

  getAbstractFileByPath(path: string): TAbstractFile | null {
    return this.#tree.get(path);
  }

  getAbstractFileByPathInsensitive(path: string): TAbstractFile | null {
    return (
      this.#tree.get(path) ?? this.#tree.all().find((file) => file.path.toLowerCase() === path.toLowerCase()) ?? null
    );
  }

  getFileByPath(path: string): TFile | null {
    const file = this.#tree.get(path);
    return file instanceof TFile ? file : null;
  }

  getFolderByPath(path: string): TFolder | null {
    const file = this.#tree.get(path);
    return file instanceof TFolder ? file : null;
  }

  /** The first free one of `stem.extension`, `stem 1.extension` and so on. */
  getAvailablePath(stem: string, extension: string): string {
    let count = 0;
    while (this.getAbstractFileByPathInsensitive(numberedPath(stem, extension, count)) !== null) count++;
    return numberedPath(stem, extension, count);
  }

  async getAvailablePathForAttachments(stem: string, extension: string, source: TFile | null): Promise<string> {
    return availableAttachmentPath(this, stem, extension, source?.path ?? '');
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
    await this.#sync.move(file, newPath);
  }

  /** True where the app's Excluded files name the path. */
  isUserIgnored(path: string): boolean {
    return this.config.isIgnored(path);
  }

  async #refuseTaken(path: string): Promise<void> {
    if (this.#tree.get(path) !== null || (await this.adapter.exists(path))) throw new Error('File already exists.');
  }

  #created<T extends TAbstractFile>(file: T | null, path: string): T {
    if (file === null) throw new Error(`${path} was not created`);
    return file;
  }
}
