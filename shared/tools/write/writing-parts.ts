import type { Turns } from '../../kit/work/turns.ts';
import type { EditBuffer } from '../../edit/edit-buffer.ts';
import type { PreviewStore } from '../../edit/previews.ts';
import type { Slicer } from '../../kit/work/slices.ts';
import type { AppSettings } from '../../vault/rules/app-settings.ts';
import type { InFlight } from './in-flight.ts';
import type { VaultWriter } from '../../writing/vault-writer.ts';
import type { Hiding } from '../../writing/places/hidden-places.ts';
import type { WriteRules } from '../../writing/places/path-guard.ts';

/** What writing tools need besides the engine. One for all calls of a process. */
export interface Writing {
  writer: VaultWriter;
  /** The writer's limits. */
  rules: WriteRules;
  /** The ignore rules as they are on disk now; the writer uses the same. */
  hiding: Hiding;
  previews: PreviewStore;
  buffer: EditBuffer;
  slicer: Slicer;
  /** One move at a time: each is planned on the links that the one before it has written. */
  moves: Turns;
  /** Calls that write text, in which links may be. */
  inFlight: InFlight;
  /** A file's bytes as they are now, without waiting for a turn. Throws `note_not_found`. */
  read(path: string): Promise<Uint8Array>;
  /** The notes whose files changed since this time (milliseconds since 1970), going by the disk. */
  changedSince(ms: number): Promise<string[]>;
  /** The app's settings of this vault, as they are now. */
  settings(): Promise<AppSettings>;
}
