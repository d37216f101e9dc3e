import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { typoDistance } from '../../notes/fuzzy-match.ts';
import { noteTitle } from '../../notes/note-record.ts';
import { foldText } from '../../search/words/terms/fold.ts';
import { keptInStep, type FileFacts } from './kept-in-step.ts';
import { isSameList } from '../../kit/is-same-list.ts';
import { LEAST_LENGTH, NearWords, WORDS } from './near-words.ts';
import { Spellings } from './spellings.ts';

/** A longer query is no name with a slip. */
const LONGEST = 64;

/** The names of notes that search finds, and the words in them. */
export class NameWords implements FileFacts {
  readonly #index: NoteIndex;
  readonly #words = new NearWords();
  /** Whole names, by their folded form with blanks between the words. */
  readonly #names = new Spellings();
  /** The names of each note, by its path. */
  readonly #taken = new Map<string, readonly string[]>();

  constructor(index: NoteIndex) {
    this.#index = index;
  }

  update(path: string): undefined {
    const record = this.#index.source(path);
    const before = this.#taken.get(path) ?? [];
    const names =
      record !== undefined && takesPartInSearch(record) ? [record.title, ...record.aliases, noteTitle(path, null)] : [];
    if (isSameList(names, before)) return;
    for (const name of before) {
      this.#names.remove(inWords(name), name);
      this.#words.remove(name);
    }
    for (const name of names) {
      this.#names.add(inWords(name), name);
      this.#words.add(name);
    }
    if (names.length > 0) this.#taken.set(path, names);
    else this.#taken.delete(path);
  }

  /** See {@link NearWords.near}. */
  near(word: string, most?: number): string[] {
    return this.#words.near(word, most);
  }

  /**
   * The only name that is one letter away from this one, with any signs between the words. Another number is no slip.
   */
  nameNear(name: string): string | null {
    const wanted = inWords(name);
    if (wanted.length < LEAST_LENGTH || wanted.length > LONGEST) return null;
    const numbers = numbersIn(wanted);
    let only: string | null = null;
    for (const [form, written] of this.#names) {
      if (typoDistance(wanted, form, 1) > 1 || numbersIn(form) !== numbers) continue;
      if (only !== null) return null;
      only = written;
    }
    return only;
  }
}

function numbersIn(form: string): string {
  return form.replace(/\P{N}/gu, '');
}

/** The words of a name, in the form in which they are compared. */
function inWords(name: string): string {
  return (foldText(name).match(WORDS) ?? []).join(' ');
}

/** The words in names of an index. */
export const nameWords = keptInStep((index) => new NameWords(index));
