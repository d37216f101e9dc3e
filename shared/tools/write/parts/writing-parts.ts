import type { Turns } from '../../../kit/concurrency/turns.ts';
import type { EditBuffer } from '../../../edit/edit-buffer.ts';
import type { PreviewStore } from '../../../edit/previews.ts';
import type { Slicer } from '../../../kit/concurrency/slices.ts';
import type { AppSettings } from '../../../vault/rules/app-settings.ts';
import type { NoteSettings } from '../../../vault/rules/note-settings.ts';
import type { InFlight } from './in-flight.ts';
import type { VaultWriter } from '../../../writing/vault-writer.ts';
import type { Hiding } from '../../../writing/places/hidden-places.ts';
import type { WriteRules } from '../../../writing/places/path-guard.ts';

/** What tools use of the writer. */
export type NoteWriter = Pick<
  VaultWriter,
  'history' | 'warnings' | 'read' | 'plan' | 'planUndo' | 'apply' | 'withPaths' | 'undo'
>;

/** What writing tools need apart from the engine; one for all calls of a process. */
export interface Writing {
  writer: NoteWriter;
  /** The writer's limits. */
  rules: WriteRules;
  /** The ignore rules now on disk, also for the writer. */
  hiding: Hiding;
  previews: PreviewStore;
  buffer: EditBuffer;
  slicer: Slicer;
  /** One move at a time: each plans with the links the last one wrote. */
  moves: Turns;
  /** Calls that may write links. */
  inFlight: InFlight;
  /** A file's bytes now, without waiting for a turn. Throws `note_not_found`. */
  read(path: string): Promise<Uint8Array>;
  /** The notes whose files changed since `ms` (milliseconds since 1970), by the disk. */
  changedSince(ms: number): Promise<string[]>;
  /** Names of the files and folders in a folder of the vault that are not hidden; none if it cannot be read. */
  namesIn(folder: string): Promise<string[]>;
  /** The symlinks right in these folders that are not hidden. */
  symlinksIn(folders: readonly string[]): Promise<string[]>;
  /** The app's settings of this vault, as they are now. */
  settings(): Promise<AppSettings>;
  /** The types of properties that were set in the app, by their names in lower case. */
  propertyTypes(): Promise<ReadonlyMap<string, string>>;
  /** How the app makes notes, as its settings are now. */
  noteSettings(): Promise<NoteSettings>;
  /** The app's language. */
  language(): Promise<string>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** The way to the disk of one process, whose owner closes the writer. */
export interface OpenedWriting extends Writing {
  writer: VaultWriter;
}
