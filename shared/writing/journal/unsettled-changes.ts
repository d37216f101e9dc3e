import { scheduleTimeout, type Schedule } from '../../kit/time/schedule.ts';
import type { Held } from '../locks/path-queue.ts';

/** Paths of a change the disk let us neither finish nor roll back. `settle` does so, or throws. */
export interface UnsettledChange extends Pick<Held, 'giveBack'> {
  settle: () => Promise<void>;
}

/**
 * Keeps the paths of changes neither done nor rolled back, so that nothing builds on them, and settles these when asked
 * and from time to time.
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

  /** Retries each once. Never throws: what fails is kept. */
  settle(): Promise<void> {
    this.#settling = this.#settling.then(() => this.#settleAll());
    return this.#settling;
  }

  /** Tries one last time. Recovery in the next process does the rest. */
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
