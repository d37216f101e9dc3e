import { dirname } from 'node:path';
import { claimantOf, createLock, isOwn, readLock, removeLeftClaims, removeLock, renewLock } from './lock-file.ts';
import type { LockContent, OwnLockFile } from './lock-file.ts';
import { isProvablyDead, ownIdentity } from './process-identity.ts';
import type { ProcessIdentity } from './process-identity.ts';
import { scheduleTimeout } from '../time/schedule.ts';
import type { Schedule } from '../time/schedule.ts';
import { makeFolder } from './make-folder.ts';

/** Milliseconds. */
export interface LockTiming {
  /** How often the owner renews it. */
  renew: number;
  /** How long a lock must stay unchanged, by the reader's own clock, before others may take it. */
  stale: number;
  /** How often a waiting process checks. */
  poll: number;
}

export interface LockOptions {
  /** Absolute path of the lock file; its folder is created if missing. */
  file: string;
  /**
   * If false, a free lock is left to others. Asked at every try; to release a held lock, call {@link
   * FileLock.stepBack}.
   */
  mayOwn?: () => boolean;
  /** The lock is now ours. Not called if `open` itself acquired it. */
  onAcquired?: () => void;
  /** The lock is no longer ours. */
  onLost?: () => void;
  /** In the app: timers that a hidden window does not slow down. */
  schedule?: Schedule;
  timing?: LockTiming;
}

export const LOCK_TIMING: LockTiming = { renew: 2_000, stale: 10_000, poll: 1_000 };

/**
 * A lock file that one of several processes owns. Each one that opens it takes part until it closes it: as owner, or
 * waiting for the owner to end. A dead owner's lock is taken over at once if the system can prove the death (Linux),
 * otherwise after `stale` ms without a renewal.
 */
export class FileLock {
  readonly #path: string;
  readonly #identity: ProcessIdentity;
  readonly #timing: LockTiming;
  readonly #schedule: Schedule;
  readonly #options: LockOptions;
  #own: OwnLockFile | undefined;
  #watch: Watch | undefined;
  #cancel: (() => void) | undefined;
  #turn: Promise<void> = Promise.resolve();
  #released = false;

  private constructor(path: string, identity: ProcessIdentity, options: LockOptions) {
    this.#path = path;
    this.#identity = identity;
    this.#timing = options.timing ?? LOCK_TIMING;
    this.#schedule = options.schedule ?? scheduleTimeout;
    this.#options = options;
  }

  /**
   * Takes the lock if it is free, and otherwise keeps trying.
   * @throws the system's error if the lock's folder cannot be written
   */
  static async open(options: LockOptions): Promise<FileLock> {
    await makeFolder(dirname(options.file));
    const lock = new FileLock(options.file, await ownIdentity(), options);
    await lock.#tryToAcquire();
    lock.#nextTurn();
    return lock;
  }

  /** Whether the lock was ours when last looked at. */
  get held(): boolean {
    return this.#own !== undefined;
  }

  /** Reads the lock file itself. Call this just before anything only the owner may do. */
  async stillOwner(): Promise<boolean> {
    const own = this.#own;
    if (own === undefined) return false;
    if (isOwn(await readLock(this.#path), own)) return true;
    await this.#lose(own);
    return false;
  }

  /** Releases the lock to others but keeps taking part; never removes another's lock. */
  stepBack(): Promise<void> {
    const done = this.#turn.then(() => this.#giveUp());
    this.#turn = done.catch(() => undefined);
    return done;
  }

  /** Releases the lock and stops taking part; never removes another's lock. */
  async release(): Promise<void> {
    this.#released = true;
    this.#cancel?.();
    await this.#turn;
    await this.#giveUp();
  }

  async #giveUp(): Promise<void> {
    const own = this.#own;
    this.#own = undefined;
    if (own === undefined) return;
    const content = await readLock(this.#path).finally(() => own.handle.close());
    if (content !== undefined && isOwn(content, own)) await removeLock(this.#path, content, 1, this.#identity);
  }

  #nextTurn(): void {
    if (this.#released) return;
    this.#cancel = this.#schedule(
      () => {
        this.#turn = this.#turn
          .then(() => this.#takeTurn())
          .then(() => {
            this.#nextTurn();
          });
      },
      this.held ? this.#timing.renew : this.#timing.poll,
    );
  }

  async #takeTurn(): Promise<void> {
    try {
      if (this.#own !== undefined) {
        if (await this.stillOwner()) await renewLock(this.#own);
        return;
      }
      // Someone may have deleted it.
      await makeFolder(dirname(this.#path));
      if ((await this.#tryToAcquire()) && !this.#released) {
        this.#options.onAcquired?.();
      }
    } catch {
      // A brief disk failure: the next turn retries, and notices a lost lock.
    }
  }

  async #tryToAcquire(): Promise<boolean> {
    const found = await readLock(this.#path);
    const isFree = found === undefined || (await this.#mayRemove(found));
    if (!isFree || this.#options.mayOwn?.() === false) return false;
    if (found !== undefined && !(await this.#remove(found))) return false;
    this.#own = await createLock(this.#path, this.#identity);
    if (this.#own === undefined) return false;
    this.#watch = undefined;
    // What is left there is in nobody's way; the lock is ours even if it cannot be tidied.
    await removeLeftClaims(this.#path, this.#own).catch(() => undefined);
    return true;
  }

  /** A lock is stale if its owner is provably dead, or we saw it unchanged for long enough. */
  async #mayRemove(found: LockContent): Promise<boolean> {
    const seen = this.#watch;
    this.#watch = seen?.content.text === found.text ? seen : new Watch(found);
    this.#watch.look(this.#timing);
    if (this.#watch.unchangedFor >= this.#timing.stale) return true;
    return found.record !== undefined && (await isProvablyDead(found.record.process, this.#identity));
  }

  async #remove(found: LockContent): Promise<boolean> {
    const watch = this.#watch ?? new Watch(found);
    const result = await removeLock(this.#path, found, watch.attempt, this.#identity);
    if (result !== 'taken') return result === 'removed';
    watch.takenFor += watch.lastStep;
    const claimant = await claimantOf(this.#path, found, watch.attempt);
    const dead = claimant !== undefined && (await isProvablyDead(claimant, this.#identity));
    if (dead || watch.takenFor >= this.#timing.stale) watch.nextAttempt();
    return false;
  }

  async #lose(own: OwnLockFile): Promise<void> {
    if (this.#own !== own) return;
    this.#own = undefined;
    await own.handle.close();
    this.#options.onLost?.();
  }
}

/** How long a lock has been seen unchanged, by our own clock. */
export class Watch {
  readonly content: LockContent;
  unchangedFor = 0;
  /** What the last look added to `unchangedFor`. */
  lastStep = 0;
  /** Which removal claim to try next, and how long another process has held it. */
  attempt = 1;
  takenFor = 0;
  #lookedAt: number | undefined;

  constructor(content: LockContent) {
    this.content = content;
  }

  /** A gap of more than two polls counts as two: we slept or were busy, and perhaps so was the owner. */
  look({ poll }: Pick<LockTiming, 'poll'>): void {
    const now = performance.now();
    this.lastStep = this.#lookedAt === undefined ? 0 : Math.min(now - this.#lookedAt, 2 * poll);
    this.unchangedFor += this.lastStep;
    this.#lookedAt = now;
  }

  nextAttempt(): void {
    this.attempt++;
    this.takenFor = 0;
  }
}
