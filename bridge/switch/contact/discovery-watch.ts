import { watch, type FSWatcher } from 'node:fs';
import { basename } from 'node:path';
import { DISCOVERY_FILE } from '../../../shared/protocol/discovery.ts';
import { isRemoteDisk } from '../../../shared/kit/disk/remote-disk.ts';
import { pluginPlace } from './plugin-discovery.ts';

/**
 * Watches for a discovery file being created, changed or removed, in the plugin's folder or the nearest existing one
 * above it, up to the app's configuration folder.
 */
export class DiscoveryWatch {
  readonly #vaultRealPath: string;
  readonly #onChange: () => void;
  #handle: FSWatcher | null = null;
  #watched: string | null = null;
  #isRemote: boolean | null = null;
  #closed = false;

  constructor(vaultRealPath: string, onChange: () => void) {
    this.#vaultRealPath = vaultRealPath;
    this.#onChange = onChange;
  }

  /** Whether changes are reported. If not, callers must check for them. */
  get isWatching(): boolean {
    return this.#handle !== null;
  }

  /** Moves the watch to the plugin's folder, or as near as possible; cheap if already there. */
  async arm(): Promise<void> {
    this.#isRemote ??= await isRemoteDisk(this.#vaultRealPath);
    const place = this.#isRemote ? null : await pluginPlace(this.#vaultRealPath);
    if (this.#closed || place === null || this.#watched === place.folder) return;
    const folders = [place.folder, place.plugins, place.configDir];
    for (const [i, folder] of folders.entries()) {
      if (folder === this.#watched || this.#watch(folder, i === 0 ? DISCOVERY_FILE : basename(folders[i - 1] ?? '')))
        return;
    }
  }

  close(): void {
    this.#closed = true;
    this.#release();
  }

  /** `wanted` is the next entry towards the discovery file. A removed folder is reported under its own name. */
  #watch(folder: string, wanted: string): boolean {
    try {
      const handle = watch(folder, { persistent: false }, (_type, name) => {
        if (name !== null && name !== wanted && name !== basename(folder)) return;
        // There may be a new folder of the same name.
        if (name !== DISCOVERY_FILE) this.#release();
        if (!this.#closed) this.#onChange();
      });
      handle.on('error', () => this.#release());
      this.#release();
      this.#handle = handle;
      this.#watched = folder;
      return true;
    } catch {
      return false;
    }
  }

  #release(): void {
    this.#handle?.close();
    this.#handle = null;
    this.#watched = null;
  }
}
