import { scheduleTimeout, type Schedule } from '../../kit/schedule.ts';
import type { Held } from '../locks/path-queue.ts';

/** Paths whose change the disk let us neither finish nor take back; `settle` does so, or throws while it still cannot be done. */
export interface UnsettledChange extends Pick<Held, 'giveBack'> {
  settle: () => Promise<void>;
}

/**
 * Keeps the paths of changes that are neither done nor taken back, so that no one builds upon them, and settles them as
 * soon as the disk lets us: when asked, and every now and then by itself, for calls that wait for those paths already.
 */
export class UnsettledChanges {
  readonly #schedule: Schedule;
  readonly #changes: UnsettledChange[] = [];
  #settling: Promise<void> = Promise.resolve();
  #cancel: (() => void) | null = null;
  #closed = false;

  constructor(schedule: Schedule = scheduleTimeout) {
    this.#schedule = schedule;
  }

  add(change: UnsettledChange): void {
    this.#changes.push(change);
    this.#settleLater();
  }

  /** Tries each once more. Never throws: what cannot be settled yet is kept. */
  settle(): Promise<void> {
    this.#settling = this.#settling.then(() => this.#settleAll());
    return this.#settling;
  }

  /** Tries a last time. What is left is for the recovery of the next process. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel?.();
    await this.settle();
  }

  async #settleAll(): Promise<void> {
    for (const change of this.#changes.splice(0)) {
      try {
        await change.settle();
        await change.giveBack();
      } catch {
        this.add(change);
      }
    }
  }

  #settleLater(): void {
    if (this.#closed || this.#cancel !== null) return;
    this.#cancel = this.#schedule(() => {
      this.#cancel = null;
      void this.settle();
    }, SETTLE_AGAIN_MS);
  }
}

const SETTLE_AGAIN_MS = 250;
