import {
  appendFile,
  cp,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  stat,
  unlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import * as fs from 'node:fs';
import * as fsPromises from 'node:fs/promises';
import * as path from 'node:path';
import { basename, dirname, join, sep } from 'node:path';
import { compareCodeUnits } from '../../../../shared/kit/text/compare-code-units.ts';
import { RESOURCE_PREFIX } from '../util/platform.ts';

export interface DataWriteOptions {
  /** Milliseconds since 1970. */
  ctime?: number;
  mtime?: number;
}

export interface AdapterStat {
  type: 'file' | 'folder';
  /** Milliseconds since 1970; unlike the app's, with their fraction. */
  ctime: number;
  mtime: number;
  /** Bytes. */
  size: number;
}

/** The app's way to the disk. Follows symlinks and `..`, as the app's does. */
export class FileSystemAdapter {
  readonly basePath: string;
  /** Node's modules, which the app's adapter shows as well. */
  readonly fs = fs;
  readonly fsPromises = fsPromises;
  readonly path = path;
  /** Whether the disk takes names of another letter case for the same. */
  readonly insensitive = process.platform === 'darwin' || process.platform === 'win32';
  readonly #writing = new Map<string, Promise<unknown>>();
  /** Called after each change made here, with the vault's paths that it touched. */
  onChanged: (paths: string[]) => Promise<void> = async () => {};
  /** Called after each move made here. */
  onRenamed: (path: string, newPath: string) => Promise<void> = async () => {};

  constructor(basePath: string) {
    this.basePath = basePath;
  }

  static async mkdir(path: string): Promise<void> {
    await mkdir(path, { recursive: true });
  }

  getName(): string {
    return basename(this.basePath);
  }

  getBasePath(): string {
    return this.basePath;
  }

  getFullPath(path: string): string {
    return join(this.basePath, path);
  }

  getResourcePath(path: string): string {
    return `${RESOURCE_PREFIX}${this.getFullPath(path).split(sep).map(encodeURIComponent).join('/').replace(/^\/+/, '')}?${String(Date.now())}`;
  }

  async exists(path: string, sensitive = false): Promise<boolean> {
    if ((await this.stat(path)) === null) return false;
    if (!sensitive || !this.insensitive) return true;
    const full = this.getFullPath(path);
    return basename(await realpath(full)) === basename(full);
  }

  async stat(path: string): Promise<AdapterStat | null> {
    const stats = await stat(this.getFullPath(path)).catch(() => null);
    if (stats === null) return null;
    return {
      type: stats.isDirectory() ? 'folder' : 'file',
      ctime: stats.birthtimeMs,
      mtime: stats.mtimeMs,
      size: stats.size,
    };
  }

  /** Sorted by name; the disk's own order varies. */
  async list(path: string): Promise<{ files: string[]; folders: string[] }> {
    const folder = path.replace(/^\/+|\/+$/g, '');
    const listed: { files: string[]; folders: string[] } = { files: [], folders: [] };
    const entries = await readdir(this.getFullPath(folder), { withFileTypes: true });
    entries.sort((a, b) => compareCodeUnits(a.name, b.name));
    for (const entry of entries) {
      const child = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const isPlain = entry.isFile() || entry.isDirectory();
      const type = isPlain ? (entry.isFile() ? 'file' : 'folder') : (await this.stat(child))?.type;
      if (type === 'folder') listed.folders.push(child);
      else if (type === 'file') listed.files.push(child);
    }
    return listed;
  }

  /** Never what the app itself is in the midst of writing. */
  async read(path: string): Promise<string> {
    await this.#writing.get(path);
    return readFile(this.getFullPath(path), 'utf8');
  }

  async readBinary(path: string): Promise<ArrayBuffer> {
    return toArrayBuffer(await readFile(this.getFullPath(path)));
  }

  async write(path: string, text: string, options?: DataWriteOptions): Promise<void> {
    await this.#alone(path, () => this.#put(path, text, options));
  }

  async writeBinary(path: string, data: ArrayBuffer, options?: DataWriteOptions): Promise<void> {
    await this.#alone(path, () => this.#put(path, new Uint8Array(data), options));
  }

  async append(path: string, text: string, options?: DataWriteOptions): Promise<void> {
    await this.#alone(path, async () => {
      await appendFile(this.getFullPath(path), text);
      await this.#changed(path, options);
    });
  }

  async appendBinary(path: string, data: ArrayBuffer, options?: DataWriteOptions): Promise<void> {
    await this.#alone(path, async () => {
      await appendFile(this.getFullPath(path), new Uint8Array(data));
      await this.#changed(path, options);
    });
  }

  /** Nothing else that is written through the app comes between reading and writing. */
  async process(path: string, change: (text: string) => string, options?: DataWriteOptions): Promise<string> {
    return this.#alone(path, async () => {
      const before = await readFile(this.getFullPath(path), 'utf8');
      const text = change(before);
      if (text !== before) await this.#put(path, text, options);
      return text;
    });
  }

  async mkdir(path: string): Promise<void> {
    await mkdir(this.getFullPath(path), { recursive: true });
    await this.onChanged([path]);
  }

  async rmdir(path: string, recursive: boolean): Promise<void> {
    if (recursive) await rm(this.getFullPath(path), { recursive: true });
    else await rmdir(this.getFullPath(path));
    await this.onChanged([path]);
  }

  async remove(path: string): Promise<void> {
    await unlink(this.getFullPath(path));
    await this.onChanged([path]);
  }

  async rename(path: string, newPath: string): Promise<void> {
    await this.moveOnDisk(path, newPath);
    await this.onRenamed(path, newPath);
  }

  /** As {@link rename}, without telling the vault. */
  async moveOnDisk(path: string, newPath: string): Promise<void> {
    const differsInCaseOnly = path.toLowerCase() === newPath.toLowerCase();
    if (!differsInCaseOnly && (await this.exists(newPath))) throw new Error('Destination file already exists!');
    await rename(this.getFullPath(path), this.getFullPath(newPath));
  }

  async copy(path: string, newPath: string): Promise<void> {
    if (await this.exists(newPath)) throw new Error('Destination file already exists!');
    await cp(this.getFullPath(path), this.getFullPath(newPath), { recursive: true });
    await this.onChanged([newPath]);
  }

  /** There is no system trash here: false, and the caller takes the vault's own. */
  async trashSystem(_path: string): Promise<boolean> {
    return false;
  }

  async trashLocal(path: string): Promise<void> {
    const target = await this.#freePath(`.trash/${basename(path)}`);
    await mkdir(dirname(this.getFullPath(target)), { recursive: true });
    await rename(this.getFullPath(path), this.getFullPath(target));
    await this.onChanged([path]);
  }

  async #freePath(path: string): Promise<string> {
    const dot = path.lastIndexOf('.');
    const [stem, ending] = dot > path.lastIndexOf('/') ? [path.slice(0, dot), path.slice(dot)] : [path, ''];
    let free = path;
    for (let count = 2; await this.exists(free); count++) free = `${stem} ${String(count)}${ending}`;
    return free;
  }

  async #put(path: string, data: string | Uint8Array, options: DataWriteOptions | undefined): Promise<void> {
    await writeFile(this.getFullPath(path), data);
    await this.#changed(path, options);
  }

  /** Runs what writes to one path one after the other. */
  #alone<T>(path: string, task: () => Promise<T>): Promise<T> {
    const done = (this.#writing.get(path) ?? Promise.resolve()).then(task);
    const settled = done
      .catch(() => {})
      .then(() => {
        if (this.#writing.get(path) === settled) this.#writing.delete(path);
      });
    this.#writing.set(path, settled);
    return done;
  }

  async #changed(path: string, options: DataWriteOptions | undefined): Promise<void> {
    if (options?.mtime !== undefined) await utimes(this.getFullPath(path), new Date(), new Date(options.mtime));
    await this.onChanged([path]);
  }
}

function toArrayBuffer(bytes: Buffer): ArrayBuffer {
  return new Uint8Array(bytes).buffer;
}
