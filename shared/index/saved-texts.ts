import { messageOf } from '../kit/text/message-of.ts';
import { searchedText } from '../markdown/text-marks.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import type { IndexSession } from './index-session.ts';
import type { NoteIndex } from './note-index.ts';
import type { SavedIndex } from './saved/saved-index.ts';

export interface SavedTextsOptions {
  session: () => IndexSession;
  isClosed: () => boolean;
  /** Takes in a note of the index again, although it has not changed. */
  readAgain: (record: NoteRecord, index: NoteIndex) => Promise<void>;
  warn: (message: string) => void;
}

/** The texts of indexed notes, as they were saved. If the copy on disk is damaged, the note is read again. */
export class SavedTexts {
  readonly #options: SavedTextsOptions;

  constructor(options: SavedTextsOptions) {
    this.#options = options;
  }

  /** The visible text of a chunk, with task boxes marked (see text-marks.ts). */
  readChunk(id: number, chunk: number): Promise<string> {
    return this.#read(id, (saved, index) => saved.readChunk(index, id, chunk), '');
  }

  /** The visible texts of a note's chunks, without boxes; null if the note no longer matches this record. */
  async readAll(record: NoteRecord): Promise<string[] | null> {
    const isCurrent = (): boolean => this.#options.session().index.noteById(record.id) === record;
    if (!isCurrent() || this.#options.session().index.isTextBehind(record.id)) return null;
    const texts = await this.#read(record.id, (saved, index) => saved.readChunks(index, record.id), []);
    return texts.length === record.chunkCount && isCurrent() ? texts.map(searchedText) : null;
  }

  async #read<T>(id: number, read: (saved: SavedIndex, index: NoteIndex) => Promise<T>, none: T): Promise<T> {
    const { session, isClosed, readAgain, warn } = this.#options;
    const { saved, index } = session();
    try {
      return await read(saved, index);
    } catch (error) {
      const record = index.noteById(id);
      if (record === undefined || isClosed()) return none;
      warn(`The saved text of "${record.path}" cannot be used and is read again: ${messageOf(error)}`);
      await readAgain(record, index);
      return read(saved, index).catch(() => none);
    }
  }
}
