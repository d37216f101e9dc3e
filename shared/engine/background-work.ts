import type { StoredBridging } from '../answers/rank-service.ts';
import type { SearchParts } from '../answers/search/search-query.ts';
import { QuietTimer } from '../kit/time/quiet-timer.ts';
import type { LocalEngineOptions } from './engine-options.ts';
import { SAVED, type EngineServices } from './engine-services.ts';
import { warmUp } from './warm-up.ts';

/** Themes and bridging are computed again when the links have been quiet for this long. */
const QUIET_MS = 5_000;
const QUIET_LATEST_MS = 120_000;
/** Indexing this many leaves enough garbage to collect. */
const MANY_NOTES = 1_000;

/** What an engine does while nobody asks: saving, themes and ranks, warming up, releasing memory. */
export class BackgroundWork {
  readonly #options: Pick<LocalEngineOptions, 'schedule' | 'releaseMemory' | 'log'>;
  readonly #services: EngineServices;
  readonly #whenQuiet: QuietTimer;
  #closed = false;

  constructor(options: Pick<LocalEngineOptions, 'schedule' | 'releaseMemory' | 'log'>, services: EngineServices) {
    this.#options = options;
    this.#services = services;
    this.#whenQuiet = new QuietTimer(QUIET_MS, QUIET_LATEST_MS, () => void this.#recompute(), options.schedule);
  }

  /** The index has changed. */
  touch(): void {
    this.#whenQuiet.touch();
  }

  /** Begins once the index is open, with `indexed` notes read for it. Never throws. */
  async start(indexed: number, searchParts: () => SearchParts): Promise<void> {
    try {
      await this.#afterStart(indexed, searchParts);
    } catch (error) {
      if (!this.#closed) this.#options.log('warn', `Background work failed: ${String(error)}`);
    }
  }

  close(): void {
    this.#closed = true;
    this.#whenQuiet.cancel();
  }

  async #afterStart(indexed: number, searchParts: () => SearchParts): Promise<void> {
    const { keeper, ranks, themes, embeddings, slicer } = this.#services;
    void embeddings.open();
    await keeper.save();
    const [savedThemes, bridging] = await Promise.all([keeper.getJson(SAVED.themes), keeper.getJson(SAVED.bridging)]);
    if (bridging !== null) await ranks.restore(bridging as StoredBridging);
    await themes.restore(savedThemes);
    await this.#recompute();
    await embeddings.open();
    await warmUp(searchParts(), slicer, () => this.#closed);
    if (this.#closed) return;
    const { index } = searchParts();
    index.links.forgetLookups();
    await slicer.run(index.graph.trim());
    if (indexed < MANY_NOTES) return;
    await embeddings.learned();
    if (!this.#closed) await this.#options.releaseMemory?.();
  }

  async #recompute(): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#services.themes.refresh();
      await this.#services.ranks.refreshBridging();
    } catch (error) {
      if (!this.#closed) this.#options.log('warn', `Themes and ranks could not be computed: ${String(error)}`);
    }
  }
}
