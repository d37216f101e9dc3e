import { scheduleTimeout, type Schedule } from '../../../shared/kit/time/schedule.ts';
import { MISSING_MS } from '../notes/moved-later.ts';

export interface KeptPathOptions {
  exists: (path: string) => boolean;
  /** Called when a path that is missing is due to be checked again. */
  again: () => void;
  /** Called when a path is let go of. */
  dropped: () => void;
  schedule?: Schedule;
  now?: () => number;
}

/** The note that the pane is pinned to, or the folder that it is limited to. */
export class KeptPath {
  readonly #options: Required<KeptPathOptions>;
  #path: string | null = null;
  #missingSince: number | null = null;
  #cancel: () => void = () => undefined;

  constructor(options: KeptPathOptions) {
    this.#options = { schedule: scheduleTimeout, now: () => performance.now(), ...options };
  }

  /** Null: there is none. */
  get path(): string | null {
    return this.#path;
  }

  set(path: string | null): void {
    this.#path = path;
    this.#missingSince = null;
  }

  /** Drops what has been missing for a while. */
  check(): void {
    const { exists, now, again, dropped, schedule } = this.#options;
    this.#cancel();
    if (this.#path === null || exists(this.#path)) {
      this.#missingSince = null;
      return;
    }
    this.#missingSince ??= now();
    const left = this.#missingSince + MISSING_MS - now();
    // It may have been missing since before the app was started, and nothing else may happen.
    if (left > 0) this.#cancel = schedule(again, Math.ceil(left));
    else {
      this.set(null);
      dropped();
    }
  }
}
