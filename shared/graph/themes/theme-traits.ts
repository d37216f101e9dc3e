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

const TITLE_WORDS = 3;
const HEADING_WORDS = 2;
const HEADING_WEIGHT = 0.5;
/** Many headings would drown the title, and cost time. */
const MAX_HEADINGS = 8;
const MAX_TEXT = 200;

/** Scripts without spaces; no Hiragana, which is mostly grammar. */
const DENSE_RUN =
  /(?:(?:\p{Script=Han}|々)+|[\p{Script=Katakana}ー]+|(?:\p{Script=Thai}|\p{Script=Lao}|\p{Script=Khmer}|\p{Script=Myanmar})+)/u;
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*(?:[-_.][\p{L}\p{M}\p{N}]+)*/u;
const PIECE = new RegExp(
  `(?<dense>${DENSE_RUN.source})|(?<hiragana>\\p{Script=Hiragana}+)|(?<word>${WORD.source})|(?<blank>\\s+)|.`,
  'gsu',
);
const DENSE_RUNS = new RegExp(DENSE_RUN, 'gu');
const DENSE_LENGTHS = [2, 3, 4, 5, 6];
const HAS_LETTER = /\p{L}/u;
const HAS_CASE = /[\p{Lu}\p{Ll}]/u;
const HAS_DENSE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** All traits of a note by key, each with its greatest weight. */
export function traitsOf(note: ThemeNote): Map<string, Trait> {
  const traits = new Map<string, Trait>();
  const add = (trait: Trait): void => {
    const known = traits.get(trait.key);
    if (known === undefined || known.weight < trait.weight) traits.set(trait.key, trait);
  };
  for (const folder of foldersOf(note.path)) add({ kind: 'folder', key: `folder ${folder}`, text: folder, weight: 1 });
  for (const tag of note.tags) {
    for (const text of selfAndParents(tag))
      add({ kind: 'tag', key: `tag ${text.normalize('NFC').toLowerCase()}`, text, weight: 1 });
  }
  for (const phrase of phrasesIn(note.title, TITLE_WORDS)) add({ kind: 'phrase', ...phrase, weight: 1 });
  for (const heading of note.headings.slice(0, MAX_HEADINGS)) {
    for (const phrase of phrasesIn(heading, HEADING_WORDS)) add({ kind: 'phrase', ...phrase, weight: HEADING_WEIGHT });
  }
  return traits;
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

interface Word {
  key: string;
  start: number;
  end: number;
  /** Whether a label may begin or end with it. */
  strong: boolean;
}

/** Runs of up to `maxWords` words with only spaces between them; of characters, in scripts without spaces. */
function phrasesIn(text: string, maxWords: number): { key: string; text: string }[] {
  const phrases: { key: string; text: string }[] = [];
  const cut = text.slice(0, MAX_TEXT);
  let run: Word[] = [];
  const endRun = (): void => {
    addWordRuns(phrases, cut, run, maxWords);
    run = [];
  };
  for (const { 0: piece, index, groups } of cut.matchAll(PIECE)) {
    if (groups?.word !== undefined && !HAS_DENSE.test(piece))
      run.push({ key: stem(foldWord(piece)), start: index, end: index + piece.length, strong: isStrong(piece) });
    else if (groups?.blank === undefined) {
      endRun();
      for (const dense of piece.match(DENSE_RUNS) ?? []) addCharacterRuns(phrases, dense);
    }
  }
  endRun();
  return phrases;
}

function addWordRuns(
  phrases: { key: string; text: string }[],
  text: string,
  run: readonly Word[],
  maxWords: number,
): void {
  for (let first = 0; first < run.length; first++) {
    for (let last = first; last < Math.min(run.length, first + maxWords); last++) {
      const [head, tail] = [run[first], run[last]];
      if (head?.strong !== true || tail?.strong !== true) continue;
      const key = run
        .slice(first, last + 1)
        .map((word) => word.key)
        .join(' ');
      phrases.push({ key: `phrase ${key}`, text: text.slice(head.start, tail.end) });
    }
  }
}

function addCharacterRuns(phrases: { key: string; text: string }[], run: string): void {
  const characters = run.match(/.\p{M}*/gsu) ?? [];
  for (const length of DENSE_LENGTHS) {
    for (let start = 0; start + length <= characters.length; start++) {
      const text = characters.slice(start, start + length).join('');
      phrases.push({ key: `phrase ${text.normalize('NFKC')}`, text });
    }
  }
}

/** Neither a number nor a function word: in most languages these are short and in lower case. */
function isStrong(word: string): boolean {
  if (!HAS_LETTER.test(word) || isStopWord(word)) return false;
  if (word.length > 3 || !HAS_CASE.test(word)) return true;
  return word.length > 1 && word === word.toUpperCase();
}
