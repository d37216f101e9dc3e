import { scheduleTimeout, type Schedule } from '../../shared/kit/time/schedule.ts';
import type { Discovery } from '../../shared/protocol/discovery.ts';
import { lookAtDiscovery, writeDiscovery } from './discovery-file.ts';

export interface DiscoveryKeeperOptions {
  /** Absolute path of the plugin's folder. */
  folder: string;
  /** What the file should contain; null while the server does not listen. */
  own: () => Promise<Discovery | null>;
  /** Whether this file is that of another live window of the same vault and person. */
  isSibling: (found: Discovery) => Promise<boolean>;
  /** Called before each write: if it returns false, nothing changes. */
  isWanted: () => boolean;
  schedule?: Schedule;
  pace?: KeepingPace;
}

/** In milliseconds. */
export interface KeepingPace {
  everyMs: number;
  /** After this many rewrites within `settlesMs` the file is rewritten at most every `reluctantMs`. */
  eagerTimes: number;
  settlesMs: number;
  reluctantMs: number;
}

const PACE: KeepingPace = { everyMs: 1_500, eagerTimes: 10, settlesMs: 600_000, reluctantMs: 60_000 };

/**
 * Keeps the discovery file pointing to this plugin: a sync may bring that of another computer, and a killed window
 * leaves its own. The file of another live window stays until that window is gone. If another computer keeps restoring
 * its own, the file is rewritten less often.
 */
export class DiscoveryKeeper {
  readonly #options: DiscoveryKeeperOptions;
  readonly #pace: KeepingPace;
  #cancel: () => void = () => undefined;
  #stopped = false;
  /** Times of recent rewrites, by `performance.now()`. */
  #mended: number[] = [];

  constructor(options: DiscoveryKeeperOptions) {
    this.#options = options;
    this.#pace = options.pace ?? PACE;
  }

  /** Writes the file, and maintains it from then on. Throws what the system throws. */
  async publish(): Promise<void> {
    try {
      const own = await this.#options.own();
      if (own !== null) await writeDiscovery(this.#options.folder, own, this.#options.isWanted);
    } finally {
      this.#lookLater();
    }
  }

  stop(): void {
    this.#stopped = true;
    this.#cancel();
  }

  #lookLater(): void {
    this.#cancel();
    if (this.#stopped) return;
    const look = (): void => {
      // A failure may pass; the next look tries again.
      void this.#look()
        .catch(() => undefined)
        .then(() => this.#lookLater());
    };
    this.#cancel = (this.#options.schedule ?? scheduleTimeout)(look, this.#pace.everyMs);
  }

  async #look(): Promise<void> {
    const { folder, isSibling, isWanted } = this.#options;
    const own = await this.#options.own();
    if (own === null || !isWanted()) return;
    const found = await lookAtDiscovery(folder, own);
    if (found === null || found === 'own' || !this.#mayMend()) return;
    // A file with its own token is a damaged copy of its own file.
    if (typeof found === 'object' && found.token !== own.token && (await isSibling(found).catch(() => false))) return;
    if (this.#stopped) return;
    this.#mended.push(performance.now());
    await writeDiscovery(folder, own, isWanted);
  }

  #mayMend(): boolean {
    const now = performance.now();
    const { eagerTimes, settlesMs, reluctantMs } = this.#pace;
    this.#mended = this.#mended.filter((at) => now - at < settlesMs);
    return this.#mended.length < eagerTimes || now - (this.#mended.at(-1) ?? 0) >= reluctantMs;
  }
}
