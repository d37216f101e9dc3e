import { appendFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** The app's way to the disk. Follows symlinks and `..`, as the app's does. */
export class FileSystemAdapter {
  readonly #basePath: string;

  constructor(basePath: string) {
    this.#basePath = basePath;
  }

  getName(): string {
    return basename(this.#basePath);
  }

  getBasePath(): string {
    return this.#basePath;
  }

  getFullPath(path: string): string {
    return join(this.#basePath, path);
  }

  async exists(path: string): Promise<boolean> {
    return (await this.stat(path)) !== null;
  }

  async stat(path: string): Promise<{ type: 'file' | 'folder'; ctime: number; mtime: number; size: number } | null> {
    const stats = await stat(this.getFullPath(path)).catch(() => null);
    if (stats === null) return null;
    return { type: stats.isDirectory() ? 'folder' : 'file', ctime: stats.birthtimeMs, mtime: stats.mtimeMs, size: stats.size };
  }

  async list(path: string): Promise<{ files: string[]; folders: string[] }> {
    const folder = path.replace(/^\/+|\/+$/g, '');
    const listed: { files: string[]; folders: string[] } = { files: [], folders: [] };
    for (const name of await readdir(this.getFullPath(folder))) {
      const child = folder === '' ? name : `${folder}/${name}`;
      const type = (await this.stat(child))?.type;
      if (type === 'folder') listed.folders.push(child);
      else if (type === 'file') listed.files.push(child);
    }
    return listed;
  }

  async read(path: string): Promise<string> {
    return readFile(this.getFullPath(path), 'utf8');
  }

  async readBinary(path: string): Promise<ArrayBuffer> {
    const bytes = await readFile(this.getFullPath(path));
    return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
  }

  async write(path: string, text: string): Promise<void> {
    await writeFile(this.getFullPath(path), text);
  }

  async writeBinary(path: string, data: ArrayBuffer): Promise<void> {
    await writeFile(this.getFullPath(path), new Uint8Array(data));
  }

  async append(path: string, text: string): Promise<void> {
    await appendFile(this.getFullPath(path), text);
  }

  async process(path: string, change: (text: string) => string): Promise<string> {
    const text = change(await this.read(path));
    await this.write(path, text);
    return text;
  }

  async mkdir(path: string): Promise<void> {
    await mkdir(this.getFullPath(path), { recursive: true });
  }

  async rmdir(path: string, recursive: boolean): Promise<void> {
    if (recursive) await rm(this.getFullPath(path), { recursive: true });
    else await rmdir(this.getFullPath(path));
  }

  async remove(path: string): Promise<void> {
    await rm(this.getFullPath(path));
  }

  async rename(path: string, newPath: string): Promise<void> {
    await rename(this.getFullPath(path), this.getFullPath(newPath));
  }
}
