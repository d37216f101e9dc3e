import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { typoDistance } from '../../notes/fuzzy-match.ts';
import { foldWord } from '../../search/words/terms/fold.ts';

/** Too many short words are a letter away from each other. */
export const LEAST_LENGTH = 5;
/** From this length on, two slips are not another word. */
const LONG = 8;
export const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** Words that others may be slips of. */
export class NearWords {
  /** As written, by their folded form. */
  readonly #words = new Map<string, string>();

  /** Adds the words of a text. */
  add(text: string): void {
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
}

/** Of several spellings of a form, keeps the first by code units. */
export function addWritten(forms: Map<string, string>, form: string, written: string): void {
  const known = forms.get(form);
  if (known === undefined || compareCodeUnits(written, known) < 0) forms.set(form, written);
}
