import { foldWord, stem } from '../../search/words/terms/fold.ts';
import { isStopWord } from '../../search/words/terms/stop-words.ts';
import type { ThemeNote } from '../graph-types.ts';

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

/** How many words the shortest and the longest phrase have. */
const TITLE_LENGTHS: Lengths = [1, 3];
const HEADING_LENGTHS: Lengths = [1, 2];
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
const DENSE_LENGTHS: Lengths = [2, 6];
const CHARACTER = /.\p{M}*/gsu;
const HAS_LETTER = /\p{L}/u;
const HAS_CASE = /[\p{Lu}\p{Ll}]/u;
const HAS_DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** What a note may be named after. Its longer phrases are not put together yet: there are many, and notes share few. */
export interface NoteTraits {
  /** Folders, tags and the shortest phrases by key, each with its greatest weight. */
  short: Map<string, Trait>;
  runs: Run[];
}

type Lengths = readonly [shortest: number, longest: number];

/** Words or characters in a row, of which phrases are made. */
interface Run {
  text: string;
  weight: number;
  /** Between words. */
  joint: string;
  /** How many units the shortest and the longest phrase have. */
  lengths: Lengths;
  /** In key form. */
  units: string[];
  starts: number[];
  ends: number[];
  /** The key of the shortest phrase that begins with a unit; '' if no phrase may. */
  shortest: string[];
}

/** A phrase longer than the shortest, with the keys of the shortest ones that it begins and ends with. */
export interface LongerPhrase extends Trait {
  head: string;
  tail: string;
}

/** Reads a note's traits. `words` keeps the key form of words between notes. */
export function readTraits(note: ThemeNote, words: Map<string, Word>): NoteTraits {
  const traits: NoteTraits = { short: new Map(), runs: [] };
  for (const folder of foldersOf(note.path))
    add(traits.short, { kind: 'folder', key: `folder ${folder}`, text: folder, weight: 1 });
  for (const tag of note.tags) {
    for (const text of selfAndParents(tag))
      add(traits.short, { kind: 'tag', key: `tag ${text.normalize('NFC').toLowerCase()}`, text, weight: 1 });
  }
  addRuns(traits, note.title, { lengths: TITLE_LENGTHS, weight: 1, words });
  for (const heading of note.headings.slice(0, MAX_HEADINGS))
    addRuns(traits, heading, { lengths: HEADING_LENGTHS, weight: HEADING_WEIGHT, words });
  return traits;
}

/**
 * The longer phrases of a note by key, each with its greatest weight: of those that begin and end with shortest phrases that
 * `mayJoin` (their keys).
 */
export function longerPhrases(
  { runs }: NoteTraits,
  mayJoin: (head: string, tail: string) => boolean,
): Map<string, LongerPhrase> {
  const phrases = new Map<string, LongerPhrase>();
  for (const { text, weight, joint, lengths, units, starts, ends, shortest } of runs) {
    const [least, most] = lengths;
    for (let first = 0; first + least < units.length; first++) {
      const head = shortest[first];
      if (head === undefined || head === '') continue;
      for (let length = least + 1; length <= Math.min(most, units.length - first); length++) {
        const last = first + length;
        const tail = shortest[last - least];
        if (tail === undefined || tail === '' || !mayJoin(head, tail)) continue;
        const key = keyOf(units.slice(first, last).join(joint));
        const phrase = text.slice(starts[first], ends[last - 1]);
        add(phrases, { kind: 'phrase', key, text: phrase, weight, head, tail });
      }
    }
  }
  return phrases;
}

function add<T extends Trait>(traits: Map<string, T>, trait: T): void {
  const known = traits.get(trait.key);
  if (known === undefined || known.weight < trait.weight) traits.set(trait.key, trait);
}

function keyOf(phrase: string): string {
  return `phrase ${phrase.normalize('NFKC')}`;
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

/** A word in key form, and the key of the phrase that is it alone; '' if a phrase may not begin or end with it. */
export interface Word {
  unit: string;
  key: string;
}

/** Runs of words with only spaces between them; of characters, in scripts without spaces. */
function addRuns(
  traits: NoteTraits,
  text: string,
  { lengths, weight, words }: { lengths: Lengths; weight: number; words: Map<string, Word> },
): void {
  const cut = text.slice(0, MAX_TEXT);
  let run: Run | null = null;
  for (const { 0: piece, 1: word, 2: blank, index } of cut.matchAll(PIECE)) {
    if (word !== undefined && !HAS_DENSE.test(piece)) {
      run ??= newRun(traits, cut, weight, ' ', lengths);
      const { unit, key } = wordOf(piece, words);
      addUnit(run, unit, index);
      run.ends.push(index + piece.length);
      run.shortest.push(key);
      if (key !== '') add(traits.short, { kind: 'phrase', key, text: piece, weight });
    } else if (blank === undefined) {
      run = null;
      for (const { 0: dense, index: at } of piece.matchAll(DENSE_RUNS))
        addCharacters(traits, dense, cut, index + at, weight);
    }
  }
}

function addCharacters(traits: NoteTraits, dense: string, text: string, from: number, weight: number): void {
  const [shortest] = DENSE_LENGTHS;
  const run = newRun(traits, text, weight, '', DENSE_LENGTHS);
  for (const { 0: character, index } of dense.matchAll(CHARACTER)) {
    addUnit(run, character, from + index);
    run.ends.push(from + index + character.length);
  }
  for (let first = 0; first + shortest <= run.units.length; first++) {
    const phrase = run.units.slice(first, first + shortest).join('');
    const key = keyOf(phrase);
    run.shortest.push(key);
    add(traits.short, { kind: 'phrase', key, text: phrase, weight });
  }
}

function newRun(traits: NoteTraits, text: string, weight: number, joint: string, lengths: Run['lengths']): Run {
  const run: Run = { text, weight, joint, lengths, units: [], starts: [], ends: [], shortest: [] };
  traits.runs.push(run);
  return run;
}

function addUnit(run: Run, unit: string, start: number): void {
  run.units.push(unit);
  run.starts.push(start);
}

function wordOf(piece: string, words: Map<string, Word>): Word {
  const known = words.get(piece);
  if (known !== undefined) return known;
  const unit = stem(foldWord(piece));
  const word = { unit, key: isStrong(piece) ? keyOf(unit) : '' };
  words.set(piece, word);
  return word;
}

/** Neither a number nor a function word: in most languages these are short and in lower case. */
function isStrong(word: string): boolean {
  if (!HAS_LETTER.test(word) || isStopWord(word)) return false;
  if (word.length > 3 || !HAS_CASE.test(word)) return true;
  return word.length > 1 && word === word.toUpperCase();
}
