import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { keptInStep, type FileFacts } from './kept-in-step.ts';
import { isSameList } from '../../kit/is-same-list.ts';
import { NearWords } from './near-words.ts';

/**
 * The words in headings of notes that search finds. There are some ten times as many as in names: reading them takes
 * 0.3 s in a vault of 6,000 notes.
 */
export class HeadingWords extends NearWords implements FileFacts {
  readonly #index: NoteIndex;
  /** The headings of each note, by its path. */
  readonly #taken = new Map<string, readonly string[]>();

  constructor(index: NoteIndex) {
    super();
    this.#index = index;
  }

  update(path: string): undefined {
    const record = this.#index.source(path);
    const before = this.#taken.get(path) ?? [];
    const texts = record !== undefined && takesPartInSearch(record) ? record.headings.map(({ text }) => text) : [];
    if (isSameList(texts, before)) return;
    for (const text of before) this.remove(text);
    for (const text of texts) this.add(text);
    if (texts.length > 0) this.#taken.set(path, texts);
    else this.#taken.delete(path);
  }
}

/** The words in headings of an index. */
export const headingWords = keptInStep((index) => new HeadingWords(index));
