import type { AppliedChange, Change } from './change/file-change.ts';

/** Work on paths that no other call touches meanwhile. */
export interface WriteSession {
  /** A file's bytes now, and their hash. Throws `note_not_found`. */
  read(path: string): Promise<{ bytes: Uint8Array; hash: string }>;
  /** Like {@link VaultWriter.apply}, for paths of this session only. */
  apply(change: Change): Promise<AppliedChange>;
}
