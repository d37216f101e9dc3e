import type { NoteIndex } from '../../../index/note-index.ts';
import type { AnswerParts } from '../../answer-parts.ts';
import { nameWords, type NameWords } from '../../kept/name-words.ts';
import type { Steps } from '../../../kit/concurrency/slices.ts';
import { shorten } from '../../../kit/text/shorten.ts';
import type { SearchInput } from '../../../protocol/schemas/find.ts';
import { piecesOf } from '../../../search/words/query.ts';
import { isWanted } from '../scored-hits.ts';
import { filterOf } from '../search-filter.ts';

const MOST_WORDS = 8;
const MOST_TRIED = 5;
const MOST_NAMED = 3;
const LEAST_LENGTH = 4;
const LONGEST_SHOWN = 60;
/** No address, path or compound: a `*` at its end would only be about its last word. */
const ONE_WORD = /^[\p{L}\p{M}\p{N}]+$/u;
const AROUND_WORD = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;
/** How German is typed without its letters, which lose their dots in the index. */
const TYPED: readonly (readonly [RegExp, string])[] = [
  [/ae/giu, 'ä'],
  [/oe/giu, 'ö'],
  [/ue/giu, 'ü'],
];

const LONG_NUMBER = /^\d+$/;
const GROUP_END = /\d(?=(?:\d{3})+$)/g;

/**
 * Words of a query that no note has, though notes have longer ones that begin so: a shortened hash, the first half of a
 * German compound. The same for `groesse`, where notes have `Größe`, for `3210`, where they have `3,210`, and for slips
 * in the names of notes. `instead` is the query with what finds them.
 */
export async function wordHints(
  parts: Pick<AnswerParts, 'slicer' | 'source'>,
  index: NoteIndex,
  input: SearchInput & { query: string },
): Promise<{ hints: string[]; instead?: string }> {
  const filter = await filterOf(index, input);
  const passes = filter === undefined ? undefined : isWanted(index, filter);
  const isFound = (query: string): boolean => index.fulltext.hasAny(query, passes);
  const words = piecesOf(input.query).flatMap(({ written, quoted }) =>
    quoted === undefined && !written.includes('*') ? [written.replace(AROUND_WORD, '')] : [],
  );
  const lacking = [...new Set(words)]
    .filter((word) => word.length >= LEAST_LENGTH && ONE_WORD.test(word))
    .slice(0, MOST_WORDS)
    .filter((word) => !isFound(word));
  const others = new Map<string, string>();
  for (const word of lacking) {
    const forms = [...grouped(word), `${word}*`, withUmlauts(word), `${withUmlauts(word)}*`];
    const other = forms.find((one) => one !== word && isFound(one));
    if (other !== undefined) others.set(word, other);
  }
  const rest = lacking.filter((word) => !others.has(word));
  if (rest.length > 0) {
    const names = await nameWords(parts, index);
    for (const [word, name] of await parts.slicer.run(nearNames(names, rest, isFound))) others.set(word, name);
  }
  const found = lacking.flatMap((word) => {
    const other = others.get(word);
    return other === undefined ? [] : [{ word, other }];
  });
  if (found.length === 0) return { hints: [] };
  return {
    hints: found
      .slice(0, MOST_NAMED)
      .map(({ word, other }) => `No note searched has the word ${shown(word)}; ${shown(other)} finds some.`),
    instead: found.reduce((query, { word, other }) => query.replace(wholeWord(word), other), input.query),
  };
}

/** For each word, the word in a name that it may be a slip of. A large vault has many names, so each is a step. */
function* nearNames(
  names: NameWords,
  words: readonly string[],
  isFound: (name: string) => boolean,
): Steps<Map<string, string>> {
  const near = new Map<string, string>();
  for (const word of words) {
    const name = names.near(word).slice(0, MOST_TRIED).find(isFound);
    if (name !== undefined) near.set(word, name);
    yield;
  }
  return near;
}

/** Where a word stands alone: it has no signs that mean something in a pattern. */
function wholeWord(word: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])${word}(?![\\p{L}\\p{M}\\p{N}])`, 'gu');
}

function withUmlauts(word: string): string {
  return TYPED.reduce((text, [typed, letter]) => text.replace(typed, letter), word);
}

/** A long number as others write it: `"3,210"`, which also finds `3.210` and `3 210`. */
function grouped(word: string): string[] {
  return LONG_NUMBER.test(word) ? [`"${word.replace(GROUP_END, '$&,')}"`] : [];
}

function shown(word: string): string {
  return `\`${shorten(word, LONGEST_SHOWN)}\``;
}
