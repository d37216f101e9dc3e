import { mapEachOf } from '../kit/concurrency/for-each.ts';
import { scheduleTimeout, type Schedule } from '../kit/time/schedule.ts';
import { LOOKED_AT_ONCE, type VaultSource } from '../vault/vault-source.ts';
import { IN_PARTS_BYTES } from './drafts/parts-draft.ts';
import type { IndexKeeper } from './index-keeper.ts';

/** The call that changed a note is answered first, and of several changes in a row only the last is read. */
const BEGIN_AFTER_MS = 100;
/** A note that changes again while its texts are read is read once more before search gets it, but not forever. */
const MOST_READINGS = 2;

/**
 * Takes changed notes of many megabytes into the index, one at a time, while queries that do not need them are
 * answered: first their records and links, then their full text, which takes seconds.
 */
export class HugeNotes {
  readonly #source: VaultSource;
  readonly #keeper: IndexKeeper;
  readonly #onError: (error: unknown) => void;
  readonly #schedule: Schedule;
  /** Changed notes whose records are older than their files. */
  readonly #changed = new Set<string>();
  /** Notes whose full text is older than their records. */
  readonly #behind = new Set<string>();
  #records: Promise<void> | null = null;
  #isRunning = false;

  constructor(parts: {
    source: VaultSource;
    keeper: IndexKeeper;
    schedule?: Schedule;
    onError: (error: unknown) => void;
  }) {
    this.#source = parts.source;
    this.#keeper = parts.keeper;
    this.#schedule = parts.schedule ?? scheduleTimeout;
    this.#onError = parts.onError;
  }

  /** Starts taking in the huge notes among the files, and returns the others. */
  async leaveForLater(files: readonly string[]): Promise<string[]> {
    const known = files.filter((path) => this.#keeper.index.note(path) !== undefined);
    const stats = await mapEachOf(known, LOOKED_AT_ONCE, (path) => this.#source.stat(path));
    const huge = new Set(
      stats.flatMap((file) => (file !== null && file.kind === 'note' && file.size > IN_PARTS_BYTES ? [file.path] : [])),
    );
    for (const path of huge) this.#changed.add(path);
    if (huge.size > 0 && !this.#isRunning) void this.#takeAll();
    return files.filter((path) => !huge.has(path));
  }

  /** Resolves when the records of all changed notes are in the index. */
  recorded(): Promise<void> {
    if (this.#changed.size > 0) this.#records ??= this.#takeRecords();
    return this.#records ?? Promise.resolve();
  }

  async #takeAll(): Promise<void> {
    this.#isRunning = true;
    await new Promise<void>((resolve) => this.#schedule(resolve, BEGIN_AFTER_MS));
    await this.recorded();
    for (const path of this.#behind) {
      await this.#takeTexts(path).catch(this.#onError);
      await this.recorded();
    }
    this.#isRunning = false;
  }

  async #takeRecords(): Promise<void> {
    for (const path of this.#changed) {
      this.#changed.delete(path);
      this.#behind.add(path);
      await this.#keeper.takeRecord(path).catch(this.#onError);
    }
    this.#records = null;
  }

  async #takeTexts(path: string): Promise<void> {
    for (let reading = 1; reading <= MOST_READINGS; reading++) {
      await this.#keeper.prepareTexts(path);
      if (!this.#changed.has(path)) break;
      await this.recorded();
    }
    this.#behind.delete(path);
    await this.#keeper.follow({ files: [path], folders: [], rules: false });
  }
}
