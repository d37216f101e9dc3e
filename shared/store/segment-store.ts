import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { VaultLoomError } from '../protocol/errors.ts';
import { realPathOf, systemCode } from '../kit/disk/disk-io.ts';
import { scheduleTimeout } from '../kit/time/schedule.ts';
import type { Schedule } from '../kit/time/schedule.ts';
import type { FileLock, LockTiming } from '../kit/disk/file-lock.ts';
import { nextManifest } from './commit.ts';
import { openIndexLock } from './index-lock.ts';
import { lostSegments, makeIndexFolder, makeIndexFolderAgain } from './lost-files.ts';
import { MANIFEST_NAME, readManifest, switchManifest } from './manifest.ts';
import type { NoManifest, StoredManifest } from './manifest.ts';
import { openSegment } from './open-segment.ts';
import { RetiredSegments } from './retired-segments.ts';
import { saveError } from './save-error.ts';
import { newSegmentKey, segmentFileName } from './segment-name.ts';
import type { Commit, Manifest, SegmentInfo, SegmentReader } from './store-types.ts';
import { sweepUnused } from './sweep.ts';
import { writeSegment } from './write-segment.ts';
import type { SectionBytes } from './write-segment.ts';

export interface StoreOptions {
  /** The per-user data folder, which holds the lock. */
  dataFolder: string;
  /** Layout version of the index, as the caller reads and writes it. */
  format: number;
  /** Whether this process may own the index; asked repeatedly. If not, the index is released once `onYield` is done. */
  mayOwn?: () => boolean;
  /** Called before the index is released: the last chance to commit what others should continue from. */
  onYield?: () => Promise<void>;
  /**
   * Called when the index has become ours after `open`. Call `read` before the first `commit`: its last owner may have
   * changed it.
   */
  onOwner?: () => void;
  /** Called when the index belongs to another process: commits are dropped from now on. */
  onLost?: () => void;
  /** Called when another process has committed; `read` returns its index. */
  onChanged?: () => void;
  /** In the app: timers that a hidden window does not slow down. */
  schedule?: Schedule;
  lockTiming?: LockTiming;
  /** How often to look for others' commits, in ms. */
  pollMs?: number;
}

export type CommitResult =
  | { outcome: 'committed'; manifest: Manifest }
  /** We are not, or no longer, the owner: nothing changed. */
  | { outcome: 'not_owner' }
  /** The index has changes that `read` has not returned yet, and nothing changed: `read`, then commit again. */
  | { outcome: 'behind' }
  /** The disk refused, and the index on it is unchanged: the same commit may be tried again later. */
  | { outcome: 'failed'; error: VaultLoomError };

/**
 * The index of one vault on disk. Any number of processes read it; the one that holds its lock commits. All that a
 * commit names is on disk before the switch, so a kill at any point leaves the old or the new index.
 */
export class IndexStore {
  readonly folder: string;
  readonly #options: StoreOptions;
  #lock: FileLock | undefined;
  /** The index last read or committed here; undefined before the first read. */
  #known: StoredManifest | NoManifest | undefined;
  /** Whether `#known` has been compared with the disk since we became the owner. */
  #knownIsCurrent = false;
  /** Of the manifest file behind `#known`, and of the last one announced as changed. */
  #signature = '';
  #announced = '';
  #commits: Promise<unknown> = Promise.resolve();
  readonly #retired = new RetiredSegments();
  #cancelPoll: (() => void) | undefined;
  #closed = false;

  private constructor(folder: string, options: StoreOptions) {
    this.folder = folder;
    this.#options = options;
  }

  /**
   * Opens the index in `folder`, creating the folder if needed, and takes its lock if free. Does not keep the process
   * alive.
   * @throws VaultLoomError `disk_full` or `internal` if the folder or the lock cannot be written; continue in memory
   * then
   */
  static async open(folder: string, options: StoreOptions): Promise<IndexStore> {
    try {
      await makeIndexFolder(folder);
      const store = new IndexStore(folder, options);
      await store.#takePart(await realPathOf(folder)).catch(async (error: unknown) => {
        await store.close();
        throw error;
      });
      return store;
    } catch (error) {
      throw saveError(error);
    }
  }

  /** Whether this process may commit, as far as known; a commit checks again. */
  get isOwner(): boolean {
    return this.#lock?.held ?? false;
  }

  /** The index on disk now, verified except for its sections, or why there is none. Never throws. */
  async read(): Promise<{ manifest: Manifest } | NoManifest> {
    const owned = this.isOwner;
    const signature = await this.#manifestSignature();
    const known = await readManifest(this.folder, this.#options.format);
    this.#signature = signature;
    this.#known = known;
    this.#knownIsCurrent = owned;
    return 'manifest' in known ? { manifest: known.manifest } : known;
  }

  /** Opens a segment that `read` or a commit named; see {@link openSegment}. If it fails, `read` again. */
  openSegment(info: SegmentInfo): Promise<SegmentReader> {
    return openSegment(this.folder, info);
  }

  /**
   * Writes a segment for a later commit, under a new key; see {@link writeSegment}. An owner makes a folder again that
   * somebody has deleted.
   */
  async writeSegment(
    kind: string,
    sections: Readonly<Record<string, SectionBytes>>,
    meta: Record<string, unknown>,
  ): Promise<SegmentInfo> {
    const write = (): Promise<SegmentInfo> => writeSegment(this.folder, newSegmentKey(), kind, sections, meta);
    try {
      return await write();
    } catch (error) {
      if (!(await this.#isMadeAgain())) throw error;
      return write();
    }
  }

  /**
   * Removes segments that were written, but that no commit has taken in. What the index on the disk names stays, since
   * a commit may have failed after its switch. Never throws: what is left goes at the next start.
   */
  async discard(segments: readonly SegmentInfo[]): Promise<void> {
    const stored = await readManifest(this.folder, this.#options.format);
    if (!('manifest' in stored) && (await this.#manifestSignature()) !== 'ENOENT') return;
    const named = new Set('manifest' in stored ? stored.manifest.segments.map(({ key }) => key) : []);
    const unused = segments
      .filter(({ key }) => !named.has(key))
      .map(({ key }) => join(this.folder, segmentFileName(key)));
    await Promise.all(unused.map((file) => rm(file, { force: true }).catch(() => undefined)));
  }

  /**
   * Moves the index to its next generation, atomically; commits run one at a time. Segments whose files somebody has
   * deleted leave it. Never throws.
   */
  commit(commit: Commit): Promise<CommitResult> {
    const unshared = structuredClone(commit);
    const result = this.#commits.then(() => this.#commitNow(unshared));
    this.#commits = result;
    return result;
  }

  /** Whether the manifest on disk differs from the one last read or committed here. Costs one `stat`. */
  async changed(): Promise<boolean> {
    return (await this.#manifestSignature()) !== this.#signature;
  }

  /** Waits for commits in progress, then releases the lock. Open segments stay open. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelPoll?.();
    await this.#commits;
    await this.#lock?.release().catch(() => undefined);
  }

  async #takePart(indexRealPath: string): Promise<void> {
    const { dataFolder, mayOwn, schedule, lockTiming } = this.#options;
    this.#lock = await openIndexLock({
      dataFolder,
      indexRealPath,
      onAcquired: () => void this.#becomeOwner().then(() => (this.#closed ? undefined : this.#options.onOwner?.())),
      onLost: () => this.#options.onLost?.(),
      ...(mayOwn === undefined ? {} : { mayOwn }),
      ...(schedule === undefined ? {} : { schedule }),
      ...(lockTiming === undefined ? {} : { timing: lockTiming }),
    });
    if (this.#lock.held) await this.#becomeOwner();
    this.#pollForChanges();
  }

  async #becomeOwner(): Promise<void> {
    this.#knownIsCurrent = false;
    const stored = await readManifest(this.folder, this.#options.format);
    if ('manifest' in stored) await sweepUnused(this.folder, stored.manifest.segments);
    // A manifest that exists but is unreadable may be readable next time.
    else if ((await this.#manifestSignature()) === 'ENOENT') await sweepUnused(this.folder, []);
  }

  async #commitNow(commit: Commit): Promise<CommitResult> {
    try {
      if (!(await this.#stillOwner())) return { outcome: 'not_owner' };
      if (!(await this.#isUpToDate())) return { outcome: 'behind' };
      const known = this.#known !== undefined && 'manifest' in this.#known ? this.#known.manifest : undefined;
      await this.#isMadeAgain();
      const lost = await lostSegments(this.folder, known?.segments ?? []);
      const before = known && { ...known, segments: known.segments.filter(({ key }) => !lost.has(key)) };
      const remove = commit.remove.filter((key) => !lost.has(key));
      const next = nextManifest(before, { ...commit, remove }, this.#options.format);
      await this.#assertWritten(commit.add);
      const stored = await switchManifest(this.folder, next, () => this.#stillOwner());
      if (stored === undefined) return { outcome: 'not_owner' };
      this.#known = stored;
      this.#signature = await this.#manifestSignature();
      await this.#retired.retire(this.folder, commit.remove, next.segments);
      return { outcome: 'committed', manifest: next };
    } catch (error) {
      return { outcome: 'failed', error: saveError(error) };
    }
  }

  async #isMadeAgain(): Promise<boolean> {
    return this.isOwner && makeIndexFolderAgain(this.folder, this.#options.dataFolder).catch(() => false);
  }

  async #stillOwner(): Promise<boolean> {
    return (await this.#lock?.stillOwner()) ?? false;
  }

  /**
   * Once we have continued from the last owner's index, our memory counts. A manifest that appears later comes from a
   * sync tool, or from a process that slept through the loss of its lock, and is overwritten. One that could not be
   * read may be good, and is not.
   */
  async #isUpToDate(): Promise<boolean> {
    if (this.#known === undefined || 'isPassing' in this.#known) return false;
    if (!this.#knownIsCurrent) {
      const onDisk = await readManifest(this.folder, this.#options.format);
      if ('isPassing' in onDisk) return false;
      this.#knownIsCurrent = ('id' in onDisk ? onDisk.id : '') === ('id' in this.#known ? this.#known.id : '');
    }
    return this.#knownIsCurrent;
  }

  async #assertWritten(segments: SegmentInfo[]): Promise<void> {
    for (const { key, bytes } of segments) {
      const { size } = await stat(join(this.folder, segmentFileName(key)));
      if (size !== bytes)
        throw new VaultLoomError(
          'internal',
          `The index file ${segmentFileName(key)} has ${size} bytes where ${bytes} were written.`,
        );
    }
  }

  #pollForChanges(): void {
    if (this.#closed) return;
    this.#cancelPoll = (this.#options.schedule ?? scheduleTimeout)(
      () => {
        void (this.isOwner ? this.#yieldWhereDue() : this.#announceChange()).then(() => {
          this.#pollForChanges();
        });
      },
      this.#options.pollMs ?? (this.isOwner && this.#options.mayOwn !== undefined ? OWNER_POLL_MS : POLL_MS),
    );
  }

  async #yieldWhereDue(): Promise<void> {
    if (this.#options.mayOwn?.() !== false) return;
    await this.#options.onYield?.().catch(() => undefined);
    this.#commits = this.#commits.then(() => this.#lock?.stepBack()).catch(() => undefined);
    await this.#commits;
  }

  async #announceChange(): Promise<void> {
    if (this.#known === undefined) return;
    const signature = await this.#manifestSignature();
    if (signature === this.#signature || signature === this.#announced || this.#closed) return;
    this.#announced = signature;
    this.#options.onChanged?.();
  }

  /** Differs between any two manifests, as each is a new file. */
  async #manifestSignature(): Promise<string> {
    try {
      const { ino, mtimeNs, size } = await stat(join(this.folder, MANIFEST_NAME), { bigint: true });
      return `${ino} ${mtimeNs} ${size}`;
    } catch (error) {
      return systemCode(error);
    }
  }
}

const POLL_MS = 2_000;
/** An owner only asks whether it should go, and touches no file. */
const OWNER_POLL_MS = 500;
