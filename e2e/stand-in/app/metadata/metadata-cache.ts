import { Slicer } from '../../../../shared/kit/concurrency/slices.ts';
import { nodeTimers } from '../realm/timers.ts';
import { Events, reportToWindow } from '../util/events.ts';
import { TFile, type TAbstractFile } from '../vault/files.ts';
import type { Vault } from '../vault/vault.ts';
import type { CachedMetadata, ReferenceCache } from './cache-types.ts';
import { readMetadata } from './cached-metadata.ts';
import { getAllTags } from './frontmatter-entries.ts';
import { LinkIndex, type LinkCounts } from './link-index.ts';

/** How long the sandbox may take at a time, so that its window does not stall. */
const SLICE_MS = 8;

/** What the app knows of every note. Notes are read in slices, one after the other, after the vault told of them. */
export class MetadataCache extends Events {
  readonly vault: Vault;
  initialized = false;
  readonly #links = new LinkIndex();
  readonly #caches = new Map<string, CachedMetadata>();
  readonly #waiting = new Set<string>();
  readonly #slicer = new Slicer(SLICE_MS, () => new Promise((resolve) => nodeTimers.setImmediate(resolve)));
  #reading: Promise<void> | null = null;
  /** Notes are read once all files are known, so that links are resolved once. */
  #isStarted = false;
  #closed = false;

  constructor(vault: Vault) {
    super();
    this.vault = vault;
    vault.onOwn('create', (file: TAbstractFile) => this.#created(file));
    vault.onOwn('modify', (file: TAbstractFile) => this.#enqueue(file));
    vault.onOwn('delete', (file: TAbstractFile) => this.#deleted(file));
    vault.onOwn('rename', (file: TAbstractFile, oldPath: string) => this.#renamed(file, oldPath));
  }

  get resolvedLinks(): LinkCounts {
    return this.#links.resolved;
  }

  get unresolvedLinks(): LinkCounts {
    return this.#links.unresolved;
  }

  get isBusy(): boolean {
    return this.#waiting.size > 0 || this.#reading !== null;
  }

  /** Reads what waits, and resolves when nothing does. From then on changes are told of. */
  async initialize(): Promise<void> {
    this.#isStarted = true;
    this.#start();
    while (this.#reading !== null) await this.#reading;
    this.initialized = true;
    this.trigger('resolved');
  }

  close(): void {
    this.#closed = true;
    this.#waiting.clear();
  }

  getFileCache(file: TFile): CachedMetadata | null {
    return this.#caches.get(file.path) ?? null;
  }

  getCache(path: string): CachedMetadata | null {
    return this.#caches.get(path) ?? null;
  }

  getFirstLinkpathDest(linkpath: string, sourcePath: string): TFile | null {
    const path = this.#links.find(linkpath, sourcePath);
    return path === null ? null : this.vault.getFileByPath(path);
  }

  /** The shortest text that leads to the file from the source: its name where no other file has it, else its path. */
  fileToLinktext(file: TFile, sourcePath: string, omitMdExtension = true): string {
    const short = (path: string): string =>
      omitMdExtension && file.extension === 'md' ? path.slice(0, -'.md'.length) : path;
    const isAlone = this.#links.countNamed(file.path) === 1;
    return isAlone || this.getFirstLinkpathDest(file.name, sourcePath) === file ? short(file.name) : short(file.path);
  }

  getBacklinksForFile(file: TFile): {
    data: Map<string, ReferenceCache[]>;
    keys(): string[];
    get(path: string): ReferenceCache[] | null;
    count(): number;
  } {
    const data = new Map<string, ReferenceCache[]>();
    for (const [source, counts] of Object.entries(this.resolvedLinks)) {
      if (counts[file.path] === undefined) continue;
      const { links = [], embeds = [], frontmatterLinks = [] } = this.getCache(source) ?? {};
      const all = [...links, ...embeds, ...frontmatterLinks] as ReferenceCache[];
      const references = all.filter(({ link }) => this.getFirstLinkpathDest(link.split('#')[0] ?? '', source) === file);
      data.set(source, references);
    }
    return {
      data,
      keys: () => [...data.keys()],
      get: (path) => data.get(path) ?? null,
      count: () => [...data.values()].flat().length,
    };
  }

  /** How many notes have each tag, with `#`. */
  getTags(): Record<string, number> {
    const counts: Record<string, number> = {};
    for (const cache of this.#caches.values())
      for (const tag of new Set(getAllTags(cache) ?? [])) counts[tag] = (counts[tag] ?? 0) + 1;
    return counts;
  }

  isUserIgnored(path: string): boolean {
    return this.vault.isUserIgnored(path);
  }

  #created(file: TAbstractFile): void {
    if (!(file instanceof TFile)) return;
    this.#resolveAnew(this.#links.addFile(file.path));
    this.#enqueue(file);
  }

  #deleted(file: TAbstractFile): void {
    if (!(file instanceof TFile)) return;
    const previous = this.#caches.get(file.path) ?? null;
    this.#waiting.delete(file.path);
    this.#caches.delete(file.path);
    this.#links.dropNote(file.path);
    if (file.extension === 'md') this.trigger('deleted', file, previous);
    this.#resolveAnew(this.#links.removeFile(file.path));
  }

  #renamed(file: TAbstractFile, oldPath: string): void {
    if (!(file instanceof TFile)) return;
    const cache = this.#caches.get(oldPath);
    this.#caches.delete(oldPath);
    this.#links.dropNote(oldPath);
    const before = [...this.#links.removeFile(oldPath)];
    const after = [...this.#links.addFile(file.path)];
    if (cache !== undefined) {
      this.#caches.set(file.path, cache);
      this.#links.setLinks(file.path, linksOf(cache));
    } else this.#enqueue(file);
    if (this.#waiting.delete(oldPath)) this.#enqueue(file);
    this.#resolveAnew(new Set([...before, ...after].filter((path) => path !== oldPath)));
  }

  #resolveAnew(notes: ReadonlySet<string>): void {
    if (notes.size === 0) return;
    for (const path of [...notes]) {
      this.#links.resolve(path);
      const file = this.vault.getFileByPath(path);
      if (file !== null && this.initialized) this.trigger('resolve', file);
    }
    this.#start();
  }

  #enqueue(file: TAbstractFile): void {
    if (!(file instanceof TFile) || file.extension !== 'md') return;
    this.#waiting.add(file.path);
    this.#start();
  }

  #start(): void {
    if (!this.#isStarted || this.#closed) return;
    this.#reading ??= this.#readWaiting().finally(() => {
      this.#reading = null;
      if (this.#waiting.size > 0) this.#start();
    });
  }

  async #readWaiting(): Promise<void> {
    // Let the vault finish telling the others first.
    await null;
    while (this.#waiting.size > 0) {
      const paths = [...this.#waiting].slice(0, READ_AHEAD);
      for (const path of paths) this.#waiting.delete(path);
      const files = await Promise.all(paths.map((path) => this.#open(path)));
      for (const opened of files) {
        if (this.#closed) return;
        if (opened !== null) await this.#take(opened).catch(reportToWindow);
      }
    }
    if (this.initialized) this.trigger('resolved');
  }

  async #open(path: string): Promise<OpenedNote | null> {
    const file = this.vault.getFileByPath(path);
    const text = file === null ? null : await this.vault.cachedRead(file).catch(() => null);
    return file === null || text === null ? null : { file, path, text };
  }

  async #take({ file, path, text }: OpenedNote): Promise<void> {
    const cache = await this.#slicer.run(readMetadata(text));
    // It may have been moved or deleted meanwhile, or be waiting again with another text.
    if (file.deleted || this.#closed) return;
    if (file.path !== path) return this.#enqueue(file);
    this.#caches.set(path, cache);
    this.#links.setLinks(path, linksOf(cache));
    if (!this.initialized) return;
    this.trigger('changed', file, text, cache);
    this.trigger('resolve', file);
  }
}

interface OpenedNote {
  file: TFile;
  path: string;
  text: string;
}

/** Notes read from the disk at a time. */
const READ_AHEAD = 16;

function linksOf({ links = [], embeds = [], frontmatterLinks = [] }: CachedMetadata): string[] {
  return [...links, ...embeds, ...frontmatterLinks].map(({ link }) => link);
}
