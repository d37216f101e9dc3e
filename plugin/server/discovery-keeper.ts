import { scheduleTimeout, type Schedule } from '../../shared/kit/time/schedule.ts';
import type { Discovery } from '../../shared/protocol/discovery.ts';
import { lookAtDiscovery, writeDiscovery } from './discovery-file.ts';

export interface DiscoveryKeeperOptions {
  /** Absolute path of the plugin's folder. */
  folder: string;
  /** What the file should contain now; null while there is nothing to announce. */
  own: () => Promise<Discovery | null>;
  /** Whether the writer of this file is another live window of this vault, of the same person. */
  isSibling: (found: Discovery) => Promise<boolean>;
  /** Called before each write: if it returns false, nothing changes. */
  isWanted: () => boolean;
  schedule?: Schedule;
  pace?: KeepingPace;
}

/** In milliseconds. */
export interface KeepingPace {
  everyMs: number;
  /** What was put right so often within `settlesMs` is put right once in `reluctantMs` from then on. */
  eagerTimes: number;
  settlesMs: number;
  reluctantMs: number;
}

const PACE: KeepingPace = { everyMs: 1_500, eagerTimes: 10, settlesMs: 600_000, reluctantMs: 60_000 };

/**
 * Keeps the discovery file pointing to this plugin while it runs: a sync tool may bring another's, and a window that was killed
 * leaves its own. The file of another live window is left alone until that is gone. If another computer
 * keeps restoring its own, the file is rewritten less and less often.
 */
export class DiscoveryKeeper {
  readonly #options: DiscoveryKeeperOptions;
  readonly #pace: KeepingPace;
  #cancel: () => void = () => undefined;
  #stopped = false;
  /** When it was put right, by `performance.now()`. */
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
      // What cannot be read or written now may be later.
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
    // A copy of its own file, changed on the way, belongs to nobody else.
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
