import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from '../../kit/disk/disk-io.ts';
import { APP_SETTINGS_FILE, PLUGIN_SETTINGS_PATH } from '../rules/ignore-rules.ts';

/** Settings files with rules, relative to the configuration folder. */
const FILES = [APP_SETTINGS_FILE, PLUGIN_SETTINGS_PATH];

export interface SettingsWatchesOptions {
  /** Real path of the vault. */
  root: string;
  /** Vault-relative. */
  configDir: string;
  /** A settings file, or a folder above one, may have changed: renew the watches, then check. */
  onChange: () => void;
  /** A folder cannot be watched, or no longer. */
  onUnwatched: () => void;
}

/** Whether this vault-relative path is a settings file with rules. */
export function isSettingsFile(path: string, configDir: string): boolean {
  return FILES.some((file) => path === `${configDir}/${file}`);
}

/**
 * Watches only the folders that lead to settings files, because the rest of the configuration folder changes with every
 * click in the app. Watches only what exists at the time.
 */
export class SettingsWatches {
  readonly configDir: string;
  readonly #handles: FSWatcher[] = [];

  constructor({ root, configDir, onChange, onUnwatched }: SettingsWatchesOptions) {
    this.configDir = configDir;
    for (const [folder, names] of namesByFolder(configDir)) {
      try {
        const handle = watch(join(root, folder), { persistent: false }, (_type, name) => {
          if (name === null || names.has(name)) onChange();
        });
        handle.on('error', () => {
          onUnwatched();
          onChange();
        });
        this.#handles.push(handle);
      } catch (error) {
        // The folder above reports a missing one.
        if (folder === configDir || systemCode(error) !== 'ENOENT') onUnwatched();
      }
    }
  }

  get count(): number {
    return this.#handles.length;
  }

  close(): void {
    for (const handle of this.#handles) handle.close();
  }
}

/**
 * For each folder on the way to a settings file, the names that matter in it, including its own, which reports its
 * removal.
 */
function namesByFolder(configDir: string): Map<string, Set<string>> {
  const names = new Map<string, Set<string>>();
  for (const file of FILES) {
    let folder = configDir;
    for (const name of file.split('/')) {
      const known = names.get(folder) ?? new Set([folder.slice(folder.lastIndexOf('/') + 1)]);
      names.set(folder, known.add(name));
      folder = `${folder}/${name}`;
    }
  }
  return names;
}
