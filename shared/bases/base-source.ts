import type { Steps } from '../kit/concurrency/slices.ts';

/** A link of a file, as written. */
export interface FileLink {
  /** The whole target, with `#heading` but without an alias. */
  target: string;
  /** The target is a vault path, as on a canvas card. */
  isFile?: boolean;
  isEmbed?: boolean;
}

/** A file of the vault, as a base sees it. Both hosts make one object per file and query. */
export interface BaseFile {
  /** Vault-relative, with extension, NFC. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** Created, epoch milliseconds. */
  readonly ctime: number;
  /** Modified, epoch milliseconds. */
  readonly mtime: number;
  /** From frontmatter and text, with `#`, as written. */
  readonly tags: readonly string[];
  /** The frontmatter's values, not trusted; undefined if the file has none. */
  readonly frontmatter: unknown;
  /** Those in the frontmatter included. */
  readonly links: readonly FileLink[];
}

/** What expressions ask of the vault: the port that the app's metadata and the index of the disk both fill. */
export interface BaseVault {
  /** Every file that is not hidden; may be created one at a time. */
  files(): Iterable<BaseFile>;
  /** The file at exactly this path. */
  file(path: string): BaseFile | null;
  /** Path of the file that a link leads to from the file `source`; null if there is none. */
  readonly resolveLink: (linkpath: string, source: string) => string | null;
  /** Paths of the files that link to this one. Asked only after {@link prepareBacklinks}. */
  backlinks(path: string): ReadonlySet<string>;
  prepareBacklinks(): Steps<void>;
  /** Whether no result may show the file. */
  isHidden(path: string): boolean;
}
