import { joinAt, unite } from './scoring/adjacency.ts';
import { FIELD_BITS } from './segments/postings.ts';
import type { Postings, PostingsSource } from './segments/postings.ts';
import { wordKey } from './query.ts';
import type { QueryCompound, QueryWord } from './query.ts';

/** Reads words, pairs and phrases from all sources, each once. Lists are by source. */
export class TermLookup {
  readonly #sources: readonly PostingsSource[];
  readonly #take: () => Postings;
  readonly #words = new Map<string, Postings[]>();
  /** Words together, which may be asked for as a pair, as a phrase and as the whole query. */
  readonly #runs = new Map<string, Postings[]>();

  /** `take` returns empty buffers. */
  constructor(sources: readonly PostingsSource[], take: () => Postings) {
    this.#sources = sources;
    this.#take = take;
  }

  word(word: Pick<QueryWord, 'term' | 'prefix'>): Postings[] {
    const key = wordKey(word);
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const { term, prefix } = word;
    const lists = this.#sources.map((source) =>
      prefix === null ? this.#exact(source, term) : this.#beginning(source, term, prefix),
    );
    this.#words.set(key, lists);
    return lists;
  }

  /** Where the words occur together, in this order, as far apart as in the query. */
  together(words: readonly QueryWord[]): Postings[] {
    const [first] = words;
    const last = words.at(-1);
    if (first === undefined || last === undefined) return this.#sources.map(() => this.#take());
    if (words.length === 1) return this.word(first);
    const distanceOf = (word: QueryWord): number => (word.position ?? 0) - (first.position ?? 0);
    const key = words.map((word) => `${wordKey(word)} ${distanceOf(word)}`).join('\n');
    const known = this.#runs.get(key);
    if (known !== undefined) return known;
    const lists = this.#zip(this.together(words.slice(0, -1)), this.word(last), (left, right, into) => {
      joinAt(left, right, distanceOf(last), into);
    });
    this.#runs.set(key, lists);
    return lists;
  }

  /** Where a compound occurs, in parts or as one word. */
  compound({ words, whole, first }: QueryCompound): Postings[] {
    const parts = this.together(words);
    const others = first === null ? parts : this.#union(parts, this.together([first, ...words.slice(1)]));
    return whole === null ? others : this.#union(others, this.word(whole));
  }

  #exact(source: PostingsSource, term: string): Postings {
    const postings = this.#take();
    source.read(term, postings);
    return postings;
  }

  #beginning(source: PostingsSource, prefix: string, otherStems: readonly string[]): Postings {
    let postings = this.#take();
    source.readPrefix(prefix, postings);
    for (const stem of otherStems) {
      const other = this.#exact(source, stem);
      if (other.count === 0) continue;
      const united = this.#take();
      unite(postings, other, source.rows << FIELD_BITS, united);
      postings = united;
    }
    return postings;
  }

  #union(left: readonly Postings[], right: readonly Postings[]): Postings[] {
    return this.#zip(left, right, (a, b, into, source) => {
      unite(a, b, source.rows << FIELD_BITS, into);
    });
  }

  #zip(
    left: readonly Postings[],
    right: readonly Postings[],
    combine: (left: Postings, right: Postings, into: Postings, source: PostingsSource) => void,
  ): Postings[] {
    return this.#sources.map((source, s) => {
      const into = this.#take();
      const [a, b] = [left[s], right[s]];
      if (a !== undefined && b !== undefined) combine(a, b, into, source);
      return into;
    });
  }
}

/** Whether nothing was found in any source. */
export function isEmpty(lists: readonly Postings[]): boolean {
  return lists.every((list) => list.count === 0);
}
