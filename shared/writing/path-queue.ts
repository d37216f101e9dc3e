import { createHash } from 'node:crypto';
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { VaultLoomError } from '../protocol/errors.ts';
import { errorCode, outwaitOthers } from '../vault/durable-file.ts';
import { readLock } from '../vault/lock-file.ts';
import { compareCodeUnits, foldPath } from '../vault/paths.ts';
import { quoted } from './file-names.ts';
import { forEachOf } from './for-each.ts';
import type { WriterPresence } from './writer-presence.ts';

/** Takes over what a dead writer left; false when that cannot be done now. */
export type Bury = (nonce: string) => Promise<boolean>;

export interface PathQueueOptions {
  /** How long a call waits for its turn, ms. */
  waitMs?: number;
  /** In the app: timers that go on at full rate while the window is hidden. */
  sleep?: (ms: number) => Promise<void>;
}

/** Paths that are a call's own until it gives them back. */
export interface Held {
  /** False where this process slept for so long that others took it for dead: the paths are theirs. */
  stillHeld: () => Promise<boolean>;
  giveBack: () => Promise<void>;
}

/**
 * Lets one call at a time work on a path, among the calls of this process in the order they came, and among processes by
 * a lock file for each path. Several paths are taken in one fixed order, so that no two calls wait for each other.
 */
export class PathQueue {
  readonly #folder: string;
  readonly #presence: WriterPresence;
  readonly #bury: Bury;
  readonly #waitMs: number;
  readonly #sleep: (ms: number) => Promise<void>;
  readonly #tails = new Map<string, Promise<void>>();

  /** @param folder of the lock files; absolute, in the data folder of one vault */
  constructor(folder: string, presence: WriterPresence, bury: Bury, options: PathQueueOptions = {}) {
    this.#folder = folder;
    this.#presence = presence;
    this.#bury = bury;
    this.#waitMs = options.waitMs ?? 30_000;
    this.#sleep = options.sleep ?? ((ms) => new Promise((resolve) => setTimeout(resolve, ms)));
  }

  /**
   * Waits for all of the paths (vault-relative, real) and answers how to give them back.
   *
   * @param queued called once this call has its place, so that the next may come
   * @throws VaultLoomError `timeout` where another call has one of them for too long
   */
  async take(paths: readonly string[], queued: () => void = () => undefined): Promise<Held> {
    const named = new Map(paths.map((path) => [keyOf(path), path]));
    const keys = [...named.keys()].sort(compareCodeUnits);
    const deadline = performance.now() + this.#waitMs;
    const turn = this.#takeTurns(keys, named, deadline);
    queued();
    const leave = await turn;
    const release = this.#presence.hold();
    const locked: string[] = [];
    let nonce: string | null = null;
    try {
      await this.#presence.stillOurs();
      nonce = (await this.#presence.announce()).nonce;
      for (const key of keys) {
        await this.#lock(key, named.get(key) ?? '', deadline);
        locked.push(key);
      }
    } catch (error) {
      await this.#unlock(locked);
      release();
      leave();
      throw error;
    }
    const stillHeld = (): Promise<boolean> => this.#presence.stillOurs(nonce);
    return {
      stillHeld,
      giveBack: async () => {
        try {
          // Where others took us for dead, our locks are gone, and those of the same names are theirs.
          if (await stillHeld()) await this.#unlock(locked);
        } finally {
          release();
          leave();
        }
      },
    };
  }

  /** Removes the locks of a dead writer. Only who has the right to bury it may. */
  async removeLocksOf(nonce: string): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    await forEachOf(names, 8, async (name) => {
      const file = join(this.#folder, name);
      if ((await readLock(file))?.record?.nonce === nonce) await outwaitOthers(() => rm(file, { force: true }));
    });
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
      if (before !== undefined && !(await isDoneBy(before, deadline))) {
        leaveAll();
        throw busy(named.get(key) ?? '');
      }
    }
    return leaveAll;
  }

  async #lock(key: string, path: string, deadline: number): Promise<void> {
    const file = join(this.#folder, key);
    for (;;) {
      if (await this.#place(file)) return;
      const found = await readLock(file);
      if (found === undefined) continue;
      const own = await this.#presence.announce();
      // Our own queue let us through: what is left of an earlier turn is ours to use.
      if (found.record?.nonce === own.nonce) return;
      if (found.record === undefined) {
        // Left by a process that died between making the file and filling it.
        if (this.#presence.hasStoodStill(file, found)) await rm(file, { force: true });
      } else if ((await this.#presence.judge(found.record.nonce)) === 'dead' && (await this.#bury(found.record.nonce))) continue;
      if (performance.now() > deadline) throw busy(path);
      await this.#sleep(2 + Math.random() * 8);
    }
  }

  /** A link to our own file, so that no one ever sees a lock that does not say whose it is. */
  async #place(file: string): Promise<boolean> {
    const own = await this.#presence.announce();
    try {
      await link(own.file, file);
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      if (errorCode(error) === 'ENOENT') {
        await mkdir(this.#folder, { recursive: true, mode: 0o700 });
        if (!(await this.#presence.stillOurs())) return false;
      }
      return this.#placeCopy(own.file, file);
    }
  }

  async #placeCopy(own: string, file: string): Promise<boolean> {
    const text = await readFile(own);
    try {
      const handle = await open(file, 'wx', 0o600);
      await handle.writeFile(text).finally(() => handle.close());
      return true;
    } catch (error) {
      // On Windows a lock that is being deleted by others refuses with one of the latter for a moment.
      if (['EEXIST', 'EPERM', 'EBUSY'].includes(errorCode(error))) return false;
      throw error;
    }
  }

  async #unlock(keys: string[]): Promise<void> {
    await forEachOf(keys, 8, (key) => outwaitOthers(() => rm(join(this.#folder, key), { force: true })));
  }
}

/** One name for all spellings of a path that some disk takes for the same. */
function keyOf(path: string): string {
  return createHash('sha256').update(foldPath(path)).digest('hex').slice(0, 32);
}

async function isDoneBy(promise: Promise<void>, deadline: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => (timer = setTimeout(() => resolve(false), Math.max(0, deadline - performance.now()))));
  return Promise.race([promise.then(() => true as const), late]).finally(() => clearTimeout(timer));
}

function busy(path: string): VaultLoomError {
  return new VaultLoomError('timeout', `Another call has been working on ${quoted(path)} for too long.`, {
    hint: 'Try again in a moment. If it goes on, another program of Vault Loom may be stuck: end it.',
    details: { path },
  });
}
