import type { NoteRef } from '../../../shared/protocol/schemas/common.ts';
import type { MapFoundOutput } from '../../../shared/protocol/schemas/map.ts';
import { themeLabel, type MapLevel } from './map-levels.ts';
import { WORDS } from './map-words.ts';

/** What a person looked for on the map, and where it was found. Loaded with the first search. */
export class Found {
  readonly query: string;
  readonly #places: MapFoundOutput['places'];
  readonly #isPart: boolean;
  readonly #wanted: readonly string[];

  /** @param answer notes, with the circles around them */
  constructor(query: string, { places, isPart = false, words = query }: MapFoundOutput) {
    this.query = query;
    this.#places = places;
    this.#isPart = isPart;
    this.#wanted = wordsOf(words);
  }

  /**
   * The notes found and the circles around them, and what has the words in its name: themes, and notes that are not
   * there.
   *
   * @param missing notes that are not there, if they are listed
   */
  keys(levels: readonly MapLevel[], missing: readonly NoteRef[] = []): Set<string> {
    return new Set([
      ...this.#places.flatMap(({ path, circles }) => [path, ...circles]),
      ...levels
        .flatMap(({ circles }) => circles.filter((circle) => this.#isIn(themeLabel(circle))))
        .map(({ id }) => id),
      ...missing.filter(({ title }) => this.#isIn(title)).map(({ path }) => path),
    ]);
  }

  /** What was found on a level, in words; `missing` as above. */
  words({ id, circles }: MapLevel, missing: readonly NoteRef[] = []): string {
    const here = id === null ? this.#places : this.#places.filter((place) => place.circles.includes(id));
    const around = new Set(here.flatMap((place) => place.circles));
    const themes = circles.filter((circle) => around.has(circle.id)).length;
    const named = circles.filter((circle) => this.#isIn(themeLabel(circle))).length;
    const absent = missing.filter(({ title }) => this.#isIn(title)).length;
    const notes = here.length > 0 ? WORDS.found(here.length, themes, this.#isPart) : null;
    const parts = [notes ?? (named > 0 ? WORDS.foundThemes(named) : ''), absent > 0 ? WORDS.foundMissing(absent) : ''];
    return parts.filter((part) => part !== '').join(' · ') || WORDS.nothingFound(this.query);
  }

  /** Whether each word begins a word of a name; in scripts without spaces it may be anywhere in one. */
  #isIn(name: string): boolean {
    const words = wordsOf(name);
    const begins = (word: string, other: string): boolean =>
      UNSPACED.test(word) ? other.includes(word) : other.startsWith(word);
    return this.#wanted.length > 0 && this.#wanted.every((word) => words.some((other) => begins(word, other)));
  }
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** Accents of scripts in which they may be left out. */
const ACCENTS = /(?<=[\p{sc=Latn}\p{sc=Grek}][\u0300-\u036f]*)[\u0300-\u036f]/gu;

function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').toLowerCase().replace(ACCENTS, '').normalize('NFC');
  return folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
