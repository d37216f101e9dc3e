import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { scheduleTimeout, type Schedule } from '../../kit/time/schedule.ts';
import { LOCK_TIMING, Watch, type LockTiming } from '../../kit/disk/file-lock.ts';
import {
  createLock,
  isOwn,
  newNonce,
  readLock,
  renewLock,
  type LockContent,
  type OwnLockFile,
} from '../../kit/disk/lock-file.ts';
import { isProvablyAlive, isProvablyDead, ownIdentity, type ProcessIdentity } from '../../kit/disk/process-identity.ts';
import { makeFolder } from '../../kit/disk/make-folder.ts';

/** Another writer's state decides what to do with its journal and locks: leave them, take over, or wait. */
export type Life = 'living' | 'dead' | 'unknown';

/**
 * Shows other processes that this writer is alive, by a file named after its nonce and renewed while it holds anything;
 * judges other writers by theirs. Locks and journal records carry the nonce.
 */
export class WriterPresence {
  readonly #folder: string;
  readonly #schedule: Schedule;
  readonly #timing: LockTiming;
  readonly #watches = new Map<string, Watch>();
  #own: OwnLockFile | null = null;
  #opening: Promise<OwnLockFile> | null = null;
  #holds = 0;
  #cancelRenewal: (() => void) | null = null;
  #renewal: Promise<void> = Promise.resolve();

  /** @param folder the writers' files; absolute, in a vault's data folder */
  constructor(
    folder: string,
    { schedule = scheduleTimeout, timing = LOCK_TIMING }: { schedule?: Schedule; timing?: LockTiming } = {},
  ) {
    this.#folder = folder;
    this.#schedule = schedule;
    this.#timing = timing;
  }

  /** Creates the writer's file, once. Throws the system's error if the data folder is not writable. */
  async announce(): Promise<{ nonce: string; file: string; identity: ProcessIdentity }> {
    this.#opening ??= this.#open();
    const own = await this.#opening.catch((error: unknown) => {
      this.#opening = null;
      throw error;
    });
    return { nonce: own.record.nonce, file: this.fileOf(own.record.nonce), identity: own.record.process };
  }

  /** The file of the writer with this nonce. */
  fileOf(nonce: string): string {
    return join(this.#folder, nonce);
  }

  /** Keeps the file renewed until the returned function is called. */
  hold(): () => void {
    this.#holds += 1;
    if (this.#holds === 1) this.#renewLater();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      if (this.#holds === 0) this.#cancelRenewal?.();
    };
  }

  /**
   * False if others took us for dead, as after a long sleep of the machine: what we held is theirs now.
   * @param nonce under which it was held; the current one by default
   */
  async stillOurs(nonce?: string | null): Promise<boolean> {
    const own = this.#own;
    if (own === null || (nonce !== undefined && nonce !== own.record.nonce)) return false;
    if (isOwn(await readLock(this.fileOf(own.record.nonce)), own)) return true;
    // Another call may have noticed as well, and have announced a new writer by now.
    if (this.#own === own) {
      this.#own = null;
      this.#opening = null;
      await own.handle.close();
    }
    return false;
  }

  /** Judges another writer. One without a file has ended. */
  async judge(nonce: string): Promise<Life> {
    if (nonce === this.#own?.record.nonce) return 'living';
    const content = await readLock(this.fileOf(nonce));
    if (content === undefined) return 'dead';
    const known = content.record === undefined ? 'unknown' : await this.#lifeOf(content.record.process);
    return known === 'unknown' && this.hasStoodStill(nonce, content) ? 'dead' : known;
  }

  /** True once something has been unchanged for long enough to be given up. Call it repeatedly. */
  hasStoodStill(name: string, content: LockContent): boolean {
    const seen = this.#watches.get(name);
    const watch = seen?.content.text === content.text ? seen : new Watch(content);
    this.#watches.set(name, watch);
    watch.look(this.#timing);
    return watch.unchangedFor >= this.#timing.stale;
  }

  /** Removes the file of a dead writer, once nothing else of it is left. */
  async remove(nonce: string): Promise<void> {
    this.#watches.delete(nonce);
    await rm(this.fileOf(nonce), { force: true });
  }

  /** Ends this writer, which must hold nothing. */
  async close(): Promise<void> {
    this.#cancelRenewal?.();
    await this.#renewal;
    const own = this.#own;
    this.#own = null;
    this.#opening = null;
    if (own === null) return;
    await own.handle.close();
    await rm(this.fileOf(own.record.nonce), { force: true });
  }

  async #open(): Promise<OwnLockFile> {
    await makeFolder(this.#folder, 0o700);
    const nonce = newNonce();
    const own = await createLock(this.fileOf(nonce), await ownIdentity(), nonce);
    if (own === undefined) throw new Error('a writer with the same nonce already exists');
    this.#own = own;
    return own;
  }

  async #lifeOf(other: ProcessIdentity): Promise<Life> {
    const own = this.#own?.record.process ?? (await ownIdentity());
    if (await isProvablyDead(other, own)) return 'dead';
    return (await isProvablyAlive(other, own)) ? 'living' : 'unknown';
  }

  #renewLater(): void {
    this.#cancelRenewal = this.#schedule(() => {
      this.#renewal = this.#renew();
      if (this.#holds > 0) this.#renewLater();
    }, this.#timing.renew);
  }

  async #renew(): Promise<void> {
    try {
      if (this.#own !== null) await renewLock(this.#own);
    } catch {
      // A brief disk failure: the next renewal retries, and writers check `stillOurs` first.
    }
  }
}
