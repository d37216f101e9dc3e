import type { ResolveLink } from './values/compare-values.ts';

/** One Markdown file, as a base sees it. */
export interface BaseEntry {
  /** Vault-relative, with its extension, NFC. */
  path: string;
  /** File name without its extension, as the app's `file.name` shows it. */
  name: string;
  /** Folder's path; `/` for the vault's root, as in the app. */
  folder: string;
  /** Without its dot. */
  ext: string;
  /** Bytes. */
  size: number;
  /** Created, milliseconds since 1970, UTC. */
  ctime: number;
  /** Modified, milliseconds since 1970, UTC. */
  mtime: number;
  /** Of the frontmatter and of the text, each with `#`, as written. */
  tags: readonly string[];
  /** The frontmatter's values; undefined if the note has none. Nothing in it is trusted. */
  frontmatter: unknown;
}

/** The source of a base's entries. */
export interface BaseSource {
  /** Every Markdown file of the vault. Entries may be made while they are walked. */
  entries(): Iterable<BaseEntry>;
  /** True for files that no result may show. Asked only of files that match. */
  isHidden(path: string): boolean;
  resolveLink: ResolveLink;
}
