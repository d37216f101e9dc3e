import type { Step, TrashedFile } from './change-record.ts';

/** Bytes as the caller read them, or their {@link hashOf}. */
export type Before = Uint8Array | string;

/** One file's part in a change. Paths are vault-relative. */
export type FileChange =
  /**
   * `source`: the trashed file with these bytes, if it still exists. `there`: the beginning of the path that is in the
   * vault, whose names are used whether or not every system can store them.
   */
  | { kind: 'create'; path: string; bytes: Uint8Array; source?: TrashedFile; there?: string }
  | { kind: 'edit'; path: string; before: Before; after: Uint8Array }
  /** `edit`: also changes the note's own links; `before` is of the file at `from`. `there`: of `to`, as above. */
  | { kind: 'move'; from: string; to: string; there?: string; edit?: { before: Before; after: Uint8Array } }
  | { kind: 'delete'; path: string; before?: Before };

/** Follows a change while it is written, and may stop it. */
export interface Course {
  /** If it aborts before the last file is written, all is taken back, and the change fails with the signal's reason. */
  signal?: AbortSignal;
  /** Called after each file, with how many of how many are written. */
  onWritten?: (done: number, total: number) => void;
}

/** What one tool call changes, all or nothing. */
export interface Change {
  /** The tool's name, for the history. */
  tool: string;
  /** The client's name. */
  client: string;
  files: FileChange[];
  /** Folders (places) to remove afterwards if empty. */
  emptied?: string[];
  /** Called after the guard, before files are compared with `before`, so the app can save unsaved typing. */
  prepare?: (paths: string[]) => Promise<unknown>;
  /** Called with what is about to be done, after all checks; nothing is written if it throws, and that is passed on. */
  agree?: (steps: readonly Step[]) => void;
  course?: Course;
}

/** The outcome of a change. */
export interface AppliedChange {
  /** The history entry; absent if nothing was written. */
  id?: string;
  /** Every path written, created or removed, for the engine to read again. */
  paths: string[];
  /** Where each deleted file went: `system trash`, a path in `.trash/`, or null if erased. */
  trashed: { path: string; trashedTo: string | null; note?: string }[];
  /**
   * Edited paths another program saved at the same time or right after: their text may differ from ours, which is in
   * the history. Absent if there are none.
   */
  overtaken?: string[];
}

/** Every path a change names. */
export function pathsOf(files: readonly FileChange[]): string[] {
  return files.flatMap((file) => (file.kind === 'move' ? [file.from, file.to] : [file.path]));
}
