import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import { stubKey } from './file-names.ts';

/** An unresolved link target, and who links to it. */
export interface Stub {
  /** Graph key; see {@link stubGraphKey}. */
  key: string;
  /**
   * `_stub/<name>.md`. Of several spellings the first by code unit, so that indexing order does not matter; those of
   * hidden notes only if there are no others.
   */
  path: string;
  title: string;
  /** Paths of the notes that link to it. */
  sources: string[];
}

export interface StubCounts {
  stubsCreated: number;
  stubsPruned: number;
}

/** Keys of stubs that came and went during a count. */
export interface StubTally {
  born: Set<string>;
  gone: Set<string>;
}

interface StubEntry {
  /** Spelling → sources that use it. */
  spellings: Map<string, Set<string>>;
}

/** The graph key of a stub. Begins with NUL, which no path can contain. */
export function stubGraphKey(stubPath: string): string {
  return `\0${stubKey(stubPath)}`;
}

export function isStubGraphKey(key: string): boolean {
  return key.startsWith('\0');
}

const newTally = (): StubTally => ({ born: new Set(), gone: new Set() });

/** All stubs of a vault. A stub exists while any note links to it. */
export class Stubs {
  readonly #entries = new Map<string, StubEntry>();
  #tally = newTally();
  readonly #isHidden: (source: string) => boolean;

  /** @param isHidden tells of a source whether it is hidden now */
  constructor(isHidden: (source: string) => boolean) {
    this.#isHidden = isHidden;
  }

  get count(): number {
    return this.#entries.size;
  }

  /** Starts a new count of stubs created and pruned; returns the one until now. */
  startCount(): StubTally {
    const before = this.#tally;
    this.#tally = newTally();
    return before;
  }

  /** Goes on with an earlier count. */
  continueCount(tally: StubTally): void {
    this.#tally = tally;
  }

  /** Stubs created and removed since {@link startCount}, without those that did both. */
  counted(): StubCounts {
    return { stubsCreated: this.#tally.born.size, stubsPruned: this.#tally.gone.size };
  }

  add(stubPath: string, source: string): void {
    const key = stubGraphKey(stubPath);
    if (!this.#entries.has(key) && !this.#tally.gone.delete(key)) this.#tally.born.add(key);
    const entry = this.#entries.get(key) ?? { spellings: new Map<string, Set<string>>() };
    this.#entries.set(key, entry);
    const sources = entry.spellings.get(stubPath) ?? new Set<string>();
    entry.spellings.set(stubPath, sources.add(source));
  }

  /** True if that was the last link to the stub. */
  remove(stubPath: string, source: string): boolean {
    const key = stubGraphKey(stubPath);
    const entry = this.#entries.get(key);
    const sources = entry?.spellings.get(stubPath);
    if (entry === undefined || sources === undefined) return false;
    sources.delete(source);
    if (sources.size === 0) entry.spellings.delete(stubPath);
    if (entry.spellings.size > 0) return false;
    this.#entries.delete(key);
    if (!this.#tally.born.delete(key)) this.#tally.gone.add(key);
    return true;
  }

  /** Takes a graph key, or a path in any spelling. */
  get(keyOrPath: string): Stub | null {
    const key = isStubGraphKey(keyOrPath) ? keyOrPath : stubGraphKey(keyOrPath);
    const entry = this.#entries.get(key);
    return entry === undefined ? null : this.#describe(key, entry);
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  *all(): IterableIterator<Stub> {
    for (const [key, entry] of this.#entries) yield this.#describe(key, entry);
  }

  #describe(key: string, { spellings }: StubEntry): Stub {
    const shown = [...spellings].flatMap(([spelling, users]) => (isNoneShown(users, this.#isHidden) ? [] : spelling));
    const path = (shown.length > 0 ? shown : [...spellings.keys()]).sort(compareCodeUnits)[0] ?? '';
    const sources = new Set<string>();
    for (const users of spellings.values()) for (const user of users) sources.add(user);
    return {
      key,
      path,
      title: path.slice(path.indexOf('/') + 1).replace(/\.md$/i, ''),
      sources: [...sources].sort(compareCodeUnits),
    };
  }
}

function isNoneShown(users: Iterable<string>, isHidden: (source: string) => boolean): boolean {
  for (const user of users) if (!isHidden(user)) return false;
  return true;
}
