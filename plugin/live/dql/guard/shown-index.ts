import type { App, TAbstractFile, TFile } from 'obsidian';
import { toNfc } from '../../../../shared/vault/paths.ts';
import type { Steps } from '../../../../shared/kit/concurrency/slices.ts';
import { fieldOf } from '../flatten-value.ts';
import { derived } from './derived.ts';
import { requireShownFile, requireShownPath, type GuardedFiles } from './file-guard.ts';
import { withoutLinks } from './shown-values.ts';

/** A page of the query plugin's index. */
interface Page {
  serialize(index: unknown, ...more: unknown[]): unknown;
}

/** Keys to values, and back. */
interface LinkMap {
  get(key: string): Iterable<string>;
  getInverse(value: string): Iterable<string>;
}

/** The parts of the query plugin's index that its evaluation reads. */
export interface QueryIndex {
  pages: Map<string, Page>;
  tags: LinkMap;
  etags: LinkMap;
  links: LinkMap;
  prefix: {
    get(prefix: string, filter?: (path: string) => boolean): Iterable<string>;
    resolveRelative(path: string, origin?: string): string;
  };
  csv: { get(path: string): Promise<unknown> };
  starred: { starred(path: string): boolean };
  revision?: unknown;
}

export interface Shown {
  vault: GuardedFiles & Pick<App['vault'], 'getFiles' | 'getMarkdownFiles' | 'getAbstractFileByPath'>;
  metadataCache: Pick<App['metadataCache'], 'getFirstLinkpathDest' | 'resolvedLinks'>;
  /** Whether no result may show a path. */
  isHidden: (path: string) => boolean;
  /** Called with the reason a file is not loaded, which the query plugin may ignore. */
  onRefusal: (error: Error) => void;
}

/** Whether {@link shownIndex} can replace this index. */
export function isQueryIndex(index: unknown): index is QueryIndex {
  const has = (part: string, ...methods: string[]): boolean =>
    methods.every((method) => typeof fieldOf(fieldOf(index, part), method) === 'function');
  return (
    fieldOf(index, 'pages') instanceof Map &&
    ['tags', 'etags', 'links'].every((map) => has(map, 'get', 'getInverse')) &&
    has('prefix', 'get', 'resolveRelative') &&
    has('csv', 'get') &&
    has('starred', 'starred')
  );
}

/**
 * The index as it would be without hidden notes, in links, tags and folders as well, and without files outside the
 * vault. It has only the parts that evaluation reads, so that no expression reaches the query plugin's own index, which
 * is not changed.
 */
export function* shownIndex(index: QueryIndex, shown: Shown): Steps<object> {
  const { isHidden } = shown;
  const isShown = (path: string): boolean => !isHiddenName(isHidden, path);
  const metadataCache = shownMetadata(shown);
  const vault = shownVault(shown);
  const stand: Record<string, unknown> = {
    initialized: true,
    revision: index.revision,
    vault,
    metadataCache,
    starred: { starred: (path: string) => isShown(path) && index.starred.starred(path) },
    tags: keysShown(index.tags, isShown),
    etags: keysShown(index.etags, isShown),
    links: linksShown(index.links, isShown),
    prefix: shownPrefix(index.prefix, vault, isShown, shown),
    csv: {
      get: refusing(shown)(async (path: unknown) => index.csv.get(await requireShownFile(shown.vault, path, isHidden))),
    },
  };
  const isHiddenLink = (from: string) => (path: string) => {
    if (!isShown(path)) return true;
    const target = shown.metadataCache.getFirstLinkpathDest(path, from);
    return target !== null && isHidden(toNfc(target.path));
  };
  const pages = new Map<string, Page>();
  for (const [path, page] of index.pages) {
    if (isShown(path))
      pages.set(
        path,
        derived(page, {
          serialize: (_index: unknown, ...more: unknown[]) =>
            withoutLinks(page.serialize(stand, ...more), isHiddenLink(path)),
        }),
      );
    yield;
  }
  stand['pages'] = pages;
  return stand;
}

/** Whether a path is hidden, or the note that a link to it would name. */
function isHiddenName(isHidden: (path: string) => boolean, path: string): boolean {
  const name = toNfc(path).replace(/^(?:\.?\/)+/, '');
  return name !== '' && (isHidden(name) || isHidden(`${name}.md`));
}

type Refusing = <Args extends unknown[], Result>(call: (...args: Args) => Result) => (...args: Args) => Result;

/** Reports what a call throws or rejects with. */
function refusing({ onRefusal }: Shown): Refusing {
  const told = (error: unknown): never => {
    onRefusal(error instanceof Error ? error : new Error(String(error)));
    throw error;
  };
  return (call) =>
    (...args) => {
      try {
        const result = call(...args);
        return result instanceof Promise ? (result.catch(told) as typeof result) : result;
      } catch (error) {
        return told(error);
      }
    };
}

/** Folders, and the files that `csv("…")` names, loaded or not. */
function shownPrefix(
  prefix: QueryIndex['prefix'],
  vault: object,
  isShown: (path: string) => boolean,
  shown: Shown,
): object {
  const stand: QueryIndex['prefix'] = derived(prefix, {
    vault,
    get: (folder: string, filter?: (path: string) => boolean) =>
      new Set([...prefix.get(folder, filter)].filter(isShown)),
    resolveRelative: refusing(shown)((path: string, origin?: string) => {
      const resolved: unknown = prefix.resolveRelative.call(stand, path, origin);
      requireShownPath(shown.vault, resolved, shown.isHidden);
      return resolved;
    }),
  });
  return stand;
}

/** For tags, whose keys alone are paths. */
function keysShown(map: LinkMap, isShown: (path: string) => boolean): LinkMap {
  return {
    get: (key) => new Set(isShown(key) ? map.get(key) : []),
    getInverse: (value) => new Set([...map.getInverse(value)].filter(isShown)),
  };
}

function linksShown(map: LinkMap, isShown: (path: string) => boolean): LinkMap {
  const byKey = keysShown(map, isShown);
  return {
    get: (key) => new Set([...byKey.get(key)].filter(isShown)),
    getInverse: (value) => (isShown(value) ? byKey.getInverse(value) : new Set<string>()),
  };
}

function shownVault({ vault, isHidden }: Shown): object {
  const isShown = ({ path }: TAbstractFile): boolean => !isHiddenFile(isHidden, path);
  const found = <File extends TAbstractFile>(file: File | null): File | null =>
    file !== null && isShown(file) ? file : null;
  return {
    getFiles: () => vault.getFiles().filter(isShown),
    getMarkdownFiles: () => vault.getMarkdownFiles().filter(isShown),
    getAbstractFileByPath: (path: string) => found(vault.getAbstractFileByPath(path)),
    getFileByPath: (path: string) => found(vault.getFileByPath(path)),
  };
}

/** A rule that ends in a slash hides folders only. */
function isHiddenFile(isHidden: (path: string) => boolean, path: string): boolean {
  return path !== '/' && path !== '' && (isHidden(toNfc(path)) || isHidden(`${toNfc(path)}/`));
}

function shownMetadata({ vault, metadataCache, isHidden }: Shown): object {
  let resolved: Record<string, Record<string, number>> | null = null;
  const instead = new Map<string, TFile | null>();
  const without = <Value>(record: Record<string, Value>): [string, Value][] =>
    Object.entries(record).filter(([path]) => !isHidden(toNfc(path)));
  return {
    getFirstLinkpathDest: (linkpath: unknown, from: unknown): TFile | null => {
      if (typeof linkpath !== 'string') return null;
      const target = metadataCache.getFirstLinkpathDest(linkpath, typeof from === 'string' ? from : '');
      if (target === null || !isHidden(toNfc(target.path))) return target;
      const known = instead.get(linkpath);
      if (known !== undefined) return known;
      const namesake = shownNamesake(vault.getFiles(), linkpath, isHidden);
      instead.set(linkpath, namesake);
      return namesake;
    },
    get resolvedLinks(): Record<string, Record<string, number>> {
      resolved ??= Object.fromEntries(
        without(metadataCache.resolvedLinks).map(([path, targets]) => [path, Object.fromEntries(without(targets))]),
      );
      return resolved;
    },
  };
}

/** Where a link to a hidden note would lead without that note. */
function shownNamesake(files: readonly TFile[], linkpath: string, isHidden: (path: string) => boolean): TFile | null {
  const wanted = linkpath.toLowerCase().replace(/^(?:\.?\/)+/, '');
  const isMeant = (path: string): boolean =>
    [wanted, `${wanted}.md`].some((name) => path === name || path.endsWith(`/${name}`));
  const meant = files.filter(({ path }) => isMeant(path.toLowerCase()) && !isHidden(toNfc(path)));
  return meant.sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1))[0] ?? null;
}
