import { once } from '../../shared/kit/concurrency/once.ts';
import type { Reading } from '../../shared/reading/reading-log.ts';
import type { RenameLog } from '../../shared/writing/journal/rename-log.ts';
import { namesAfter, type Renamed } from '../../shared/writing/journal/renames.ts';

/** The renames that the app made while the plugin ran, now and before, the oldest first. */
export class SeenRenames {
  readonly #open: () => Promise<RenameLog>;
  #all: Renamed[] = [];
  #waiting: Renamed[] = [];
  #loading: Promise<void> | null = null;
  #keeping: Promise<void> = Promise.resolve();

  /** @param dataFolder the vault's part of the per-user data folder; asked for on first use */
  constructor(dataFolder: () => Promise<string>) {
    this.#open = once(async () => {
      const { RenameLog } = await import('../../shared/writing/journal/rename-log.ts');
      return new RenameLog(await dataFolder());
    });
  }

  get all(): readonly Renamed[] {
    return this.#all;
  }

  add(from: string, to: string): void {
    // The app spells names as the disk does, the history in NFC.
    const renamed = { time: new Date().toISOString(), from: from.normalize('NFC'), to: to.normalize('NFC') };
    this.#all.push(renamed);
    this.#waiting.push(renamed);
    // Those of a folder come one by one, at once.
    if (this.#waiting.length === 1) this.#keeping = this.#keeping.then(() => this.#keep());
  }

  /** Adds what was kept before. Never rejects. */
  load(): Promise<void> {
    this.#loading ??= this.#open()
      .then((log) => log.read())
      .then(
        (kept) => {
          this.#all = [...kept, ...this.#all];
        },
        () => undefined,
      );
    return this.#loading;
  }

  /** Resolves when all are kept, or could not be. */
  settled(): Promise<void> {
    return this.#keeping;
  }

  /** What cannot be kept is known until the plugin's end. */
  async #keep(): Promise<void> {
    const log = await this.#open().catch(() => null);
    const renames = this.#waiting;
    this.#waiting = [];
    await log?.append(renames).catch(() => undefined);
  }
}

/** The readings with their notes under the names that they have now, as far as is known. */
export function underNewNames(readings: readonly Reading[], renames: readonly Renamed[]): readonly Reading[] {
  if (renames.length === 0) return readings;
  const nameNow = namesAfter(renames);
  return readings.map((reading) => ({
    ...reading,
    paths: reading.paths.map((path) => nameNow(path, reading.time)),
  }));
}
