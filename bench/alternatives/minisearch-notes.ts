import MiniSearch from 'minisearch';
import { stemmer } from 'stemmer';
import { isStopWord } from '../../shared/search/words/terms/stop-words.ts';
import type { NamedNote } from './named-notes.ts';

const ENGLISH = /^[a-z]+$/u;

/**
 * Notes in MiniSearch, in this process: its own tokens and BM25+, title and aliases over body 5:1, any term; stop words
 * are dropped and English words stemmed, which of the settings tried (prefixes and fuzzy words, too) ranked best.
 */
export class MiniSearchNotes {
  readonly #index = new MiniSearch<NamedNote>({
    idField: 'path',
    fields: ['names', 'text'],
    processTerm,
    searchOptions: { boost: { names: 5 } },
  });

  /** Adds a note, or replaces the one of the same path. */
  put(note: NamedNote): void {
    if (this.#index.has(note.path)) this.#index.replace(note);
    else this.#index.add(note);
  }

  /** Paths of the best notes, best first. */
  search(query: string, results: number): string[] {
    const found = this.#index.search(query).slice(0, results);
    return found.map(({ id }) => String(id));
  }

  /** The index as it would be saved. */
  toJson(): string {
    return JSON.stringify(this.#index);
  }
}

function processTerm(term: string): string | null {
  const word = term.toLowerCase();
  if (!ENGLISH.test(word)) return word;
  return isStopWord(word) ? null : stemmer(word);
}
