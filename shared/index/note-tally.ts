import type { NoteRecord } from '../notes/note-record.ts';

/** Counts of notes, updated as notes come and go, so that reading them does not scan every note. */
export class NoteTally {
  /** Chunks of notes included in search. */
  chunks = 0;
  /** Hidden notes and canvases. */
  hidden = 0;
  /** Grows with each hidden or excluded note that comes, changes or goes. */
  withheldVersion = 0;
  /** Notes that tools may list: all but the hidden ones. */
  shown = 0;
  /** Those among them that search leaves out. */
  excluded = 0;
  /** Those among them with nothing to embed. */
  readonly withoutContent = new Set<NoteRecord>();
  /** Those among them that could be read only in part, and such canvases. */
  readonly withWarnings = new Set<NoteRecord>();

  add(record: NoteRecord): void {
    if (record.visibility === 'visible') this.chunks += record.chunkCount;
    else this.withheldVersion++;
    if (record.visibility === 'excluded') this.excluded++;
    if (record.visibility === 'hidden') this.hidden++;
    if (record.visibility === 'hidden') return;
    this.shown++;
    if (record.chunkCount === 0) this.withoutContent.add(record);
    if (record.warnings.length > 0) this.withWarnings.add(record);
  }

  addCanvas(record: NoteRecord): void {
    if (record.visibility === 'hidden') this.hidden++;
    else if (record.warnings.length > 0) this.withWarnings.add(record);
  }

  /** The same record that was added. */
  removeCanvas(record: NoteRecord): void {
    if (record.visibility === 'hidden') this.hidden--;
    this.withWarnings.delete(record);
  }

  /** The same record that was added. */
  remove(record: NoteRecord): void {
    if (record.visibility === 'visible') this.chunks -= record.chunkCount;
    else this.withheldVersion++;
    if (record.visibility === 'excluded') this.excluded--;
    if (record.visibility === 'hidden') this.hidden--;
    if (record.visibility === 'hidden') return;
    this.shown--;
    this.withoutContent.delete(record);
    this.withWarnings.delete(record);
  }
}
