import { splitLinkText } from '../markdown/inline/link-target.ts';
import { FileNames, linkKeys, nameKey, type Resolution } from './file-names.ts';
import type { NoteRecord, RecordLink } from './note-record.ts';
import { stubGraphKey, Stubs } from './stubs.ts';

/** How many links go to each target, by graph key (a note's path, or a stub's key). Without self-links. */
export type OutgoingLinks = Map<string, number>;

interface NoteEntry {
  links: readonly RecordLink[];
  /** Stub paths this note keeps alive. */
  stubs: Set<string>;
  /** Its targets as last resolved; only for notes with very many links, whose edits change few of them. */
  known: Map<string, Resolution> | null;
}

/**
 * The links of all notes, kept resolved while files are added and removed: only notes that depend on a changed file
 * name are resolved again.
 */
export class NoteLinks {
  readonly stubs = new Stubs();
  readonly #names = new FileNames();
  readonly #notes = new Map<string, NoteEntry>();
  readonly #dependents = new Map<string, Set<string>>();
  /** Keys of targets as written: the same few recur. */
  readonly #keys = new Map<string, readonly string[]>();

  /** The notes with links that depend on a file name; see `nameKey`. */
  dependents(key: string): ReadonlySet<string> {
    return this.#dependents.get(key) ?? EMPTY;
  }

  /** The known files at this path in any Unicode form. */
  formsOf(path: string): string[] {
    return this.#names.formsOf(path);
  }

  /** Adds a file (note or attachment). Returns the notes whose links may now mean something else. */
  addFile(path: string): ReadonlySet<string> {
    this.#names.add(path);
    return this.dependents(nameKey(path));
  }

  /** The inverse of {@link addFile}. */
  removeFile(path: string): ReadonlySet<string> {
    this.#names.remove(path);
    return this.dependents(nameKey(path));
  }

  /** Replaces a note's links, touching only keys that differ. Call {@link resolveNote} next. */
  setNote(record: NoteRecord): void {
    const before = this.#notes.get(record.path);
    const { come, gone } = differingWordings(before?.links ?? [], record.links);
    this.#notes.set(record.path, {
      links: record.links,
      stubs: before?.stubs ?? new Set(),
      known: before?.known ?? null,
    });
    this.#removeDependent(record.path, gone, record.links);
    for (const wording of come) {
      for (const key of this.#keysOf(wording)) {
        const dependents = this.#dependents.get(key);
        if (dependents === undefined) this.#dependents.set(key, new Set([record.path]));
        else dependents.add(record.path);
      }
    }
  }

  /** Forgets a note's links, and the stubs only it kept alive. */
  dropNote(path: string): void {
    const entry = this.#notes.get(path);
    if (entry === undefined) return;
    this.#notes.delete(path);
    for (const stub of entry.stubs) this.stubs.remove(stub, path);
    this.#removeDependent(path, new Set(entry.links.map(wordingOf)), []);
  }

  /**
   * Resolves all links of a note given to {@link setNote}, and updates the stubs. `isSame`: no file its links may mean
   * was added or removed since the last time.
   */
  resolveNote(path: string, isSame = false): OutgoingLinks {
    const outgoing: OutgoingLinks = new Map();
    const entry = this.#notes.get(path);
    if (entry === undefined) return outgoing;
    const stubs = new Set<string>();
    const before = isSame ? entry.known : null;
    const known = entry.links.length >= MANY_LINKS ? new Map<string, Resolution>() : null;
    for (const link of entry.links) {
      const wording = wordingOf(link);
      const resolution = known?.get(wording) ?? before?.get(wording) ?? this.resolve(link, path);
      known?.set(wording, resolution);
      if (resolution.kind === 'stub') stubs.add(resolution.stub);
      const key = graphKey(resolution);
      if (key !== null && key !== path) outgoing.set(key, (outgoing.get(key) ?? 0) + 1);
    }
    for (const stub of entry.stubs) if (!stubs.has(stub)) this.stubs.remove(stub, path);
    for (const stub of stubs) this.stubs.add(stub, path);
    entry.stubs = stubs;
    entry.known = known;
    return outgoing;
  }

  /** What a link means in the note or canvas `source`. */
  resolve({ target, isFile }: RecordLink, source: string): Resolution {
    return isFile === true ? this.#names.resolveFile(target) : this.#names.resolve(target, source);
  }

  /** Path of the file that a link leads to from `source`, attachments included; null if nothing is there. */
  locate({ target, isFile }: Pick<RecordLink, 'target' | 'isFile'>, source: string): string | null {
    return isFile === true
      ? this.#names.locateFile(target)
      : this.#names.locate(splitLinkText(target).path, target, source);
  }

  /** Drops the dependence on removed targets' keys, except those of remaining targets. */
  #removeDependent(path: string, gone: ReadonlySet<string>, stay: readonly RecordLink[]): void {
    if (gone.size === 0) return;
    const keys = new Set<string>();
    for (const wording of gone) for (const key of this.#keysOf(wording)) keys.add(key);
    for (const link of stay) for (const key of this.#keysOf(wordingOf(link))) keys.delete(key);
    for (const key of keys) {
      const dependents = this.#dependents.get(key);
      dependents?.delete(path);
      if (dependents?.size === 0) this.#dependents.delete(key);
    }
  }

  #keysOf(wording: string): readonly string[] {
    const known = this.#keys.get(wording);
    if (known !== undefined) return known;
    if (this.#keys.size >= MOST_KEYS) this.#keys.clear();
    const keys = wording.startsWith(OF_FILE)
      ? [nameKey(wording.slice(OF_FILE.length))]
      : linkKeys(splitLinkText(wording).path, wording);
    this.#keys.set(wording, keys);
    return keys;
  }
}

/** Marks a target that is a file's path, as in canvases; no target contains a NUL. */
const OF_FILE = '\0';

/** Decides a link's meaning, together with its note. */
function wordingOf({ target, isFile }: RecordLink): string {
  return isFile === true ? `${OF_FILE}${target}` : target;
}

/** The graph node of a resolved link; null for attachments. */
export function graphKey(resolution: Resolution): string | null {
  if (resolution.kind === 'note') return resolution.path;
  return resolution.kind === 'stub' ? stubGraphKey(resolution.stub) : null;
}

/** Targets in only one of two lists of links. */
function differingWordings(
  before: readonly RecordLink[],
  after: readonly RecordLink[],
): { come: Set<string>; gone: Set<string> } {
  const gone = new Set<string>();
  for (const link of before) gone.add(wordingOf(link));
  const come = new Set<string>();
  for (const link of after) if (!gone.has(wordingOf(link))) come.add(wordingOf(link));
  for (const link of after) gone.delete(wordingOf(link));
  return { come, gone };
}

const EMPTY: ReadonlySet<string> = new Set();
/** From this many links on, targets stay resolved. */
const MANY_LINKS = 1_000;
const MOST_KEYS = 50_000;
