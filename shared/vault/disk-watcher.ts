import { watch, type FSWatcher } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename as diskBasename, join, sep } from 'node:path';
import { systemCode } from './disk-io.ts';
import { walkVault, type DiskPlace } from './disk-walk.ts';
import { APP_SETTINGS_FILE, IGNORE_FILE } from './ignore-rules.ts';
import { childPath, dirname, isLeftOut, isNotePath, toNfc } from './paths.ts';
import { QuietTimer, unrefTimer } from './quiet-timer.ts';
import { isRemoteDisk } from './remote-disk.ts';

/** What may have changed, as far as the system's events tell. Paths are vault-relative, NFC; each is named once. */
export interface DiskChange {
  files: string[];
  /** Folders under which anything may have changed; none lies in another, and no file of `files` lies in one. */
  folders: string[];
  /** An ignore file, the app's settings, or the configuration folder itself may have changed. */
  settings: boolean;
}

export interface DiskWatcherOptions {
  /** Real path of the vault. */
  root: string;
  /** Asked anew each time, since the folder may appear later. */
  configDir: () => string | null;
  /** Called for one batch at a time; the next waits for its promise. */
  onChange: (change: DiskChange) => Promise<void>;
  /** One watch for the whole tree (macOS, Windows) instead of one a folder. */
  recursive?: boolean;
  quietMs?: number;
  maxWaitMs?: number;
  pollMs?: number;
}

const QUIET_MS = 150;
const MAX_WAIT_MS = 3_000;
const POLL_MS = 5_000;
const REMOTE_POLL_MS = 15_000;
/** From so many events on, some may have been dropped by the system (inotify queues 16,384), which it does not say. */
const BURST_EVENTS = 2_000;
const INSPECTIONS_AT_ONCE = 8;

interface KnownFolder extends DiskPlace {
  handle: FSWatcher | null;
  /** Disk paths of the known folders right below. */
  children: Set<string>;
}

/**
 * Watches the folders of a vault that take part, and turns the system's events into batches of hints. Linux has no
 * recursive watch of its own, so there it holds one watch a folder; where a watch cannot be had, or the disk is a remote
 * one, it asks for a rescan every few seconds instead.
 */
export class DiskWatcher {
  readonly #options: DiskWatcherOptions;
  readonly #recursive: boolean;
  readonly #timer: QuietTimer;
  readonly #known = new Map<string, KnownFolder>();
  readonly #unwatched = new Map<string, DiskPlace>();
  readonly #toInspect = new Map<string, DiskPlace>();
  #inspecting = 0;
  #configWatch: { dir: string; handle: FSWatcher } | null = null;
  #poll: ReturnType<typeof setInterval> | null = null;
  #isRemote = false;
  #files = new Set<string>();
  #folders = new Set<string>();
  #settings = false;
  #events = 0;
  #delivery: Promise<void> = Promise.resolve();
  #stopped = false;

  private constructor(options: DiskWatcherOptions) {
    this.#options = options;
    this.#recursive = options.recursive ?? ['darwin', 'win32'].includes(process.platform);
    this.#timer = new QuietTimer(options.quietMs ?? QUIET_MS, options.maxWaitMs ?? MAX_WAIT_MS, () => this.#flush());
  }

  /** Resolves when every folder is watched, or known to be unwatchable: what happens after that is not missed. */
  static async start(options: DiskWatcherOptions): Promise<DiskWatcher> {
    const watcher = new DiskWatcher(options);
    watcher.#isRemote = await isRemoteDisk(options.root);
    await watcher.#watchTree(ROOT);
    watcher.#watchConfigDir();
    watcher.#pollWhereNeeded();
    return watcher;
  }

  /** How many of the system's watches are held. */
  get watchCount(): number {
    const handles = Array.from(this.#known.values()).filter((folder) => folder.handle !== null).length;
    return handles + (this.#configWatch === null ? 0 : 1);
  }

  /** Releases every watch and timer. No batch begins after the call; resolves when one under way has ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer.cancel();
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#configWatch?.handle.close();
    this.#configWatch = null;
    for (const folder of this.#known.values()) folder.handle?.close();
    this.#known.clear();
    await this.#delivery;
  }

  #flush(): void {
    this.#delivery = this.#delivery.then(() => this.#deliver());
  }

  async #deliver(): Promise<void> {
    if (this.#events >= BURST_EVENTS) {
      this.#events = 0;
      await this.#watchTree(ROOT);
      this.#folders.add('');
    }
    const change = withoutRepeats(this.#files, this.#folders, this.#settings);
    this.#files = new Set();
    this.#folders = new Set();
    this.#settings = false;
    this.#events = 0;
    if (change.settings) this.#watchConfigDir();
    const isEmpty = change.files.length === 0 && change.folders.length === 0 && !change.settings;
    if (this.#stopped || isEmpty) return;
    await this.#options.onChange(change);
    // A configuration folder found only now was not watched while it was read.
    if ((this.#configWatch?.dir ?? null) !== this.#options.configDir() && this.#watchConfigDir()) this.#noteSettings();
  }

  #onEvent(folder: DiskPlace, type: string, name: string | null): void {
    if (this.#stopped) return;
    this.#events += 1;
    if (this.#events === BURST_EVENTS) this.#timer.touch();
    if (name === null) {
      this.#folders.add(folder.path);
      this.#timer.touch();
      return;
    }
    const diskPath = childPath(folder.diskPath, name.split(sep).join('/'));
    const place = { path: toNfc(diskPath), diskPath };
    if (this.#isSettings(place.path, type)) this.#noteSettings();
    if (folder.path === '' && name === diskBasename(this.#options.root)) this.#inspect(ROOT);
    if (isLeftOut(place.path, this.#options.configDir())) return;
    if (type === 'rename') this.#inspect(place);
    else if (!this.#known.has(diskPath)) this.#noteFile(place.path);
  }

  #isSettings(path: string, type: string): boolean {
    const configDir = this.#options.configDir();
    if (path === IGNORE_FILE || (configDir !== null && path === `${configDir}/${APP_SETTINGS_FILE}`)) return true;
    // Any dot-name that comes or goes in the root may be the configuration folder.
    return type === 'rename' && path.startsWith('.') && !path.includes('/');
  }

  #noteFile(path: string): void {
    this.#files.add(path);
    this.#timer.touch();
  }

  #noteFolder(path: string): void {
    this.#folders.add(path);
    this.#timer.touch();
  }

  #noteSettings(): void {
    if (this.#stopped) return;
    this.#settings = true;
    this.#timer.touch();
  }

  /** A name came, went or was replaced: looks at what it is now. */
  #inspect(place: DiskPlace): void {
    this.#toInspect.set(place.diskPath, place);
    this.#timer.touch();
    while (this.#inspecting < INSPECTIONS_AT_ONCE) {
      const next = this.#toInspect.values().next().value;
      if (next === undefined || this.#stopped) return;
      this.#toInspect.delete(next.diskPath);
      this.#inspecting += 1;
      void this.#inspectNow(next).finally(() => {
        this.#inspecting -= 1;
        const waiting = this.#toInspect.values().next().value;
        if (waiting !== undefined) this.#inspect(waiting);
      });
    }
  }

  async #inspectNow(place: DiskPlace): Promise<void> {
    const stats = await lstat(join(this.#options.root, place.diskPath)).catch(() => null);
    if (this.#stopped) return;
    const wasFolder = this.#known.has(place.diskPath);
    if (stats?.isDirectory() === true) {
      if (place.path === '') return;
      // The same name may be another folder now, whose watch would be a new one.
      this.#forgetTree(place.diskPath);
      await this.#watchTree(place);
      if (isNotePath(place.path)) this.#noteFile(place.path);
      return this.#noteFolder(place.path);
    }
    if (wasFolder) {
      this.#forgetTree(place.diskPath);
      this.#noteFolder(place.path);
    }
    if (place.path === '') this.#cannotWatch(ROOT);
    else if (stats !== null || !wasFolder || isNotePath(place.path)) this.#noteFile(place.path);
  }

  /** Watches a folder and those below it that are not watched yet. */
  async #watchTree(start: DiskPlace): Promise<void> {
    if (this.#stopped) return;
    await walkVault(this.#options.root, start, this.#options.configDir(), {
      folder: (place) => this.#watchFolder(place),
      warn: () => undefined,
    }).catch(() => this.#cannotWatch(start));
  }

  #watchFolder(place: DiskPlace): void {
    const known = this.#known.get(place.diskPath);
    const isCovered = this.#recursive && place.path !== '';
    if (this.#stopped || (known !== undefined && (isCovered || known.handle !== null))) return;
    const handle = isCovered ? null : this.#open(place);
    if (handle === undefined) return;
    this.#known.set(place.diskPath, { ...place, handle, children: known?.children ?? new Set() });
    if (place.path !== '') this.#known.get(dirname(place.diskPath))?.children.add(place.diskPath);
  }

  /** Null when the folder cannot be watched, undefined when it is gone. */
  #open(place: DiskPlace): FSWatcher | null | undefined {
    try {
      const path = join(this.#options.root, place.diskPath);
      const settings = { persistent: false, recursive: this.#recursive };
      const handle = watch(path, settings, (type, name) => this.#onEvent(place, type, name));
      handle.on('error', () => {
        this.#forgetTree(place.diskPath);
        this.#cannotWatch(place);
        this.#noteFolder(place.path);
      });
      return handle;
    } catch (error) {
      if (place.path !== '' && systemCode(error) === 'ENOENT') return undefined;
      this.#cannotWatch(place);
      return null;
    }
  }

  #forgetTree(diskPath: string): void {
    const folder = this.#known.get(diskPath);
    if (folder === undefined) return;
    for (const child of folder.children) this.#forgetTree(child);
    folder.handle?.close();
    this.#known.delete(diskPath);
    if (diskPath !== '') this.#known.get(dirname(diskPath))?.children.delete(diskPath);
  }

  /** Watches the configuration folder anew, itself alone. True when there is one to watch. */
  #watchConfigDir(): boolean {
    const dir = this.#options.configDir();
    this.#configWatch?.handle.close();
    this.#configWatch = null;
    if (this.#stopped || dir === null || this.#recursive) return false;
    const settings = `${dir}/${APP_SETTINGS_FILE}`;
    try {
      const handle = watch(join(this.#options.root, dir), { persistent: false }, (_type, name) => {
        if (name === null || `${dir}/${name}` === settings) this.#noteSettings();
      });
      handle.on('error', () => this.#cannotWatch({ path: dir, diskPath: dir }));
      this.#configWatch = { dir, handle };
    } catch {
      this.#cannotWatch({ path: dir, diskPath: dir });
    }
    return this.#configWatch !== null;
  }

  #cannotWatch(place: DiskPlace): void {
    this.#unwatched.set(place.diskPath, place);
    this.#pollWhereNeeded();
  }

  #pollWhereNeeded(): void {
    if (this.#poll !== null || this.#stopped || !(this.#isRemote || this.#unwatched.size > 0)) return;
    const every = this.#options.pollMs ?? (this.#isRemote ? REMOTE_POLL_MS : POLL_MS);
    this.#poll = unrefTimer(setInterval(() => void this.#pollNow(), every));
  }

  async #pollNow(): Promise<void> {
    const isThere = await lstat(this.#options.root).catch(() => null);
    if (isThere === null || this.#stopped) return;
    const unwatched = new Set(Array.from(this.#unwatched.values(), (place) => place.path));
    const outermost = Array.from(this.#unwatched.values()).filter((place) => !isInside(place.path, unwatched));
    this.#unwatched.clear();
    for (const place of outermost.filter(({ path }) => path !== this.#options.configDir())) {
      await this.#watchTree(place);
      this.#noteFolder(place.path);
    }
    if (this.#isRemote) this.#noteFolder('');
    this.#noteSettings();
    if (this.#isRemote || this.#unwatched.size > 0 || this.#poll === null) return;
    clearInterval(this.#poll);
    this.#poll = null;
  }
}

const ROOT: DiskPlace = { path: '', diskPath: '' };

function withoutRepeats(files: Set<string>, folders: Set<string>, settings: boolean): DiskChange {
  const outermost = Array.from(folders).filter((folder) => !isInside(folder, folders));
  return { files: Array.from(files).filter((file) => !isInside(file, folders)), folders: outermost, settings };
}

/** True when one of the folders above the path is among them. */
function isInside(path: string, folders: Set<string>): boolean {
  for (let above = path; above !== ''; ) {
    above = dirname(above);
    if (folders.has(above)) return true;
  }
  return false;
}
