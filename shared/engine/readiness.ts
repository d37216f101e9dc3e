import type { VaultLoomError } from '../protocol/errors.ts';
import { scheduleTimeout } from '../kit/schedule.ts';

/** Something that becomes ready or fails once; callers wait for it within a time limit. */
export class Readiness {
  readonly #settled: Promise<void>;
  #resolve: () => void = () => undefined;
  #reject: (error: VaultLoomError) => void = () => undefined;

  constructor() {
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

  /** Throws its error, or `late()` after `timeoutMs`. */
  async wait(timeoutMs: number, late: () => VaultLoomError): Promise<void> {
    let cancel: () => void = () => undefined;
    const timeout = new Promise<never>((_, reject) => {
      cancel = scheduleTimeout(() => {
        reject(late());
      }, timeoutMs);
    });
    try {
      await Promise.race([this.#settled, timeout]);
    } finally {
      cancel();
    }
  }
}
