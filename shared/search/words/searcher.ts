import { best, BestSoFar } from '../../kit/best.ts';
import { byNumber } from '../../kit/by-number.ts';
import { bestChunkScore, chunkScores } from './scoring/chunk-scores.ts';
import { onePlaceOf } from './scoring/one-place.ts';
import { LACKING, bestChunk, phraseChunks } from './scoring/phrase-chunks.ts';
import type { FullTextChunkHit, FullTextHit, FullTextSearchOptions, HeldWords, Verbatim } from './fulltext-types.ts';
import { FIELD_BITS, FIELD_BODY } from './segments/postings.ts';
import type { Postings, PostingsSource } from './segments/postings.ts';
import { QueryBuffers } from './segments/query-buffers.ts';
import { heldWords, queryWords } from './scoring/query-coverage.ts';
import type { QueryWords } from './scoring/query-coverage.ts';
import type { ParsedQuery } from './query.ts';
import { addScores, frequencyOf, rarityOf, weigh } from './scoring/scoring.ts';
import type { CorpusStatistics, Ranking, ScoringTerm, WeighedTerm } from './scoring/scoring.ts';
import { TermLookup } from './term-lookup.ts';
import { isNameInQuery, titleCovers } from './scoring/title-cover.ts';
import { gatesPassed } from './scoring/phrase-gates.ts';
import { scoringTerms } from './scoring/scoring-terms.ts';
import { verbatimRow, type VerbatimRow } from './scoring/verbatim.ts';
import { wordsInARow } from './scoring/words-in-a-row.ts';

/** All sources and their statistics. */
export interface Corpus extends CorpusStatistics {
  sources: readonly PostingsSource[];
}

interface Candidate {
  id: number;
  score: number;
  /** The source, and its index. */
  source: PostingsSource;
  s: number;
  row: number;
}

interface Found {
  terms: readonly WeighedTerm[];
  words: QueryWords;
  /** Neighbouring words of the query, also those that no note has so. */
  pairs: readonly ScoringTerm[];
  /** Where each quoted phrase occurs, by source. */
  phrases: readonly (readonly Postings[])[];
  verbatim: VerbatimRow | null;
}

/** Takes candidates in; those with a lower score than `last` are of no use to it. */
interface Kept {
  readonly last: Candidate | undefined;
  add(candidate: Candidate): unknown;
}

/** How many of the best are compared by where they have the query. More would take time, and few of them would rise. */
const COMPARED = 10;
/** With fewer words, a note that has the query as it stands may have it by chance, or as a link to another note. */
const FEWEST_TYPED = 4;

/** Runs queries, reusing the buffers for postings. */
export class Searcher {
  readonly #ranking: Ranking;
  readonly #buffers = new QueryBuffers();
  #scores = new Float64Array();

  constructor(ranking: Ranking) {
    this.#ranking = ranking;
  }

  /** What buffers take between two queries. */
  get keptBytes(): number {
    return this.#buffers.keptBytes;
  }

  /** The best notes, best first. */
  notes(query: ParsedQuery, corpus: Corpus, options: FullTextSearchOptions): FullTextHit[] {
    const kept = new BestSoFar<Candidate>(Math.max(options.limit, COMPARED), byScore(options));
    const found = this.#find(query, corpus, options, kept);
    const most = sumOfFactors(found.terms);
    const hitOf = (candidate: Candidate): FullTextHit => {
      const { id, score, s, source, row } = candidate;
      const scores = this.#chunkScores(candidate, found.terms, corpus);
      const chunk = bestChunk(scores, heldBy(candidate, found));
      const inChunk = (scores[chunk] ?? 0) / most;
      const had = heldOf(candidate, found);
      const { coverage, held } = had;
      const { inNames, inAnyChunk } = onePlaceOf(found.words, had, s, source, row);
      const inOnePlace = inNames || inAnyChunk;
      const { inARow, rowShare } = wordsInARow(found.pairs, s, row);
      const verbatim = verbatimOf(candidate, found);
      return { id, score, chunk, inChunk, coverage, held, inARow, rowShare, verbatim, inOnePlace };
    };
    const candidates = kept.sorted();
    const first = candidates.slice(0, COMPARED).map((candidate) => {
      const hit = hitOf(candidate);
      const { s, source, row } = candidate;
      const isTyped = hit.rowShare === 1 && hit.inARow >= FEWEST_TYPED;
      const more = 1 + this.#ranking.onePlace;
      const gain = isTyped || isNameInQuery(found.words, s, source, row) ? more * more : hit.inOnePlace ? more : 1;
      return { ...hit, score: hit.score * gain };
    });
    const hits = [
      ...first.sort(byScore(options)).slice(0, options.limit),
      ...candidates.slice(COMPARED, Math.max(COMPARED, options.limit)).map(hitOf),
    ];
    this.#buffers.end();
    return hits;
  }

  /**
   * The best chunks of all notes, best first. Half of a note's score goes to each chunk, the other half to the degree
   * that the chunk alone matches the query. Of a note with chunks that hold its quoted phrases, only these.
   */
  chunks(query: ParsedQuery, corpus: Corpus, options: FullTextSearchOptions): FullTextChunkHit[] {
    const candidates: Candidate[] = [];
    const kept = { last: undefined, add: (candidate: Candidate) => candidates.push(candidate) };
    const found = this.#find(query, corpus, options, kept);
    const { terms, phrases } = found;
    const { limit } = options;
    const compare = byChunkScore(options);
    const most = sumOfFactors(terms);
    let hits: FullTextChunkHit[] = [];
    let bar = 0;
    for (const candidate of candidates.sort(byScore(options))) {
      const { id, score, source, s, row } = candidate;
      if (score < bar) break;
      const had = heldOf(candidate, found);
      const run = wordsInARow(found.pairs, s, row);
      const scores = this.#chunkScores(candidate, terms, corpus);
      const held = phraseChunks(phrases, s, source, row);
      const place = onePlaceOf(found.words, had, s, source, row);
      const verbatim = verbatimOf(candidate, found);
      const top = bestChunk(scores, verbatim === null ? held : heldBy(candidate, found));
      for (let chunk = 0; chunk === 0 || chunk < scores.length; chunk += 1) {
        const own = scores[chunk] ?? 0;
        if (held?.[chunk] === LACKING) continue;
        if (own > 0 || chunk === top)
          hits.push({
            id,
            score,
            chunk,
            inChunk: own / most,
            ...had,
            rowShare: run.rowShare,
            inARow: chunk === top ? run.inARow : 1,
            verbatim: chunk === top ? verbatim : null,
            inOnePlace: place.inNames || place.inChunk(chunk),
            chunkScore: score * (0.5 + (0.5 * own) / most),
          });
      }
      if (hits.length < 2 * limit + 100) continue;
      hits = best(hits, limit, compare);
      bar = hits.at(-1)?.chunkScore ?? 0;
    }
    this.#buffers.end();
    return best(hits, limit, compare);
  }

  /** The numbers of all notes that a search for this would rank. */
  ids(query: ParsedQuery, corpus: Corpus): Set<number> {
    const ids = new Set<number>();
    const kept = { last: undefined, add: ({ id }: Candidate) => ids.add(id) };
    this.#find(query, corpus, {}, kept);
    this.#buffers.end();
    return ids;
  }

  /** The numbers of all notes with any of these runs of words. */
  together({ quoted, compounds }: Pick<ParsedQuery, 'quoted' | 'compounds'>, { sources }: Corpus): Set<number> {
    this.#buffers.begin();
    const lookup = new TermLookup(sources, this.#buffers.take);
    const ids = new Set<number>();
    const found = [...quoted.map((words) => lookup.together(words)), ...compounds.map((run) => lookup.compound(run))];
    for (const lists of found)
      for (const [s, { keys, count }] of lists.entries())
        for (let i = 0; i < count; i += 1)
          ids.add((sources[s] as PostingsSource).idOf((keys[i] as number) >>> FIELD_BITS));
    this.#buffers.end();
    return ids;
  }

  /** Inverse document frequency of a term. */
  rarityOf(term: string, corpus: Corpus): number {
    this.#buffers.begin();
    const lists = new TermLookup(corpus.sources, this.#buffers.take).word({ term, prefix: null });
    const rarity = rarityOf(frequencyOf(lists), corpus);
    this.#buffers.end();
    return rarity;
  }

  /** Gives `kept` the notes with any of the words. */
  #find(query: ParsedQuery, corpus: Corpus, { filter }: Pick<FullTextSearchOptions, 'filter'>, kept: Kept): Found {
    this.#buffers.begin();
    const lookup = new TermLookup(corpus.sources, this.#buffers.take);
    const { scoring, pairs } = scoringTerms(query, lookup, this.#ranking);
    const weighed = scoring.map((term) => weigh(term, corpus));
    const terms = weighed.filter((term) => term.factor > 0);
    const phrases = query.quoted.map((words) => lookup.together(words));
    for (const [s, source] of corpus.sources.entries()) this.#findIn(source, s, terms, phrases, corpus, filter, kept);
    const verbatim = verbatimRow(query, lookup, corpus.sources, filter);
    return { terms, words: queryWords(weighed, corpus), pairs, phrases, verbatim };
  }

  #findIn(
    source: PostingsSource,
    s: number,
    terms: readonly WeighedTerm[],
    gates: readonly (readonly Postings[])[],
    corpus: Corpus,
    filter: FullTextSearchOptions['filter'],
    kept: Kept,
  ): void {
    const scores = this.#zeros(source.rows);
    for (const term of terms) {
      const postings = term.lists[s];
      if (postings !== undefined) addScores(postings, term.factor, source, corpus, this.#ranking, scores);
    }
    const passed = gates.length === 0 ? null : gatesPassed(gates, s, source.rows);
    const covers = titleCovers(terms, s, source);
    const longest = this.#ranking.longBody * (corpus.averageLengths[FIELD_BODY] as number);
    const most = covers.size === 0 ? 1 : 1 + this.#ranking.titleCover;
    for (let row = 0; row < source.rows; row += 1) {
      const ofNote = scores[row] as number;
      if (ofNote === 0 || (passed !== null && passed[row] !== gates.length)) continue;
      const isLong = source.lengthOf(row, FIELD_BODY) > longest;
      // Most rows end here or below: a filter costs more than all the rest.
      if (!isLong && kept.last !== undefined && ofNote * most < kept.last.score) continue;
      const own = isLong ? Math.max(ofNote, bestChunkScore(terms, s, source, row, corpus, this.#ranking)) : ofNote;
      const cover = covers.get(row) ?? 0;
      const score = own * (1 + this.#ranking.titleCover * cover * cover);
      if (kept.last !== undefined && score < kept.last.score) continue;
      const id = source.idOf(row);
      if (filter?.(id) !== false) kept.add({ id, score, source, s, row });
    }
  }

  /** This many zeros, in a buffer that the next call uses again. */
  #zeros(count: number): Float64Array {
    if (this.#scores.length < count) this.#scores = new Float64Array(count);
    return this.#scores.fill(0, 0, count);
  }

  #chunkScores(candidate: Candidate, terms: readonly WeighedTerm[], corpus: Corpus): Float64Array {
    return chunkScores(terms, candidate.s, candidate.source, candidate.row, corpus, this.#ranking);
  }
}

/** More than what a chunk can score. */
function sumOfFactors(terms: readonly WeighedTerm[]): number {
  return terms.reduce((sum, term) => sum + term.factor, 0);
}

/** Where the note has the whole query together, if no other has. */
function verbatimOf({ s, row }: Candidate, { verbatim }: Found): Verbatim | null {
  return verbatim !== null && verbatim.s === s && verbatim.row === row ? verbatim.place : null;
}

/** How much of the query the note has: all, if it has the query together, perhaps with an end to its last word. */
function heldOf(candidate: Candidate, found: Found): HeldWords {
  const had = heldWords(found.words, candidate.s, candidate.row);
  return verbatimOf(candidate, found) === null ? had : { ...had, coverage: 1 };
}

/** What the chunks of a note hold of quoted phrases, or of the whole query if no other note has that. */
function heldBy(candidate: Candidate, found: Found): Uint8Array | null {
  const { source, s, row } = candidate;
  const whole = verbatimOf(candidate, found) === null ? [] : [found.verbatim?.lists ?? []];
  return phraseChunks([...whole, ...found.phrases], s, source, row);
}

function byScore({
  order = byNumber,
}: FullTextSearchOptions): (a: Pick<Candidate, 'id' | 'score'>, b: Pick<Candidate, 'id' | 'score'>) => number {
  return (a, b) => b.score - a.score || order(a.id, b.id);
}

function byChunkScore({
  order = byNumber,
}: FullTextSearchOptions): (a: FullTextChunkHit, b: FullTextChunkHit) => number {
  return (a, b) => b.chunkScore - a.chunkScore || order(a.id, b.id) || a.chunk - b.chunk;
}
