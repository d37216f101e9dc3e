import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { typoDistance } from '../../notes/fuzzy-match.ts';
import { noteTitle } from '../../notes/note-record.ts';
import { foldWord } from '../../search/words/terms/fold.ts';
import { keptInStep, type FileFacts } from './kept-in-step.ts';

/** Too many short words are a letter away from each other. */
const LEAST_LENGTH = 5;
/** From this length on, two slips are not another word. */
const LONG = 8;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The words in names of notes that search finds. Those of names that are gone stay: whoever uses one asks whether notes
 * have it.
 */
export class NameWords implements FileFacts {
  readonly #index: NoteIndex;
  /** As written, by their folded form. */
  readonly #words = new Map<string, string>();

  constructor(index: NoteIndex) {
    this.#index = index;
  }

  update(path: string): undefined {
    const record = this.#index.source(path);
    if (record === undefined || !takesPartInSearch(record)) return;
    for (const name of [record.title, ...record.aliases, noteTitle(path, null)])
      for (const [word] of name.matchAll(WORDS)) if (word.length >= LEAST_LENGTH - 1) this.#add(word);
  }

  /** The words that a word may be a slip of, the nearest first. */
  near(word: string): string[] {
    if (word.length < LEAST_LENGTH) return [];
    const folded = foldWord(word);
    const most = word.length < LONG ? 1 : 2;
    const near: { word: string; distance: number }[] = [];
    for (const [form, written] of this.#words) {
      const distance = typoDistance(folded, form, most);
      if (distance <= most) near.push({ word: written, distance });
    }
    return near
      .sort((a, b) => a.distance - b.distance || compareCodeUnits(a.word, b.word))
      .map(({ word: written }) => written);
  }

  #add(word: string): void {
    const folded = foldWord(word);
    const known = this.#words.get(folded);
    if (known === undefined || compareCodeUnits(word, known) < 0) this.#words.set(folded, word);
  }
}

/** The words in names of an index. */
export const nameWords = keptInStep((index) => new NameWords(index));
