import type { NoteRecord } from '../notes/note-record.ts';
import type { Slicer } from '../kit/concurrency/slices.ts';
import { takesPartInSearch, type NoteIndex } from '../index/note-index.ts';
import { identityText } from '../search/vectors/vector-types.ts';
import type { NoteMeans } from '../search/vectors/note-means.ts';
import type { EmbeddingService } from './embedding-service.ts';
import { areVectorsComing } from './embedding-state.ts';
import type { VectorSet } from './vectors/vectors-of-model.ts';

/** A note that is like another. */
export interface LikeNote {
  record: NoteRecord;
  /** Cosine of the two as wholes. */
  score: number;
}

/** The nearest passages of two notes: the chunk of the other one, and their cosine. */
export interface NearestPassage {
  chunk: number;
  score: number;
}

/** How like each other notes are, by stored vectors alone: no model is asked. Read it before notes change. */
export interface NoteLikeness {
  /** What the vectors were made by: a sentence model, or what was learned from the vault. */
  kind: 'sentences' | 'terms';
  /** For sentence vectors, which model made them. Learned vectors are replaced again and again, and share one name. */
  by: string;
  /** Whether the note has all the vectors it can have, in its present state: a changed note may still have old ones. */
  knows(record: NoteRecord): boolean;
  /** The notes most like this one, best first, itself left out. */
  nearest(record: NoteRecord, limit: number, isWanted?: (record: NoteRecord) => boolean): LikeNote[];
  /** For each of these notes, by path, its passage that is nearest to any of this note's. */
  passages(record: NoteRecord, others: readonly NoteRecord[]): Promise<Map<string, NearestPassage>>;
  /** Cosine of two notes as wholes; 0 if either has no vector. */
  between(a: NoteRecord, b: NoteRecord): number;
}

/** Why notes cannot be compared. */
export type Lack =
  /** Embeddings are off. */
  | { reason: 'off' }
  /** Their vectors are still being made. */
  | { reason: 'waiting' }
  /** The model does not work, or is not there, and nothing could be learned instead. */
  | { reason: 'model'; problem: string }
  /** They have too few words to learn from. */
  | { reason: 'words' };

/** Vectors, and how much of the notes they know, 0 to 1. */
interface ComparedBy {
  kind: NoteLikeness['kind'];
  set: VectorSet;
  share: number;
}

/** Compares notes by the vectors that an {@link EmbeddingService} keeps. */
export class LikeNotes {
  readonly #service: EmbeddingService;
  readonly #index: () => NoteIndex;
  readonly #slicer: Slicer;

  constructor(service: EmbeddingService, { index, slicer }: { index: () => NoteIndex; slicer: Slicer }) {
    this.#service = service;
    this.#index = index;
    this.#slicer = slicer;
  }

  /** By each kind of vectors that knows the note, those of sentences first. */
  async of(record: NoteRecord): Promise<NoteLikeness[]> {
    const known = this.#sets().filter(({ set }) => set.vectors.coverage(record.id).embedded > 0);
    return Promise.all(known.map(({ kind, set }) => this.#likeness(kind, set)));
  }

  /** Why there is nothing to compare notes by; null if there is something. */
  get lack(): Lack | null {
    const service = this.#service;
    if (service.kind === 'none') return { reason: 'off' };
    if (this.#filled().length > 0) return null;
    return this.areComing ? { reason: 'waiting' } : this.#failure();
  }

  /** Whether more vectors come by themselves. */
  get areComing(): boolean {
    const service = this.#service;
    const works = service.missing === null && service.error === null;
    return areVectorsComing(service.state) || (works && (service.sentences?.set.vectors.waiting ?? 0) > 0);
  }

  /** By the vectors that cover the most notes; null if there are none. */
  async ofMost(): Promise<NoteLikeness | null> {
    const best = this.#best();
    return best === null ? null : this.#likeness(best.kind, best.set);
  }

  /** What {@link ofMost} would compare by, without doing so; null if there is nothing. */
  get most(): Pick<NoteLikeness, 'kind' | 'by'> | null {
    const best = this.#best();
    return best === null ? null : { kind: best.kind, by: nameOf(best) };
  }

  #best(): ComparedBy | null {
    const [best] = this.#filled().sort((a, b) => b.share - a.share);
    return best ?? null;
  }

  #failure(): Lack {
    const { missing, error, problem } = this.#service;
    const why = missing === null ? error : problem;
    return why === null ? { reason: 'words' } : { reason: 'model', problem: why };
  }

  #filled(): ComparedBy[] {
    return this.#sets().filter(({ set }) => set.vectors.size > 0);
  }

  #sets(): ComparedBy[] {
    const service = this.#service;
    if (service.kind === 'none') return [];
    const sentences = service.askable?.set ?? null;
    const terms = service.library.terms.set;
    return [
      ...(sentences === null
        ? []
        : [{ kind: 'sentences' as const, set: sentences, share: service.caughtUp * sentences.vectors.readableShare }]),
      ...(terms === null ? [] : [{ kind: 'terms' as const, set: terms, share: 0.9 }]),
    ];
  }

  async #likeness(kind: NoteLikeness['kind'], set: VectorSet): Promise<NoteLikeness> {
    const { vectors } = set;
    const means: NoteMeans = await this.#slicer.run(vectors.means());
    return {
      kind,
      by: nameOf({ kind, set }),
      knows: ({ id, hash }) =>
        means.has(id) && this.#service.takenRecord(id)?.hash === hash && !this.#isWaiting(vectors, id),
      nearest: (record, limit, isWanted = () => true) => {
        const wanted = (id: number): boolean => {
          const other = this.#current(id);
          return other !== null && other.path !== record.path && isWanted(other);
        };
        return means.nearest(record.id, limit, wanted, this.#service.comparePaths).flatMap(({ id, score }) => {
          const other = this.#current(id);
          return other === null ? [] : [{ record: other, score }];
        });
      },
      passages: async (record, others) => {
        const pairs = await this.#slicer.run(
          vectors.pairs(
            record.id,
            others.map(({ id }) => id),
          ),
        );
        return new Map(
          others.flatMap(({ id, path, chunkCount }) => {
            const pair = pairs.get(id);
            return pair === undefined || pair.other >= chunkCount
              ? []
              : [[path, { chunk: pair.other, score: pair.score }] as const];
          }),
        );
      },
      between: (a, b) => means.likeness(a.id, b.id),
    };
  }

  /** Whether any of the note's texts is still to be embedded. */
  #isWaiting(vectors: VectorSet['vectors'], id: number): boolean {
    const { sentences } = this.#service;
    const failed = sentences?.set.vectors === vectors ? sentences.failuresOf(id).length : 0;
    return vectors.missingKeys(id).length > failed;
  }

  /** The note as it is in the index now: vectors may still have one that is gone or hidden. */
  #current(id: number): NoteRecord | null {
    const taken = this.#service.takenRecord(id);
    const record = taken === undefined ? undefined : this.#index().note(taken.path);
    return record !== undefined && takesPartInSearch(record) ? record : null;
  }
}

function nameOf({ kind, set }: Pick<ComparedBy, 'kind' | 'set'>): string {
  return kind === 'terms' ? kind : identityText(set.identity);
}
