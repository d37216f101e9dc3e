/** Zero-based; `offset` counts UTF-16 units from the file's beginning. */
export interface Loc {
  line: number;
  col: number;
  offset: number;
}

export interface Pos {
  start: Loc;
  end: Loc;
}

export interface CacheItem {
  position: Pos;
}

export interface Reference {
  link: string;
  original: string;
  displayText?: string;
}

export type ReferenceCache = Reference & CacheItem;

export interface FrontmatterLinkCache extends Reference {
  key: string;
}

export interface HeadingCache extends CacheItem {
  heading: string;
  level: number;
}

export interface SectionCache extends CacheItem {
  id?: string;
  type: string;
}

export interface ListItemCache extends CacheItem {
  id?: string;
  task?: string;
  /** The parent item's line; below zero for a list's own items: minus the line of the list's first item. */
  parent: number;
}

export interface BlockCache extends CacheItem {
  id: string;
}

/** What the app knows about a note. Kinds of which it has none are absent. */
export interface CachedMetadata {
  links?: ReferenceCache[];
  embeds?: ReferenceCache[];
  tags?: (CacheItem & { tag: string })[];
  headings?: HeadingCache[];
  footnotes?: (CacheItem & { id: string })[];
  footnoteRefs?: (CacheItem & { id: string })[];
  referenceLinks?: (CacheItem & { id: string; link: string })[];
  sections?: SectionCache[];
  listItems?: ListItemCache[];
  frontmatter?: Record<string, unknown>;
  frontmatterPosition?: Pos;
  frontmatterLinks?: FrontmatterLinkCache[];
  blocks?: Record<string, BlockCache>;
}
