import type { NoteIndex } from '../../../index/note-index.ts';
import { dayInText } from '../../../kit/time/written-day.ts';
import { piecesOf } from '../../../search/words/query.ts';
import { isStopWord } from '../../../search/words/terms/stop-words.ts';
import type { AnswerParts } from '../../answer-parts.ts';
import { notesCalled } from './notes-called.ts';
import { headingWords } from '../../kept/heading-words.ts';
import { nameWords } from '../../kept/name-words.ts';
import { LEAST_LENGTH } from '../../kept/near-words.ts';

const MOST_WORDS = 12;
const MOST_TRIED = 5;
/** Words that are shorter are a slip away from too many others. */
const FEWEST_LETTERS = 3;
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
/** Shorter words are often others than the one that they are a letter away from: `clock` and `lock`. */
const CLEAR_LENGTH = 6;
/** Without any of these, all words are plain ones. */
const SYNTAX = /["*#\u05f4\u201c-\u201f]/u;
const LETTERS = /^[\p{L}\p{M}]+$/u;
const LATIN = /\p{Script=Latin}/u;
/** Longer words that are looked for in place of one that they have inside. */
const MOST_AROUND = 8;

/** The words that a word may be a slip of. */
type WordsNear = (word: string) => string[];

export interface MeantOptions {
  /**
   * Whether a person types it, and words of headings may be meant, too, of which there are many: people mistype,
   * assistants hardly ever. And they write what they have in mind: a part of a compound, or a word without its article.
   */
  isTyped?: boolean;
}

/**
 * The query as it was meant, if it has slips: words that no note has, one letter away from one in the name of a note;
 * or the whole of it, one letter away from the name of one note. The last of several words, if no note has it, is the
 * beginning of those that begin so, unless a blank or a full stop says that it is finished. If a person types nothing
 * that notes have, it is the longer words that have it inside.
 */
export async function queryAsMeant(
  parts: Pick<AnswerParts, 'slicer' | 'source'>,
  index: NoteIndex,
  query: string,
  options: MeantOptions = {},
): Promise<string> {
  const words = SYNTAX.test(query) ? plainWordsOf(query) : (query.match(WORDS) ?? []);
  const isKnown = (written: string): boolean => index.fulltext.hasWord(written);
  const last = words.at(-1) ?? '';
  // The name of a month, in another language than the notes, is no slip.
  const withoutDay = dayInText(query)?.rest ?? query;
  const isBegun = isWord(last) && query.endsWith(last) && !isKnown(last) && index.fulltext.hasBeginning(last);
  const lacking = [...new Set(words)]
    .filter(isWord)
    .slice(0, MOST_WORDS)
    .filter((word) => !isKnown(word) && withoutDay.includes(word) && !(isBegun && word === last));
  const meant = lacking.length === 0 ? query : await mended(parts, index, query, { words, lacking, ...options });
  const isNothingKnown = words.every((word) => isStopWord(word) || lacking.includes(word));
  if (options.isTyped === true && meant === query && isNothingKnown)
    return withWordsAround(parts, index, query, lacking);
  return isBegun && words.length > 1 ? `${meant}*` : meant;
}

/** The words that are not quoted, tags or beginnings. */
function plainWordsOf(query: string): string[] {
  return piecesOf(query).flatMap(({ written, quoted }) =>
    quoted === undefined && !written.includes('*') && !written.startsWith('#') ? (written.match(WORDS) ?? []) : [],
  );
}

function isWord(word: string): boolean {
  return word.length >= FEWEST_LETTERS && !isStopWord(word);
}

async function mended(
  parts: Pick<AnswerParts, 'slicer' | 'source'>,
  index: NoteIndex,
  query: string,
  { words, lacking, isTyped = false }: MeantOptions & Record<'words' | 'lacking', readonly string[]>,
): Promise<string> {
  const names = await nameWords(parts, index);
  const name = names.nameNear(query);
  if (name !== null && notesCalled(index, name).length > 0) return name;
  const slips = lacking.filter((word) => word.length >= LEAST_LENGTH && LETTERS.test(word));
  const headings = isTyped && slips.length > 0 ? await headingWords(parts, index) : null;
  const near: WordsNear = (word) => [...new Set([...names.near(word, 1), ...(headings?.near(word, 1) ?? [])])];
  const isFound = (written: string): boolean => index.fulltext.hasAny(written);
  return slips.reduce((corrected, word) => {
    const meant = (isTyped ? withDots(index, word, words.at(-1)) : undefined) ?? meantBy(word, words, near, isFound);
    return meant === undefined ? corrected : corrected.replace(wholeWord(word), meant);
  }, query);
}

/** `muller`, as `müller` is compared, for `mueller`, if a note has it; of the last word its beginning will do. */
function withDots(index: NoteIndex, word: string, last: string | undefined): string | undefined {
  const plain = word.replace(/(?<=[aou])e/giu, '');
  if (plain === word) return undefined;
  const isThere = index.fulltext.hasWord(plain) || (word === last && index.fulltext.hasBeginning(plain));
  return isThere ? plain : undefined;
}

/** The query with longer words in place of those that they have inside, the last of them finished. */
async function withWordsAround(
  { slicer }: Pick<AnswerParts, 'slicer'>,
  index: NoteIndex,
  query: string,
  lacking: readonly string[],
): Promise<string> {
  let text = query;
  for (const word of lacking) {
    if (!LETTERS.test(word) || (LATIN.test(word) && word.length < LEAST_LENGTH)) continue;
    const around = await slicer.run(index.fulltext.wordsAround(word));
    if (around.length > 0) text = text.replace(wholeWord(word), around.slice(0, MOST_AROUND).join(' '));
  }
  return text === query ? query : `${text} `;
}

/** Of several words a letter away, the one that a note has next to the same word as the query. */
function meantBy(
  word: string,
  words: readonly string[],
  nearTo: WordsNear,
  isFound: (written: string) => boolean,
): string | undefined {
  const near = nearTo(word).slice(0, MOST_TRIED).filter(isFound);
  const isClear = word.length >= CLEAR_LENGTH || words.length === 1;
  if (near.length === 0 || (near.length === 1 && isClear)) return near[0];
  const at = words.indexOf(word);
  const [before, after] = [words[at - 1], words[at + 1]].map((one) =>
    one !== undefined && !isStopWord(one) ? one : null,
  );
  const isInPlace = (other: string): boolean =>
    (before !== null && isFound(`"${before} ${other}"`)) || (after !== null && isFound(`"${other} ${after}"`));
  return near.find(isInPlace) ?? (isClear ? near[0] : undefined);
}

/** Where a word stands alone: it has no signs that mean something in a pattern. */
function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${word}(?![\\p{L}\\p{M}\\p{N}])`, 'gu');
}
