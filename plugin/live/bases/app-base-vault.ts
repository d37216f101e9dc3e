import type { CachedMetadata, MetadataCache, TFile, Vault } from 'obsidian';
import type { BaseFile, BaseVault, FileLink } from '../../../shared/bases/base-source.ts';
import { linkpathOf, ownValue, toBaseValue } from '../../../shared/bases/values/read-value.ts';
import { toJson } from '../../../shared/bases/values/value-text.ts';
import { visitSteps } from '../../../shared/kit/concurrency/long-lists.ts';
import type { Steps } from '../../../shared/kit/concurrency/slices.ts';
import { eachTagOnce } from '../../../shared/kit/text/tag-key.ts';
import { frontmatterTags } from '../../../shared/markdown/frontmatter/frontmatter-fields.ts';
import type { FrontmatterValue } from '../../../shared/markdown/parsed-note.ts';
import { fileTimes } from '../../../shared/vault/file-times.ts';
import { toNfc } from '../../../shared/vault/paths.ts';

/** The part of the app that files of a base are made from. */
export interface EntryApp {
  vault: Pick<Vault, 'getFiles' | 'getAbstractFileByPath'>;
  metadataCache: Pick<MetadataCache, 'getFileCache' | 'getFirstLinkpathDest' | 'resolvedLinks'>;
}

/**
 * The files of the app's vault with their metadata; `isHidden` tells which paths no result may show.
 *
 * @param canvases the links of canvases, by path
 */
export function* appBaseVault(
  app: EntryApp,
  isHidden: (path: string) => boolean,
  canvases: ReadonlyMap<string, readonly FileLink[]> = new Map(),
): Steps<BaseVault> {
  const files = new Map<string, AppFile>();
  yield* visitSteps(app.vault.getFiles(), (file) => {
    const made = new AppFile(file, app.metadataCache, canvases);
    files.set(made.path, made);
  });
  return new AppBaseVault(app, files, canvases, isHidden);
}

class AppBaseVault implements BaseVault {
  readonly isHidden: (path: string) => boolean;
  readonly #app: EntryApp;
  readonly #files: ReadonlyMap<string, AppFile>;
  readonly #canvases: ReadonlyMap<string, readonly FileLink[]>;
  #backlinks: Map<string, Set<string>> | null = null;

  constructor(
    app: EntryApp,
    files: ReadonlyMap<string, AppFile>,
    canvases: ReadonlyMap<string, readonly FileLink[]>,
    isHidden: (path: string) => boolean,
  ) {
    this.#app = app;
    this.#files = files;
    this.#canvases = canvases;
    this.isHidden = isHidden;
  }

  *files(): Iterable<BaseFile> {
    for (const file of this.#files.values()) if (!this.isHidden(file.path)) yield file;
  }

  file(path: string): BaseFile | null {
    return this.isHidden(path) ? null : (this.#files.get(path) ?? null);
  }

  readonly resolveLink = (linkpath: string, source: string): string | null => {
    const found = this.#app.metadataCache.getFirstLinkpathDest(linkpath, source)?.path;
    return found === undefined ? null : toNfc(found);
  };

  backlinks(path: string): ReadonlySet<string> {
    return this.#backlinks?.get(path) ?? NO_PATHS;
  }

  *prepareBacklinks(): Steps<void> {
    const backlinks = new Map<string, Set<string>>();
    const add = (source: string, target: string): void => {
      // The app counts links to the same file, which other tools leave out.
      if (target === source) return;
      const sources = backlinks.get(target);
      if (sources === undefined) backlinks.set(target, new Set([source]));
      else sources.add(source);
    };
    for (const [source, targets] of Object.entries(this.#app.metadataCache.resolvedLinks)) {
      for (const target of Object.keys(targets)) add(toNfc(source), toNfc(target));
      yield;
    }
    for (const [source, links] of this.#canvases) {
      for (const { target, isFile } of links) {
        const path = isFile === true ? toNfc(target) : this.resolveLink(linkpathOf(target), source);
        if (path !== null) add(source, path);
      }
      yield;
    }
    this.#backlinks = backlinks;
  }
}

const NO_PATHS: ReadonlySet<string> = new Set();

/** Reads each part when it is asked for: most conditions need few. */
class AppFile implements BaseFile {
  readonly path: string;
  readonly #file: TFile;
  readonly #metadataCache: EntryApp['metadataCache'];
  #cache: CachedMetadata | null | undefined;
  #tags: readonly string[] | undefined;
  #links: readonly FileLink[] | undefined;

  constructor(
    file: TFile,
    metadataCache: EntryApp['metadataCache'],
    canvases: ReadonlyMap<string, readonly FileLink[]>,
  ) {
    this.path = toNfc(file.path);
    this.#file = file;
    this.#metadataCache = metadataCache;
    this.#links = canvases.get(this.path);
  }

  get size(): number {
    return this.#file.stat.size;
  }

  get ctime(): number {
    return this.#times.createdMs;
  }

  get mtime(): number {
    return this.#times.mtimeMs;
  }

  get frontmatter(): unknown {
    return this.#cached()?.frontmatter;
  }

  get tags(): readonly string[] {
    return (this.#tags ??= tagsOf(this.#cached()));
  }

  get links(): readonly FileLink[] {
    return (this.#links ??= linksOf(this.#cached()));
  }

  /** As the index keeps them: the app's may have fractions. */
  get #times(): ReturnType<typeof fileTimes> {
    const { mtime, ctime } = this.#file.stat;
    return fileTimes(mtime, ctime);
  }

  #cached(): CachedMetadata | null {
    if (this.#cache === undefined) this.#cache = this.#metadataCache.getFileCache(this.#file);
    return this.#cache;
  }
}

const NONE: readonly never[] = [];

/** Those of the frontmatter first, as in the note. */
function linksOf(cache: CachedMetadata | null): readonly FileLink[] {
  if (cache === null) return NONE;
  const { frontmatterLinks = [], links = [], embeds = [] } = cache;
  return [
    ...frontmatterLinks.map(({ link }) => ({ target: link })),
    ...links.map(({ link }) => ({ target: link })),
    ...embeds.map(({ link }) => ({ target: link, isEmbed: true })),
  ];
}

/** Tags of the frontmatter, then of the text, each once in any letter case, with `#`. */
function tagsOf(cache: CachedMetadata | null): readonly string[] {
  const properties = tagProperties(cache?.frontmatter);
  const inline = cache?.tags ?? [];
  if (properties === null && inline.length === 0) return NONE;
  const tags = properties === null ? [] : frontmatterTags(properties).map((tag) => `#${tag}`);
  for (const { tag } of inline) tags.push(tag);
  return eachTagOnce(tags);
}

const TAG_KEY = /^tags$/i;

/** Null if there are none, as in most notes. */
function tagProperties(frontmatter: unknown): Record<string, FrontmatterValue> | null {
  if (typeof frontmatter !== 'object' || frontmatter === null) return null;
  const keys = Object.keys(frontmatter).filter((key) => key.length === 4 && TAG_KEY.test(key));
  if (keys.length === 0) return null;
  return Object.fromEntries(
    keys.map((key) => [key, toJson(toBaseValue(ownValue(frontmatter, key), '')) as FrontmatterValue]),
  );
}
