import type { AppliedChange, Change } from './change/file-change.ts';

/** Work on paths that no other call touches meanwhile. */
export interface WriteSession {
  /** The bytes of a file as they are now, with their hash; `note_not_found`. */
  read(path: string): Promise<{ bytes: Uint8Array; hash: string }>;
  /** As {@link VaultWriter.apply}, for paths of this session only. */
  apply(change: Change): Promise<AppliedChange>;
}
