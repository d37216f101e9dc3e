import { scheduleTimeout, type Schedule } from '../kit/time/schedule.ts';
import type { VaultSource } from '../vault/vault-source.ts';
import type { IndexKeeper } from './index-keeper.ts';

/** A known note larger than this, in bytes, is read in the background: parsing it takes longer than a call should. */
const HUGE_BYTES = 5 * 1024 * 1024;
/** The call that changed a note is answered first, and of several changes in a row only the last is read. */
const BEGIN_AFTER_MS = 100;
/** A note that changes again while it is being read is read once more before it is taken in, but not forever. */
const MOST_READINGS = 2;

/** Takes changed notes of many megabytes into the index, one at a time, while queries that do not need them are answered. */
export class HugeNotes {
  readonly #source: VaultSource;
  readonly #keeper: IndexKeeper;
  readonly #onError: (error: unknown) => void;
  readonly #schedule: Schedule;
  /** Notes to be taken in; false where the note has changed since its reading began. */
  readonly #waiting = new Map<string, boolean>();
  #running: Promise<void> | null = null;

  constructor(parts: {
    source: VaultSource;
    keeper: IndexKeeper;
    schedule?: Schedule;
    onError: (error: unknown) => void;
  }) {
    this.#source = parts.source;
    this.#keeper = parts.keeper;
    this.#schedule = parts.schedule ?? scheduleTimeout;
    this.#onError = parts.onError;
  }

  /** Starts taking in the huge notes among the files, and returns the others. */
  async leaveForLater(files: readonly string[]): Promise<string[]> {
    const known = files.filter((path) => this.#keeper.index.note(path) !== undefined);
    const stats = await Promise.all(known.map((path) => this.#source.stat(path)));
    const huge = new Set(
      stats.flatMap((file) => (file !== null && file.kind === 'note' && file.size > HUGE_BYTES ? [file.path] : [])),
    );
    for (const path of huge) this.#waiting.set(path, false);
    if (huge.size > 0) this.#running ??= this.#takeAll();
    return files.filter((path) => !huge.has(path));
  }

  /** Resolves when everything started is in the index. */
  async settled(): Promise<void> {
    while (this.#running !== null) await this.#running;
  }

  async #takeAll(): Promise<void> {
    await new Promise<void>((resolve) => this.#schedule(resolve, BEGIN_AFTER_MS));
    for (const [path] of this.#waiting) await this.#take(path).catch(this.#onError);
    this.#running = this.#waiting.size > 0 ? this.#takeAll() : null;
  }

  async #take(path: string): Promise<void> {
    for (let reading = 1; reading <= MOST_READINGS && this.#waiting.get(path) === false; reading++) {
      this.#waiting.set(path, true);
      await this.#keeper.prepare(path);
    }
    this.#waiting.delete(path);
    await this.#keeper.follow({ files: [path], folders: [], rules: false });
  }
}
