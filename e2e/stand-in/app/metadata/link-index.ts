import { FileNames, linkKeys, nameKey } from '../../../../shared/notes/file-names.ts';
import { parseLinktext } from './linktext.ts';

export type LinkCounts = Record<string, Record<string, number>>;

/**
 * What every note's links lead to, kept right while files come and go: links hang on file names, and only notes whose
 * links hang on a name that came or went are resolved again.
 */
export class LinkIndex {
  /** Counts of links by path of the note and path of the file they lead to. */
  readonly resolved: LinkCounts = {};
  /** The same for links that lead nowhere, by the link's path as written. */
  readonly unresolved: LinkCounts = {};
  readonly #names = new FileNames();
  readonly #links = new Map<string, string[]>();
  readonly #dependents = new Map<string, Set<string>>();

  /** Returns the notes whose links may mean something else now. */
  addFile(path: string): ReadonlySet<string> {
    this.#names.add(path);
    return this.#dependents.get(nameKey(path)) ?? NONE;
  }

  removeFile(path: string): ReadonlySet<string> {
    this.#names.remove(path);
    return this.#dependents.get(nameKey(path)) ?? NONE;
  }

  /** How many files bear the name of this path. */
  countNamed(path: string): number {
    return this.#names.countNamed(path);
  }

  /** The path of the file that a link leads to. */
  find(linkpath: string, source: string): string | null {
    return this.#names.locate(linkpath, linkpath, source);
  }

  setLinks(note: string, links: string[]): void {
    this.dropNote(note);
    this.#links.set(note, links);
    for (const key of [...new Set(links)].flatMap(keysOf)) {
      const dependents = this.#dependents.get(key);
      if (dependents === undefined) this.#dependents.set(key, new Set([note]));
      else dependents.add(note);
    }
    this.resolve(note);
  }

  dropNote(note: string): void {
    for (const key of [...new Set(this.#links.get(note))].flatMap(keysOf)) this.#dependents.get(key)?.delete(note);
    this.#links.delete(note);
    Reflect.deleteProperty(this.resolved, note);
    Reflect.deleteProperty(this.unresolved, note);
  }

  resolve(note: string): void {
    const resolved: Record<string, number> = {};
    const unresolved: Record<string, number> = {};
    for (const [link, times] of counted(this.#links.get(note) ?? [])) {
      const { path } = parseLinktext(link);
      const target = this.#names.locate(path, link, note);
      if (target !== null) resolved[target] = (resolved[target] ?? 0) + times;
      else if (path !== '') unresolved[path] = (unresolved[path] ?? 0) + times;
    }
    this.resolved[note] = resolved;
    this.unresolved[note] = unresolved;
  }
}

const NONE: ReadonlySet<string> = new Set();

function counted(links: readonly string[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const link of links) times.set(link, (times.get(link) ?? 0) + 1);
  return times;
}

function keysOf(link: string): string[] {
  return linkKeys(parseLinktext(link).path, link);
}
