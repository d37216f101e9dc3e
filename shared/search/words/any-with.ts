import { runSteps } from '../../kit/concurrency/slices.ts';
import type { QueryWord } from './query.ts';
import { FIELD_BITS, Postings } from './segments/postings.ts';
import type { PostingsSource } from './segments/postings.ts';

/** Whether a note that passes the filter has any of the words; reads no further than the first one. */
export function isAnyWith(
  words: readonly Pick<QueryWord, 'term' | 'prefix' | 'parts'>[],
  sources: readonly PostingsSource[],
  filter: (id: number) => boolean = () => true,
): boolean {
  const postings = new Postings();
  const isInNote = (source: PostingsSource, number: number): boolean => {
    source.readRows(number, source.alive, postings);
    const { count, keys } = postings;
    for (let i = 0; i < count; i += 1) if (filter(source.idOf((keys[i] as number) >>> FIELD_BITS))) return true;
    return false;
  };
  const isFound = ({ term, prefix }: Pick<QueryWord, 'term' | 'prefix'>): boolean =>
    sources.some((source) => {
      const exact = [...(prefix ?? [term])].flatMap((word) => source.find(word) ?? []);
      if (exact.some((number) => isInNote(source, number))) return true;
      return prefix !== null && runSteps(source.beginning(term)).some((number) => isInNote(source, number));
    });
  return words.some((word) => isFound(word) || word.parts.some((term) => isFound({ term, prefix: null })));
}
