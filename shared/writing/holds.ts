import { forEachOf } from '../kit/concurrency/for-each.ts';
import type { Schedule } from '../kit/time/schedule.ts';
import type { Hold } from './change/change-runner.ts';
import { guard, useOf } from './change/guard-files.ts';
import { diskError } from './disk-errors.ts';
import { UnsettledChanges } from './journal/unsettled-changes.ts';
import type { Held, PathQueue } from './locks/path-queue.ts';
import { quoted } from './places/name-rules.ts';
import type { WriteRules } from './places/path-guard.ts';
import type { VaultPlaces } from './places/vault-places.ts';

export interface HoldsParts {
  rules: WriteRules;
  places: VaultPlaces;
  queue: PathQueue;
  schedule: Schedule | undefined;
  /** Resolves once what dead writers left has been dealt with. */
  recovered: () => Promise<unknown>;
  /** Called at the end of each call, before its paths are given back. */
  onEnd: () => void;
}

/**
 * Gives calls their paths: guarded, in order of arrival, and given back at the end unless a change could not be
 * settled.
 */
export class Holds {
  readonly #parts: HoldsParts;
  readonly #unsettled: UnsettledChanges;
  #entered: Promise<void> = Promise.resolve();

  constructor(parts: HoldsParts) {
    this.#parts = parts;
    this.#unsettled = new UnsettledChanges(parts.schedule);
  }

  /** Runs `work` while it holds the paths. Throws as VaultWriter's `withPaths`. */
  async during<T>(paths: readonly string[], work: (hold: Hold) => Promise<T>): Promise<T> {
    for (const path of paths) guard(path, this.#parts.rules, useOf(path));
    const held = await this.#inOrder(paths).catch((error: unknown) => {
      throw diskError(error, paths.length === 1 ? quoted(paths[0] ?? '') : `${paths.length} files`);
    });
    const hold: Hold = { ...held, settle: null };
    try {
      return await work(hold);
    } finally {
      this.#parts.onEnd();
      // A change neither done nor rolled back keeps its paths: nothing may build on them.
      const { settle } = hold;
      if (settle === null) await hold.giveBack();
      else this.#unsettled.add({ settle, giveBack: hold.giveBack });
    }
  }

  /** Settles what can be settled. Calls must have ended. */
  close(): Promise<void> {
    return this.#unsettled.close();
  }

  /** Calls queue in order of arrival, however long their lookups take. */
  async #inOrder(paths: readonly string[]): Promise<Held> {
    const before = this.#entered;
    let queued = (): void => undefined;
    this.#entered = new Promise((resolve) => (queued = resolve));
    try {
      await before;
      await this.#parts.recovered();
      await this.#unsettled.settle();
      return await this.#parts.queue.take([...new Set([...paths, ...(await this.#realPaths(paths))])], queued);
    } finally {
      queued();
    }
  }

  /** Where symlinks lead, so that two names of one file share a queue. */
  async #realPaths(paths: readonly string[]): Promise<string[]> {
    const real: string[] = [];
    await this.#parts.places.sharingFolders((places) =>
      forEachOf(paths, 8, async (path) => {
        // The plan reports what is wrong with a path; here it just has no other name.
        const found = await places.file(path).catch(() => null);
        if (found === null) return;
        real.push(found.place);
        await found.folder.close();
      }),
    );
    return real;
  }
}
