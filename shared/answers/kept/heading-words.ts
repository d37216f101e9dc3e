import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { keptInStep, type FileFacts } from './kept-in-step.ts';
import { NearWords } from './near-words.ts';

/**
 * The words in headings of notes that search finds. There are some ten times as many as in names: reading them takes
 * 0.3 s in a vault of 6,000 notes. Those that are gone stay.
 */
export class HeadingWords extends NearWords implements FileFacts {
  readonly #index: NoteIndex;

  constructor(index: NoteIndex) {
    super();
    this.#index = index;
  }

  update(path: string): undefined {
    const record = this.#index.source(path);
    if (record !== undefined && takesPartInSearch(record)) for (const { text } of record.headings) this.add(text);
  }
}

/** The words in headings of an index. */
export const headingWords = keptInStep((index) => new HeadingWords(index));
