import type { Turns } from '../kit/concurrency/turns.ts';
import type { SyncCounts } from './sync/sync-pass.ts';

/** Notes that somebody waits for while others are read. */
interface Wanted {
  paths: readonly string[];
  /** Whether it has to wait for its turn. */
  isLate: boolean;
  taken: (counts: SyncCounts) => void;
}

/** What to read between two notes of the current pass, rather than after it. */
export class EarlyNotes {
  readonly #wanted = new Set<Wanted>();

  /**
   * Settles as `task` does, which runs in turn, unless {@link readBetween} reads the notes first: then with its counts.
   */
  read(paths: readonly string[], turns: Turns, task: () => Promise<SyncCounts>): Promise<SyncCounts> {
    return new Promise((resolve, reject) => {
      const wanted = { paths, isLate: false, taken: resolve };
      this.#wanted.add(wanted);
      turns
        .run(async () => {
          if (this.#wanted.delete(wanted)) resolve(await task());
        })
        .catch(reject);
    });
  }

  /**
   * Reads what is wanted now with `read`, which resolves to null if that cannot be done in the middle of a pass. True
   * if anything was read.
   */
  async readBetween(read: (paths: readonly string[]) => Promise<SyncCounts | null>): Promise<boolean> {
    let hasRead = false;
    for (const wanted of this.#wanted) {
      if (wanted.isLate) continue;
      const counts = await read(wanted.paths);
      if (counts === null) wanted.isLate = true;
      else {
        this.#wanted.delete(wanted);
        wanted.taken(counts);
        hasRead = true;
      }
    }
    return hasRead;
  }
}
