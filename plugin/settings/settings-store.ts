import type { Plugin } from 'obsidian';
import {
  mergePluginSettings,
  parsePluginSettings,
  type PluginSettings,
} from '../../shared/protocol/plugin-settings.ts';

/** While the file could never be read: a limit that is not known must not become no limit. */
const UNREADABLE = { reviewMode: 'ask-always' };

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

  /**
   * Reads the file; invalid values count as the default. While it is damaged, what was read last holds. Never rejects.
   */
  async load(): Promise<void> {
    for (;;) {
      const saving = this.#saving;
      await saving.catch(() => undefined);
      const read = await this.#storage.loadData().then(
        (saved: unknown) => ({ saved }),
        () => null,
      );
      // What was changed in the meantime is newer than the file.
      if (saving !== this.#saving) continue;
      // A damaged file is only replaced when the person changes something: a sync may not have finished.
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
