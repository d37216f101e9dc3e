/** Times are whole milliseconds (±1 ms is equal between hosts). */
export interface FileStat {
  size: number;
  mtimeMs: number;
}

/**
 * How far a file takes part (contract, 'What is left out'). `excluded`: the app's 'Excluded files', readable but not in
 * search, themes and ranks. `hidden`: `.vaultloomignore`, known for names and links, in no result at all.
 */
export type Visibility = 'visible' | 'excluded' | 'hidden';

export interface VaultFile extends FileStat {
  /** Vault-relative, `/`, NFC: the one spelling every other room uses. Byte-exact where files differ in Unicode form alone. */
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
  /** See {@link VaultSource.rulesVersion}: of the rules by which the listing was begun. */
  rulesVersion: number;
}

/**
 * Hints that something may have changed; the receiver compares with what it knows. `folders`: everything under these
 * (vault-relative, '' is the root) may have come, gone or changed. `rules`: the ignore rules changed, so visibility of
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
  /** Vault-relative configuration folder (`.obsidian` unless found otherwise), or null where the vault has none. */
  readonly configDir: string | null;
  /** Grows with each change of the ignore rules that was read. */
  readonly rulesVersion: number;
  /** Reads the ignore rules where the files that hold them may have changed since. Cheap where nothing has. */
  lookAtRules(): Promise<void>;
  /** How far what lies at this path would take part, whether or not there is anything, by the rules last read. */
  visibility(path: string): Visibility;
  /** Every file, or those under `folder` in whatever Unicode form; yields to the event loop on the way. */
  list(folder?: string): Promise<VaultListing>;
  /** The path of every file that takes part, by name alone: far cheaper than {@link list}. */
  paths(): Promise<string[]>;
  /** Null when there is no such file, or when it is left out (dot-folder, symlink leading out, not a regular file). */
  stat(path: string): Promise<VaultFile | null>;
  /** The files whose path is this one in some Unicode form: several where their names differ in that alone. */
  statForms(path: string): Promise<VaultFile[]>;
  /** The file's bytes. Throws `note_not_found` where there is none. */
  read(path: string): Promise<Uint8Array>;
  /** Starts watching; changes come in debounced batches, each after the promise of the one before. The returned function stops it. */
  watch(onChange: (change: VaultChange) => void | Promise<void>): Promise<() => Promise<void>>;
  /** Has what the system told of a moment ago delivered now; resolves when it has been taken in. */
  catchUp(): Promise<void>;
}
