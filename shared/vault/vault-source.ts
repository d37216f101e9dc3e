/** Times are in whole milliseconds; hosts may differ by 1. */
export interface FileStat {
  size: number;
  mtimeMs: number;
  /** When the file was created; when it was changed, on a disk that does not say. */
  createdMs: number;
}

/**
 * See the contract, 'What is left out'. `excluded`: readable, but not in search, themes and ranks. `hidden`: known for
 * names and links, but in no result.
 */
export type Visibility = 'visible' | 'excluded' | 'hidden';

export interface VaultFile extends FileStat {
  /** Vault-relative, with `/`, NFC. Byte-exact if files differ only in Unicode form. */
  path: string;
  /** A file with `.md`, in any letter case, is a note. */
  kind: 'note' | 'attachment';
  visibility: Visibility;
}

export interface VaultWarning {
  path: string;
  message: string;
}

export interface VaultListing {
  files: VaultFile[];
  /** Unreadable folders and files, and symlinks left out. */
  warnings: VaultWarning[];
  /** {@link VaultSource.rulesVersion} when the listing began. */
  rulesVersion: number;
}

/**
 * What may have changed; the receiver compares with what it knows. `folders`: anything under these (vault-relative, ''
 * is the root). `rules`: the ignore rules, and so the visibility of any file.
 */
export interface VaultChange {
  files: string[];
  /** Those of `files` that may hold something else although size and time are as before. */
  replaced?: string[];
  folders: string[];
  rules: boolean;
}

/**
 * Files that are looked at together: with thousands at once their answers come in one piece, and hold up all other
 * work.
 */
export const LOOKED_AT_ONCE = 64;

/** The vault as the engine sees it. */
export interface VaultSource {
  /** The folder's name, shown to people. */
  readonly name: string;
  /** Real path of the vault's folder. Clients never see it. */
  readonly root: string;
  /** Vault-relative configuration folder, usually `.obsidian`; null if the vault has none. */
  readonly configDir: string | null;
  /** Grows with each change of the ignore rules. */
  readonly rulesVersion: number;
  /**
   * Cheap. Throws `vault_not_found` if the vault's own folder is gone or cannot be read: of its notes nothing can be
   * told then, least of all that they were deleted. Absent if the host looks after that.
   */
  lookAtFolder?(): Promise<void>;
  /** Reads the ignore rules if their files may have changed. Otherwise cheap. */
  lookAtRules(): Promise<void>;
  /** The visibility of this path by the rules last read, even if nothing is there. */
  visibility(path: string): Visibility;
  /** Every file, or those under `folder` in any Unicode form. Yields to the event loop. */
  list(folder?: string): Promise<VaultListing>;
  /** Every file's path. Far cheaper than {@link list}. */
  paths(): Promise<string[]>;
  /** Null if there is no such file or it is left out (in a dot-folder, through a symlink, not a regular file). */
  stat(path: string): Promise<VaultFile | null>;
  /** The files at this path in any Unicode form. */
  statForms(path: string): Promise<VaultFile[]>;
  /** The file's bytes. Throws `note_not_found` if there is none. */
  read(path: string): Promise<Uint8Array>;
  /**
   * Starts watching. Changes come in debounced batches, each after the previous one's promise. The returned function
   * stops it.
   */
  watch(onChange: (change: VaultChange) => void | Promise<void>): Promise<() => Promise<void>>;
  /** Delivers what the system has reported so far; resolves when it is processed. */
  catchUp(): Promise<void>;
}
