import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { typoDistance } from '../../notes/fuzzy-match.ts';
import { foldWord } from '../../search/words/terms/fold.ts';
import { Spellings } from './spellings.ts';

/** Too many short words are a letter away from each other. */
export const LEAST_LENGTH = 5;
/** From this length on, two slips are not another word. */
const LONG = 8;
export const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

/** Words that others may be slips of. */
export class NearWords {
  /** By their folded form. */
  readonly #words = new Spellings();

  /** Adds the words of a text. */
  add(text: string): void {
    for (const word of wordsOf(text)) this.#words.add(foldWord(word), word);
  }

  /** Removes the words of a text that was added. */
  remove(text: string): void {
    for (const word of wordsOf(text)) this.#words.remove(foldWord(word), word);
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

function wordsOf(text: string): string[] {
  return (text.match(WORDS) ?? []).filter((word) => word.length >= LEAST_LENGTH - 1);
}
