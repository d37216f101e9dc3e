import type { StubCounts } from '../../notes/stubs.ts';
import type { IndexProgress } from '../../protocol/engine-messages.ts';

/** The result of one pass over files. */
export interface SyncCounts extends StubCounts {
  indexed: number;
  /** Unchanged notes. */
  skipped: number;
  removed: number;
  /** Canvases that were re-read or are gone. */
  canvases: number;
}

export type NoteCounts = Omit<SyncCounts, keyof StubCounts>;

export interface SyncOptions {
  /** `stat` trusts size and time; `hash` reads every file. */
  verify: 'stat' | 'hash';
  onProgress?: (progress: IndexProgress) => void;
  /**
   * Called if no note has changed, before files are known by name and links are resolved: new attachments may change
   * those.
   */
  onUnchanged?: () => void;
  /**
   * Called after each note with its size; the pass continues when it resolves. Lets the owner save what has
   * accumulated, and call `NoteUpdater.readBetween`.
   */
  afterNote?: (bytes: number) => Promise<void>;
  signal?: AbortSignal;
}
