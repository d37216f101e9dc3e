import type { NoteRecord } from '../../notes/note-record.ts';
import type { Slicer, Steps } from '../../kit/concurrency/slices.ts';
import { NoteVectors } from '../../search/vectors/note-vectors.ts';
import type { VectorIdentity } from '../../search/vectors/vector-types.ts';
import type { SegmentInfo } from '../../store/store-types.ts';
import { chooseMerge } from '../../store/merge-policy.ts';
import { decodePlans, encodePlans, keysOf, planOf, planStamp, type NotePlan } from './passage-keys.ts';
import type { NewSegment, VectorStorage } from './saved-vectors.ts';

/** A segment to save, retried until it is on disk. */
interface PendingSegment {
  /** Its name among the vectors. */
  key: string;
  /** Those of the segments it replaces. */
  replaces: string[];
  segment: NewSegment;
}

/** Vectors that no note uses are dropped above this number and share. */
const UNNAMED_LEAST = 1_000;
const UNNAMED_SHARE = 0.25;

/** The vectors of one identity and the plans of their notes, in memory and on disk. Callers save one at a time. */
export class VectorSet {
  readonly kind: string;
  readonly vectors: NoteVectors;
  /** What segments store besides the identity. */
  facts: Record<string, unknown> = {};
  readonly #plans = new Map<string, NotePlan>();
  /** Stamps of the notes' current plans, by note number. */
  readonly #stamps = new Map<number, string>();
  readonly #unsavedPlans = new Set<string>();
  readonly #saved = new Map<string, SegmentInfo>();
  #pending: PendingSegment[] = [];
  #segmentsMade = 0;

  constructor(kind: string, identity: VectorIdentity) {
    this.kind = kind;
    this.vectors = new NoteVectors(identity);
  }

  get identity(): VectorIdentity {
    return this.vectors.identity;
  }

  /** Share of the texts that have a vector, 0 to 1. */
  get share(): number {
    const { size, waiting } = this.vectors;
    return size === 0 ? 0 : size / (size + waiting);
  }

  /** The chunks' keys, if found before; null if not. */
  planned(record: NoteRecord): (string | null)[] | null {
    const plan = this.#plans.get(planStamp(record));
    return plan === undefined ? null : keysOf(plan);
  }

  /** Stores a note's keys, one per chunk, and takes the note in under them. */
  plan(record: NoteRecord, keys: readonly (string | null)[]): void {
    const stamp = planStamp(record);
    this.#plans.set(stamp, planOf(keys));
    this.#unsavedPlans.add(stamp);
    this.take(record, keys);
  }

  /** Takes a note in under keys from {@link planned}. */
  take(record: NoteRecord, keys: readonly (string | null)[]): void {
    this.#stamps.set(record.id, planStamp(record));
    this.vectors.setNote(record.id, keys);
  }

  /** Takes in the notes of the set that this one replaces, so that they can be found until they are taken in again. */
  *takeOver(former: VectorSet): Steps<void> {
    for (const [id, stamp] of former.#stamps) {
      const plan = former.#plans.get(stamp);
      if (plan === undefined) continue;
      this.#stamps.set(id, stamp);
      this.vectors.setNote(id, keysOf(plan));
      yield;
    }
  }

  drop(id: number): void {
    this.#stamps.delete(id);
    this.vectors.removeNote(id);
  }

  hasUnsaved(): boolean {
    return this.vectors.segments.unsaved > 0 || this.#unsavedPlans.size > 0 || this.#pending.length > 0;
  }

  /** Whether everything read from disk is still there; if not, read the set again. */
  knows(infos: readonly SegmentInfo[]): boolean {
    const present = new Set(infos.map(({ key }) => key));
    return [...this.#saved.values()].every(({ key }) => present.has(key));
  }

  /**
   * Loads segments not known yet.
   * @throws {Error} on a segment that cannot be trusted
   */
  async attach(infos: readonly SegmentInfo[], storage: VectorStorage, slicer: Slicer): Promise<void> {
    const known = new Set([...this.#saved.values()].map(({ key }) => key));
    for (const info of infos) {
      if (known.has(info.key)) continue;
      const { vectors, plans } = await storage.readSegment(info, async (section) => ({
        vectors: await section('vectors'),
        plans: await section('plans'),
      }));
      const decoded = await slicer.run(decodePlans(plans, info.key));
      await slicer.run(this.vectors.segments.attach(info.key, vectors));
      for (const [stamp, plan] of decoded) if (!this.#unsavedPlans.has(stamp)) this.#plans.set(stamp, plan);
      this.#saved.set(info.key, info);
    }
  }

  /**
   * Saves what is new, `also` with the first commit, and merges segments if there are too many. False if something is
   * left for later.
   */
  async save(
    storage: VectorStorage,
    slicer: Slicer,
    also: { add: NewSegment[]; remove: SegmentInfo[] } = { add: [], remove: [] },
  ): Promise<boolean> {
    if (!storage.canWrite) return false;
    if (this.vectors.segments.unsaved > 0 || this.#unsavedPlans.size > 0) await this.#freeze(slicer);
    const first = also.add.length + also.remove.length > 0 ? also : null;
    if (!(await this.#writePending(storage, first))) return false;
    await this.#merge(storage, slicer);
    return true;
  }

  async #freeze(slicer: Slicer): Promise<void> {
    const key = this.#newKey();
    const stamps = [...this.#unsavedPlans];
    this.#unsavedPlans.clear();
    const plans = await slicer.run(this.#planned(stamps, key));
    this.#push(key, [], await slicer.run(this.vectors.segments.freeze(key)), plans);
  }

  async #merge(storage: VectorStorage, slicer: Slicer): Promise<void> {
    const unnamed = this.vectors.unnamed();
    if (unnamed > UNNAMED_LEAST && unnamed > UNNAMED_SHARE * this.vectors.size) this.vectors.sweep();
    const segments = [...this.#saved];
    const candidates = segments.map(([key, info]) => ({ bytes: info.bytes, rows: this.vectors.segments.rowsIn(key) }));
    const start = chooseMerge(candidates, this.vectors.size);
    if (start === null) return;
    const replaces = segments.slice(start).map(([key]) => key);
    const parts = new Set(replaces);
    const used = new Set(this.#stamps.values());
    const stamps: string[] = [];
    for (const [stamp, { segment }] of this.#plans) {
      if (segment === null || !parts.has(segment)) continue;
      if (used.has(stamp)) stamps.push(stamp);
      else this.#plans.delete(stamp);
    }
    const key = this.#newKey();
    const plans = await slicer.run(this.#planned(stamps, key));
    this.#push(key, replaces, await slicer.run(this.vectors.segments.merge(replaces, key)), plans);
    await this.#writePending(storage, null);
  }

  /** Encodes plans as part of the segment `key`. */
  *#planned(stamps: readonly string[], key: string): Steps<Uint8Array> {
    const plans = new Map<string, NotePlan>();
    for (const stamp of stamps) {
      const plan = this.#plans.get(stamp);
      if (plan === undefined) continue;
      plan.segment = key;
      plans.set(stamp, plan);
    }
    return yield* encodePlans(plans);
  }

  #push(key: string, replaces: string[], vectors: Uint8Array, plans: Uint8Array): void {
    const segment = { kind: this.kind, sections: { plans, vectors }, meta: { ...this.facts, identity: this.identity } };
    this.#pending.push({ key, replaces, segment });
  }

  async #writePending(
    storage: VectorStorage,
    also: { add: NewSegment[]; remove: SegmentInfo[] } | null,
  ): Promise<boolean> {
    let extra = also;
    for (let next = this.#pending[0]; next !== undefined || extra !== null; next = this.#pending[0]) {
      const replaced = next?.replaces.flatMap((key) => this.#saved.get(key) ?? []) ?? [];
      const added = [...(next === undefined ? [] : [next.segment]), ...(extra?.add ?? [])];
      const written = await storage.commit(added, [...replaced, ...(extra?.remove ?? [])]);
      if (written === null) return false;
      extra = null;
      if (next === undefined) continue;
      this.#pending.shift();
      for (const key of next.replaces) this.#saved.delete(key);
      const [info] = written;
      if (info !== undefined) this.#saved.set(next.key, info);
    }
    return true;
  }

  #newKey(): string {
    return `own-${++this.#segmentsMade}`;
  }
}
