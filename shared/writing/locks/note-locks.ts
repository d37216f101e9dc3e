import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { scheduleTimeout, type Schedule } from '../../kit/time/schedule.ts';
import { systemCode } from '../../kit/disk/disk-io.ts';
import { LOCK_TIMING, Watch, type LockTiming } from '../../kit/disk/file-lock.ts';
import { isProvablyAlive, isProvablyDead, ownIdentity } from '../../kit/disk/process-identity.ts';
import { forEachOf } from '../../kit/concurrency/for-each.ts';
import type { VaultPlaces } from '../places/vault-places.ts';
import {
  claimOn,
  inMark,
  placeFurther,
  placeMark,
  readMark,
  removeMark,
  removeStaleMark,
  renewMark,
  type FoundMark,
  type MarkHolder,
  type VerifyFile,
} from './lock-mark.ts';
import { temporaryPlace, type MarkPlace } from './mark-place.ts';
import { Marks } from './marks-of-call.ts';

/** A call's marks. */
export interface HeldMarks {
  /** False if others took us for dead, as after a long sleep of the machine. */
  stillHeld: () => Promise<boolean>;
  /** Releases the marks in this folder, so it can be removed. */
  leaveFolder: (place: string) => Promise<void>;
  giveBack: () => Promise<void>;
}

export interface NoteLocksParts {
  places: VaultPlaces;
  holder: () => Promise<MarkHolder>;
  /** In the app: timers that a hidden window does not slow down. */
  schedule?: Schedule;
  timing?: LockTiming;
  sleep: (ms: number) => Promise<void>;
}

/**
 * Locks notes between processes with a mark in the note's own folder. Every process that can write the note sees it,
 * with any data folder, home or vault root. A mark lives as long as a call. A killed process's mark is removed by
 * the next process that wants the note, or the next start of a server.
 */
export class NoteLocks {
  readonly #parts: NoteLocksParts;
  readonly #timing: LockTiming;
  readonly #schedule: Schedule;
  readonly #watches = new Map<string, Watch>();
  readonly #held = new Set<Marks>();
  /** Marks of ended calls that could not be removed yet. */
  readonly #left = new Set<Marks>();
  #cancelRenewal: (() => void) | null = null;
  #cancelRemoval: (() => void) | null = null;
  #isClosed = false;

  constructor(parts: NoteLocksParts) {
    this.#parts = parts;
    this.#timing = parts.timing ?? LOCK_TIMING;
    this.#schedule = parts.schedule ?? scheduleTimeout;
  }

  /**
   * Takes the marks of all places, in the same order in every process.
   * @param deadline by `performance.now()`
   * @returns `busy`, with the path, if another process holds a mark until the deadline
   * @throws the system's error if a mark can be created neither in the vault nor in the temporary folder
   */
  async take(wanted: readonly MarkPlace[], deadline: number): Promise<HeldMarks | { busy: string }> {
    const byPlace = new Map(wanted.map((place) => [`${place.folder}/${place.name}`, place]));
    const ordered = [...byPlace].sort(([a], [b]) => compareCodeUnits(a, b)).map(([, place]) => place);
    const marks = new Marks(this.#parts.places, await this.#parts.holder());
    const giveBack = async (): Promise<void> => {
      this.#held.delete(marks);
      if (await marks.giveBack(await marks.stillHeld(this.#timing.stale / 2))) return;
      this.#left.add(marks);
      this.#removeLater();
    };
    this.#keepRenewed(marks);
    try {
      for (const place of ordered.slice(await this.#lockFree(ordered, marks))) {
        if (await this.#lock(place, marks, deadline)) continue;
        await giveBack();
        return { busy: place.path };
      }
    } catch (error) {
      await giveBack();
      throw error;
    }
    return {
      stillHeld: () => marks.stillHeld(this.#timing.stale / 2),
      leaveFolder: (folder) => marks.leaveFolder(folder),
      giveBack,
    };
  }

  /**
   * Removes a mark, or a claim, if its process is known to be dead.
   * @returns true if that is not known yet; ask again later
   */
  async clear(at: string): Promise<boolean> {
    const found = await readMark(at);
    if (found === null || found.holder?.nonce === (await this.#parts.holder()).nonce) return false;
    const life = await this.#lifeOf(at, found);
    if (life !== 'dead') return life === 'unknown';
    const isMark = at.endsWith('.lock');
    if (isMark) await this.#remove(at, found, await this.#parts.holder());
    else await removeMark(at, this.#parts.places.pace);
    return false;
  }

  /**
   * Takes many marks together, since they are almost certainly free, and releases those after the first that is not:
   * waiting for one while holding later ones could be a deadlock.
   * @returns how many were taken, from the first on
   */
  async #lockFree(ordered: readonly MarkPlace[], marks: Marks): Promise<number> {
    const [first] = ordered;
    if (first === undefined || ordered.length < FEW || !(await marks.folder(first.folder)).isPinned) return 0;
    let taken = 0;
    let seed: string | null = null;
    // In order, and so folder by folder: the seed's stays open until the next one is.
    for (const together of inOneFolder(ordered)) {
      const folder = await marks.folder(together[0].folder);
      const at = ({ name }: MarkPlace): string => folder.at(name);
      const made = new Map<MarkPlace, 'shared' | 'own'>();
      const make = async (place: MarkPlace): Promise<void> => {
        const further = seed === null ? null : await placeFurther(at(place), seed, folder.pace);
        // An error shows again when the turn of that mark comes.
        if (further ?? (await placeMark(at(place), marks.holder).catch(() => false)))
          made.set(place, seed === null || further === true ? 'shared' : 'own');
      };
      await make(together[0]);
      if (made.get(together[0]) === 'shared') seed = at(together[0]);
      await forEachOf(together.slice(1), 16, make);
      const firstTaken = together.findIndex((place) => !made.has(place));
      const free = firstTaken < 0 ? together.length : firstTaken;
      for (const [i, place] of together.entries()) {
        const kind = made.get(place);
        if (kind === undefined) continue;
        if (i < free) marks.add(place, at(place), { inVault: true, isShared: kind === 'shared' });
        else await removeMark(at(place), folder.pace);
      }
      taken += free;
      if (free < together.length) break;
    }
    return taken;
  }

  async #lock(place: MarkPlace, marks: Marks, deadline: number): Promise<boolean> {
    let elsewhere = false;
    for (;;) {
      const folder = elsewhere ? null : await marks.folder(place.folder);
      const at =
        folder === null ? await temporaryPlace(await marks.folder(place.folder), place) : folder.at(place.name);
      const verify = folder === null || folder.isPinned ? undefined : folder.verifyFile;
      const made = await placeMark(at, marks.holder, verify).catch((error: unknown) => {
        if (folder === null || !NO_ROOM.has(systemCode(error))) throw error;
        elsewhere = true;
        return null;
      });
      if (made === null) continue;
      if (made) {
        this.#watches.delete(this.#keyOf(place));
        marks.add(place, at, { inVault: folder !== null });
        return true;
      }
      const found = await readMark(at);
      if (found === null) {
        // On Windows, this is a mark that is being deleted, or a folder that takes no files.
        if (performance.now() > deadline) return false;
        await this.#parts.sleep(2 + Math.random() * 8);
        continue;
      }
      if (found.holder?.nonce === marks.holder.nonce) {
        // Our own queue let us through, so leftovers of an earlier turn are ours to use.
        const earlier = [...this.#left].find((left) => left.has(place));
        if (earlier !== undefined) {
          await earlier.leaveTo(place);
          continue;
        }
        await renewMark(at).catch(() => undefined);
        marks.add(place, at, { inVault: folder !== null });
        return true;
      }
      if (
        (await this.#lifeOf(this.#keyOf(place), found)) === 'dead' &&
        (await this.#remove(at, found, marks.holder, { key: this.#keyOf(place), verify }))
      )
        continue;
      if (performance.now() > deadline) return false;
      await this.#parts.sleep(2 + Math.random() * 8);
    }
  }

  #keyOf({ folder, name }: MarkPlace): string {
    return `${folder}/${name}`;
  }

  /** `dead` if that is certain, or the mark has not changed for long enough. */
  async #lifeOf(key: string, { text, renewed, holder }: FoundMark): Promise<'living' | 'dead' | 'unknown'> {
    if (holder !== undefined) {
      const own = inMark(await ownIdentity());
      if (await isProvablyDead(holder.process, own)) return 'dead';
      if (await isProvablyAlive(holder.process, own)) return 'living';
    }
    const content = { text: `${text}\n${renewed}` };
    const seen = this.#watches.get(key);
    const watch = seen?.content.text === content.text ? seen : new Watch(content);
    this.#watches.set(key, watch);
    watch.look(this.#timing);
    return watch.unchangedFor >= this.#timing.stale ? 'dead' : 'unknown';
  }

  async #remove(
    at: string,
    found: FoundMark,
    remover: MarkHolder,
    { key = at, verify }: { key?: string; verify?: VerifyFile | undefined } = {},
  ): Promise<boolean> {
    const watch = this.#watches.get(`${key} removal`) ?? new Watch({ text: found.text });
    const result = await removeStaleMark(at, found, watch.attempt, remover, verify);
    if (result !== 'taken') {
      this.#watches.delete(key);
      this.#watches.delete(`${key} removal`);
      return result === 'removed';
    }
    // The claimant may have died.
    this.#watches.set(`${key} removal`, watch);
    const claim = await readMark(claimOn(at, found, watch.attempt));
    if (claim !== null && (await this.#lifeOf(`${key} claim ${watch.attempt}`, claim)) === 'dead') watch.nextAttempt();
    return false;
  }

  #keepRenewed(marks: Marks): void {
    this.#held.add(marks);
    if (this.#cancelRenewal !== null) return;
    const renew = (): void => {
      this.#cancelRenewal = null;
      if (this.#held.size === 0) return;
      for (const held of this.#held) void held.renew();
      this.#cancelRenewal = this.#schedule(renew, this.#timing.renew);
    };
    this.#cancelRenewal = this.#schedule(renew, this.#timing.renew);
  }

  #removeLater(): void {
    this.#cancelRemoval ??= this.#schedule(() => {
      this.#cancelRemoval = null;
      void this.#removeLeft().then(() => {
        if (this.#left.size > 0 && !this.#isClosed) this.#removeLater();
      });
    }, this.#timing.renew);
  }

  async #removeLeft(): Promise<void> {
    for (const marks of this.#left) if (await marks.giveBack(false)) this.#left.delete(marks);
  }

  /** Ends the timers, and tries once more to remove what is left. Nothing may still be held. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelRenewal?.();
    this.#cancelRenewal = null;
    await this.#removeLeft();
    this.#cancelRemoval?.();
    this.#cancelRemoval = null;
  }
}

/** Runs of places in one folder; `ordered` is by folder. */
function inOneFolder(ordered: readonly MarkPlace[]): [MarkPlace, ...MarkPlace[]][] {
  const runs: [MarkPlace, ...MarkPlace[]][] = [];
  for (const place of ordered) {
    const last = runs.at(-1);
    if (last?.[0].folder === place.folder) last.push(place);
    else runs.push([place]);
  }
  return runs;
}

/** Up to this many are taken one by one. */
const FEW = 8;
/** Nothing can be created in such a folder; its files may still be writable. */
const NO_ROOM = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENAMETOOLONG']);
