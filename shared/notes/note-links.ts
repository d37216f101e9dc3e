import type { Steps } from '../kit/concurrency/slices.ts';
import { splitLinkText } from '../markdown/inline/link-target.ts';
import { FileNames, linkKeys, nameKey, type Resolution } from './file-names.ts';
import type { NoteRecord, RecordLink } from './note-record.ts';
import { stubGraphKey, Stubs } from './stubs.ts';
import { ValuesByKey } from './values-by-key.ts';

/** How many links go to each target, by graph key (a note's path, or a stub's key). Without self-links. */
export type OutgoingLinks = Map<string, number>;

/** Equal links of a note. */
interface Target {
  /** One of them. */
  link: RecordLink;
  count: number;
  /** What they mean, as last resolved; see {@link NoteEntry.counted}. */
  resolution: Resolution | null;
}

interface NoteEntry {
  links: readonly RecordLink[];
  /** By wording; only kept for notes with very many links, whose edits change few of them. */
  counted: Map<string, Target> | null;
  /** Stub paths this note keeps alive. */
  stubs: ReadonlySet<string>;
}

/**
 * The links of all notes, kept resolved while files are added and removed: only notes that depend on a changed file
 * name are resolved again.
 */
export class NoteLinks {
  readonly stubs: Stubs;
  readonly #names = new FileNames();
  readonly #notes = new Map<string, NoteEntry>();
  readonly #dependents = new ValuesByKey();
  /** Of the note set last, which is resolved next. */
  #counted: { links: readonly RecordLink[]; targets: Map<string, Target> } | null = null;
  /** Keys of targets as written: the same few recur. */
  readonly #keys = new Map<string, readonly string[]>();

  /** @param isHidden tells of a note or canvas whether it is hidden now */
  constructor(isHidden: (source: string) => boolean = () => false) {
    this.stubs = new Stubs(isHidden);
  }

  /** The notes with links that depend on a file name; see `nameKey`. */
  dependents(key: string): Iterable<string> {
    return this.#dependents.of(key);
  }

  /** The known files at this path in any Unicode form. */
  formsOf(path: string): string[] {
    return this.#names.formsOf(path);
  }

  /** Adds a file (note or attachment). Returns the notes whose links may now mean something else. */
  addFile(path: string): Iterable<string> {
    return this.dependents(this.#names.add(path));
  }

  /** The inverse of {@link addFile}. */
  removeFile(path: string): Iterable<string> {
    return this.dependents(this.#names.remove(path));
  }

  /** Replaces a note's links, touching only keys that differ. Call {@link resolveNote} next. */
  *setNote({ path, links }: Pick<NoteRecord, 'path' | 'links'>): Steps<void> {
    const before = this.#notes.get(path);
    const was = yield* this.#targets(before);
    const is = yield* countTargets(links);
    const gone = new Set<string>();
    for (const [wording, { resolution }] of was) {
      const target = is.get(wording);
      if (target === undefined) gone.add(wording);
      else target.resolution = resolution;
    }
    yield;
    this.#counted = { links, targets: is };
    this.#notes.set(path, { links, counted: isMany(links) ? is : null, stubs: before?.stubs ?? NONE });
    this.#removeDependent(path, gone, is.keys());
    let done = 0;
    for (const wording of is.keys()) {
      if (was.has(wording)) continue;
      for (const key of this.#keysOf(wording)) this.#dependents.add(key, path);
      if (++done % IN_A_STEP === 0) yield;
    }
  }

  /** Forgets a note's links, and the stubs only it kept alive. */
  dropNote(path: string): void {
    const entry = this.#notes.get(path);
    if (entry === undefined) return;
    this.#notes.delete(path);
    for (const stub of entry.stubs) this.stubs.remove(stub, path);
    this.#removeDependent(path, new Set(entry.counted?.keys() ?? entry.links.map(wordingOf)), []);
  }

  /**
   * Resolves all links of a note given to {@link setNote}, and updates the stubs. `isSame`: no file its links may mean
   * was added or removed since the last time.
   */
  *resolveNote(path: string, isSame = false): Steps<OutgoingLinks> {
    const outgoing: OutgoingLinks = new Map();
    const entry = this.#notes.get(path);
    if (entry === undefined) return outgoing;
    const found = new Set<string>();
    let done = 0;
    for (const target of (yield* this.#targets(entry)).values()) {
      const { link, count } = target;
      const resolution = (isSame ? target.resolution : null) ?? this.resolve(link, path);
      target.resolution = resolution;
      if (resolution.kind === 'stub') found.add(resolution.stub);
      const key = graphKey(resolution);
      if (key !== null && key !== path) outgoing.set(key, (outgoing.get(key) ?? 0) + count);
      if (++done % IN_A_STEP === 0) yield;
    }
    const stubs = found.size === 0 ? NONE : found;
    for (const stub of entry.stubs) if (!stubs.has(stub)) this.stubs.remove(stub, path);
    for (const stub of stubs) if (!entry.stubs.has(stub)) this.stubs.add(stub, path);
    entry.stubs = stubs;
    return outgoing;
  }

  /** What a note's links mean; equal ones at most once each in notes with very many. */
  *meanings(path: string): Iterable<Resolution> {
    const { links = [], counted = null } = this.#notes.get(path) ?? {};
    if (counted === null) for (const link of links) yield this.resolve(link, path);
    else for (const { link, resolution } of counted.values()) yield resolution ?? this.resolve(link, path);
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

  /** Gives up what is remembered only to be quicker, some 700 bytes a note. Call it once no more notes are expected. */
  forgetLookups(): void {
    this.#keys.clear();
    this.#names.forgetLookups();
  }

  /** Drops the dependence on removed targets' keys, except those of remaining targets. */
  #removeDependent(path: string, gone: ReadonlySet<string>, stay: Iterable<string>): void {
    if (gone.size === 0) return;
    const keys = new Set<string>();
    for (const wording of gone) for (const key of this.#keysOf(wording)) keys.add(key);
    for (const wording of stay) for (const key of this.#keysOf(wording)) keys.delete(key);
    for (const key of keys) this.#dependents.delete(key, path);
  }

  *#targets(entry: NoteEntry | undefined): Steps<Map<string, Target>> {
    if (entry === undefined) return new Map();
    const known = entry.counted ?? (this.#counted?.links === entry.links ? this.#counted.targets : null);
    return known ?? (yield* countTargets(entry.links));
  }

  #keysOf(wording: string): readonly string[] {
    const known = this.#keys.get(wording);
    if (known !== undefined) return known;
    if (this.#keys.size >= MOST_KEYS) this.#keys.clear();
    const keys = wording.startsWith(OF_FILE)
      ? [nameKey(wording.slice(OF_FILE.length))]
      : linkKeys(splitLinkText(wording).path, wording, this.#names.fold);
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

function* countTargets(links: readonly RecordLink[]): Steps<Map<string, Target>> {
  const targets = new Map<string, Target>();
  let done = 0;
  for (const link of links) {
    const wording = wordingOf(link);
    const target = targets.get(wording);
    if (target === undefined) targets.set(wording, { link, count: 1, resolution: null });
    else target.count++;
    if (++done % IN_A_STEP === 0) yield;
  }
  return targets;
}

function isMany(links: readonly RecordLink[]): boolean {
  return links.length >= MANY_LINKS;
}

const NONE: ReadonlySet<string> = new Set();
/** From this many links on, targets stay counted and resolved. */
const MANY_LINKS = 1_000;
/** Links looked at between two pauses, about a millisecond's worth. */
const IN_A_STEP = 2_000;
const MOST_KEYS = 50_000;
