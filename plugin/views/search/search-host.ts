import type { App } from 'obsidian';
import type { Companion } from '../../companion/companion.ts';

/** What the search needs of the plugin. */
export interface SearchHost {
  app: App;
  /** Null until the layout is ready. */
  companion: () => Companion | null;
  /** Calls back after each change of the companion's state; returns a function that ends this. */
  watch: (watcher: () => void) => () => void;
  /** Calls back after each move of a file or folder by an assistant; returns a function that ends this. */
  onMoved: (listener: (from: string, to: string) => void) => () => void;
  /** Calls back after what is hidden or excluded has changed; returns a function that ends this. */
  onRules: (listener: () => void) => () => void;
}
