import { lstat } from 'node:fs/promises';
import { basename as diskBasename, join, sep } from 'node:path';
import { ChangeCollector, outermost, type DiskChange } from './disk-change.ts';
import type { DiskPlace, WalkVisitor } from '../disk/disk-walk.ts';
import type { PacedDisk } from '../disk/paced-disk.ts';
import { FolderWatches } from './folder-watches.ts';
import { IGNORE_FILE } from '../rules/ignore-rules.ts';
import { childPath, isLeftOut, isNotePath, toNfc } from '../paths.ts';
import { QuietTimer } from '../../kit/time/quiet-timer.ts';
import { unrefTimer } from '../../kit/time/unref-timer.ts';
import { isRemoteDisk } from '../../kit/disk/remote-disk.ts';
import { isSettingsFile, SettingsWatches } from './settings-watches.ts';

export interface DiskWatcherOptions {
  /** Real path of the vault. */
  root: string;
  disk: PacedDisk;
  /** Called each time, since the folder may appear later. */
  configDir: () => string | null;
  /** Called for one batch at a time: the next waits for its promise. */
  onChange: (change: DiskChange) => Promise<void>;
  /** One watch for the whole tree instead of one per folder; by default on macOS and Windows. */
  recursive?: boolean;
  quietMs?: number;
  maxWaitMs?: number;
  pollMs?: number;
}

const QUIET_MS = 150;
/** A file that keeps changing must not delay other changes. */
const MAX_WAIT_MS = 300;
const POLL_MS = 5_000;
const REMOTE_POLL_MS = 15_000;
/** From this many events on, the system may have dropped some silently (inotify queues 16,384). */
const BURST_EVENTS = 2_000;
const INSPECTIONS_AT_ONCE = 8;
const ROOT: DiskPlace = { path: '', diskPath: '' };

/**
 * Watches the included folders of a vault and turns the system's events into batches of hints. Linux has no recursive
 * watch, so there each folder has its own. If a watch is not available or the disk is remote, it asks for a rescan
 * every few seconds.
 */
export class DiskWatcher {
  readonly #options: DiskWatcherOptions;
  readonly #recursive: boolean;
  readonly #timer: QuietTimer;
  readonly #watches: FolderWatches;
  readonly #changes = new ChangeCollector();
  readonly #unwatched = new Map<string, DiskPlace>();
  readonly #toInspect = new Map<string, DiskPlace>();
  readonly #inspections = new Set<Promise<void>>();
  #settingsWatches: SettingsWatches | null = null;
  #poll: ReturnType<typeof setInterval> | null = null;
  #isRemote = false;
  #hasSeenAll = false;
  #events = 0;
  #delivery: Promise<void> = Promise.resolve();
  #stopped = false;

  private constructor(options: DiskWatcherOptions) {
    this.#options = options;
    this.#recursive = options.recursive ?? ['darwin', 'win32'].includes(process.platform);
    this.#timer = new QuietTimer(options.quietMs ?? QUIET_MS, options.maxWaitMs ?? MAX_WAIT_MS, () => this.#flush());
    this.#watches = new FolderWatches({
      root: options.root,
      disk: options.disk,
      configDir: options.configDir,
      recursive: this.#recursive,
      onEvent: (folder, type, name) => this.#onEvent(folder, type, name),
      onUnwatched: (folder) => this.#onUnwatched(folder),
    });
  }

  /**
   * Resolves when every folder is watched or known to be unwatchable. Later changes are not missed, nor is what changes
   * once `visitor` has seen it.
   */
  static async start(options: DiskWatcherOptions, visitor?: WalkVisitor): Promise<DiskWatcher> {
    const watcher = new DiskWatcher(options);
    watcher.#isRemote = await isRemoteDisk(options.root);
    watcher.#hasSeenAll = await watcher.#watches.watchTree(ROOT, visitor);
    watcher.#watchSettings();
    watcher.#pollWhereNeeded();
    return watcher;
  }

  /** How many system watches are open. */
  get watchCount(): number {
    return this.#watches.count + (this.#settingsWatches?.count ?? 0);
  }

  /** Whether the visitor of {@link start} saw the whole vault, and the system reports each change since. */
  get reportsAll(): boolean {
    return this.#hasSeenAll && !this.#isRemote && this.#unwatched.size === 0;
  }

  /** Delivers what the system has reported so far; resolves when it is processed. */
  async catchUp(): Promise<void> {
    // Queued events arrive in the loop's next turn; this turn may be past that point.
    await turnOfTheLoop();
    await turnOfTheLoop();
    while (this.#inspections.size > 0) await Promise.all(this.#inspections);
    if (this.#stopped) return;
    this.#timer.cancel();
    this.#flush();
    await this.#delivery;
  }

  /** Releases every watch and timer. No batch begins after the call; resolves when a running one has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer.cancel();
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#settingsWatches?.close();
    this.#settingsWatches = null;
    this.#watches.close();
    await this.#delivery;
  }

  #onEvent(folder: DiskPlace, type: string, name: string | null): void {
    if (this.#stopped) return;
    this.#events += 1;
    if (this.#events === BURST_EVENTS) this.#timer.touch();
    if (name === null) return this.#noteFolder(folder.path);

    const diskPath = childPath(folder.diskPath, name.split(sep).join('/'));
    const place = { path: toNfc(diskPath), diskPath };
    if (this.#isSettings(place.path, type)) this.#noteSettings();
    // The removal of a watched folder shows as an event in it under its own name.
    if (type === 'rename' && folder.path === '' && name === diskBasename(this.#options.root)) this.#inspect(ROOT);
    if (isLeftOut(place.path, this.#options.configDir())) return;
    if (type === 'rename') this.#inspect(place);
    else if (!this.#watches.isKnown(diskPath)) this.#noteFile(place.path);
  }

  #isSettings(path: string, type: string): boolean {
    const configDir = this.#options.configDir();
    if (path === IGNORE_FILE || (configDir !== null && isSettingsFile(path, configDir))) return true;
    // Any dot-name in the root may be the configuration folder, except a write's short-lived files.
    return type === 'rename' && path.startsWith('.') && !path.includes('/') && !path.startsWith('.vault-loom-');
  }

  /** A name was added, removed or replaced: checks what it is now. */
  #inspect(place: DiskPlace): void {
    this.#toInspect.set(place.diskPath, place);
    this.#timer.touch();
    this.#inspectMore();
  }

  #inspectMore(): void {
    while (this.#inspections.size < INSPECTIONS_AT_ONCE && !this.#stopped) {
      const next = this.#toInspect.values().next().value;
      if (next === undefined) return;
      this.#toInspect.delete(next.diskPath);
      const inspection = this.#inspectNow(next).finally(() => {
        this.#inspections.delete(inspection);
        this.#inspectMore();
      });
      this.#inspections.add(inspection);
    }
  }

  async #inspectNow(place: DiskPlace): Promise<void> {
    const stats = await lstat(join(this.#options.root, place.diskPath)).catch(() => null);
    if (this.#stopped) return;
    const isFolder = stats?.isDirectory() === true;
    const wasFolder = this.#watches.isKnown(place.diskPath);
    // The name may mean another folder now, which needs its own watch.
    if (wasFolder) this.#watches.forgetTree(place.diskPath);
    if (isFolder) await this.#watches.watchTree(place);
    if (isFolder || wasFolder) this.#noteFolder(place.path);
    if (place.path === '') return isFolder ? undefined : this.#onUnwatched(ROOT);
    const maybeFile = !isFolder && (stats !== null || !wasFolder);
    if (maybeFile || isNotePath(place.path)) this.#noteFile(place.path, stats !== null);
  }

  #noteFile(path: string, isReplaced = false): void {
    if (this.#stopped) return;
    this.#changes.addFile(path, isReplaced);
    this.#timer.touch();
  }

  #noteFolder(path: string): void {
    if (this.#stopped) return;
    this.#changes.addFolder(path);
    this.#timer.touch();
  }

  #noteSettings(): void {
    if (this.#stopped) return;
    this.#changes.addSettings();
    this.#timer.touch();
  }

  #flush(): void {
    this.#delivery = this.#delivery.then(() => this.#deliver());
  }

  async #deliver(): Promise<void> {
    if (this.#events >= BURST_EVENTS) {
      await this.#watches.watchTree(ROOT);
      this.#changes.addFolder('');
    }
    this.#events = 0;
    const change = this.#changes.take();
    if (this.#stopped || change === null) return;
    if (change.settings) this.#watchSettings();
    await this.#options.onChange(change);
    // A configuration folder found only now was not watched while it was read.
    if ((this.#settingsWatches?.configDir ?? null) !== this.#options.configDir() && this.#watchSettings())
      this.#noteSettings();
  }

  /** Renews the settings watches. True if the settings need watches of their own. */
  #watchSettings(): boolean {
    const configDir = this.#options.configDir();
    this.#settingsWatches?.close();
    this.#settingsWatches = null;
    if (this.#stopped || configDir === null || this.#recursive) return false;
    this.#settingsWatches = new SettingsWatches({
      root: this.#options.root,
      configDir,
      onChange: () => this.#noteSettings(),
      onUnwatched: () => this.#onUnwatched({ path: configDir, diskPath: configDir }),
    });
    return true;
  }

  #onUnwatched(place: DiskPlace): void {
    if (this.#stopped) return;
    this.#unwatched.set(place.diskPath, place);
    if (!isLeftOut(place.path, this.#options.configDir())) this.#noteFolder(place.path);
    this.#pollWhereNeeded();
  }

  #pollWhereNeeded(): void {
    if (this.#poll !== null || this.#stopped || !(this.#isRemote || this.#unwatched.size > 0)) return;
    const every = this.#options.pollMs ?? (this.#isRemote ? REMOTE_POLL_MS : POLL_MS);
    this.#poll = unrefTimer(setInterval(() => void this.#pollNow(), every));
  }

  /** Asks for a rescan of unwatched folders, and tries again to watch them. */
  async #pollNow(): Promise<void> {
    const isThere = await lstat(this.#options.root).catch(() => null);
    if (isThere === null || this.#stopped) return;
    const places = new Map(Array.from(this.#unwatched.values(), (place) => [place.path, place]));
    this.#unwatched.clear();
    for (const path of outermost(new Set(places.keys()))) {
      const place = places.get(path);
      if (place === undefined || isLeftOut(path, this.#options.configDir())) continue;
      await this.#watches.watchTree(place);
      this.#noteFolder(path);
    }
    if (this.#isRemote) this.#noteFolder('');
    this.#noteSettings();
    if (this.#isRemote || this.#unwatched.size > 0 || this.#poll === null) return;
    clearInterval(this.#poll);
    this.#poll = null;
  }
}

function turnOfTheLoop(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
