import { CHUNKER_VERSION } from '../../shared/markdown/chunks/chunker.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Embedder, WordEncoder } from '../../shared/embeddings/embedder.ts';
import type { LsaModel } from '../../shared/embeddings/lsa/lsa-model.ts';
import { LsaTrainer, isTrainingText } from '../../shared/embeddings/lsa/lsa-trainer.ts';
import { beginningsOf } from '../../shared/embeddings/passages.ts';
import { MAX_TOKENS } from '../../shared/embeddings/use/use-text.ts';
import { WORD_DIMENSIONS } from '../../shared/embeddings/use/word-space.ts';
import { KnownWords } from '../../shared/embeddings/words/known-words.ts';
import { createStaticEmbedder } from '../../shared/embeddings/words/static-embedder.ts';
import { hashBytes } from '../../shared/kit/bytes/content-hash.ts';
import { runSteps, Slicer } from '../../shared/kit/concurrency/slices.ts';
import {
  READABLE,
  WORDS_AROUND_CHUNK,
  WORDS_AROUND_NOTE,
  WORDS_AROUND_QUERY,
  englishWeight,
} from '../../shared/search/ranking/english-share.ts';
import { fuseRankings } from '../../shared/search/ranking/fusion.ts';
import { callsFor, hasNameOf, namesIn, type Named } from '../../shared/search/words/names-in-query.ts';
import { NoteFullText } from '../../shared/search/words/fulltext.ts';
import { COVERAGE_HITS, HYBRID_DEPTH, HYBRID_K, weighRankings } from '../../shared/search/ranking/hybrid.ts';
import { isTogether, keepByWords } from '../../shared/search/ranking/kept-by-words.ts';
import type { HybridRanking } from '../../shared/search/ranking/hybrid.ts';
import { NoteVectors } from '../../shared/search/vectors/note-vectors.ts';
import type { NoteMeasure, VectorScores } from '../../shared/search/vectors/vector-types.ts';
import { USE_DIMENSIONS, type UseVectors } from './use-vectors.ts';
import type { VaultNote } from './vault-notes.ts';

/** Nothing else runs meanwhile. */
const SLICER = new Slicer(50, () => Promise.resolve());

/** Paths of the best notes for one query, best first, by the name of the way of ranking. */
export type Rankings = Record<
  | 'full text'
  | 'full text, chunks'
  | 'lsa'
  | 'use'
  | 'use, best chunk'
  | 'use, static'
  | 'use, beginnings'
  | 'hybrid'
  | 'hybrid, first pass'
  | 'hybrid, beginnings'
  | 'hybrid, static'
  | 'hybrid, no static'
  | 'hybrid, no use',
  string[]
>;

/** Full text and vectors of a vault's notes, with every way of ranking them. */
export class NoteRankings {
  readonly #notes: readonly VaultNote[];
  readonly #fulltext = new NoteFullText();
  readonly #lsa: LsaModel;
  readonly #terms: NoteVectors;
  readonly #sentences = vectorsOf('use', USE_DIMENSIONS);
  readonly #use: UseVectors | null;
  readonly #static: Embedder | null;
  readonly #statics = vectorsOf('static', WORD_DIMENSIONS);
  readonly #beginnings = vectorsOf('use', USE_DIMENSIONS);
  /** Notes that the sentence encoder can read. */
  readonly #english = new Set<number>();

  private constructor(notes: readonly VaultNote[], lsa: LsaModel, use: UseVectors | null) {
    this.#notes = notes;
    this.#lsa = lsa;
    this.#terms = vectorsOf('lsa', lsa.dimensions);
    this.#use = use;
    this.#static = use === null ? null : this.#staticEmbedder(use.words);
  }

  static async of(notes: readonly VaultNote[], use: UseVectors | null): Promise<NoteRankings> {
    const rankings = new NoteRankings(notes, trained(notes), use);
    for (const [id, note] of notes.entries()) runSteps(rankings.#fulltext.insert(id, note.document));
    for (const [id, note] of notes.entries()) await rankings.#add(id, note);
    return rankings;
  }

  /** Rankings of a query; `leftOut` is a path that counts as absent. */
  async rank(query: string, leftOut: string | undefined): Promise<Rankings> {
    const filter = (id: number): boolean => this.#pathOf(id) !== leftOut;
    const words = this.#fulltext.search(query, { limit: HYBRID_DEPTH, filter });
    const terms = runSteps(this.#terms.score(this.#lsa.embed(query), filter));
    const vector = (await this.#use?.embed(query)) ?? null;
    const sentences = vector === null ? null : runSteps(this.#sentences.score(vector, filter));
    const beginnings = vector === null ? null : runSteps(this.#beginnings.score(vector, filter));
    const [word = null] = (await this.#static?.embed([query], 'query')) ?? [];
    const statics = word === null ? null : runSteps(this.#statics.score(word, filter));
    const read = words.slice(0, 5).filter((hit) => this.#english.has(hit.id)).length;
    const around = (read + this.#english.size / Math.max(1, this.#notes.length)) / (Math.min(5, words.length) + 1);
    const evidence = {
      coverage: Math.max(0, ...words.slice(0, COVERAGE_HITS).map((hit) => hit.coverage)),
      held: Math.max(0, ...words.slice(0, COVERAGE_HITS).map((hit) => hit.held)),
      readable: englishWeight(query, around, WORDS_AROUND_QUERY),
      together: isTogether(words[0]),
    };
    const byWords: HybridRanking<string>[] = [
      { role: 'words', keys: words.map((hit) => this.#pathOf(hit.id)) },
      ...this.#byVectors('terms', terms),
    ];
    const bySentences = sentences === null ? [] : this.#byVectors('sentences', sentences);
    const byBeginnings = beginnings === null ? [] : this.#byVectors('short', beginnings);
    const byFirst = byBeginnings.filter(({ role }) => role === 'short-lead');
    const byStatic = statics === null ? [] : this.#byVectors('static', statics);
    const byLeadWords = byStatic.filter(({ role }) => role === 'static-lead');
    const found = words.map((hit) => ({ ...hit, key: this.#pathOf(hit.id) }));
    const named = this.#named(query, found);
    const fused = (rankings: readonly HybridRanking<string>[]): string[] => {
      const weighed = weighRankings(rankings, evidence);
      const items = fuseRankings(weighed, { k: HYBRID_K, limit: HYBRID_DEPTH, compare: byCodeUnit });
      const { items: kept } = keepByWords(items, {
        hits: found,
        noteOf: ({ id }) => id,
        named,
        coded: [],
        headed: this.#headed(query, found),
        hasNameOf: (key, lacking) =>
          hasNameOf(query, lacking)(this.#namesOf(this.#notes.find(({ path }) => path === key))),
      });
      return kept.map((item) => item.key);
    };
    return {
      'full text': words.map((hit) => this.#pathOf(hit.id)),
      'full text, chunks': [
        ...new Set(
          this.#fulltext.searchChunks(query, { limit: HYBRID_DEPTH, filter }).map((hit) => this.#pathOf(hit.id)),
        ),
      ],
      lsa: this.#paths(terms, 'best-two'),
      use: sentences === null ? [] : this.#paths(sentences, 'best-two'),
      'use, best chunk': sentences === null ? [] : this.#paths(sentences, 'best'),
      'use, static': statics === null ? [] : this.#paths(statics, 'best-two'),
      'use, beginnings': beginnings === null ? [] : this.#paths(beginnings, 'best-two'),
      hybrid: fused([...byWords, ...bySentences, ...byLeadWords]),
      'hybrid, first pass': fused([...byWords, ...byStatic, ...byFirst]),
      'hybrid, beginnings': fused([...byWords, ...byLeadWords, ...byBeginnings]),
      'hybrid, static': fused([...byWords, ...byStatic]),
      'hybrid, no static': fused([...byWords, ...bySentences]),
      'hybrid, no use': fused(byWords),
    };
  }

  async #add(id: number, note: VaultNote): Promise<void> {
    const keys = note.chunkTexts.map((text) => hashBytes(new TextEncoder().encode(text)));
    this.#terms.setNote(id, keys);
    for (const [i, text] of note.chunkTexts.entries()) this.#terms.add(keys[i] as string, this.#lsa.embed(text));
    if (this.#use === null || this.#static === null) return;
    const around = englishWeight(note.document.chunks.join('\n'), 1, WORDS_AROUND_NOTE);
    if (around >= READABLE) this.#english.add(id);
    const readable = note.document.chunks.map((text) => englishWeight(text, around, WORDS_AROUND_CHUNK) >= READABLE);
    const readableKeys = keys.map((key, i) => (readable[i] === true ? key : null));
    this.#sentences.setNote(id, readableKeys);
    this.#statics.setNote(id, readableKeys);
    const passages = note.chunkTexts.flatMap((text, i) =>
      readable[i] === true ? { text, key: keys[i] as string, chunks: [i] } : [],
    );
    for (const { key, text } of passages) this.#sentences.add(key, await this.#use.embed(text));
    const placed = await this.#static.embed(
      passages.map(({ text }) => text),
      'document',
    );
    for (const [i, { key }] of passages.entries()) this.#statics.add(key, placed[i] ?? new Float32Array(0));
    const beginnings = beginningsOf(passages);
    this.#beginnings.setNote(
      id,
      beginnings.map(({ key }) => key),
    );
    for (const { key, text } of beginnings) this.#beginnings.add(key, await this.#use.embed(text));
  }

  #staticEmbedder(words: WordEncoder): Embedder {
    const known = new KnownWords({
      // A folder that is never made: each run learns the words itself. So it is no news that they are not saved.
      folder: join(tmpdir(), 'vault-loom-bench', 'no-words'),
      space: words.space,
      dimensions: words.dimensions,
      slicer: SLICER,
      log: () => undefined,
    });
    return createStaticEmbedder({
      words,
      known,
      rarityOf: (term) => this.#fulltext.rarityOf(term),
      slicer: SLICER,
      maxTokens: MAX_TOKENS,
    });
  }

  /** The first hit, if the query is or has its name. */
  #named<Hit extends { id: number }>(query: string, [first]: readonly Hit[]): (Hit & { named: Named }) | null {
    if (first === undefined) return null;
    const named = namesIn(query)(this.#namesOf(this.#notes[first.id]));
    return named === null ? null : { ...first, named };
  }

  /** Those with a heading that is the query, if the first is one. */
  #headed<Hit extends { id: number }>(query: string, hits: readonly Hit[]): Hit[] {
    const isQuery = callsFor(query);
    const headed = hits.filter(({ id }) => this.#notes[id]?.document.headings.some((text) => isQuery(text)) === true);
    return headed[0] === hits[0] ? headed : [];
  }

  #namesOf(note: VaultNote | undefined): string[] {
    return note === undefined ? [] : [note.document.title, ...note.document.aliases];
  }

  #byVectors(role: 'terms' | 'sentences' | 'short' | 'static', scores: VectorScores): HybridRanking<string>[] {
    return [
      { role, keys: this.#paths(scores, 'best-two') },
      { role: `${role}-lead`, keys: this.#paths(scores, 'lead') },
    ];
  }

  #paths(scores: VectorScores, measure: NoteMeasure): string[] {
    return scores.notes(HYBRID_DEPTH, measure).map((hit) => this.#pathOf(hit.id));
  }

  #pathOf(id: number): string {
    return this.#notes[id]?.path ?? '';
  }
}

function trained(notes: readonly VaultNote[]): LsaModel {
  const texts = notes.flatMap((note) => note.chunkTexts);
  const trainer = new LsaTrainer();
  for (const [i, text] of texts.entries()) if (isTrainingText(i, texts.length)) trainer.add(text);
  return runSteps(trainer.train());
}

function vectorsOf(provider: string, dimensions: number): NoteVectors {
  return new NoteVectors({
    provider,
    model: 'bench',
    dimensions,
    prefixes: { query: '', document: '' },
    chunker: CHUNKER_VERSION,
  });
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
