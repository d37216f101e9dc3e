import { joinAt, unite } from './adjacency.ts';
import type { FullTextChunkHit, FullTextHit, FullTextSearchOptions } from './fulltext-types.ts';
import { FIELD_BODY, FIELD_COUNT, FIELD_TITLE, Postings } from './postings.ts';
import type { PostingsSource } from './postings.ts';
import { wordKey } from './query.ts';
import type { ParsedQuery, QueryPhrase, QueryWord } from './query.ts';
import { addScores, termWeight } from './ranking.ts';
import type { CorpusStatistics, Ranking, ScoringTerm } from './ranking.ts';
import { best } from './best.ts';

/** What a search runs over: all sources with their statistics. */
export interface Corpus extends CorpusStatistics {
  sources: readonly PostingsSource[];
}

interface Candidate {
  id: number;
  score: number;
  source: number;
  row: number;
}

interface WeighedTerm extends ScoringTerm {
  /** Weight times inverse document frequency. */
  factor: number;
}

/** Runs queries; keeps the buffers that postings are read into from one query to the next. */
export class Searcher {
  readonly #ranking: Ranking;
  readonly #pool: Postings[] = [];
  #taken = 0;

  constructor(ranking: Ranking) {
    this.#ranking = ranking;
  }

  /** The best notes, best first; of equal ones the lower id. */
  notes(query: ParsedQuery, corpus: Corpus, options: FullTextSearchOptions): FullTextHit[] {
    const { terms, candidates } = this.#find(query, corpus, options);
    return best(candidates, options.limit, compareCandidates).map(({ id, score, source, row }) => {
      const scores = chunkScores(terms, corpus, source, row, this.#ranking);
      return { id, score, chunk: indexOfLargest(scores) };
    });
  }

  /** The best chunks of all notes, best first; of equal ones the lower id, then the lower chunk. */
  chunks(query: ParsedQuery, corpus: Corpus, options: FullTextSearchOptions): FullTextChunkHit[] {
    const { terms, candidates } = this.#find(query, corpus, options);
    candidates.sort(compareCandidates);
    const most = terms.reduce((sum, term) => sum + term.factor, 0);
    let hits: FullTextChunkHit[] = [];
    let bar = -Infinity;
    for (const { id, score, source, row } of candidates) {
      if (hits.length >= options.limit && score < bar) break;
      const scores = chunkScores(terms, corpus, source, row, this.#ranking);
      const top = indexOfLargest(scores);
      for (const [chunk, own] of scores.entries()) {
        if (own > 0 || chunk === top) hits.push({ id, score, chunk, chunkScore: score * (0.5 + (most > 0 ? (0.5 * own) / most : 0)) });
      }
      if (scores.length === 0) hits.push({ id, score, chunk: 0, chunkScore: score / 2 });
      if (hits.length >= 2 * options.limit + 100) {
        hits = best(hits, options.limit, compareChunkHits);
        bar = hits.at(-1)?.chunkScore ?? -Infinity;
      }
    }
    return best(hits, options.limit, compareChunkHits);
  }

  #find(query: ParsedQuery, corpus: Corpus, options: FullTextSearchOptions): { terms: WeighedTerm[]; candidates: Candidate[] } {
    this.#taken = 0;
    const lookup = new TermLookup(corpus.sources, () => this.#take());
    const terms = this.#scoringTerms(query, lookup, corpus);
    const gates = query.phrases.map((phrase) => ({ quoted: phrase.quoted, lists: lookup.phrase(phrase) }));
    const candidates = this.#candidates(terms, gates.map((gate) => gate.lists), corpus, options);
    if (candidates.length > 0 || gates.every((gate) => gate.quoted)) return { terms, candidates };
    const quoted = gates.filter((gate) => gate.quoted).map((gate) => gate.lists);
    return { terms, candidates: this.#candidates(terms, quoted, corpus, options) };
  }

  #take(): Postings {
    const postings = this.#pool[this.#taken] ?? new Postings();
    this.#pool[this.#taken] = postings;
    this.#taken += 1;
    return postings;
  }

  #scoringTerms(query: ParsedQuery, lookup: TermLookup, corpus: Corpus): WeighedTerm[] {
    const terms: ScoringTerm[] = [];
    for (const word of query.words) {
      const lists = lookup.word(word);
      if (word.parts.length > 0 && isEmpty(lists)) {
        for (const part of word.parts) terms.push({ lists: lookup.word({ term: part, prefix: null }), weight: 1, covers: true });
      } else {
        terms.push({ lists, weight: 1, covers: word.position !== null });
      }
    }
    for (const [first, second, distance] of neighbours(query.words)) {
      terms.push({ lists: lookup.pair(first, second, distance), weight: this.#ranking.pairWeight, covers: false });
    }
    return terms.map((term) => ({ ...term, factor: termWeight(term, corpus) })).filter((term) => term.factor > 0);
  }

  #candidates(terms: readonly WeighedTerm[], gates: readonly (readonly Postings[])[], corpus: Corpus, options: FullTextSearchOptions): Candidate[] {
    const found: Candidate[] = [];
    for (const [s, source] of corpus.sources.entries()) {
      const scores = new Float64Array(source.rows);
      for (const term of terms) addScores(term.lists[s] as Postings, term.factor, source, corpus, this.#ranking, scores);
      const passed = rowsThroughGates(gates, s, source.rows);
      const covers = titleCovers(terms, s, source);
      for (let row = 0; row < source.rows; row += 1) {
        const score = scores[row] as number;
        if (score === 0 || (passed !== null && passed[row] !== gates.length)) continue;
        const id = source.idOf(row);
        if (options.filter !== undefined && !options.filter(id)) continue;
        const cover = covers.get(row) ?? 0;
        found.push({ id, score: score * (1 + this.#ranking.titleCover * cover * cover), source: s, row });
      }
    }
    return found;
  }
}

/** Reads words, pairs and phrases from all sources, each word once per query. */
class TermLookup {
  readonly #sources: readonly PostingsSource[];
  readonly #take: () => Postings;
  readonly #words = new Map<string, Postings[]>();

  constructor(sources: readonly PostingsSource[], take: () => Postings) {
    this.#sources = sources;
    this.#take = take;
  }

  word(word: Pick<QueryWord, 'term' | 'prefix'>): Postings[] {
    const key = wordKey(word);
    const known = this.#words.get(key);
    if (known !== undefined) return known;
    const lists = this.#sources.map((source) => (word.prefix === null ? this.#exact(source, word.term) : this.#beginning(source, word.term, word.prefix)));
    this.#words.set(key, lists);
    return lists;
  }

  pair(first: QueryWord, second: QueryWord, distance: number): Postings[] {
    const firsts = this.word(first);
    const seconds = this.word(second);
    return firsts.map((list, s) => {
      const joined = this.#take();
      joinAt(list, seconds[s] as Postings, distance, joined);
      return joined;
    });
  }

  phrase(phrase: QueryPhrase): Postings[] {
    const [first, ...rest] = phrase.words;
    if (first === undefined) return this.#sources.map(() => this.#take());
    return this.#sources.map((source, s) => {
      let lists = this.word(first)[s] as Postings;
      for (const word of rest) {
        const joined = this.#take();
        joinAt(lists, this.word(word)[s] as Postings, (word.position ?? 0) - (first.position ?? 0), joined);
        lists = joined;
      }
      if (phrase.whole === null) return lists;
      const united = this.#take();
      unite(lists, this.word(phrase.whole)[s] as Postings, source.rows * FIELD_COUNT, united);
      return united;
    });
  }

  #exact(source: PostingsSource, term: string): Postings {
    const postings = this.#take();
    source.read(term, postings);
    return postings;
  }

  #beginning(source: PostingsSource, prefix: string, otherStems: readonly string[]): Postings {
    let lists = this.#take();
    source.readPrefix(prefix, lists);
    for (const stem of otherStems) {
      const united = this.#take();
      unite(lists, this.#exact(source, stem), source.rows * FIELD_COUNT, united);
      lists = united;
    }
    return lists;
  }
}

/** Words of the query that follow each other, and their distance where a stop word stood between. */
function neighbours(words: readonly QueryWord[]): [QueryWord, QueryWord, number][] {
  const placed = words.filter((word) => word.position !== null);
  return placed.slice(1).map((word, i) => {
    const before = placed[i] as QueryWord;
    return [before, word, (word.position as number) - (before.position as number)];
  });
}

/** For each row the number of gates it passes; null where there are none. */
function rowsThroughGates(gates: readonly (readonly Postings[])[], s: number, rows: number): Uint8Array | null {
  if (gates.length === 0) return null;
  const passed = new Uint8Array(rows);
  for (const [gate, lists] of gates.entries()) {
    const list = lists[s] as Postings;
    for (let i = 0; i < list.count; i += 1) {
      const row = (list.keys[i] as number) >>> 2;
      if (passed[row] === gate) passed[row] = gate + 1;
    }
  }
  return passed;
}

/** For each row with a hit in its names: the largest share of the words of one name that are in the query. */
function titleCovers(terms: readonly WeighedTerm[], s: number, source: PostingsSource): Map<number, number> {
  const counts = new Map<number, Float64Array>();
  for (const term of terms) {
    if (!term.covers) continue;
    const { count, keys, starts, positions } = term.lists[s] as Postings;
    for (let i = 0; i < count; i += 1) {
      const key = keys[i] as number;
      if ((key & (FIELD_COUNT - 1)) !== FIELD_TITLE) continue;
      const row = key >>> 2;
      const names = source.names(row);
      const found = counts.get(row) ?? new Float64Array(names.length >>> 1);
      counts.set(row, found);
      for (let p = starts[i] as number; p < (starts[i + 1] as number); p += 1) {
        const name = nameAt(names, positions[p] as number);
        found[name] = (found[name] ?? 0) + 1;
      }
    }
  }
  const covers = new Map<number, number>();
  for (const [row, found] of counts) {
    const names = source.names(row);
    covers.set(row, found.reduce((most, count, name) => Math.max(most, Math.min(1, count / Math.max(1, names[2 * name + 1] ?? 1))), 0));
  }
  return covers;
}

function nameAt(names: ArrayLike<number>, position: number): number {
  let name = (names.length >>> 1) - 1;
  while (name > 0 && (names[2 * name] as number) > position) name -= 1;
  return Math.max(0, name);
}

/** How well each chunk of a row answers the query by itself: between 0 and the sum of the terms' factors. */
function chunkScores(terms: readonly WeighedTerm[], corpus: Corpus, s: number, row: number, ranking: Ranking): Float64Array {
  const source = corpus.sources[s] as PostingsSource;
  const chunkStarts = source.chunkStarts(row);
  const scores = new Float64Array(chunkStarts.length);
  const key = (row << 2) | FIELD_BODY;
  const penalty = ranking.lengthPenalties[FIELD_BODY] as number;
  for (const term of terms) {
    const list = term.lists[s] as Postings;
    const i = list.find(key);
    if (i >= list.count || list.keys[i] !== key) continue;
    const end = list.starts[i + 1] as number;
    for (let p = list.starts[i] as number; p < end; ) {
      const chunk = chunkAt(chunkStarts, list.positions[p] as number);
      const next = chunkStarts[chunk + 1] ?? Infinity;
      let frequency = 0;
      for (; p < end && (frequency === 0 || (list.positions[p] as number) < next); p += 1) frequency += 1;
      const start = chunkStarts[chunk] ?? 0;
      const length = Math.min(next, source.lengthOf(row, FIELD_BODY) + chunkStarts.length) - start;
      const slowness = ranking.saturation * (1 - penalty + penalty * (Math.max(1, length) / corpus.averageChunk));
      scores[chunk] = (scores[chunk] ?? 0) + (term.factor * frequency) / (frequency + slowness);
    }
  }
  return scores;
}

function chunkAt(chunkStarts: ArrayLike<number>, position: number): number {
  let low = 0;
  let high = chunkStarts.length;
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if ((chunkStarts[middle] as number) <= position) low = middle;
    else high = middle;
  }
  return low;
}

function indexOfLargest(values: Float64Array): number {
  let largest = 0;
  for (let i = 1; i < values.length; i += 1) {
    if ((values[i] as number) > (values[largest] as number)) largest = i;
  }
  return largest;
}

function isEmpty(lists: readonly Postings[]): boolean {
  return lists.every((list) => list.count === 0);
}

function compareCandidates(a: Candidate, b: Candidate): number {
  return b.score - a.score || a.id - b.id;
}

function compareChunkHits(a: FullTextChunkHit, b: FullTextChunkHit): number {
  return b.chunkScore - a.chunkScore || a.id - b.id || a.chunk - b.chunk;
}
