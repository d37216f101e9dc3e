import { runSteps, type Steps } from '../../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { QueryWord } from './query.ts';
import { FIELD_BITS, Postings } from './segments/postings.ts';
import type { PostingsSource } from './segments/postings.ts';

/** The rows of a source that were live at first, and those of them found. */
interface Marks {
  source: PostingsSource;
  live: Uint8Array;
  found: Uint8Array;
}

/**
 * The numbers of all notes with any of the words, as the sources are when it begins: what is added or replaced between
 * two steps changes nothing. A step reads one term, since thousands of them may begin with the same letter.
 */
export function* notesWith(words: readonly QueryWord[], sources: readonly PostingsSource[]): Steps<Set<number>> {
  const marks = sources.map(
    (source): Marks => ({ source, live: source.alive.slice(0, source.rows), found: new Uint8Array(source.rows) }),
  );
  const postings = new Postings();
  for (const word of words) {
    const isFound = yield* mark(word, marks, postings);
    if (isFound) continue;
    for (const term of word.parts) yield* mark({ term, prefix: null }, marks, postings);
  }
  const notes = new Set<number>();
  for (const { source, found } of marks) {
    for (const [row, isFound] of found.entries()) if (isFound === 1) notes.add(source.idOf(row));
    yield;
  }
  return notes;
}

/** Whether a note that passes the filter has any of the words; reads no further than the first one. */
export function isAnyWith(
  words: readonly Pick<QueryWord, 'term' | 'prefix' | 'parts'>[],
  sources: readonly PostingsSource[],
  filter: (id: number) => boolean = () => true,
): boolean {
  const isInNote = noteTest(filter);
  const isFound = ({ term, prefix }: Pick<QueryWord, 'term' | 'prefix'>): boolean =>
    sources.some((source) => {
      const exact = [...(prefix ?? [term])].flatMap((word) => source.find(word) ?? []);
      if (exact.some((number) => isInNote(source, number))) return true;
      return prefix !== null && runSteps(source.beginning(term)).some((number) => isInNote(source, number));
    });
  return words.some((word) => isFound(word) || word.parts.some((term) => isFound({ term, prefix: null })));
}

/** The terms that have this inside, and pass the test, of notes as they are now; the shortest first. */
export function* termsAround(
  part: string,
  sources: readonly PostingsSource[],
  test: (term: string) => boolean = () => true,
): Steps<string[]> {
  const isInNote = noteTest(() => true);
  const terms = new Set<string>();
  for (const source of sources)
    for (const [number, term] of yield* source.containing(part))
      if (test(term) && isInNote(source, number)) terms.add(term);
  return [...terms].sort((a, b) => a.length - b.length || compareCodeUnits(a, b));
}

/** Tells whether a note that passes the filter has a term of a source; reads no further than the first one. */
function noteTest(filter: (id: number) => boolean): (source: PostingsSource, number: number) => boolean {
  const postings = new Postings();
  return (source, number) => {
    source.readRows(number, source.alive, postings);
    const { count, keys } = postings;
    for (let i = 0; i < count; i += 1) if (filter(source.idOf((keys[i] as number) >>> FIELD_BITS))) return true;
    return false;
  };
}

/** Marks the rows with a word; false if there are none. */
function* mark(
  { term, prefix }: Pick<QueryWord, 'term' | 'prefix'>,
  marks: readonly Marks[],
  postings: Postings,
): Steps<boolean> {
  let isFound = false;
  for (const { source, live, found } of marks) {
    const exact = [...(prefix === null ? [term] : prefix)].flatMap((word) => source.find(word) ?? []);
    const longer = prefix === null ? [] : yield* source.beginning(term);
    for (const number of [...exact, ...longer]) {
      source.readRows(number, live, postings);
      for (let i = 0; i < postings.count; i += 1) found[(postings.keys[i] as number) >>> FIELD_BITS] = 1;
      isFound ||= postings.count > 0;
      yield;
    }
  }
  return isFound;
}
