import type { AppliedChange, Change } from './change/file-change.ts';

/** Work on paths no other call touches meanwhile. */
export interface WriteSession {
  /** The bytes of a file now, with their hash; throws `note_not_found`. */
  read(path: string): Promise<{ bytes: Uint8Array; hash: string }>;
  /** Like {@link VaultWriter.apply}, for paths of this session only. */
  apply(change: Change): Promise<AppliedChange>;
}
