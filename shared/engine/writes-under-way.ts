import type { Schedule } from '../kit/time/schedule.ts';

export interface WritesUnderWayParts {
  /** Follows what was set aside; never rejects. */
  follow: (paths: string[]) => void;
  schedule: Schedule;
}

/** Fewer files are indexed as they are written: that is done in a moment. */
const MANY_FILES = 64;
/** A writer that says nothing for so long has died. */
const MOST_HELD_MS = 120_000;
/** A refresh of the same files follows a write, and takes them in itself. */
const REFRESH_WITHIN_MS = 1_000;

/**
 * Sets aside what is reported of files that a tool is writing many of. Indexing them meanwhile would slow the writing down, and
 * some of them would be read twice.
 */
export class WritesUnderWay {
  readonly #parts: WritesUnderWayParts;
  readonly #held = new Set<string>();
  readonly #aside = new Set<string>();
  #cancel: () => void = () => undefined;

  constructor(parts: WritesUnderWayParts) {
    this.#parts = parts;
  }

  /** These files are about to be written. */
  begin(paths: readonly string[]): void {
    if (paths.length < MANY_FILES) return;
    for (const path of paths) this.#held.add(path);
    this.#releaseAfter(MOST_HELD_MS);
  }

  /** They have been written, or will not be. What is reported of them is followed a moment later, unless it is taken in first. */
  end(paths: readonly string[]): void {
    if (paths.some((path) => this.#held.has(path))) this.#releaseAfter(REFRESH_WITHIN_MS);
  }

  /** The files among these to be followed now. */
  split(paths: readonly string[]): string[] {
    if (this.#held.size === 0) return [...paths];
    const now: string[] = [];
    for (const path of paths) {
      if (this.#held.has(path)) this.#aside.add(path);
      else now.push(path);
    }
    return now;
  }

  /** These files are taken in by the caller. */
  take(paths: readonly string[]): void {
    for (const path of paths) {
      this.#held.delete(path);
      this.#aside.delete(path);
    }
  }

  close(): void {
    this.#cancel();
  }

  #releaseAfter(ms: number): void {
    this.#cancel();
    this.#cancel = this.#parts.schedule(() => {
      this.#held.clear();
      const paths = [...this.#aside];
      this.#aside.clear();
      if (paths.length > 0) this.#parts.follow(paths);
    }, ms);
  }
}
