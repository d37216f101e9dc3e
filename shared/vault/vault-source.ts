/** Times are whole milliseconds (±1 ms is equal between hosts). */
export interface FileStat {
  size: number;
  mtimeMs: number;
}

/**
 * A file's visibility (contract, 'What is left out'). `excluded`: the app's 'Excluded files', readable but not in
 * search, themes and ranks. `hidden`: `.vaultloomignore`, known for names and links, in no result at all.
 */
export type Visibility = 'visible' | 'excluded' | 'hidden';

export interface VaultFile extends FileStat {
  /** Vault-relative, `/`, NFC: the one spelling every other room uses. Byte-exact if files differ only in Unicode form. */
  path: string;
  /** `.md` (in any letter case) is a note, everything else an attachment. */
  kind: 'note' | 'attachment';
  visibility: Visibility;
}

export interface VaultWarning {
  path: string;
  message: string;
}

export interface VaultListing {
  files: VaultFile[];
  /** Unreadable folders and files, symlinks left out: counted, never fatal. */
  warnings: VaultWarning[];
  /** See {@link VaultSource.rulesVersion}: for the rules when the listing began. */
  rulesVersion: number;
}

/**
 * Hints that something may have changed; the receiver compares with what it knows. `folders`: everything under these
 * (vault-relative, '' is the root) may have been added, removed or changed. `rules`: the ignore rules changed, so visibility of
 * any file may have.
 */
export interface VaultChange {
  files: string[];
  folders: string[];
  rules: boolean;
}

/** The vault as the engine sees it. Two adapters: `DiskVault` and the plugin's `AppVault`. */
export interface VaultSource {
  /** Vault name shown to people: the folder's name. */
  readonly name: string;
  /** Vault-relative configuration folder (`.obsidian` unless found otherwise), or null if the vault has none. */
  readonly configDir: string | null;
  /** Grows with each change of the ignore rules that was read. */
  readonly rulesVersion: number;
  /** Reads the ignore rules if their files may have changed since. Cheap if nothing has. */
  lookAtRules(): Promise<void>;
  /** The visibility of this path by the rules last read, whether or not anything is there. */
  visibility(path: string): Visibility;
  /** Every file, or those under `folder` in any Unicode form; yields to the event loop on the way. */
  list(folder?: string): Promise<VaultListing>;
  /** The path of every file included, by name only: far cheaper than {@link list}. */
  paths(): Promise<string[]>;
  /** Null when there is no such file, or when it is left out (dot-folder, symlink leading out, not a regular file). */
  stat(path: string): Promise<VaultFile | null>;
  /** The files whose path is this one in some Unicode form: several if their names differ only in that. */
  statForms(path: string): Promise<VaultFile[]>;
  /** The file's bytes. Throws `note_not_found` if there is none. */
  read(path: string): Promise<Uint8Array>;
  /** Starts watching; changes come in debounced batches, each after the promise of the previous one. The returned function stops it. */
  watch(onChange: (change: VaultChange) => void | Promise<void>): Promise<() => Promise<void>>;
  /** Delivers what the system has just reported; resolves when it has been processed. */
  catchUp(): Promise<void>;
}
