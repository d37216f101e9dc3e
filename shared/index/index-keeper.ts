import { changedRecord, type NoteRecord } from '../notes/note-record.ts';
import { messageOf } from '../kit/text/message-of.ts';
import type { Slicer } from '../kit/concurrency/slices.ts';
import type { SpawnWorker } from '../kit/concurrency/spawn-worker.ts';
import { IndexStore } from '../store/segment-store.ts';
import type { Schedule } from '../kit/time/schedule.ts';
import { QuietTimer } from '../kit/time/quiet-timer.ts';
import type { VaultChange, VaultSource, VaultWarning } from '../vault/vault-source.ts';
import type { IndexProgress } from '../protocol/engine-messages.ts';
import { Backoff } from '../kit/time/backoff.ts';
import { Turns } from '../kit/concurrency/turns.ts';
import { INDEX_FORMAT } from './saved/saved-index.ts';
import { SavedTexts } from './saved-texts.ts';
import { EarlyNotes } from './early-notes.ts';
import { IndexSaver } from './index-saver.ts';
import { loadSession, newSession, type IndexSession } from './index-session.ts';
import type { NoteIndex } from './note-index.ts';
import type { SyncCounts, SyncOptions } from './sync/sync-pass.ts';

export interface IndexKeeperOptions {
  source: VaultSource;
  dataFolder: string;
  indexFolder: () => Promise<string>;
  /** See `LocalEngineOptions.mayOwn`. */
  mayOwn?: (folder: string) => boolean;
  /** See `LocalEngineOptions.saveOnCloseMs`. */
  saveOnCloseMs?: number;
  slicer: Slicer;
  spawnWorker: SpawnWorker;
  schedule?: Schedule;
  log: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
  onProgress: (progress: IndexProgress) => void;
  /** After each change applied to the index. */
  onChanged: () => void;
}

/** A follower with more changes than this reads the owner's index instead. */
const FOLLOWER_CHANGES = 200;
/** A client that ends its server waits about a second. */
const SAVE_ON_CLOSE_MS = 600;
/** An owner that keeps saving is still building; its index is read once it is quiet. */
const OWNER_QUIET_MS = 5_000;
const OWNER_LATEST_MS = 120_000;

/** Opens the index, keeps it in step with the vault, and saves it while this process owns it. */
export class IndexKeeper {
  /** Held during every change of the index. */
  readonly changes = new Turns();
  readonly texts: SavedTexts;
  readonly #early = new EarlyNotes();
  reasons: string[] = [];
  readonly #options: IndexKeeperOptions;
  readonly #saver: IndexSaver;
  readonly #ownerAtRest: QuietTimer;
  readonly #loadAgain: Backoff;
  readonly #abort = new AbortController();
  #store: IndexStore | null = null;
  #storageNote: string | null = null;
  #session: IndexSession;
  /** The previous session; answers may still come from it. */
  #replaced: IndexSession | null = null;

  constructor(options: IndexKeeperOptions) {
    this.#options = options;
    this.#session = newSession(null, options);
    this.texts = new SavedTexts({
      session: () => this.#session,
      isClosed: () => this.#abort.signal.aborted,
      readAgain: (record, index) => this.#readAgain(record, index),
      warn: (message) => options.log('warn', message),
    });
    this.#saver = new IndexSaver({
      session: () => this.#session,
      changes: this.changes,
      isOwner: () => this.isOwner,
      ...(options.schedule === undefined ? {} : { schedule: options.schedule }),
      warn: (message) => options.log('warn', message),
      inBackground: (task) => this.#inBackground(task),
    });
    this.#ownerAtRest = new QuietTimer(
      OWNER_QUIET_MS,
      OWNER_LATEST_MS,
      () => this.#inBackground(() => this.#readOwnersIndex()),
      options.schedule,
    );
    this.#loadAgain = new Backoff(() => this.#inBackground(() => this.#reload()), options.schedule);
  }

  get index(): NoteIndex {
    return this.#session.index;
  }

  get warnings(): readonly VaultWarning[] {
    return this.#session.sync.warnings;
  }

  /** What a person should know about how the index is kept; null if nothing. */
  get note(): string | null {
    if (this.#store === null) return this.#storageNote;
    return this.#store.isOwner
      ? this.#saver.problem
      : 'Another process keeps the index; this one follows the vault in memory.';
  }

  get isOwner(): boolean {
    return this.#store?.isOwner ?? false;
  }

  /**
   * Loads the saved index and catches up with the vault. `onUnchanged` is called if no note has changed: then
   * everything except links can already be queried.
   */
  async open(onUnchanged: () => void): Promise<SyncCounts> {
    return this.changes.run(async () => {
      const listing = this.#options.source.list();
      // Awaited below; until then its failure must not count as unhandled.
      listing.catch(() => undefined);
      this.#store = await this.#openStore();
      this.#session = await this.#loadSession();
      if (this.#abort.signal.aborted) await this.#session.saved.close();
      this.#abort.signal.throwIfAborted();
      return this.#session.sync.full({ ...this.#syncOptions('stat'), onUnchanged }, listing);
    });
  }

  /** Follows a change of the vault. With `hash` every file in it is read, regardless of size and time. */
  follow(change: VaultChange, verify: SyncOptions['verify'] = 'stat'): Promise<SyncCounts> {
    return this.changes.run(() => this.#follow(change, verify));
  }

  async #follow(change: VaultChange, verify: SyncOptions['verify']): Promise<SyncCounts> {
    const counts = await this.#session.sync.follow(change, this.#syncOptions(verify));
    if (counts.indexed > 0 || counts.removed > 0 || counts.canvases > 0) this.#options.onChanged();
    this.#saver.saveSoon();
    return counts;
  }

  /**
   * Like {@link follow}, for files that somebody waits for: if many others are being read, notes among them come
   * between.
   */
  reread(files: readonly string[], verify: SyncOptions['verify'] = 'stat'): Promise<SyncCounts> {
    const change = { files: [...files], folders: [], rules: false };
    return this.#early.read(files, this.changes, () => this.#follow(change, verify));
  }

  /**
   * Reads and parses a note while others work, then takes in all of it but its full text: for that,
   * {@link prepareTexts} and {@link follow} come next.
   */
  async takeRecord(path: string): Promise<void> {
    await this.#session.sync.notes.prepare(path);
    await this.changes.run(() => this.#session.sync.notes.takeRecord(path));
  }

  /** Reads the texts of a note whose record {@link takeRecord} took in, while others work. */
  prepareTexts(path: string): Promise<void> {
    return this.#session.sync.notes.prepareTexts(path);
  }

  /** Applies the ignore rules read last, if they changed. */
  async heedRules(): Promise<void> {
    if (this.#session.sync.rulesVersion === this.#options.source.rulesVersion) return;
    await this.changes.run(async () => {
      if (this.#session.sync.rulesVersion === this.#options.source.rulesVersion) return;
      const counts = await this.#session.sync.heedRules(this.#syncOptions('stat'));
      if (counts.indexed > 0 || counts.canvases > 0) this.#options.onChanged();
      this.#saver.saveSoon();
    });
  }

  /** Verifies every file by its content. */
  async verifyAll(): Promise<SyncCounts> {
    const counts = await this.changes.run(() => this.#session.sync.full(this.#syncOptions('hash')));
    if (counts.indexed > 0 || counts.removed > 0 || counts.canvases > 0) this.#options.onChanged();
    await this.save();
    return counts;
  }

  /** Saves what has changed; if this process does not own the index, changes stay in memory. */
  save(): Promise<void> {
    return this.#saver.save();
  }

  getJson(kind: string): Promise<unknown> {
    return this.#session.saved.values.get(kind);
  }

  putJson(kind: string, value: unknown): Promise<void> {
    return this.#saver.disk.run(() => this.#session.saved.values.put(kind, value));
  }

  /** Saves within a time limit and releases the index to others. */
  async close(): Promise<void> {
    this.#abort.abort();
    this.#ownerAtRest.cancel();
    this.#loadAgain.reset();
    await this.#saver.close(this.#options.saveOnCloseMs ?? SAVE_ON_CLOSE_MS);
    await this.#store?.close();
    await this.#replaced?.saved.close();
    await this.#session.saved.close();
  }

  async #readAgain(record: NoteRecord, index: NoteIndex): Promise<void> {
    await this.changes.run(() => {
      index.touchNote(changedRecord(record, { hash: '' }));
    });
    await this.follow({ files: [record.path], folders: [], rules: false });
  }

  async #openStore(): Promise<IndexStore | null> {
    const { dataFolder, indexFolder, mayOwn, schedule, log } = this.#options;
    try {
      const folder = await indexFolder();
      return await IndexStore.open(folder, {
        dataFolder,
        format: INDEX_FORMAT,
        ...(schedule === undefined ? {} : { schedule }),
        ...(mayOwn === undefined ? {} : { mayOwn: () => mayOwn(folder) }),
        onYield: () => this.#yield(),
        onOwner: () => this.#inBackground(() => this.#takeOver()),
        onLost: () => {
          log('warn', 'Another process owns the index now; this one continues in memory.');
        },
        onChanged: () => {
          this.#ownerAtRest.touch();
        },
      });
    } catch (error) {
      this.#storageNote = `The index cannot be saved and is kept in memory: ${messageOf(error)}`;
      log('warn', this.#storageNote);
      return null;
    }
  }

  async #loadSession(): Promise<IndexSession> {
    const session = await loadSession(this.#store, {
      ...this.#options,
      disk: this.#saver.disk,
      onUnusable: (reason) => {
        this.reasons = [reason];
        this.#options.log('info', reason);
      },
      onRefused: (reason) => {
        this.#options.log('warn', `The saved index cannot be read now, and is tried again later: ${reason}`);
      },
    });
    if (this.#store === null || session.saved.isOnDisk) this.#loadAgain.reset();
    else if (!this.#abort.signal.aborted) this.#loadAgain.later();
    return session;
  }

  #syncOptions(verify: SyncOptions['verify']): SyncOptions {
    return {
      verify,
      onProgress: this.#options.onProgress,
      signal: this.#abort.signal,
      afterNote: async (bytes) => {
        if (await this.#early.readBetween((paths) => this.#session.sync.notes.readBetween(paths)))
          this.#options.onChanged();
        await this.#saver.afterNote(bytes);
      },
    };
  }

  /** Saves what the next owner should continue from, including an index still being built. */
  async #yield(): Promise<void> {
    this.#options.log('info', 'The index is left to another process.');
    await this.#saver.write();
  }

  /** The index is now ours: continues from what its last owner left, or from our own if nothing has changed. */
  async #takeOver(): Promise<void> {
    if (this.#abort.signal.aborted) return;
    this.#options.log('info', 'This process owns the index now.');
    if (await this.#store?.changed()) await this.#reload();
    await this.save();
  }

  async #readOwnersIndex(): Promise<void> {
    if (this.index.unsaved.count >= FOLLOWER_CHANGES) await this.#reload();
  }

  async #reload(): Promise<void> {
    await this.changes.run(async () => {
      if (this.#abort.signal.aborted) return;
      const session = await this.#loadSession();
      if (!session.saved.isOnDisk && !this.#session.saved.isOnDisk) return;
      try {
        await session.sync.full({ verify: 'stat', signal: this.#abort.signal });
        this.#abort.signal.throwIfAborted();
      } catch (error) {
        await session.saved.close();
        throw error;
      }
      await this.#replaced?.saved.close();
      this.#replaced = this.#session;
      this.#session = session;
    });
    this.#saver.saveSoon();
    this.#options.onChanged();
  }

  #inBackground(task: () => Promise<void>): void {
    if (this.#abort.signal.aborted) return;
    task().catch((error: unknown) => {
      if (!this.#abort.signal.aborted) this.#options.log('error', `Keeping the index failed: ${messageOf(error)}`);
    });
  }
}
