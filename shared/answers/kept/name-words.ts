import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { typoDistance } from '../../notes/fuzzy-match.ts';
import { noteTitle } from '../../notes/note-record.ts';
import { foldText, foldWord } from '../../search/words/terms/fold.ts';
import { keptInStep, type FileFacts } from './kept-in-step.ts';

/** Too many short words are a letter away from each other. */
export const LEAST_LENGTH = 5;
/** From this length on, two slips are not another word. */
const LONG = 8;
/** A longer query is no name with a slip. */
const LONGEST = 64;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/**
 * The names of notes that search finds, and the words in them and in headings. Those that are gone stay: whoever uses one
 * asks whether notes have it.
 */
export class NameWords implements FileFacts {
  readonly #index: NoteIndex;
  /** As written, by their folded form. */
  readonly #words = new Map<string, string>();
  /** Whole names likewise, with blanks between their words. */
  readonly #names = new Map<string, string>();

  constructor(index: NoteIndex) {
    this.#index = index;
  }

  update(path: string): undefined {
    const record = this.#index.source(path);
    if (record === undefined || !takesPartInSearch(record)) return;
    const names = [record.title, ...record.aliases, noteTitle(path, null)];
    for (const name of names) addWritten(this.#names, inWords(name), name);
    for (const text of [...names, ...record.headings.map((heading) => heading.text)])
      for (const [word] of text.matchAll(WORDS))
        if (word.length >= LEAST_LENGTH - 1) addWritten(this.#words, foldWord(word), word);
  }

  /** The words that a word may be a slip of, at most so many letters away, the nearest first. */
  near(word: string, most = word.length < LONG ? 1 : 2): string[] {
    if (word.length < LEAST_LENGTH) return [];
    const folded = foldWord(word);
    const near: { word: string; distance: number }[] = [];
    for (const [form, written] of this.#words) {
      const distance = typoDistance(folded, form, most);
      if (distance <= most) near.push({ word: written, distance });
    }
    return near
      .sort((a, b) => a.distance - b.distance || compareCodeUnits(a.word, b.word))
      .map(({ word: written }) => written);
  }

  /** The only name that is one letter away from another, with any signs between the words. Another number is no slip. */
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

function addWritten(forms: Map<string, string>, form: string, written: string): void {
  const known = forms.get(form);
  if (known === undefined || compareCodeUnits(written, known) < 0) forms.set(form, written);
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
