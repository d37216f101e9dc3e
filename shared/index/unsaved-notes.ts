import type { NoteRecord } from '../notes/note-record.ts';
import type { TextPage } from './saved/text-pages.ts';

/** What has changed since the last time the index was saved. */
export interface UnsavedChanges {
  /** Records of new and changed notes, by id. */
  notes: Map<number, NoteRecord>;
  /** Their chunk texts. */
  texts: Map<number, TextPage[]>;
  /** Ids of notes that are gone. */
  deleted: Set<number>;
}

/** Collects what an index has to save: new and changed notes with their texts, and which are gone. */
export class UnsavedNotes {
  #changes: UnsavedChanges = noChanges();

  /** A new or changed note. */
  put(record: NoteRecord, pages: TextPage[]): void {
    this.#changes.notes.set(record.id, record);
    this.#changes.texts.set(record.id, pages);
    this.#changes.deleted.delete(record.id);
  }

  /** A note of which only the record has changed. */
  putRecord(record: NoteRecord): void {
    this.#changes.notes.set(record.id, record);
  }

  remove(id: number): void {
    this.#changes.notes.delete(id);
    this.#changes.texts.delete(id);
    this.#changes.deleted.add(id);
  }

  has(id: number): boolean {
    return this.#changes.notes.has(id);
  }

  /** A note's chunk texts, if they are not saved yet. */
  texts(id: number): readonly TextPage[] | undefined {
    return this.#changes.texts.get(id);
  }

  /** Notes that {@link take} would return, those that are gone included. */
  get count(): number {
    return this.#changes.notes.size + this.#changes.deleted.size;
  }

  /** Returns what has to be saved and starts over. */
  take(): UnsavedChanges {
    const changes = this.#changes;
    this.#changes = noChanges();
    return changes;
  }
}

function noChanges(): UnsavedChanges {
  return { notes: new Map(), texts: new Map(), deleted: new Set() };
}
