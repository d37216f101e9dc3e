import { VaultLoomError } from '../../protocol/errors.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { inTime } from '../../kit/time/deadline.ts';
import { scheduleAwake, type Schedule } from '../../kit/time/schedule.ts';
import { systemCode } from '../../kit/disk/disk-io.ts';
import type { LockTiming } from '../../kit/disk/file-lock.ts';
import { foldPath } from '../../vault/paths.ts';
import { diskError } from '../disk-errors.ts';
import { quoted } from '../places/name-rules.ts';
import { forEachOf } from '../../kit/concurrency/for-each.ts';
import { sleep } from '../../kit/time/sleep.ts';
import { NoteLocks, type HeldMarks } from './note-locks.ts';
import { markPlaceOf, type MarkPlace } from './mark-place.ts';
import type { VaultPlaces } from '../places/vault-places.ts';
import type { WriterPresence } from './writer-presence.ts';

/** Takes over what a dead writer left; false if that is impossible now. */
export type Bury = (nonce: string) => Promise<boolean>;

export interface PathQueueParts {
  places: VaultPlaces;
  presence: WriterPresence;
  /** Other writers with a journaled change not known to have ended. */
  unfinished: () => Promise<string[]>;
  bury: Bury;
  /** Whether such a change concerns one of these paths. */
  concerns: (nonce: string, paths: readonly string[]) => Promise<boolean>;
  /** How long a call waits for its turn, in ms. */
  waitMs?: number;
  /** In the app: timers that a hidden window does not slow down. */
  schedule?: Schedule;
  timing?: LockTiming;
}

/** Paths a call holds until it releases them. */
export interface Held {
  /** False if others took this process for dead after a long sleep: the paths are theirs now. */
  stillHeld: () => Promise<boolean>;
  /** Releases what is in a folder (a place), so it can be removed. */
  leaveFolder: (place: string) => Promise<void>;
  giveBack: () => Promise<void>;
}

/**
 * Lets one call at a time work on a path: in this process in order of arrival, between processes by marks in the vault
 * ({@link NoteLocks}). Takes several paths in a fixed order, so that no two calls wait for each other.
 */
export class PathQueue {
  readonly #parts: PathQueueParts;
  readonly #presence: WriterPresence;
  readonly #locks: NoteLocks;
  readonly #waitMs: number;
  /** Keeps the process alive while a call waits. */
  readonly #schedule: Schedule;
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #tails = new Map<string, Promise<void>>();

  constructor(parts: PathQueueParts) {
    const { places, presence, waitMs = 30_000, schedule, timing } = parts;
    this.#parts = parts;
    this.#presence = presence;
    this.#waitMs = waitMs;
    this.#schedule = schedule ?? scheduleAwake;
    this.#sleep = (ms) => sleep(ms, { schedule: this.#schedule });
    this.#locks = new NoteLocks({
      places,
      ...(schedule === undefined ? {} : { schedule }),
      ...(timing === undefined ? {} : { timing }),
      holder: async () => {
        const { nonce, identity } = await presence.announce();
        return { nonce, process: identity };
      },
      sleep: this.#sleep,
    });
  }

  /**
   * Waits for all of the paths (vault-relative, real). First settles what a dead writer left half done, so that nothing
   * builds on it.
   * @param queued called once this call has its place, so that the next may queue
   * @throws VaultLoomError `timeout` if another call holds a path for too long
   */
  async take(paths: readonly string[], queued: () => void = () => undefined): Promise<Held> {
    const deadline = performance.now() + this.#waitMs;
    /** Dead writers that cannot be settled now, but whose changes concern other paths. */
    const given = new Set<string>();
    for (;;) {
      const held = await this.#takeOnce(paths, queued, deadline);
      const dead = await this.#deadWriters(given).catch(async (error: unknown) => {
        await held.giveBack();
        return ofJournal(error);
      });
      if (dead.length === 0) return held;
      await held.giveBack();
      for (const nonce of dead) {
        if (await this.#parts.bury(nonce).catch(ofJournal)) continue;
        if (!(await this.#parts.concerns(nonce, paths).catch(ofJournal))) given.add(nonce);
        else if (performance.now() > deadline) throw busy(paths[0] ?? '');
        else await this.#sleep(BURY_AGAIN_MS);
      }
    }
  }

  /**
   * Like {@link take}, for settling what dead writers left: takes places as the disk spells them, and waits only
   * briefly.
   */
  takePlaces(places: readonly string[]): Promise<Held> {
    return this.#takeOnce(places, () => undefined, performance.now() + Math.min(this.#waitMs, LONGEST_TAKEOVER_MS));
  }

  /** Removes a mark whose process is known to be dead; true if that is not known yet. */
  clear(mark: string): Promise<boolean> {
    return this.#locks.clear(mark);
  }

  close(): Promise<void> {
    return this.#locks.close();
  }

  async #takeOnce(paths: readonly string[], queued: () => void, deadline: number): Promise<Held> {
    const named = new Map(paths.map((path) => [foldPath(path), path]));
    const turn = this.#takeTurns([...named.keys()].sort(compareCodeUnits), named, deadline);
    queued();
    const leave = await turn;
    const release = this.#presence.hold();
    try {
      const nonce = await this.#announce();
      const marks = await this.#takeMarks([...named.values()], deadline);
      return {
        stillHeld: async () => (await this.#presence.stillOurs(nonce)) && (await marks.stillHeld()),
        leaveFolder: marks.leaveFolder,
        giveBack: async () => {
          try {
            await marks.giveBack();
          } finally {
            release();
            leave();
          }
        },
      };
    } catch (error) {
      release();
      leave();
      throw error;
    }
  }

  async #announce(): Promise<string> {
    try {
      await this.#presence.stillOurs();
      return (await this.#presence.announce()).nonce;
    } catch (error) {
      throw diskError(error, 'who is at work', 'data folder');
    }
  }

  async #takeMarks(paths: readonly string[], deadline: number): Promise<HeldMarks> {
    for (let tries = 1; ; tries++) {
      const places: MarkPlace[] = [];
      await this.#parts.places.sharingFolders((shared) =>
        forEachOf(paths, 8, async (path) => {
          const place = await markPlaceOf(path, shared);
          if (place !== null) places.push(place);
        }),
      );
      try {
        const marks = await this.#locks.take(places, deadline);
        if (!('busy' in marks)) return marks;
        throw busy(marks.busy);
      } catch (error) {
        // A folder was removed or renamed in between.
        if (systemCode(error) !== 'ENOENT' || tries >= MOST_TRIES) throw error;
      }
    }
  }

  async #deadWriters(given: ReadonlySet<string>): Promise<string[]> {
    const dead: string[] = [];
    for (const nonce of await this.#parts.unfinished())
      if (!given.has(nonce) && (await this.#presence.judge(nonce)) === 'dead') dead.push(nonce);
    return dead;
  }

  async #takeTurns(keys: string[], named: Map<string, string>, deadline: number): Promise<() => void> {
    const leaves: (() => void)[] = [];
    const leaveAll = (): void => leaves.forEach((leave) => leave());
    for (const key of keys) {
      const before = this.#tails.get(key);
      let leave = (): void => undefined;
      const mine = new Promise<void>((resolve) => (leave = resolve));
      const tail = before === undefined ? mine : before.then(() => mine);
      this.#tails.set(key, tail);
      void tail.then(() => {
        if (this.#tails.get(key) === tail) this.#tails.delete(key);
      });
      leaves.push(leave);
      if (before === undefined) continue;
      await inTime(
        deadline - performance.now(),
        before,
        () => {
          leaveAll();
          throw busy(named.get(key) ?? '');
        },
        this.#schedule,
      );
    }
    return leaveAll;
  }
}

const MOST_TRIES = 5;
const BURY_AGAIN_MS = 50;
const LONGEST_TAKEOVER_MS = 5_000;

function ofJournal(error: unknown): never {
  throw diskError(error, 'the journal', 'data folder');
}

function busy(path: string): VaultLoomError {
  return new VaultLoomError('timeout', `Another call has been working on ${quoted(path)} for too long.`, {
    hint: 'Try again in a moment. If this keeps happening, another Vault Loom process may be stuck: end it.',
    details: { path },
  });
}
