import { VaultLoomError } from '../../shared/protocol/errors.ts';

/** Allows n per second, in bursts of up to n. */
export class RateLimit {
  readonly #perSecond: number;
  readonly #now: () => number;
  #left: number;
  #countedAt: number;

  /** @param now milliseconds that only grow */
  constructor(perSecond: number, now: () => number = () => performance.now()) {
    this.#perSecond = perSecond;
    this.#now = now;
    this.#left = perSecond;
    this.#countedAt = now();
  }

  /** Throws `too_many_requests` for one too many. */
  take(): void {
    const now = this.#now();
    this.#left = Math.min(this.#perSecond, this.#left + ((now - this.#countedAt) * this.#perSecond) / 1_000);
    this.#countedAt = now;
    if (this.#left < 1)
      throw new VaultLoomError('too_many_requests', 'This is asked too often.', { hint: 'Ask again in a second.' });
    this.#left -= 1;
  }
}
