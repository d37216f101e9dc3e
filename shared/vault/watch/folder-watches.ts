import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../kit/disk/disk-io.ts';
import { walkVault, type DiskPlace, type WalkVisitor } from '../disk/disk-walk.ts';
import type { PacedDisk } from '../disk/paced-disk.ts';
import { dirname } from '../paths.ts';

export interface FolderWatchesOptions {
  /** Real path of the vault. */
  root: string;
  disk: PacedDisk;
  configDir: () => string | null;
  /** One watch for the whole tree instead of one per folder. */
  recursive: boolean;
  /** `name` is relative to the folder; null if the system gives none. */
  onEvent: (folder: DiskPlace, type: string, name: string | null) => void;
  /** A folder that cannot be watched, or no longer: its changes go unseen. */
  onUnwatched: (folder: DiskPlace) => void;
}

interface KnownFolder {
  handle: FSWatcher | null;
  /** Disk paths of the known folders directly below. */
  children: Set<string>;
}

/** The included folders of a vault, with their system watches. */
export class FolderWatches {
  readonly #options: FolderWatchesOptions;
  readonly #known = new Map<string, KnownFolder>();
  #closed = false;

  constructor(options: FolderWatchesOptions) {
    this.#options = options;
  }

  /** How many system watches are open. */
  get count(): number {
    return Array.from(this.#known.values()).filter((folder) => folder.handle !== null).length;
  }

  isKnown(diskPath: string): boolean {
    return this.#known.has(diskPath);
  }

  /** Watches a folder and those below it, each before `visitor` sees what is in it. False if it could not see all. */
  async watchTree(start: DiskPlace, visitor: WalkVisitor = { warn: () => undefined }): Promise<boolean> {
    if (this.#closed) return false;
    return walkVault(this.#options.root, this.#options.disk, start, this.#options.configDir(), {
      ...visitor,
      folder: (place) => {
        this.#watchFolder(place);
        visitor.folder?.(place);
      },
    }).then(
      () => true,
      () => {
        this.#options.onUnwatched(start);
        return false;
      },
    );
  }

  /** Stops watching a folder and those below it. */
  forgetTree(diskPath: string): void {
    const folder = this.#known.get(diskPath);
    if (folder === undefined) return;
    for (const child of folder.children) this.forgetTree(child);
    folder.handle?.close();
    this.#known.delete(diskPath);
    if (diskPath !== '') this.#known.get(dirname(diskPath))?.children.delete(diskPath);
  }

  /** Releases every watch for good. */
  close(): void {
    this.#closed = true;
    for (const folder of this.#known.values()) folder.handle?.close();
    this.#known.clear();
  }

  #watchFolder(place: DiskPlace): void {
    const known = this.#known.get(place.diskPath);
    const isCovered = this.#options.recursive && place.path !== '';
    if (this.#closed || (known !== undefined && (isCovered || known.handle !== null))) return;
    const handle = isCovered ? null : this.#open(place);
    if (handle === undefined) return;
    this.#known.set(place.diskPath, { handle, children: known?.children ?? new Set() });
    if (place.path !== '') this.#known.get(dirname(place.diskPath))?.children.add(place.diskPath);
  }

  /** Null if the folder cannot be watched, undefined if it is gone. */
  #open(place: DiskPlace): FSWatcher | null | undefined {
    const { root, recursive, onEvent, onUnwatched } = this.#options;
    try {
      const settings = { persistent: false, recursive };
      const handle = watch(join(root, place.diskPath), settings, (type, name) => onEvent(place, type, name));
      handle.on('error', () => {
        this.forgetTree(place.diskPath);
        onUnwatched(place);
      });
      return handle;
    } catch (error) {
      if (place.path !== '' && systemCode(error) === 'ENOENT') return undefined;
      onUnwatched(place);
      return null;
    }
  }
}
