import type { NoteRecord } from '../notes/note-record.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import type { Schedule } from '../kit/time/schedule.ts';
import type { Slicer } from '../kit/concurrency/slices.ts';
import { WORDS_AROUND_QUERY, englishWeight } from '../search/ranking/english-share.ts';
import type { NoteMeasure, VectorHit, VectorScores } from '../search/vectors/vector-types.ts';
import { describeMissing } from '../embeddings/use/weights/missing-model.ts';
import { describeWithWayOut } from '../protocol/describe-error.ts';
import type { AskableVectors } from './embedding-options.ts';
import type { EmbeddingService } from './embedding-service.ts';
import { areVectorsComing } from './embedding-state.ts';
import { takesPartInSearch, type NoteIndex } from '../index/note-index.ts';
import { QueryVectors } from './query-vectors.ts';
import type { VectorSet } from './vectors/vectors-of-model.ts';

/** A note and its chunk nearest to the query. */
export interface MeaningHit {
  record: NoteRecord;
  chunk: number;
  /** Cosine. */
  score: number;
}

/** How near the notes are to a query, by one kind of vectors. Read it before the notes change. */
export interface MeaningRanking {
  notes(limit: number, measure: NoteMeasure): MeaningHit[];
  chunks(limit: number): MeaningHit[];
}

/** A ranking by some of the passages that the sentence model reads. */
export interface SharedRanking extends MeaningRanking {
  /** Their share, 0 to 1. */
  share: number;
  /** The same of the first passages of notes. */
  leadShare: number;
}

type Filter = (record: NoteRecord) => boolean;

/** One query. */
export interface AskedMeaning {
  /**
   * Of the notes that are asked about, only those that `isLeft` wants. Waits for terms that are still being learned.
   */
  terms(isLeft?: Filter, waitMs?: number): Promise<MeaningRanking | null>;
  /** Null if no sentence vectors can be queried, or the embedder takes longer than `waitMs`. */
  sentences(waitMs: number): Promise<MeaningRanking | null>;
  /** By the words of each passage, as the sentence model knows them; null as of {@link sentences}. */
  static(waitMs: number): Promise<SharedRanking | null>;
  /** By the beginnings of passages, while the whole ones are not embedded; null as of {@link sentences}. */
  short(waitMs: number): Promise<SharedRanking | null>;
  /** How well the sentence model reads the query, 0 to 1, given the share of nearby notes that it reads. */
  readable(around: number): number;
  /** Share of the notes that the sentence model reads, 0 to 1. */
  readableShare: number;
  /** Share of the text it reads that is embedded, 0 to 1. */
  caughtUp: number;
  /** Whether the sentence model reads any of a note. */
  reads(record: NoteRecord): boolean;
  /** Whether any of a note has sentence vectors. */
  holds(record: NoteRecord): boolean;
  /** Whether any beginning of a note's passages has a vector. */
  holdsBeginning(record: NoteRecord): boolean;
  /** Cosine above which two texts are about the same thing. */
  alike: number;
  /** Why there are no sentence vectors, if known. */
  error(): string | null;
  /**
   * Why the embedder does not work, given whether the sentence model can read the query; null if it works, or is not
   * needed for it.
   */
  failure(isReadable: boolean): string | null;
  /** Why there is nothing to rank by, given whether the sentence model can read the query. */
  lack(isReadable: boolean): string;
}

export interface MeaningOptions {
  index: () => NoteIndex;
  slicer: Slicer;
  schedule?: Schedule;
}

/** Rows ranked beyond the limit, in place of notes that have changed since. */
const SPARE_ROWS = 10;

/** For a query without known terms. */
const NOTHING: MeaningRanking = { notes: () => [], chunks: () => [] };
/** Meaningless letters score .5 in the built-in encoder, and more in most others. */
const USE_ALIKE = 0.55;
const ALIKE = 0.7;
/** Why there is nothing to rank by, as it was chosen. */
const OFF = 'the model is off in the settings.';
/** Why terms have not been learned. */
const TOO_FEW = 'there are too few notes to learn from.';
/** Long, as nothing waits for it. */
const EXPECTED_MS = 60_000;

/** Answers queries from the vectors that an {@link EmbeddingService} keeps. */
export class Meaning {
  readonly #service: EmbeddingService;
  readonly #options: MeaningOptions;
  readonly #queries: QueryVectors;
  readonly #staticQueries: QueryVectors;

  constructor(service: EmbeddingService, options: MeaningOptions) {
    this.#service = service;
    this.#options = options;
    this.#queries = new QueryVectors(options.schedule, (error) =>
      error === null ? service.askedWell() : service.askedInVain(describeWithWayOut(error)),
    );
    this.#staticQueries = new QueryVectors(options.schedule);
  }

  /** Loads the model for a query while saved vectors are still loading. Never rejects. */
  async expect(query: string): Promise<void> {
    if (this.#service.state.isOpen) return;
    const choice = await this.#service.expectedEmbedder();
    if (choice === null || readability(choice, query, 1) === 0) return;
    await this.#queries.of(choice.embedder, query, EXPECTED_MS).catch(() => null);
  }

  /** Looks up a query's meaning; each part is computed when read. */
  ask(query: string, filter?: Filter): AskedMeaning {
    const asked = this.#service.askable;
    const { caughtUp, quick } = this.#service;
    const { missing } = this.#service;
    const failure = missing === null ? this.#service.error : describeMissing(missing);
    let error = failure;
    return {
      terms: async (isLeft, waitMs = 0) => {
        if (waitMs > 0) await this.#service.firstTerms(waitMs);
        const { terms } = this.#service.library;
        if (terms.set === null || this.#service.kind === 'none') return null;
        const place = terms.query(query);
        return place === null ? NOTHING : this.#rank(terms.set, place, both(filter, isLeft));
      },
      sentences: async (waitMs) => {
        if (asked === null || caughtUp === 0) {
          if ((asked?.set.vectors.waiting ?? 0) > 0) error ??= 'Nothing has been embedded yet.';
          return null;
        }
        try {
          const vector = await this.#queries.of(asked.embedder, query, waitMs, this.#service.error !== null);
          if (vector !== null) return await this.#rank(asked.set, vector, filter);
          error ??= 'The embedder did not answer in time.';
        } catch (reason) {
          error = describeWithWayOut(reason);
          // Once the previous embedder has failed, the new one answers from what it has so far.
          const own = this.#service.askable;
          if (own === null || own.embedder === asked.embedder) return null;
          const vector = await this.#queries.of(own.embedder, query, waitMs).catch(() => null);
          if (vector !== null) return this.#rank(own.set, vector, filter);
        }
        return null;
      },
      static: async (waitMs) => {
        if (quick === null || quick.static.share === 0) return null;
        const { set, embedder, share, leadShare } = quick.static;
        const vector = await this.#staticQueries.of(embedder, query, waitMs).catch(() => null);
        return vector === null ? null : { ...(await this.#rank(set, vector, filter)), share, leadShare };
      },
      short: async (waitMs) => {
        // Where whole passages have replaced the beginnings, their vectors say more.
        const left = 1 - caughtUp;
        if (quick === null || quick.short.share * left === 0) return null;
        const { set, embedder, share, leadShare } = quick.short;
        const isDown = this.#service.error !== null;
        const vector = await this.#queries.of(embedder, query, waitMs, isDown).catch(() => null);
        if (vector === null) return null;
        return { ...(await this.#rank(set, vector, filter)), share: share * left, leadShare: leadShare * left };
      },
      readable: (around) => (asked === null ? 0 : readability(asked, query, around)),
      readableShare: asked?.set.vectors.readableShare ?? 0,
      caughtUp,
      reads: ({ id }) => asked !== null && asked.set.vectors.coverage(id).chunks > 0,
      holds: ({ id }) => asked !== null && asked.set.vectors.coverage(id).embedded > 0,
      holdsBeginning: ({ id }) => quick !== null && quick.short.set.vectors.coverage(id).embedded > 0,
      alike: asked?.embedder.identity.provider === 'use' ? USE_ALIKE : ALIKE,
      error: () => error,
      // Of one that could not be made it is not known what it reads.
      failure: (isReadable) => (asked === null || isReadable ? failure : null),
      lack: (isReadable) => {
        if (this.#service.kind === 'none') return OFF;
        if (error !== null) return error;
        if (areVectorsComing(this.#service.state)) return 'Nothing has been embedded yet.';
        const reads = (asked?.set.vectors.size ?? 0) > 0;
        const own = isReadable || !reads ? 'reads none of the notes' : 'does not read the query';
        return asked === null ? TOO_FEW : `The model ${own}, and ${TOO_FEW}`;
      },
    };
  }

  async #rank(set: VectorSet, query: Float32Array, filter: Filter | undefined): Promise<MeaningRanking> {
    const narrowed = filter === undefined ? undefined : (id: number) => this.#isWanted(id, filter);
    const scores = await this.#options.slicer.run(set.vectors.score(query, narrowed, this.#service.comparePaths));
    return this.#ranking(scores);
  }

  #ranking(scores: VectorScores): MeaningRanking {
    const best = (hits: VectorHit[], limit: number): MeaningHit[] =>
      hits
        .flatMap((hit) => this.#current(hit) ?? [])
        .sort((a, b) => b.score - a.score || compareCodeUnits(a.record.path, b.record.path) || a.chunk - b.chunk)
        .slice(0, limit);
    return {
      notes: (limit, measure) => best(scores.notes(limit + SPARE_ROWS, measure), limit),
      chunks: (limit) => best(scores.chunks(limit + SPARE_ROWS), limit),
    };
  }

  /** The note as the index has it now, perhaps with another number or other chunks. */
  #current({ id, chunk, score }: VectorHit): MeaningHit | null {
    const taken = this.#service.takenRecord(id);
    const record = taken === undefined ? undefined : this.#options.index().source(taken.path);
    if (record === undefined || !takesPartInSearch(record) || chunk >= record.chunkCount || !(score > 0)) return null;
    return { record, chunk, score };
  }

  #isWanted(id: number, filter: Filter): boolean {
    const taken = this.#service.takenRecord(id);
    const record = taken === undefined ? undefined : this.#options.index().source(taken.path);
    return record !== undefined && filter(record);
  }
}

function both(filter: Filter | undefined, other: Filter | undefined): Filter | undefined {
  if (filter === undefined || other === undefined) return filter ?? other;
  return (record) => filter(record) && other(record);
}

function readability(
  { readsEnglishOnly }: Pick<AskableVectors, 'readsEnglishOnly'>,
  query: string,
  around: number,
): number {
  if (!readsEnglishOnly) return 1;
  return englishWeight(query, around, WORDS_AROUND_QUERY);
}
