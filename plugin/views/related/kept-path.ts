import { MISSING_MS } from '../notes/moved-later.ts';

/** The note that the pane is pinned to, or the folder that it is limited to. */
export class KeptPath {
  readonly #exists: (path: string) => boolean;
  readonly #now: () => number;
  #path: string | null = null;
  #missingSince: number | null = null;

  constructor(exists: (path: string) => boolean, now: () => number = () => performance.now()) {
    this.#exists = exists;
    this.#now = now;
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
    if (this.#path === null || this.#exists(this.#path)) this.#missingSince = null;
    else {
      this.#missingSince ??= this.#now();
      if (this.#now() - this.#missingSince >= MISSING_MS) this.set(null);
    }
  }
}
