import type { Plugin } from 'obsidian';
import { isRecord } from '../../shared/kit/json/is-record.ts';
import {
  mergePluginSettings,
  parsePluginSettings,
  PLUGIN_SETTINGS_FILE,
  type PluginSettings,
} from '../../shared/protocol/plugin-settings.ts';

/** While the file could never be read: a limit that is not known must not become no limit. */
const UNREADABLE = { reviewMode: 'ask-always' };

/** The file of a plugin's settings, as the app reads and writes it. */
export interface SettingsFile extends Pick<Plugin, 'loadData' | 'saveData'> {
  /** Whether the file is there. */
  hasData(): Promise<boolean>;
}

export function settingsFileOf(plugin: Plugin): SettingsFile {
  const { app, manifest } = plugin;
  const folder = manifest.dir ?? `${app.vault.configDir}/plugins/${manifest.id}`;
  return {
    loadData: () => plugin.loadData(),
    saveData: (data) => plugin.saveData(data),
    hasData: () => app.vault.adapter.exists(`${folder}/${PLUGIN_SETTINGS_FILE}`),
  };
}

/** The plugin's settings, and the file that they are saved in. */
export class SettingsStore {
  readonly #storage: SettingsFile;
  readonly #onChange: (settings: PluginSettings) => void;
  #saved: unknown = null;
  #current = parsePluginSettings(null);
  #saving: Promise<void> = Promise.resolve();
  #isLoaded = false;
  #isUnread = false;

  /** @param onChange called after each change, also of the file by others */
  constructor(storage: SettingsFile, onChange: (settings: PluginSettings) => void) {
    this.#storage = storage;
    this.#onChange = onChange;
  }

  get current(): PluginSettings {
    return this.#current;
  }

  /** Whether the file is there, and could never be read. */
  get isUnread(): boolean {
    return this.#isUnread;
  }

  /**
   * Reads the file; invalid values count as the default. While it is damaged, what was read last holds. Never rejects.
   */
  async load(): Promise<void> {
    for (;;) {
      const saving = this.#saving;
      await saving.catch(() => undefined);
      const read = await this.#read();
      // What was changed in the meantime is newer than the file.
      if (saving !== this.#saving) continue;
      // A damaged file is only replaced when the person changes something: a sync may not have finished.
      this.#isUnread = read === null && !this.#isLoaded;
      if (read === null) return this.#isLoaded ? undefined : this.#take(parsePluginSettings(UNREADABLE));
      this.#saved = read.saved;
      this.#isLoaded = true;
      return this.#take(parsePluginSettings(read.saved));
    }
  }

  /** Changes the given settings and saves them. Rejects with the app's error if it cannot write the file. */
  async change(changes: Partial<PluginSettings>): Promise<void> {
    // The file's other settings would be lost.
    if (!this.#isLoaded) await this.load();
    // From here on, what the person has chosen holds, even if the file cannot be written either.
    this.#isLoaded = true;
    this.#isUnread = false;
    this.#take(parsePluginSettings({ ...this.#current, ...changes }));
    this.#saved = mergePluginSettings(this.#saved, this.#current);
    const saved = this.#saved;
    this.#saving = this.#saving.catch(() => undefined).then(() => this.#storage.saveData(saved));
    return this.#saving;
  }

  /** Null while the file is damaged: the app then throws, or gives no settings though the file is there. */
  async #read(): Promise<{ saved: unknown } | null> {
    try {
      const saved: unknown = await this.#storage.loadData();
      return !isRecord(saved) && (await this.#storage.hasData()) ? null : { saved };
    } catch {
      return null;
    }
  }

  #take(settings: PluginSettings): void {
    const isSame = JSON.stringify(settings) === JSON.stringify(this.#current);
    this.#current = settings;
    if (!isSame) this.#onChange(settings);
  }
}
