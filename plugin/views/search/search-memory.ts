import { requireApiVersion, type App } from 'obsidian';
import { readSearches, withSearch } from './earlier-searches.ts';
import type { SearchMode } from './search-status.ts';
import { WORDS } from './search-words.ts';

const SEARCHES_KEY = 'vault-loom-searches';
const MODE_KEY = 'vault-loom-search-mode';

/** What the search remembers of a vault, on this computer. An older app forgets it. */
export class SearchMemory {
  readonly #app: App;

  constructor(app: App) {
    this.#app = app;
  }

  /** Newest first. */
  get searches(): string[] {
    if (requireApiVersion('1.8.7')) return readSearches(this.#app.loadLocalStorage(SEARCHES_KEY));
    return [];
  }

  get mode(): SearchMode {
    if (requireApiVersion('1.8.7')) {
      const saved: unknown = this.#app.loadLocalStorage(MODE_KEY);
      if (typeof saved === 'string' && Object.hasOwn(WORDS.modes, saved)) return saved as SearchMode;
    }
    return 'both';
  }

  addSearch(query: string): void {
    if (requireApiVersion('1.8.7')) this.#app.saveLocalStorage(SEARCHES_KEY, withSearch(this.searches, query));
  }

  setMode(mode: SearchMode): void {
    if (requireApiVersion('1.8.7')) this.#app.saveLocalStorage(MODE_KEY, mode);
  }
}
