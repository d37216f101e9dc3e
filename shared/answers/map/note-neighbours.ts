import type { Lack, LikeNotes, NoteLikeness } from '../../meaning/like-notes.ts';
import { takesPartInSearch, type NoteIndex } from '../../index/note-index.ts';
import type { Slicer, Steps } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { MAY_BE_COPY, type NearCopies } from '../copies/near-copies.ts';

/** The notes most like one. */
export interface Neighbour {
  path: string;
  /** Cosine, in thousandths: as it is saved. */
  score: number;
}

/** A near copy of a note, as it was when their texts were compared. */
export interface KnownCopy {
  path: string;
  hash: string;
}

/** Neighbours as saved. */
export interface StoredNeighbours {
  paths: string[];
  /** Of the notes' files when they were compared; empty for one that was not. */
  hashes: string[];
  /** For each note the numbers of its neighbours, each with its score in thousandths. */
  near: number[][];
  /** For each note the numbers of its near copies. */
  copies: number[][];
  /** What notes were compared by, and for each note which of these. */
  names: string[];
  by: number[];
}

export interface NoteNeighboursParts {
  index: () => NoteIndex;
  likeNotes: Pick<LikeNotes, 'ofMost' | 'most' | 'lack' | 'areComing'>;
  copies: Pick<NearCopies, 'areCopies'>;
  slicer: Slicer;
}

/** What is known about a note. */
interface Compared {
  hash: string;
  /** What it was compared by (see `NoteLikeness.by`). */
  by: string;
  near: Neighbour[];
  copies: KnownCopy[];
}

/**
 * Searchable notes, at one version of the index, except those already compared in their present state by the best
 * available vectors.
 */
interface Uncompared {
  index: NoteIndex;
  version: number;
  by: string | null;
  records: NoteRecord[];
}

const MOST = 5;
/** Of short notes, many can be as alike as a copy. */
const MOST_COPIES = 10;
const LEAST_LIKENESS = 0.3;
const NOTES_A_STEP = 256;

/**
 * Finds the nearest neighbours by meaning of all notes, and which of them are near copies, in the background: once for
 * each note, again when it changes, and once more when a model has read a note that was compared by something weaker.
 */
export class NoteNeighbours {
  readonly #parts: NoteNeighboursParts;
  readonly #known = new Map<string, Compared>();
  #uncompared: Uncompared | null = null;
  #isClosed = false;
  #isUnderWay = true;
  #left = 0;
  /** Notes that had no vectors at the last update. */
  #unknown = 0;
  /** The model by which the last update compared; null: by none. */
  #lookedFor: string | null = null;
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

  /** Why notes, or some of them, have not been compared; null if there is nothing to say. */
  get lack(): Lack | null {
    const { lack, areComing } = this.#parts.likeNotes;
    if (lack !== null) return this.#isUnderWay ? lack : null;
    return this.#unknown > 0 && areComing ? { reason: 'waiting' } : null;
  }

  /** Whether notes will be compared again, because the model has read them or is about to. */
  get willImprove(): boolean {
    const { most, areComing } = this.#parts.likeNotes;
    if (most?.kind === 'sentences') return most.by !== this.#lookedFor;
    return most !== null && areComing;
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

  /** Its near copies, if it is still as it was compared; each may have changed since. */
  copiesOf({ path, hash }: Pick<NoteRecord, 'path' | 'hash'>): readonly KnownCopy[] {
    const known = this.#known.get(path);
    return known?.hash === hash ? known.copies : [];
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
    const [near, copies, by]: [number[][], number[][], number[]] = [[], [], []];
    const names: string[] = [];
    for (const [, of] of known) {
      near.push(of.near.flatMap(({ path, score }) => [numberOf(path), Math.round(score * 1000)]));
      const current = of.copies.filter(({ path, hash }) => this.#known.get(path)?.hash === hash);
      copies.push(current.map(({ path }) => numberOf(path)));
      if (!names.includes(of.by)) names.push(of.by);
      by.push(names.indexOf(of.by));
      yield;
    }
    const paths = [...numbers.keys()];
    const hashes = paths.map((_, number) => known[number]?.[1].hash ?? '');
    return { paths, hashes, near, copies, names, by };
  }

  /** Takes over what was saved, for notes not compared since. */
  restore({ paths, hashes, near, copies, names, by }: StoredNeighbours): void {
    for (const [i, path] of paths.entries()) {
      const [hash = '', row = []] = [hashes[i], near[i]];
      if (hash === '' || this.#known.has(path)) continue;
      const pairs: Neighbour[] = [];
      for (let at = 0; at + 1 < row.length; at += 2)
        pairs.push({ path: paths[row[at] as number] ?? '', score: (row[at + 1] as number) / 1000 });
      this.#known.set(path, {
        hash,
        by: names[by[i] ?? -1] ?? '',
        near: pairs,
        copies: (copies[i] ?? []).map((number) => ({ path: paths[number] ?? '', hash: hashes[number] ?? '' })),
      });
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
      this.#lookedFor = this.#uncompared?.by ?? null;
      this.#unknown = 0;
      return false;
    }
    // Asked last: what it knows must be as it is now.
    const likeness = await likeNotes.ofMost();
    if (likeness === null) return false;
    const due = uncompared.filter((record) => likeness.knows(record));
    this.#unknown = uncompared.filter((record) => !this.#isKnown(record) && !likeness.knows(record)).length;
    const by = likeness.kind === 'sentences' ? likeness.by : null;
    const before = this.#revision;
    try {
      this.#left = due.length;
      for (const record of due) {
        if (this.#isClosed) return false;
        await this.#compare(record, likeness);
        this.#left--;
        await slicer.pause();
      }
    } finally {
      this.#left = 0;
      this.#isUnderWay = false;
      this.#lookedFor = by;
      if (this.#revision > before) this.#version++;
    }
    return this.#revision > before;
  }

  async #compare(record: NoteRecord, likeness: NoteLikeness): Promise<void> {
    const found = likeness.nearest(record, MOST_COPIES);
    const near = found.slice(0, MOST).filter(({ score }) => score >= LEAST_LIKENESS);
    const copies: KnownCopy[] = [];
    for (const { record: other, score } of found)
      if (score > MAY_BE_COPY && (await this.#parts.copies.areCopies(record, other)))
        copies.push({ path: other.path, hash: other.hash });
    this.#put(record.path, {
      hash: record.hash,
      by: likeness.by,
      near: near.map(({ record: { path }, score }) => ({ path, score: Math.round(score * 1000) / 1000 })),
      copies,
    });
  }

  #put(path: string, now: Compared): void {
    const before = this.#known.get(path);
    this.#known.set(path, now);
    const isSame =
      areEqual(now.near, before?.near ?? [], (a, b) => a.path === b.path && a.score === b.score) &&
      areEqual(now.copies, before?.copies ?? [], (a, b) => a.path === b.path && a.hash === b.hash);
    if (!isSame) this.#revision++;
  }

  /** The notes to be compared; those that are gone are forgotten. */
  *#lookFor(index: NoteIndex): Steps<NoteRecord[]> {
    const known = this.#uncompared;
    const { version } = index;
    const { most } = this.#parts.likeNotes;
    // Learned vectors say less about a note than a model's, so they replace nothing.
    const by = most?.kind === 'sentences' ? most.by : null;
    const records: NoteRecord[] = [];
    let looked = 0;
    for (const record of known !== null && this.#isOf(known, index, by) ? known.records : index.notes()) {
      const isKnown = this.#isKnown(record) && (by === null || this.#known.get(record.path)?.by === by);
      if (takesPartInSearch(record) && !isKnown) records.push(record);
      if (++looked % NOTES_A_STEP === 0) yield;
    }
    if (known === null || !this.#isOf(known, index, by))
      for (const path of this.#known.keys()) if (index.note(path) === undefined) this.#known.delete(path);
    this.#uncompared = { index, version, by, records };
    return records;
  }

  /** Whether it has been compared in its present state. */
  #isKnown({ path, hash }: NoteRecord): boolean {
    return this.#known.get(path)?.hash === hash;
  }

  #isOf({ index, version, by }: Uncompared, now: NoteIndex, byNow: string | null): boolean {
    return index === now && version === now.version && by === byNow;
  }
}

function areEqual<T>(a: readonly T[], b: readonly T[], areSame: (a: T, b: T) => boolean): boolean {
  return a.length === b.length && a.every((one, i) => areSame(one, b[i] as T));
}
