import type { PluginSettings } from '../../shared/protocol/plugin-settings.ts';
import type { Companion } from '../companion/companion.ts';

/** The settings that screens go by. */
export type ScreenSettings = Pick<PluginSettings, 'embedder' | 'hidesLinked' | 'keepsReadingLog' | 'notRelated'>;

/** The plugin, as its screens know it. */
export interface ViewHost {
  /** Null until the app's layout is ready. */
  companion(): Companion | null;
  settings(): ScreenSettings;
  /** Changes the given settings and saves them. Rejects with the app's error if it cannot write the file. */
  changeSettings(changes: Partial<PluginSettings>): Promise<void>;
  /**
   * Calls `listener` after each change of the companion's state or of the settings; returns a function that stops it.
   */
  onChange(listener: () => void): () => void;
  /**
   * Calls `listener` after each move of a file or folder by an assistant, which the app sees as a deletion and a new
   * file.
   */
  onMoved(listener: (from: string, to: string) => void): () => void;
  /** Calls `listener` after what is hidden or excluded has changed, of which the app tells nothing. */
  onRules(listener: () => void): () => void;
}
