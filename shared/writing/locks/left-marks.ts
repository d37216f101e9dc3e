import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { scheduleTimeout, type Schedule } from '../../kit/time/schedule.ts';
import { MARK_NAME } from './lock-mark.ts';

/** Removes marks that killed writers left in a vault, even those with other data folders. */
export class LeftMarks {
  readonly #root: string;
  readonly #clear: (mark: string) => Promise<boolean>;
  readonly #schedule: Schedule;
  /** Whether the vault was searched. */
  #looked = false;
  /** Marks whose writers may be alive. */
  #unknown: string[] | null = null;
  #clearing: Promise<void> = Promise.resolve();
  #cancel: () => void = () => undefined;
  #closed = false;

  /**
   * @param root real path of the vault
   * @param clear removes a mark (absolute path) if its writer is known to be dead; true if that is not known yet
   */
  constructor(root: string, clear: (mark: string) => Promise<boolean>, schedule: Schedule = scheduleTimeout) {
    this.#root = root;
    this.#clear = clear;
    this.#schedule = schedule;
  }

  /** Searches the vault once, later, when the index is open. */
  clearLater(): void {
    if (!this.#looked && !this.#closed) this.#again(LATER_MS);
  }

  /** Never throws: what stays is for the next writer that wants the note. */
  async clear(): Promise<void> {
    this.#looked = true;
    this.#cancel();
    this.#clearing = this.#clearing.then(async () => {
      const unknown: string[] = [];
      const clear = async (mark: string): Promise<void> => {
        if (await this.#clear(mark).catch(() => false)) unknown.push(mark);
      };
      if (this.#unknown === null) for await (const mark of marksIn(this.#root, () => this.#closed)) await clear(mark);
      else for (const mark of this.#unknown) await clear(mark);
      this.#unknown = unknown.length === 0 ? null : unknown;
      if (unknown.length > 0 && !this.#closed) this.#again(AGAIN_MS);
    });
    await this.#clearing;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#cancel();
    await this.#clearing;
  }

  #again(ms: number): void {
    this.#cancel();
    this.#cancel = this.#schedule(() => void this.clear(), ms);
  }
}

const LATER_MS = 10_000;
const AGAIN_MS = 1_000;

/**
 * The marks in a vault, also those of living writers; absolute paths. Skips dot-folders and symlinks.
 * @param root real path of the vault
 * @param isOver asked before each folder; true ends the search
 */
async function* marksIn(root: string, isOver: () => boolean): AsyncGenerator<string> {
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined && !isOver(); folder = folders.pop()) {
    // A folder that is gone or unreadable has no mark we could remove.
    for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (MARK_NAME.test(entry.name)) yield join(folder, entry.name);
      else if (entry.isDirectory() && !entry.name.startsWith('.')) folders.push(join(folder, entry.name));
    }
  }
}
