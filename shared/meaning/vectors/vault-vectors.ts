import { messageOf } from '../../kit/text/message-of.ts';
import type { Schedule } from '../../kit/time/schedule.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { VectorIdentity } from '../../search/vectors/vector-types.ts';
import type { SegmentInfo } from '../../store/store-types.ts';
import { Turns } from '../../kit/concurrency/turns.ts';
import { TermVectors } from './term-vectors.ts';
import { changeOf, fullest, identityOf, isOfIdentity } from './vector-identity.ts';
import { VectorSet } from './vectors-of-model.ts';
import { VectorStorage } from './saved-vectors.ts';
import { VectorReading } from './vector-reading.ts';

export interface VectorLibraryOptions {
  folder: () => Promise<string>;
  dataFolder: string;
  slicer: Slicer;
  schedule?: Schedule;
  /** See `LocalEngineOptions.mayOwn`. */
  mayOwn?: (folder: string) => boolean;
  log: (level: 'error' | 'warn' | 'info' | 'debug', message: string) => void;
  /** Called when this process owns the folder, or follows another. */
  onRole: (role: 'owner' | 'follower') => void;
  /**
   * Called when another process has written, or has left the folder to this one; and to try again what could not be
   * read.
   */
  onOthers: () => void;
}

/** The kind of an embedder's segments. */
export const SENTENCES_KIND = 'vectors';
/**
 * Those of vectors that an embedder makes first, as they take little time: of passages by their words, and by their
 * beginnings.
 */
export const STATIC_KIND = 'static-vectors';
export const SHORT_KIND = 'short-vectors';
const QUICK_KINDS = [STATIC_KIND, SHORT_KIND] as const;
const KINDS = [SENTENCES_KIND, ...QUICK_KINDS] as const;

export type EmbeddedKind = (typeof KINDS)[number];

/** All vectors of a vault, in memory and on disk: of terms, of the embedder, and of the previous one. */
export class VectorLibrary {
  readonly terms = new TermVectors();
  readonly #options: VectorLibraryOptions;
  readonly #disk = new Turns();
  readonly #reading: VectorReading;
  #storage: VectorStorage | null = null;
  #opening: Promise<VectorStorage> | null = null;
  readonly #sets = new Map<EmbeddedKind, VectorSet>();
  #former: VectorSet | null = null;
  #isClosed = false;
  #openingFailure: string | null = null;

  constructor(options: VectorLibraryOptions) {
    this.#options = options;
    const { slicer, schedule, log, onOthers } = options;
    this.#reading = new VectorReading({
      slicer,
      log,
      onRetry: onOthers,
      ...(schedule === undefined ? {} : { schedule }),
    });
  }

  /** Why vectors were rebuilt. */
  get reasons(): readonly string[] {
    return this.#reading.reasons;
  }

  /** Vectors of the embedder given to {@link adopt}; null before. */
  get sentences(): VectorSet | null {
    return this.embedded(SENTENCES_KIND);
  }

  /** Vectors of a kind that was adopted; null before. */
  embedded(kind: EmbeddedKind): VectorSet | null {
    return this.#sets.get(kind) ?? null;
  }

  /** Vectors of the previous embedder, until {@link dropFormer}. */
  get former(): VectorSet | null {
    return this.#former;
  }

  /** False while those on disk may be good, but cannot be read. */
  get mayReplaceTerms(): boolean {
    return !this.#reading.areTermsUnread;
  }

  /**
   * Why vectors stay in memory, and are made again after a restart; null if they are saved, or another process saves
   * them.
   */
  get savingProblem(): string | null {
    const refusal = this.#storage?.refusal ?? null;
    if (refusal === null || !this.hasUnsaved()) return this.#openingFailure;
    return `Vectors could not be saved and are kept in memory; saving them is tried again: ${refusal}`;
  }

  hasUnsaved(): boolean {
    return this.terms.hasUnsaved() || [...this.#sets.values()].some((set) => set.hasUnsaved());
  }

  /** Whether some of the embedder's vectors are in memory alone, and this process may save them. */
  get hasSentencesToSave(): boolean {
    return this.#storage?.canWrite === true && this.sentences?.hasUnsaved() === true;
  }

  /** Whether an embedder's vectors were saved. */
  get hasSentences(): boolean {
    return (this.#storage?.segments(SENTENCES_KIND).length ?? 0) > 0;
  }

  /** Finds what is on disk; {@link loadTerms} and {@link adopt} read it. Never rejects. */
  async open(): Promise<void> {
    const { dataFolder, mayOwn, schedule, log, onRole, onOthers } = this.#options;
    try {
      const folder = await this.#options.folder();
      if (this.#isClosed) return;
      this.#opening = VectorStorage.open({
        folder,
        dataFolder,
        ...(schedule === undefined ? {} : { schedule }),
        ...(mayOwn === undefined ? {} : { mayOwn: () => mayOwn(folder) }),
        onYield: async () => {
          await this.save().finally(() => onRole('follower'));
        },
        onOwner: () => {
          onRole('owner');
          onOthers();
        },
        onLost: () => onRole('follower'),
        onChanged: onOthers,
      });
      const storage = await this.#opening;
      // `close` releases it.
      if (this.#hasClosed()) return;
      this.#storage = storage;
      onRole(storage.canWrite ? 'owner' : 'follower');
      await this.#reading.open(storage);
    } catch (error) {
      this.#openingFailure = `Vectors cannot be saved and stay in memory: ${messageOf(error)}`;
      log('warn', this.#openingFailure);
    }
  }

  /** Reads the vectors of terms. Never rejects. */
  loadTerms(): Promise<void> {
    return this.#disk.run(async () => {
      if (this.#storage !== null) await this.#reading.loadTerms(this.terms, this.#storage);
    });
  }

  /** Finds the vectors of an embedder and, if it has changed, those of the previous one. */
  adopt(identity: VectorIdentity): Promise<VectorSet> {
    return this.#disk.run(async () => {
      const sentences = new VectorSet(SENTENCES_KIND, identity);
      this.#sets.set(SENTENCES_KIND, sentences);
      if (this.#storage === null) return sentences;
      const former = this.#formerSegments(this.#storage, identity);
      const own = this.#reading.segmentsOf(SENTENCES_KIND, this.#storage, identity);
      const last = former.flatMap((info) => identityOf(info) ?? []).at(-1);
      if (last !== undefined && own.length === 0) this.#reading.note(changeOf(last, identity));
      const [mostIdentity, most] = fullest(former) ?? [];
      if (mostIdentity !== undefined && most !== undefined) {
        const set = new VectorSet(SENTENCES_KIND, mostIdentity);
        await this.#reading.attach(set, most, this.#storage);
        this.#former = set.vectors.size === 0 ? null : set;
      }
      await this.#reading.attach(sentences, own, this.#storage);
      await this.#reading.discardDamaged(this.#storage, KINDS);
      return sentences;
    });
  }

  /** Finds the vectors that an embedder makes first, of the kinds it makes, and removes those of any other. */
  adoptQuick(identities: ReadonlyMap<EmbeddedKind, VectorIdentity>): Promise<void> {
    return this.#disk.run(async () => {
      for (const kind of QUICK_KINDS) {
        const identity = identities.get(kind);
        const infos = identity === undefined ? [] : this.#reading.segmentsOf(kind, this.#storage, identity);
        const others = this.#storage?.segments(kind).filter((info) => !infos.includes(info)) ?? [];
        if (others.length > 0) await this.#storage?.commit([], others);
        if (identity === undefined) continue;
        const set = new VectorSet(kind, identity);
        this.#sets.set(kind, set);
        if (this.#storage !== null) await this.#reading.attach(set, infos, this.#storage);
      }
      if (this.#storage !== null) await this.#reading.discardDamaged(this.#storage, KINDS);
    });
  }

  /** Loads what another process has written; true if all notes must be taken in again. */
  refresh(): Promise<boolean> {
    return this.#disk.run(async () => {
      const storage = this.#storage;
      return storage === null ? false : this.#reading.again(() => this.#readAll(storage));
    });
  }

  /** Saves what is new, if this process may; false if something is left for later. */
  save(): Promise<boolean> {
    const { slicer } = this.#options;
    return this.#disk.run(async () => {
      const storage = this.#storage;
      if (storage?.canWrite !== true) return storage === null;
      let isDone = await this.terms.save(storage, slicer);
      for (const set of this.#sets.values()) isDone = (await set.save(storage, slicer)) && isDone;
      return isDone;
    });
  }

  /** Drops the previous embedder's vectors, as the new ones are complete. */
  dropFormer(): Promise<void> {
    return this.#disk.run(async () => {
      this.#former = null;
      const identity = this.sentences?.identity;
      if (this.#storage?.canWrite !== true || identity === undefined) return;
      const former = this.#formerSegments(this.#storage, identity);
      if (former.length > 0) await this.#storage.commit([], former);
    });
  }

  /** Drops all vectors of a kind, if this process may. */
  empty(kind: EmbeddedKind): Promise<void> {
    return this.#disk.run(async () => {
      const set = this.#sets.get(kind);
      const storage = this.#storage;
      const infos = storage?.segments(kind) ?? [];
      if (set === undefined || (infos.length === 0 && !set.hasUnsaved())) return;
      if (storage !== null && (await storage.commit([], infos)) === null) return;
      this.#sets.set(kind, new VectorSet(kind, set.identity));
    });
  }

  /** Tells why vectors were rebuilt. */
  note(reason: string): void {
    this.#reading.note(reason);
  }

  /** Releases the folder, also one that is being opened. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#reading.close();
    const storage = await this.#opening?.catch(() => null);
    await storage?.close();
  }

  #hasClosed(): boolean {
    return this.#isClosed;
  }

  async #readAll(storage: VectorStorage): Promise<boolean> {
    if (!(await this.#reading.reopen(storage))) return false;
    let isNew = await this.#reading.loadTerms(this.terms, storage);
    for (const [kind, known] of this.#sets) {
      const infos = this.#reading.segmentsOf(kind, storage, known.identity);
      const isKnown = known.knows(infos);
      const set = isKnown ? known : new VectorSet(kind, known.identity);
      await this.#reading.attach(set, infos, storage);
      if (!isKnown) await this.#options.slicer.run(set.takeOver(known));
      // Until then, queries used the old ones.
      this.#sets.set(kind, set);
      if (!isKnown) isNew = true;
    }
    await this.#reading.discardDamaged(storage, KINDS);
    return isNew;
  }

  #formerSegments(storage: VectorStorage, identity: VectorIdentity): SegmentInfo[] {
    return storage.segments(SENTENCES_KIND).filter((info) => !isOfIdentity(info, identity));
  }
}
