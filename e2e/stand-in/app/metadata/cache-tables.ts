import type { TFile } from '../vault/files.ts';
import type { CachedMetadata } from './cache-types.ts';

export interface FileCacheEntry {
  mtime: number;
  size: number;
  hash: string;
}

/** The app's own tables, of which plugins read single entries: a file's entry by its path. Here a file's path stands for the hash of its text. */
export function fileCacheTable(caches: ReadonlyMap<string, CachedMetadata>, fileAt: (path: string) => TFile | null): Record<string, FileCacheEntry> {
  return table(caches, (path) => {
    const stat = fileAt(path)?.stat;
    return stat === undefined ? undefined : { mtime: stat.mtime, size: stat.size, hash: path };
  });
}

/** Metadata by the hash of the text that it was read from. */
export function metadataTable(caches: ReadonlyMap<string, CachedMetadata>): Record<string, CachedMetadata> {
  return table(caches, (hash) => caches.get(hash));
}

/** A table that looks like a plain object, and is read from what is there at the time. */
function table<T>(caches: ReadonlyMap<string, CachedMetadata>, entry: (key: string) => T | undefined): Record<string, T> {
  const read = (key: string | symbol): T | undefined => (typeof key === 'string' && caches.has(key) ? entry(key) : undefined);
  return new Proxy<Record<string, T>>({}, {
    get: (_target, key) => read(key),
    has: (_target, key) => read(key) !== undefined,
    ownKeys: () => [...caches.keys()],
    getOwnPropertyDescriptor: (_target, key) => {
      const value = read(key);
      return value === undefined ? undefined : { value, configurable: true, enumerable: true, writable: true };
    },
  });
}
