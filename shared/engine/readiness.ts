import { inTime } from '../kit/time/deadline.ts';
import { VaultLoomError } from '../protocol/errors.ts';
import { scheduleTimeout, type Schedule } from '../kit/time/schedule.ts';
import type { IndexProgress } from '../protocol/engine-messages.ts';

/**
 * How long a call waits for the index before it is told to try again: less than the 60 s after which clients give up.
 */
export const READY_TIMEOUT_MS = 45_000;

/** The error for a call that waited for the index in vain. */
export function indexNotReady(progress?: IndexProgress | null): VaultLoomError {
  const done = progress === undefined || progress === null ? '' : ` (${progress.done} of ${progress.total} notes)`;
  return new VaultLoomError('index_not_ready', `The vault is still being indexed${done}.`, {
    hint: 'Ask again in a moment; index_status tells how far it is.',
  });
}

/** Something that becomes ready or fails once; callers wait for it within a time limit. */
export class Readiness {
  readonly #settled: Promise<void>;
  readonly #schedule: Schedule;
  #resolve: () => void = () => undefined;
  #reject: (error: VaultLoomError) => void = () => undefined;

  constructor(schedule: Schedule = scheduleTimeout) {
    this.#schedule = schedule;
    this.#settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A failure reaches every caller; without callers it must not become an unhandled rejection.
    this.#settled.catch(() => undefined);
  }

  reached(): void {
    this.#resolve();
  }

  failed(error: VaultLoomError): void {
    this.#reject(error);
  }

  /** Throws what it failed with, or `late()` after `timeoutMs`. */
  async wait(late: () => VaultLoomError, timeoutMs = READY_TIMEOUT_MS): Promise<void> {
    const refuse = (): never => {
      throw late();
    };
    await inTime(timeoutMs, this.#settled, refuse, this.#schedule);
  }
}
