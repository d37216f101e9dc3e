import { visitSteps } from '../kit/concurrency/long-lists.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import { splitLinkText } from '../markdown/inline/link-target.ts';
import { basename, dirname, foldPath, isNotePath, joinVaultPath, toNfc, withoutMd } from '../vault/paths.ts';
import { missingName } from './missing-name.ts';
import { ValuesByKey } from './values-by-key.ts';

/** What a link's path resolves to. */
export type Resolution =
  | { kind: 'note'; path: string }
  /** `path`: of an existing file. */
  | { kind: 'attachment'; path?: string }
  /** Nothing is there; `stub` is the stub's path. */
  | { kind: 'stub'; stub: string };

export const STUB_FOLDER = '_stub/';

/** The path that represents an unresolved link target. */
export function stubPath(linkPath: string): string {
  return `${STUB_FOLDER}${linkPath}.md`;
}

/** The link target that a stub's path represents. */
export function stubTarget(path: string): string {
  return path.slice(STUB_FOLDER.length).replace(/\.md$/i, '');
}

/** One key for all spellings of a target that differ in letter case or Unicode form. */
export function stubKey(path: string): string {
  return foldPath(path);
}

/**
 * The names of all files of a vault, and what a link's path means among them by the app's rules: an exact vault path;
 * with `./` or `../`, only from the note's folder; otherwise by file name: those in and below the source's folder
 * first, then the shortest path, then code-unit order. Letter case and Unicode form never count, `.md` is optional,
 * aliases never resolve. A path with folders matches the end of a file's path.
 */
export class FileNames {
  readonly #byPath = new ValuesByKey();
  readonly #byName = new ValuesByKey();
  readonly #folded = new Map<string, string>();
  /** Links resolved since the last file was added or removed that mean the same in all notes. */
  #resolved = new Map<string, Resolution>();
  /** The others, by folder of their note. */
  #resolvedIn = new Map<string, Map<string, Resolution>>();
  #resolvedLinks = 0;
  /** Whether the source's folder had a say in what was resolved last. */
  #isByFolder = false;

  /** Returns the file's key; see {@link nameKey}. */
  add(path: string): string {
    this.#forgetResolved();
    const folded = foldPath(path);
    this.#byPath.add(folded, path);
    this.#byName.add(nameOfFolded(folded), path);
    return keyOfFolded(folded);
  }

  /** The inverse of {@link add}. */
  remove(path: string): string {
    this.#forgetResolved();
    const folded = foldPath(path);
    this.#byPath.delete(folded, path);
    this.#byName.delete(nameOfFolded(folded), path);
    return keyOfFolded(folded);
  }

  /** Resolves a link's whole target, as written in the note `source`. */
  resolve(target: string, source: string): Resolution {
    if (mayBeOwn(target)) return this.#resolve(target, source);
    const known = this.#resolved.get(target) ?? this.#resolvedIn.get(dirname(source))?.get(target);
    if (known !== undefined) return known;
    this.#isByFolder = false;
    const resolution = this.#resolve(target, source);
    if (++this.#resolvedLinks > MOST_RESOLVED) this.#forgetResolved();
    else if (this.#isByFolder) this.#inFolder(dirname(source)).set(target, resolution);
    else this.#resolved.set(target, resolution);
    return resolution;
  }

  /** What a vault path resolves to: only the file itself, in any letter case. */
  resolveFile(path: string): Resolution {
    const file = this.locateFile(path);
    if (file !== null) return { kind: isNotePath(file) ? 'note' : 'attachment', path: file };
    return isNotePath(path) ? { kind: 'stub', stub: stubPath(withoutMd(path)) } : { kind: 'attachment' };
  }

  /** The file at a vault path, in any letter case, or null. */
  locateFile(path: string): string | null {
    return this.#closest([...this.#byPath.of(this.fold(path))], path);
  }

  /**
   * The file a link leads to, or null. `linkPath` is the part before the `#`; `target` the whole, for names that
   * contain a `#` or `^`.
   */
  locate(linkPath: string, target: string, source: string): string | null {
    if (linkPath === '' && mayBeOwn(target)) return source;
    return this.#find(linkPath, source) ?? (target === linkPath ? null : this.#findNote(target, source));
  }

  /** The files at this path in any Unicode form. */
  formsOf(path: string): string[] {
    return [...this.#byPath.of(foldPath(path))].filter((other) => toNfc(other) === toNfc(path));
  }

  /** How many files have this file name, its own included. */
  countNamed(path: string): number {
    return this.#byName.count(nameOfFolded(foldPath(path)));
  }

  /** The other files with this file name whose paths are as long. */
  rivalsOf(path: string): string[] {
    const named = [...this.#byName.of(nameOfFolded(foldPath(path)))];
    return named.filter((other) => other !== path && other.length === path.length);
  }

  /** {@link foldPath}, remembered: the same few texts recur. */
  readonly fold = (text: string): string => {
    const known = this.#folded.get(text);
    if (known !== undefined) return known;
    if (this.#folded.size >= MOST_FOLDED) this.#folded.clear();
    const folded = foldPath(text);
    this.#folded.set(text, folded);
    return folded;
  };

  /** Gives up what is remembered only to be quicker: many lookups follow each other while notes are taken in. */
  forgetLookups(): void {
    this.#folded.clear();
    this.#forgetResolved();
  }

  #resolve(target: string, source: string): Resolution {
    const linkPath = splitLinkText(target).path;
    const file = this.locate(linkPath, target, source);
    if (file !== null) return { kind: isNotePath(file) ? 'note' : 'attachment', path: file };
    const missing = missingName(linkPath, source);
    if (missing === null) return { kind: 'attachment' };
    if (linkPath.startsWith('.')) this.#isByFolder = true;
    return { kind: 'stub', stub: stubPath(missing) };
  }

  #forgetResolved(): void {
    if (this.#resolved.size > 0) this.#resolved = new Map();
    if (this.#resolvedIn.size > 0) this.#resolvedIn = new Map();
    this.#resolvedLinks = 0;
  }

  #inFolder(folder: string): Map<string, Resolution> {
    let known = this.#resolvedIn.get(folder);
    if (known === undefined) this.#resolvedIn.set(folder, (known = new Map<string, Resolution>()));
    return known;
  }

  #findNote(target: string, source: string): string | null {
    const file = this.#find(target, source);
    return file !== null && isNotePath(file) ? file : null;
  }

  #find(linkPath: string, source: string): string | null {
    if (linkPath === '') return null;
    const own = dirname(source);
    if (isRelative(linkPath)) {
      this.#isByFolder = true;
      const joined = joinVaultPath(own, linkPath);
      return joined === null ? null : this.#exact(joined);
    }
    if (linkPath.startsWith('/')) return this.#exact(linkPath.slice(1));
    if (!linkPath.includes('/') && !isNotePath(linkPath)) {
      const key = this.fold(linkPath);
      const [first = null] = this.#byName.of(key);
      // Most names are those of one file, or of none.
      if (this.#byName.count(key) < 2) return first;
    }
    return this.#exact(linkPath) ?? this.#byFileName(linkPath, own);
  }

  #exact(path: string): string | null {
    for (const spelling of spellings(path)) {
      const found = this.#closest([...this.#byPath.of(this.fold(spelling))], spelling);
      if (found !== null) return found;
    }
    return null;
  }

  #byFileName(linkPath: string, own: string): string | null {
    for (const spelling of spellings(linkPath)) {
      const folded = this.fold(spelling);
      const ending = `/${folded}`;
      const named = [...this.#byName.of(nameOfFolded(folded))];
      const found = named.filter((path) => this.fold(path) === folded || this.fold(path).endsWith(ending));
      if (found.length === 0) continue;
      if (found.length === 1) return this.#closest(found, spelling);
      this.#isByFolder = true;
      const ownFolder = own === '' ? '' : `${this.fold(own)}/`;
      const near = found.filter((path) => this.fold(path).startsWith(ownFolder));
      return this.#closest(near.length > 0 ? near : found, spelling);
    }
    return null;
  }

  /**
   * Among files that differ only in letter case or folder: the exact spelling, then the shortest path, then code-unit
   * order. Null if there are none.
   */
  #closest(paths: readonly string[], spelling: string): string | null {
    const first = paths[0];
    if (first === undefined || paths.length === 1) return first ?? null;
    const asWritten = paths.filter((path) => path === spelling || path.endsWith(`/${spelling}`));
    const isOnePath = asWritten.length > 0 && paths.every((path) => this.fold(path) === this.fold(first));
    const pool = isOnePath ? asWritten : paths;
    return pool.reduce((best, path) => (isCloser(path, best) ? path : best));
  }
}

/** The names of these files. */
export function* namesOf(paths: Iterable<string>): Steps<FileNames> {
  const names = new FileNames();
  yield* visitSteps(paths, (path) => {
    names.add(path);
  });
  return names;
}

const MOST_FOLDED = 50_000;
const MOST_RESOLVED = 50_000;

function isRelative(linkPath: string): boolean {
  return /^\.{1,2}(\/|$)/.test(linkPath);
}

/** Whether a target can lead to a place in its own note. */
function mayBeOwn(target: string): boolean {
  return target === '' || target.startsWith('#') || target.startsWith('^');
}

/**
 * The {@link FileNames} keys a link's meaning depends on: when a file with one of them is added or removed, resolve the
 * link again.
 */
export function linkKeys(linkPath: string, target: string, fold = foldPath): string[] {
  const keys = linkPath === '' ? [] : [nameKey(linkPath, fold)];
  if (target !== linkPath && target !== '') {
    const whole = nameKey(target, fold);
    if (!keys.includes(whole)) keys.push(whole);
  }
  return keys;
}

/**
 * The key by which links find a file: its folded name without `.md`. A name may end so twice, and a link `x.md` means
 * `x.md`, else `x.md.md`: these have one key.
 */
export function nameKey(path: string, fold = foldPath): string {
  return keyOfFolded(fold(path));
}

function keyOfFolded(folded: string): string {
  let name = nameOfFolded(folded);
  while (isNotePath(name)) name = withoutMd(name);
  return name;
}

function nameOfFolded(folded: string): string {
  return withoutMd(basename(folded));
}

/** The spellings a link may mean, best first: with `.md` first unless the name has an extension. */
function spellings(linkPath: string): string[] {
  if (isNotePath(linkPath)) return [linkPath, `${linkPath}.md`];
  return basename(linkPath).includes('.') ? [linkPath, `${linkPath}.md`] : [`${linkPath}.md`, linkPath];
}

function isCloser(path: string, other: string): boolean {
  return path.length < other.length || (path.length === other.length && compareCodeUnits(path, other) < 0);
}
