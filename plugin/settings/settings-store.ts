import type { Plugin } from 'obsidian';
import {
  mergePluginSettings,
  parsePluginSettings,
  type PluginSettings,
} from '../../shared/protocol/plugin-settings.ts';

/** The plugin's settings, and the file that they are saved in. */
export class SettingsStore {
  readonly #storage: Pick<Plugin, 'loadData' | 'saveData'>;
  readonly #onChange: (settings: PluginSettings) => void;
  #saved: unknown = null;
  #current = parsePluginSettings(null);
  #saving: Promise<void> = Promise.resolve();
  #isLoaded = false;

  /** @param onChange called after each change, also of the file by others */
  constructor(storage: Pick<Plugin, 'loadData' | 'saveData'>, onChange: (settings: PluginSettings) => void) {
    this.#storage = storage;
    this.#onChange = onChange;
  }

  get current(): PluginSettings {
    return this.#current;
  }

  /** Reads the file; invalid values count as the default. Never rejects. */
  async load(): Promise<void> {
    for (;;) {
      const saving = this.#saving;
      await saving.catch(() => undefined);
      // A damaged file is only replaced when the person changes something: a sync may not have finished.
      const saved: unknown = await this.#storage.loadData().catch(() => null);
      // What was changed in the meantime is newer than the file.
      if (saving !== this.#saving) continue;
      this.#saved = saved;
      this.#isLoaded = true;
      return this.#take(parsePluginSettings(saved));
    }
  }

  /** Changes the given settings and saves them. Rejects with the app's error if it cannot write the file. */
  async change(changes: Partial<PluginSettings>): Promise<void> {
    // The file's other settings would be lost.
    if (!this.#isLoaded) await this.load();
    this.#take(parsePluginSettings({ ...this.#current, ...changes }));
    this.#saved = mergePluginSettings(this.#saved, this.#current);
    const saved = this.#saved;
    this.#saving = this.#saving.catch(() => undefined).then(() => this.#storage.saveData(saved));
    return this.#saving;
  }

  #take(settings: PluginSettings): void {
    const isSame = JSON.stringify(settings) === JSON.stringify(this.#current);
    this.#current = settings;
    if (!isSame) this.#onChange(settings);
  }
}
