import { Turns } from '../../shared/kit/concurrency/turns.ts';
import type { Schedule } from '../../shared/kit/time/schedule.ts';

export interface PersistentOptions<T> {
  attempt: (wanted: T) => Promise<void>;
  /** Called for a failed attempt, unless it failed as the one before did. */
  onFailure: (error: unknown) => void;
  schedule: Schedule;
  /** Once true, nothing is attempted. */
  isEnded: () => boolean;
}

/** How often a failed attempt is repeated. */
export const TRY_AGAIN_MS = 10_000;

/** Attempts one thing until it succeeds. Only the latest request counts. */
export class Persistent<T> {
  readonly #options: PersistentOptions<T>;
  readonly #turns = new Turns();
  #failure: string | null = null;
  #cancel: () => void = () => undefined;

  constructor(options: PersistentOptions<T>) {
    this.#options = options;
  }

  /** Whether the last attempt failed, so that another will follow. */
  get isFailing(): boolean {
    return this.#failure !== null;
  }

  /** Attempts it now. Never rejects. */
  async want(wanted: T): Promise<void> {
    const { schedule, isEnded } = this.#options;
    await this.#turns.run(async () => {
      this.#cancel();
      if (isEnded()) return;
      await this.#attempt(wanted);
      if (this.isFailing && !isEnded()) this.#cancel = schedule(() => void this.want(wanted), TRY_AGAIN_MS);
    });
  }

  stop(): void {
    this.#cancel();
  }

  async #attempt(wanted: T): Promise<void> {
    const { attempt, onFailure, isEnded } = this.#options;
    try {
      await attempt(wanted);
      this.#failure = null;
    } catch (error) {
      const isNew = this.#failure !== String(error);
      this.#failure = String(error);
      if (isNew && !isEnded()) onFailure(error);
    }
  }
}
