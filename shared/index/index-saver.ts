import { Turns } from '../kit/concurrency/turns.ts';
import { Backoff } from '../kit/time/backoff.ts';
import { within } from '../kit/time/deadline.ts';
import { QuietTimer } from '../kit/time/quiet-timer.ts';
import type { Schedule } from '../kit/time/schedule.ts';
import type { IndexSession } from './index-session.ts';

export interface IndexSaverOptions {
  session: () => IndexSession;
  /** Held during every change of the index. */
  changes: Turns;
  /** Whether this process may write the index. */
  isOwner: () => boolean;
  schedule?: Schedule;
  warn: (message: string) => void;
  /** Runs what nobody waits for; its failure is logged. */
  inBackground: (task: () => Promise<void>) => void;
}

/** Saved after this long without a change, or after the second at the latest. */
const SAVE_QUIET_MS = 1_000;
const SAVE_LATEST_MS = 5_000;
/** While many notes are read, they are saved in batches, so that a kill costs one batch at most. */
const PORTION_NOTES = 700;
const PORTION_BYTES = 3 * 1024 * 1024;

/**
 * Writes what has changed in the index, soon after each change. If this process does not own the index, changes stay in
 * memory.
 */
export class IndexSaver {
  /** Held while the saved index is read or written. */
  readonly disk = new Turns();
  readonly #options: IndexSaverOptions;
  readonly #soon: QuietTimer;
  readonly #again: Backoff;
  #isRefused = false;
  #isClosed = false;
  #portionBytes = 0;
  #portionWritten: Promise<void> = Promise.resolve();

  constructor(options: IndexSaverOptions) {
    this.#options = options;
    this.#soon = new QuietTimer(
      SAVE_QUIET_MS,
      SAVE_LATEST_MS,
      () => options.inBackground(() => this.save()),
      options.schedule,
    );
    this.#again = new Backoff(() => options.inBackground(() => this.save()), options.schedule);
  }

  /**
   * Why changes stay in memory, and are read again after a restart; null if they are saved, or another process saves
   * them.
   */
  get problem(): string | null {
    if (!this.#isRefused || !this.#options.isOwner()) return null;
    return 'The index could not be saved and is kept in memory; saving it is tried again.';
  }

  /** To be called after each change. */
  saveSoon(): void {
    if (this.#options.session().index.unsaved.count > 0) this.#soon.touch();
  }

  /** Saves what has changed, and merges what has been saved in pieces. */
  async save(): Promise<void> {
    await this.write();
    await this.disk.run(() => {
      const { saved, index } = this.#options.session();
      return saved.merge(index);
    });
  }

  /** Saves what has changed. */
  async write(): Promise<void> {
    await this.#options.changes.run(() => this.#capture());
    await this.#writeCaptured();
  }

  /** Saves a batch once it is large enough; to be called during a change, after each note of `bytes`. */
  async afterNote(bytes: number): Promise<void> {
    this.#portionBytes += bytes;
    if (this.#options.session().index.unsaved.count < PORTION_NOTES && this.#portionBytes < PORTION_BYTES) return;
    await this.#portionWritten;
    this.#portionBytes = 0;
    this.#capture();
    this.#portionWritten = this.#writeCaptured();
    // Awaited before the next batch; until then its failure must not count as unhandled.
    this.#portionWritten.catch(() => undefined);
  }

  /** Saves for the last time, for at most `ms` milliseconds. */
  async close(ms: number): Promise<void> {
    this.#isClosed = true;
    this.#soon.cancel();
    this.#again.reset();
    await within(
      ms,
      this.write().catch(() => undefined),
      this.#options.schedule,
    );
  }

  #capture(): void {
    const { saved, index } = this.#options.session();
    saved.capture(index);
  }

  async #writeCaptured(): Promise<void> {
    const { saved, index } = this.#options.session();
    const done = await this.disk.run(() => saved.write(index));
    this.#isRefused = !done && this.#options.isOwner();
    if (!this.#isRefused) return this.#again.reset();
    const { warn } = this.#options;
    if (this.#isClosed) return warn('The index could not be saved; what it lacks is read again at the next start.');
    const seconds = this.#again.later() / 1000;
    warn(
      `The index could not be saved; it is kept in memory, and saving it is tried again in ${seconds} s at the latest.`,
    );
  }
}
