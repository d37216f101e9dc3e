import { inTime } from '../kit/deadline.ts';
import type { VaultLoomError } from '../protocol/errors.ts';

/** Something that becomes ready once, or fails once; whoever asks waits for it within a bound. */
export class Readiness {
  readonly #settled: Promise<void>;
  #resolve: () => void = () => undefined;
  #reject: (error: VaultLoomError) => void = () => undefined;

  constructor() {
    this.#settled = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // A failure is told to everyone who asks; one that nobody asks about is no unhandled rejection.
    this.#settled.catch(() => undefined);
  }

  reached(): void {
    this.#resolve();
  }

  failed(error: VaultLoomError): void {
    this.#reject(error);
  }

  /** Throws what it failed with, or `late()` after `timeoutMs`. */
  async wait(timeoutMs: number, late: () => VaultLoomError): Promise<void> {
    await inTime(timeoutMs, this.#settled, () => {
      throw late();
    });
  }
}
