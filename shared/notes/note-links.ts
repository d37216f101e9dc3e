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
  /** What its targets meant when they were resolved last; kept for notes with very many links, whose edits change few of them. */
  known: Map<string, Resolution> | null;
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

  /** The known files whose path is this one in some Unicode form. */
  formsOf(path: string): string[] {
    return this.#names.formsOf(path);
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

  /** Takes a note's links in, in place of those it had: only keys that differ are touched. Its targets come from {@link resolveNote}. */
  setNote(record: NoteRecord): void {
    const before = this.#notes.get(record.path);
    const { come, gone } = differingTargets(before?.links ?? [], record.links);
    this.#notes.set(record.path, { links: record.links, stubs: before?.stubs ?? new Set(), known: before?.known ?? null });
    this.#removeDependent(record.path, gone, record.links);
    for (const target of come) {
      for (const key of this.#keysOfTarget(target)) {
        const dependents = this.#dependents.get(key);
        if (dependents === undefined) this.#dependents.set(key, new Set([record.path]));
        else dependents.add(record.path);
      }
    }
  }

  /** Forgets a note's links, and the stubs that only it kept alive. */
  dropNote(path: string): void {
    const entry = this.#notes.get(path);
    if (entry === undefined) return;
    this.#notes.delete(path);
    for (const stub of entry.stubs) this.stubs.remove(stub, path);
    this.#removeDependent(path, new Set(entry.links.map(({ target }) => target)), []);
  }

  /**
   * Resolves all links of a note that was given to {@link setNote}, and brings the stubs up to date. With `isSame`, no file that
   * its links may mean has come or gone since the last time.
   */
  resolveNote(path: string, isSame = false): OutgoingLinks {
    const outgoing: OutgoingLinks = new Map();
    const entry = this.#notes.get(path);
    if (entry === undefined) return outgoing;
    const stubs = new Set<string>();
    const before = isSame ? entry.known : null;
    const known = entry.links.length >= MANY_LINKS ? new Map<string, Resolution>() : null;
    for (const { target } of entry.links) {
      const resolution = known?.get(target) ?? before?.get(target) ?? this.resolve(target, path);
      known?.set(target, resolution);
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

  /** What a link's target means in the note `source`. */
  resolve(target: string, source: string): Resolution {
    return this.#names.resolve(target, source);
  }

  /** The note does not hang any more on the keys of targets that are gone, but for those of targets that stay. */
  #removeDependent(path: string, gone: ReadonlySet<string>, stay: readonly RecordLink[]): void {
    if (gone.size === 0) return;
    const keys = new Set<string>();
    for (const target of gone) for (const key of this.#keysOfTarget(target)) keys.add(key);
    for (const { target } of stay) for (const key of this.#keysOfTarget(target)) keys.delete(key);
    for (const key of keys) {
      const dependents = this.#dependents.get(key);
      dependents?.delete(path);
      if (dependents?.size === 0) this.#dependents.delete(key);
    }
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

/** Targets of one list of links that the other has not, both ways. */
function differingTargets(before: readonly RecordLink[], after: readonly RecordLink[]): { come: Set<string>; gone: Set<string> } {
  const gone = new Set<string>();
  for (const { target } of before) gone.add(target);
  const come = new Set<string>();
  for (const { target } of after) if (!gone.has(target)) come.add(target);
  for (const { target } of after) gone.delete(target);
  return { come, gone };
}

const EMPTY: ReadonlySet<string> = new Set();
/** From this many links on, what they mean is remembered. */
const MANY_LINKS = 1_000;
const MOST_KEYS = 50_000;
