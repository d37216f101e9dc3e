import type { CachedMetadata, MetadataCache, TFile, Vault } from 'obsidian';
import { frontmatterTags } from '../../../shared/markdown/frontmatter/frontmatter-fields.ts';
import type { FrontmatterValue } from '../../../shared/markdown/parsed-note.ts';
import { dirname, toNfc } from '../../../shared/vault/paths.ts';
import type { BaseEntry, BaseSource } from '../../../shared/bases/base-source.ts';
import { ownValue, toBaseValue, toJson } from '../../../shared/bases/values/base-value.ts';

/** The part of the app that entries are made from. */
export interface EntryApp {
  vault: Pick<Vault, 'getMarkdownFiles'>;
  metadataCache: Pick<MetadataCache, 'getFileCache' | 'getFirstLinkpathDest'>;
}

/** The Markdown files of the app's vault with their metadata; `isHidden` tells which paths no result may show. */
export function appBaseSource(app: EntryApp, isHidden: (path: string) => boolean): BaseSource {
  return {
    *entries() {
      for (const file of app.vault.getMarkdownFiles()) yield new AppEntry(file, app.metadataCache);
    },
    isHidden,
    resolveLink: (linkpath, source) => app.metadataCache.getFirstLinkpathDest(linkpath, source)?.path ?? null,
  };
}

/** Reads each part when it is asked for: most conditions need few. */
class AppEntry implements BaseEntry {
  readonly #file: TFile;
  readonly #metadataCache: EntryApp['metadataCache'];
  #path: string | undefined;
  #name: string | undefined;
  #cache: CachedMetadata | null | undefined;
  #tags: readonly string[] | undefined;

  constructor(file: TFile, metadataCache: EntryApp['metadataCache']) {
    this.#file = file;
    this.#metadataCache = metadataCache;
  }

  get path(): string {
    return (this.#path ??= toNfc(this.#file.path));
  }

  get name(): string {
    return (this.#name ??= toNfc(this.#file.basename));
  }

  get ext(): string {
    return this.#file.extension;
  }

  get size(): number {
    return this.#file.stat.size;
  }

  get ctime(): number {
    return this.#file.stat.ctime;
  }

  get mtime(): number {
    return this.#file.stat.mtime;
  }

  get folder(): string {
    return dirname(this.path) || '/';
  }

  get frontmatter(): unknown {
    return this.#cached()?.frontmatter;
  }

  get tags(): readonly string[] {
    return (this.#tags ??= tagsOf(this.#cached()));
  }

  #cached(): CachedMetadata | null {
    if (this.#cache === undefined) this.#cache = this.#metadataCache.getFileCache(this.#file);
    return this.#cache;
  }
}

const NONE: readonly string[] = [];

/** Tags of the frontmatter, then of the text, each once, with `#`. */
function tagsOf(cache: CachedMetadata | null): readonly string[] {
  const properties = tagProperties(cache?.frontmatter);
  const inline = cache?.tags ?? [];
  if (properties === null && inline.length === 0) return NONE;
  const tags = properties === null ? [] : frontmatterTags(properties).map((tag) => `#${tag}`);
  for (const { tag } of inline) tags.push(tag);
  return [...new Set(tags)];
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
