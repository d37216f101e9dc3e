import { splitLinkText } from '../vault/link-text.ts';
import { FileNames, linkKeys, nameKey, type Resolution } from './file-names.ts';
import type { NoteRecord, RecordLink } from './note-record.ts';
import { stubGraphKey, Stubs } from './stubs.ts';

/** What the links of a note come to, by graph key of the target (a note's path, or a stub's key), self-links left out. */
export type OutgoingLinks = Map<string, number>;

interface NoteEntry {
  links: readonly RecordLink[];
  /** Stub paths this note keeps alive, as written, without repeats. */
  stubs: Set<string>;
}

/**
 * The links of all notes, resolved, and kept resolved while files come and go: a file's name is a key, and only the
 * notes whose links hang on that key are resolved anew.
 */
export class NoteLinks {
  readonly stubs = new Stubs();
  readonly #names = new FileNames();
  readonly #notes = new Map<string, NoteEntry>();
  readonly #dependents = new Map<string, Set<string>>();
  /** Keys of targets as they are written: the same few stand in many notes. */
  readonly #keys = new Map<string, readonly string[]>();

  /** The notes with links that hang on a file's name; see `nameKey`. */
  dependents(key: string): ReadonlySet<string> {
    return this.#dependents.get(key) ?? EMPTY;
  }

  /** Makes a file (note or attachment) known; returns the notes whose links may mean something else now. */
  addFile(path: string): ReadonlySet<string> {
    this.#names.add(path);
    return this.dependents(nameKey(path));
  }

  /** The inverse of {@link addFile}. */
  removeFile(path: string): ReadonlySet<string> {
    this.#names.remove(path);
    return this.dependents(nameKey(path));
  }

  /** Takes a note's links in, in place of those it had. Its targets come from {@link resolveNote}. */
  setNote(record: NoteRecord): void {
    this.dropNote(record.path);
    this.#notes.set(record.path, { links: record.links, stubs: new Set() });
    for (const key of this.#keysOf(record.links)) {
      const dependents = this.#dependents.get(key);
      if (dependents === undefined) this.#dependents.set(key, new Set([record.path]));
      else dependents.add(record.path);
    }
  }

  /** Forgets a note's links, and the stubs that only it kept alive. */
  dropNote(path: string): void {
    const entry = this.#notes.get(path);
    if (entry === undefined) return;
    this.#notes.delete(path);
    for (const stub of entry.stubs) this.stubs.remove(stub, path);
    for (const key of this.#keysOf(entry.links)) {
      const dependents = this.#dependents.get(key);
      dependents?.delete(path);
      if (dependents?.size === 0) this.#dependents.delete(key);
    }
  }

  /** Resolves all links of a note that was given to {@link setNote}, and brings the stubs up to date. */
  resolveNote(path: string): OutgoingLinks {
    const outgoing: OutgoingLinks = new Map();
    const entry = this.#notes.get(path);
    if (entry === undefined) return outgoing;
    const stubs = new Set<string>();
    for (const link of entry.links) {
      const resolution = this.resolve(link, path);
      if (resolution.kind === 'stub') stubs.add(resolution.stub);
      const key = graphKey(resolution);
      if (key !== null && key !== path) outgoing.set(key, (outgoing.get(key) ?? 0) + 1);
    }
    for (const stub of entry.stubs) if (!stubs.has(stub)) this.stubs.remove(stub, path);
    for (const stub of stubs) this.stubs.add(stub, path);
    entry.stubs = stubs;
    return outgoing;
  }

  /** What a link means in the note or canvas `source`. */
  resolve({ target, isFile }: RecordLink, source: string): Resolution {
    return isFile === true ? this.#names.resolveFile(target) : this.#names.resolve(target, source);
  }

  #keysOf(links: readonly RecordLink[]): Set<string> {
    const keys = new Set<string>();
    for (const { target, isFile } of links) {
      if (isFile === true) keys.add(nameKey(target));
      else for (const key of this.#keysOfTarget(target)) keys.add(key);
    }
    return keys;
  }

  #keysOfTarget(target: string): readonly string[] {
    const known = this.#keys.get(target);
    if (known !== undefined) return known;
    if (this.#keys.size >= MOST_KEYS) this.#keys.clear();
    const keys = linkKeys(splitLinkText(target).path, target);
    this.#keys.set(target, keys);
    return keys;
  }
}

/** The node that a resolved link leads to in the link graph; null for attachments. */
export function graphKey(resolution: Resolution): string | null {
  if (resolution.kind === 'note') return resolution.path;
  return resolution.kind === 'stub' ? stubGraphKey(resolution.stub) : null;
}

const EMPTY: ReadonlySet<string> = new Set();
const MOST_KEYS = 50_000;
