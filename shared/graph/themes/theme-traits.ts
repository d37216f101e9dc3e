import { foldWord, stem } from '../../search/words/terms/fold.ts';
import { isStopWord } from '../../search/words/terms/stop-words.ts';
import type { ThemeNote } from '../graph-types.ts';
import { tagKey } from '../../kit/text/tag-key.ts';

/** What notes of a theme may have in common. */
export interface Trait {
  kind: 'folder' | 'tag' | 'phrase';
  /** Equal for equal traits, however spelled. */
  key: string;
  /** As this note has it: a folder's path, a tag, words. */
  text: string;
  /** How much it says about the note, 0 to 1: a title says more than a heading. */
  weight: number;
}

const HEADING_WEIGHT = 0.5;
/** Many headings would drown the title, and cost time. */
const MAX_HEADINGS = 8;
const MAX_TEXT = 200;

/** Scripts without spaces; no Hiragana, which is mostly grammar. */
const DENSE_RUN =
  /(?:(?:\p{Script=Han}|々)+|[\p{Script=Katakana}ー]+|(?:\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar})+)/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*(?:[-_.][\p{L}\p{M}\p{N}]+)*/u;
const PIECE = new RegExp(
  // Groups: a word, a blank. Named ones would cost an object for each piece.
  `${DENSE_RUN.source}|\\p{Script=Hiragana}+|(${WORD.source})|(\\s+)|.`,
  'gsu',
);
const DENSE_RUNS = new RegExp(DENSE_RUN, 'gu');
const CHARACTER = /.\p{M}*/gsu;
const HAS_LETTER = /\p{L}/u;
const HAS_CASE = /[\p{Lu}\p{Ll}]/u;
const HAS_DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** What a note may be named after. Its longer phrases are not put together yet: there are many, and notes share few. */
export interface NoteTraits {
  /** Folders, tags and the shortest phrases, each key once, with its greatest weight. */
  short: Trait[];
  runs: Run[];
}

type Lengths = readonly [shortest: number, longest: number];

/** Where a run is from, and so what is made of it. */
interface RunKind {
  weight: number;
  /** What joins the words. */
  joint: string;
  /** How many units the shortest and the longest phrase have. */
  lengths: Lengths;
}

/** Words or characters in a row, from which phrases are made. */
interface Run {
  kind: RunKind;
  text: string;
  units: Unit[];
  /** Start and end of each unit in the text. */
  places: number[];
}

/** A word or character. */
interface Unit {
  /** In key form. */
  unit: string;
  /** The key of the shortest phrase that begins with it; '' if no phrase may. */
  key: string;
}

/** A word, or two characters, that is a phrase: as one of a title and of a heading. */
interface Word extends Unit {
  ofTitle: Trait;
  ofHeading: Trait;
}

/** A title or a heading. */
interface Source {
  trait: 'ofTitle' | 'ofHeading';
  words: RunKind;
  characters: RunKind;
}

const TITLE: Source = {
  trait: 'ofTitle',
  words: { weight: 1, joint: ' ', lengths: [1, 3] },
  characters: { weight: 1, joint: '', lengths: [2, 6] },
};
const HEADING: Source = {
  trait: 'ofHeading',
  words: { weight: HEADING_WEIGHT, joint: ' ', lengths: [1, 2] },
  characters: { weight: HEADING_WEIGHT, joint: '', lengths: [2, 6] },
};

/** A phrase longer than the shortest, with the keys of the shortest ones that it begins and ends with. */
export interface LongerPhrase extends Trait {
  head: string;
  tail: string;
}

/**
 * Reads the traits of notes. Equal traits of its notes are one object: there are few different ones, and those of all
 * notes are in memory at once.
 */
export class TraitReader {
  readonly #words = new Map<string, Word>();
  readonly #folders = new Map<string, Trait>();
  readonly #tags = new Map<string, Trait>();
  /** Keys that the note has so far. Titles are read before headings, so the first trait of a key weighs most. */
  readonly #keys = new Set<string>();

  read(note: ThemeNote): NoteTraits {
    this.#keys.clear();
    const traits: NoteTraits = { short: [], runs: [] };
    for (const folder of foldersOf(note.path)) this.#add(traits, this.#folder(folder));
    for (const tag of note.tags) for (const text of selfAndParents(tag)) this.#add(traits, this.#tag(text));
    this.#addRuns(traits, note.title, TITLE);
    for (const heading of note.headings.slice(0, MAX_HEADINGS)) this.#addRuns(traits, heading, HEADING);
    return traits;
  }

  /** Runs of words with only spaces between them; of characters, in scripts without spaces. */
  #addRuns(traits: NoteTraits, text: string, source: Source): void {
    const cut = text.slice(0, MAX_TEXT);
    let run: Run | null = null;
    for (const { 0: piece, 1: word, 2: blank, index } of cut.matchAll(PIECE)) {
      if (word !== undefined && !HAS_DENSE.test(piece)) {
        run ??= newRun(traits, cut, source.words);
        const known = this.#word(piece);
        run.units.push(known);
        run.places.push(index, index + piece.length);
        if (known.key !== '') this.#add(traits, known[source.trait]);
      } else if (blank === undefined) {
        run = null;
        for (const { 0: dense, index: at } of piece.matchAll(DENSE_RUNS))
          this.#addCharacters(traits, dense, cut, index + at, source);
      }
    }
  }

  #addCharacters(traits: NoteTraits, dense: string, text: string, from: number, source: Source): void {
    const run = newRun(traits, text, source.characters);
    const characters = [...dense.matchAll(CHARACTER)];
    for (const [place, { 0: character, index }] of characters.entries()) {
      const next = characters[place + 1];
      const pair = next === undefined ? null : this.#pair(character + next[0]);
      if (pair !== null) this.#add(traits, pair[source.trait]);
      run.units.push({ unit: character, key: pair?.key ?? '' });
      run.places.push(from + index, from + index + character.length);
    }
  }

  #add(traits: NoteTraits, trait: Trait): void {
    if (this.#keys.has(trait.key)) return;
    this.#keys.add(trait.key);
    traits.short.push(trait);
  }

  #folder(path: string): Trait {
    return madeOnce(this.#folders, path, () => ({ kind: 'folder', key: `folder ${path}`, text: path, weight: 1 }));
  }

  #tag(tag: string): Trait {
    return madeOnce(this.#tags, tag, () => {
      const key = `tag ${tagKey(tag)}`;
      return { kind: 'tag', key, text: tag, weight: 1 };
    });
  }

  #word(piece: string): Word {
    return madeOnce(this.#words, piece, () => {
      const unit = stem(foldWord(piece));
      return wordOf(piece, unit, isStrong(piece) ? keyOf(unit) : '');
    });
  }

  #pair(characters: string): Word {
    return madeOnce(this.#words, characters, () => wordOf(characters, characters, keyOf(characters)));
  }
}

/**
 * The longer phrases of a note by key, each with its greatest weight: of those that begin and end with shortest phrases
 * that `mayJoin` (their keys).
 */
export function longerPhrases(
  { runs }: NoteTraits,
  mayJoin: (head: string, tail: string) => boolean,
): Map<string, LongerPhrase> {
  const phrases = new Map<string, LongerPhrase>();
  for (const { kind, text, units, places } of runs) {
    const { weight, joint, lengths } = kind;
    const [least, most] = lengths;
    for (let first = 0; first + least < units.length; first++) {
      const head = units[first]?.key ?? '';
      if (head === '') continue;
      for (let length = least + 1; length <= Math.min(most, units.length - first); length++) {
        const last = first + length;
        const tail = units[last - least]?.key ?? '';
        if (tail === '' || !mayJoin(head, tail)) continue;
        const parts = units.slice(first, last).map(({ unit }) => unit);
        const key = keyOf(parts.join(joint));
        const known = phrases.get(key);
        if (known !== undefined && known.weight >= weight) continue;
        const phrase = text.slice(places[2 * first], places[2 * last - 1]);
        phrases.set(key, { kind: 'phrase', key, text: phrase, weight, head, tail });
      }
    }
  }
  return phrases;
}

function keyOf(phrase: string): string {
  return `phrase ${phrase.normalize('NFKC')}`;
}

/** All of a note but its path that its theme may be named after. */
export function traitTexts({ title, tags, headings }: ThemeNote): readonly unknown[] {
  return [title, tags, headings.slice(0, MAX_HEADINGS)];
}

/** The folders of a path, outermost first. */
export function foldersOf(path: string): string[] {
  return selfAndParents(path).slice(1).reverse();
}

/** `a/b/c`, `a/b`, `a`. */
function selfAndParents(name: string): string[] {
  const names = [name];
  for (let slash = name.lastIndexOf('/'); slash > 0; slash = name.lastIndexOf('/', slash - 1))
    names.push(name.slice(0, slash));
  return names;
}

function newRun(traits: NoteTraits, text: string, kind: RunKind): Run {
  const run: Run = { kind, text, units: [], places: [] };
  traits.runs.push(run);
  return run;
}

function wordOf(text: string, unit: string, key: string): Word {
  const phrase = { kind: 'phrase', key, text } as const;
  return { unit, key, ofTitle: { ...phrase, weight: 1 }, ofHeading: { ...phrase, weight: HEADING_WEIGHT } };
}

function madeOnce<T>(known: Map<string, T>, name: string, make: () => T): T {
  const found = known.get(name);
  if (found !== undefined) return found;
  const made = make();
  known.set(name, made);
  return made;
}

/** Neither a number nor a function word: in most languages these are short and in lower case. */
function isStrong(word: string): boolean {
  if (!HAS_LETTER.test(word) || isStopWord(word)) return false;
  if (word.length > 3 || !HAS_CASE.test(word)) return true;
  return word.length > 1 && word === word.toUpperCase();
}
