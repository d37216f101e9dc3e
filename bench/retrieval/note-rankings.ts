import { CHUNKER_VERSION } from '../../shared/markdown/chunks/chunker.ts';
import type { LsaModel } from '../../shared/embeddings/lsa/lsa-model.ts';
import { LsaTrainer, isTrainingText } from '../../shared/embeddings/lsa/lsa-trainer.ts';
import { hashBytes } from '../../shared/kit/bytes/content-hash.ts';
import { runSteps } from '../../shared/kit/concurrency/slices.ts';
import {
  READABLE,
  WORDS_AROUND_CHUNK,
  WORDS_AROUND_NOTE,
  WORDS_AROUND_QUERY,
  englishWeight,
} from '../../shared/search/ranking/english-share.ts';
import { fuseRankings } from '../../shared/search/ranking/fusion.ts';
import { NoteFullText } from '../../shared/search/words/fulltext.ts';
import { COVERAGE_HITS, HYBRID_DEPTH, HYBRID_K, keepFirst, weighRankings } from '../../shared/search/ranking/hybrid.ts';
import type { HybridRanking } from '../../shared/search/ranking/hybrid.ts';
import { NoteVectors } from '../../shared/search/vectors/note-vectors.ts';
import type { NoteMeasure, VectorScores } from '../../shared/search/vectors/vector-types.ts';
import { USE_DIMENSIONS } from './use-vectors.ts';
import type { VaultNote } from './vault-notes.ts';

/** Makes the vector of a text with the sentence encoder. */
export type EmbedText = (text: string) => Promise<Float32Array>;

/** Paths of the best notes for one query, best first, by the name of the way of ranking. */
export type Rankings = Record<
  'full text' | 'full text, chunks' | 'lsa' | 'use' | 'use, best chunk' | 'hybrid' | 'hybrid, no use',
  string[]
>;

/** Full text and vectors of a vault's notes, with every way of ranking them. */
export class NoteRankings {
  readonly #notes: readonly VaultNote[];
  readonly #fulltext = new NoteFullText();
  readonly #lsa: LsaModel;
  readonly #terms: NoteVectors;
  readonly #sentences = vectorsOf('use', USE_DIMENSIONS);
  readonly #embed: EmbedText | null;
  /** Notes that the sentence encoder can read. */
  readonly #english = new Set<number>();

  private constructor(notes: readonly VaultNote[], lsa: LsaModel, embed: EmbedText | null) {
    this.#notes = notes;
    this.#lsa = lsa;
    this.#terms = vectorsOf('lsa', lsa.dimensions);
    this.#embed = embed;
  }

  static async of(notes: readonly VaultNote[], embed: EmbedText | null): Promise<NoteRankings> {
    const rankings = new NoteRankings(notes, trained(notes), embed);
    for (const [id, note] of notes.entries()) await rankings.#add(id, note);
    return rankings;
  }

  /** Rankings of a query; `leftOut` is a path that counts as absent. */
  async rank(query: string, leftOut: string | undefined): Promise<Rankings> {
    const filter = (id: number): boolean => this.#pathOf(id) !== leftOut;
    const words = this.#fulltext.search(query, { limit: HYBRID_DEPTH, filter });
    const terms = runSteps(this.#terms.score(this.#lsa.embed(query), filter));
    const sentences = this.#embed === null ? null : runSteps(this.#sentences.score(await this.#embed(query), filter));
    const read = words.slice(0, 5).filter((hit) => this.#english.has(hit.id)).length;
    const around = (read + this.#english.size / Math.max(1, this.#notes.length)) / (Math.min(5, words.length) + 1);
    const evidence = {
      coverage: Math.max(0, ...words.slice(0, COVERAGE_HITS).map((hit) => hit.coverage)),
      held: Math.max(0, ...words.slice(0, COVERAGE_HITS).map((hit) => hit.held)),
      readable: englishWeight(query, around, WORDS_AROUND_QUERY),
    };
    const byWords: HybridRanking<string>[] = [
      { role: 'words', keys: words.map((hit) => this.#pathOf(hit.id)) },
      ...this.#byVectors('terms', terms),
    ];
    const all = [...byWords, ...(sentences === null ? [] : this.#byVectors('sentences', sentences))];
    const first = words[0] === undefined ? null : { key: this.#pathOf(words[0].id), coverage: words[0].coverage };
    const fused = (rankings: readonly HybridRanking<string>[]): string[] =>
      keepFirst(
        fuseRankings(weighRankings(rankings, evidence), { k: HYBRID_K, limit: HYBRID_DEPTH, compare: byCodeUnit }),
        first,
      ).map((item) => item.key);
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
      hybrid: fused(all),
      'hybrid, no use': fused(byWords),
    };
  }

  async #add(id: number, note: VaultNote): Promise<void> {
    runSteps(this.#fulltext.insert(id, note.document));
    const keys = note.chunkTexts.map((text) => hashBytes(new TextEncoder().encode(text)));
    this.#terms.setNote(id, keys);
    for (const [i, text] of note.chunkTexts.entries()) this.#terms.add(keys[i] as string, this.#lsa.embed(text));
    if (this.#embed === null) return;
    const around = englishWeight(note.document.chunks.join('\n'), 1, WORDS_AROUND_NOTE);
    if (around >= READABLE) this.#english.add(id);
    const readable = note.document.chunks.map((text) => englishWeight(text, around, WORDS_AROUND_CHUNK) >= READABLE);
    this.#sentences.setNote(
      id,
      keys.map((key, i) => (readable[i] === true ? key : null)),
    );
    for (const [i, text] of note.chunkTexts.entries())
      if (readable[i] === true) this.#sentences.add(keys[i] as string, await this.#embed(text));
  }

  #byVectors(role: 'terms' | 'sentences', scores: VectorScores): HybridRanking<string>[] {
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
