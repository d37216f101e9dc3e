import type { LikeNotes } from '../../meaning/like-notes.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';

/** The notes most like one. */
export interface Neighbour {
  path: string;
  /** Cosine, in thousandths: as it is saved. */
  score: number;
}

/** Neighbours as saved. */
export interface StoredNeighbours {
  paths: string[];
  /** Of the notes' files when they were compared; empty for one that was not. */
  hashes: string[];
  /** For each note the numbers of its neighbours, each with its score in thousandths. */
  near: number[][];
}

const MOST = 5;
const LEAST_LIKENESS = 0.3;

/** The nearest neighbours by meaning of all notes, in the background: once for each note, and again when it changes. */
export class NoteNeighbours {
  readonly #parts: { index: () => NoteIndex; likeNotes: LikeNotes; slicer: Slicer };
  readonly #known = new Map<string, { hash: string; near: Neighbour[] }>();
  #isClosed = false;
  #left = 0;

  constructor(parts: { index: () => NoteIndex; likeNotes: LikeNotes; slicer: Slicer }) {
    this.#parts = parts;
  }

  /** How many notes are still to be compared in the update that is going on. */
  get left(): number {
    return this.#left;
  }

  of(path: string): readonly Neighbour[] {
    return this.#known.get(path)?.near ?? [];
  }

  stored(): StoredNeighbours {
    const numbers = new Map<string, number>();
    const numberOf = (path: string): number => {
      const number = numbers.get(path) ?? numbers.size;
      numbers.set(path, number);
      return number;
    };
    for (const path of this.#known.keys()) numberOf(path);
    const near = [...this.#known.values()].map((known) =>
      known.near.flatMap(({ path, score }) => [numberOf(path), Math.round(score * 1000)]),
    );
    const paths = [...numbers.keys()];
    return { paths, hashes: paths.map((path) => this.#known.get(path)?.hash ?? ''), near };
  }

  /** Takes over what was saved, for notes not compared since. */
  restore({ paths, hashes, near }: StoredNeighbours): void {
    for (const [i, path] of paths.entries()) {
      const [hash = '', row = []] = [hashes[i], near[i]];
      if (hash === '' || this.#known.has(path)) continue;
      const pairs = Array.from({ length: row.length >>> 1 }, (_, at): Neighbour => {
        const [number = 0, score = 0] = row.slice(2 * at, 2 * at + 2);
        return { path: paths[number] ?? '', score: score / 1000 };
      });
      this.#known.set(path, { hash, near: pairs });
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Brings them up to date; true if anything has changed. */
  async update(): Promise<boolean> {
    const { index, likeNotes, slicer } = this.#parts;
    const likeness = await likeNotes.ofMost();
    if (likeness === null) return false;
    let hasChanged = false;
    for (const path of this.#known.keys())
      if (index().note(path) === undefined) hasChanged = this.#known.delete(path) || hasChanged;
    const changed = [...index().notes()].filter(
      (record) =>
        takesPartInSearch(record) && this.#known.get(record.path)?.hash !== record.hash && likeness.knows(record),
    );
    try {
      this.#left = changed.length;
      for (const record of changed) {
        if (this.#isClosed) return false;
        const near = likeness.nearest(record, MOST).filter(({ score }) => score >= LEAST_LIKENESS);
        this.#known.set(record.path, {
          hash: record.hash,
          near: near.map(({ record: { path }, score }) => ({ path, score: Math.round(score * 1000) / 1000 })),
        });
        hasChanged = true;
        this.#left--;
        await slicer.pause();
      }
    } finally {
      this.#left = 0;
    }
    return hasChanged;
  }
}
