import type { Schedule } from '../kit/time/schedule.ts';
import type { VaultChange } from '../vault/vault-source.ts';

export interface WritesUnderWayParts {
  /** Follows what was set aside; never rejects. */
  follow: (change: VaultChange) => void;
  schedule: Schedule;
}

/** Fewer files than this are indexed as they are written, which takes only a moment. */
const MANY_FILES = 64;
const MOST_HELD_MS = 120_000;
/** A writer whose files have caused no reports for this long has ended silently, or died. */
const QUIET_MS = 3_000;
/** A refresh of the same files follows a write, and takes them in itself. */
const REFRESH_WITHIN_MS = 1_000;

/**
 * Sets aside reports about files while a tool is writing many. Indexing them meanwhile would slow the writing down, and
 * some of them would be read twice.
 */
export class WritesUnderWay {
  readonly #parts: WritesUnderWayParts;
  readonly #held = new Set<string>();
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();
  /** When what is set aside is released at the latest, by `performance.now()`. */
  #until = 0;
  #cancel: () => void = () => undefined;

  constructor(parts: WritesUnderWayParts) {
    this.#parts = parts;
  }

  /** These files are about to be written. */
  begin(paths: readonly string[]): void {
    if (paths.length < MANY_FILES) return;
    for (const path of paths) this.#held.add(path);
    this.#releaseWithin(MOST_HELD_MS);
  }

  /**
   * They have been written, or will not be. Reports about them are followed a moment later, unless the files are taken
   * in first.
   */
  end(paths: readonly string[]): void {
    if (paths.some((path) => this.#held.has(path))) this.#releaseWithin(REFRESH_WITHIN_MS);
  }

  /** The part of a change to follow now. Whole folders wait, too; changed rules do not. */
  split(change: VaultChange): VaultChange {
    if (this.#held.size === 0 || change.rules) return change;
    for (const folder of change.folders) this.#folders.add(folder);
    for (const path of change.files) if (this.#held.has(path)) this.#files.add(path);
    const files = change.files.filter((path) => !this.#held.has(path));
    if (files.length < change.files.length || change.folders.length > 0)
      this.#releaseAfter(Math.min(QUIET_MS, this.#until - performance.now()));
    return { ...change, files, folders: [] };
  }

  /** These files are taken in by the caller. */
  take(paths: readonly string[]): void {
    if (this.#held.size === 0) return;
    for (const path of paths) {
      this.#held.delete(path);
      this.#files.delete(path);
    }
    if (this.#held.size === 0) this.#releaseWithin(0);
  }

  close(): void {
    this.#cancel();
  }

  #releaseWithin(ms: number): void {
    this.#until = performance.now() + ms;
    this.#releaseAfter(ms);
  }

  #releaseAfter(ms: number): void {
    this.#cancel();
    this.#cancel = this.#parts.schedule(
      () => {
        const change = { files: [...this.#files], folders: [...this.#folders], rules: false };
        this.#held.clear();
        this.#files.clear();
        this.#folders.clear();
        if (change.files.length > 0 || change.folders.length > 0) this.#parts.follow(change);
      },
      Math.max(0, ms),
    );
  }
}
