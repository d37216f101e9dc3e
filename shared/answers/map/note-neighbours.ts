import type { Lack, LikeNotes } from '../../meaning/like-notes.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import type { Slicer, Steps } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';

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

export interface NoteNeighboursParts {
  index: () => NoteIndex;
  likeNotes: Pick<LikeNotes, 'ofMost' | 'lack' | 'areComing'>;
  slicer: Slicer;
}

/** Notes that search finds, at one version of the index, except those compared as they are. */
interface Uncompared {
  index: NoteIndex;
  version: number;
  records: NoteRecord[];
}

const MOST = 5;
const LEAST_LIKENESS = 0.3;
const NOTES_A_STEP = 256;

/** The nearest neighbours by meaning of all notes, in the background: once for each note, and again when it changes. */
export class NoteNeighbours {
  readonly #parts: NoteNeighboursParts;
  readonly #known = new Map<string, { hash: string; near: Neighbour[] }>();
  #uncompared: Uncompared | null = null;
  #isClosed = false;
  #isUnderWay = true;
  #left = 0;
  /** Notes that the last update found no vectors of. */
  #unknown = 0;
  #revision = 0;
  #version = 0;

  constructor(parts: NoteNeighboursParts) {
    this.#parts = parts;
  }

  /** How many notes are still to be compared in the update that is going on. */
  get left(): number {
    return this.#left;
  }

  /** Whether the first comparison is still to come: no list of near copies, and no place by meaning, is known yet. */
  get isAwaited(): boolean {
    const { lack } = this.#parts.likeNotes;
    return this.#isUnderWay && (lack === null || lack.reason === 'waiting');
  }

  /** Why notes have not been compared, or some of them not yet; null if there is nothing to say. */
  get lack(): Lack | null {
    const { lack, areComing } = this.#parts.likeNotes;
    if (lack !== null) return this.#isUnderWay ? lack : null;
    return this.#unknown > 0 && areComing ? { reason: 'waiting' } : null;
  }

  /** Grows with every note whose neighbours change. */
  get revision(): number {
    return this.#revision;
  }

  /** Grows when an update that changed any neighbours ends: what was computed from them has to be computed again. */
  get version(): number {
    return this.#version;
  }

  of(path: string): readonly Neighbour[] {
    return this.#known.get(path)?.near ?? [];
  }

  *stored(): Steps<StoredNeighbours> {
    const known = [...this.#known];
    const numbers = new Map(known.map(([path], number) => [path, number]));
    const numberOf = (path: string): number => {
      const number = numbers.get(path) ?? numbers.size;
      numbers.set(path, number);
      return number;
    };
    yield;
    const near: number[][] = [];
    for (const [, of] of known) {
      near.push(of.near.flatMap(({ path, score }) => [numberOf(path), Math.round(score * 1000)]));
      yield;
    }
    const paths = [...numbers.keys()];
    return { paths, hashes: paths.map((_, number) => known[number]?.[1].hash ?? ''), near };
  }

  /** Takes over what was saved, for notes not compared since. */
  restore({ paths, hashes, near }: StoredNeighbours): void {
    for (const [i, path] of paths.entries()) {
      const [hash = '', row = []] = [hashes[i], near[i]];
      if (hash === '' || this.#known.has(path)) continue;
      const pairs: Neighbour[] = [];
      for (let at = 0; at + 1 < row.length; at += 2)
        pairs.push({ path: paths[row[at] as number] ?? '', score: (row[at + 1] as number) / 1000 });
      this.#known.set(path, { hash, near: pairs });
    }
  }

  close(): void {
    this.#isClosed = true;
  }

  /** Brings them up to date; true if any have changed. Cheap if no note has. */
  async update(): Promise<boolean> {
    const { index, likeNotes, slicer } = this.#parts;
    const uncompared = await slicer.run(this.#lookFor(index()));
    if (uncompared.length === 0) {
      this.#isUnderWay = false;
      this.#unknown = 0;
      return false;
    }
    // Asked last: what it knows must be as it is now.
    const likeness = await likeNotes.ofMost();
    if (likeness === null) return false;
    const due = uncompared.filter((record) => likeness.knows(record));
    this.#unknown = uncompared.length - due.length;
    const before = this.#revision;
    try {
      this.#left = due.length;
      for (const record of due) {
        if (this.#isClosed) return false;
        const near = likeness.nearest(record, MOST).filter(({ score }) => score >= LEAST_LIKENESS);
        this.#put(
          record,
          near.map(({ record: { path }, score }) => ({ path, score: Math.round(score * 1000) / 1000 })),
        );
        this.#left--;
        await slicer.pause();
      }
    } finally {
      this.#left = 0;
      this.#isUnderWay = false;
      if (this.#revision > before) this.#version++;
    }
    return this.#revision > before;
  }

  #put({ path, hash }: NoteRecord, near: Neighbour[]): void {
    const before = this.of(path);
    this.#known.set(path, { hash, near });
    const isSame =
      near.length === before.length &&
      near.every((one, i) => one.path === before[i]?.path && one.score === before[i].score);
    if (!isSame) this.#revision++;
  }

  /** The notes to be compared; those that are gone are forgotten. */
  *#lookFor(index: NoteIndex): Steps<NoteRecord[]> {
    const known = this.#uncompared;
    const { version } = index;
    const records: NoteRecord[] = [];
    let looked = 0;
    for (const record of known !== null && this.#isOf(known, index) ? known.records : index.notes()) {
      if (takesPartInSearch(record) && this.#known.get(record.path)?.hash !== record.hash) records.push(record);
      if (++looked % NOTES_A_STEP === 0) yield;
    }
    if (known === null || !this.#isOf(known, index))
      for (const path of this.#known.keys()) if (index.note(path) === undefined) this.#known.delete(path);
    this.#uncompared = { index, version, records };
    return records;
  }

  #isOf({ index, version }: Uncompared, now: NoteIndex): boolean {
    return index === now && version === now.version;
  }
}
