import type { TrashedFile } from './change-record.ts';

/** Bytes as the caller read them, or their SHA-256 in hexadecimal ({@link hashOf}). */
export type Before = Uint8Array | string;

/** One file's part in a change. Paths are vault-relative. */
export type FileChange =
  /** `source` is the trashed file with these bytes, if it still exists. */
  | { kind: 'create'; path: string; bytes: Uint8Array; source?: TrashedFile }
  | { kind: 'edit'; path: string; before: Before; after: Uint8Array }
  /** `edit` changes the content if the moved note's own links change too; its `before` refers to the file at `from`. */
  | { kind: 'move'; from: string; to: string; edit?: { before: Before; after: Uint8Array } }
  | { kind: 'delete'; path: string; before?: Before };

/** What one tool call changes, all or nothing. */
export interface Change {
  /** Name of the tool, for the history. */
  tool: string;
  /** Name of the calling client. */
  client: string;
  files: FileChange[];
  /** Folders (places) to remove afterwards if nothing is left in them. */
  emptied?: string[];
  /** Called after the gate and before the files are compared with `before`, so that the engine saves editors with unsaved text. */
  prepare?: (paths: string[]) => Promise<unknown>;
}

/** The outcome of a change. */
export interface AppliedChange {
  /** Its entry in the history; absent if nothing had to be written. */
  id?: string;
  /** Every path that was written, made or removed: what the engine has to read again. */
  paths: string[];
  /** Where each deleted path went: `system trash`, a path in `.trash/`, or null for erased. */
  trashed: { path: string; trashedTo: string | null; note?: string }[];
  /**
   * Edited paths that another program saved at the same moment or right after, so that their text may differ from what we
   * wrote, which is in the history. Absent if there are none.
   */
  overtaken?: string[];
}

/** Every path a change names. */
export function pathsOf(files: readonly FileChange[]): string[] {
  return files.flatMap((file) => (file.kind === 'move' ? [file.from, file.to] : [file.path]));
}
