import type { ResolveLink } from './values/compare-values.ts';

/** A Markdown file, as a base sees it. */
export interface BaseEntry {
  /** Vault-relative, with extension, NFC. */
  path: string;
  /** File name without extension, as the app's `file.name`. */
  name: string;
  /** The folder's path; `/` for the root, as in the app. */
  folder: string;
  /** Without the dot. */
  ext: string;
  /** Bytes. */
  size: number;
  /** Created, epoch milliseconds. */
  ctime: number;
  /** Modified, epoch milliseconds. */
  mtime: number;
  /** From frontmatter and text, with `#`, as written. */
  tags: readonly string[];
  /** The frontmatter's values, not trusted; undefined if the note has none. */
  frontmatter: unknown;
}

export interface BaseSource {
  /** Every Markdown file of the vault; may be made one by one. */
  entries(): Iterable<BaseEntry>;
  /** Whether no result may show the file. Asked only about matches. */
  isHidden(path: string): boolean;
  resolveLink: ResolveLink;
}
