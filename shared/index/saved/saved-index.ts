import type { NoteRecord } from '../../notes/note-record.ts';
import { messageOf } from '../../kit/text/message-of.ts';
import { StringPool } from '../../kit/text/string-pool.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { IndexStore } from '../../store/segment-store.ts';
import type { SectionBytes } from '../../store/write-segment.ts';
import type { Manifest, SegmentInfo, SegmentReader } from '../../store/store-types.ts';
import { oneAhead } from '../../kit/concurrency/one-ahead.ts';
import { ChunkTextStore } from './chunk-text-store.ts';
import type { TextPage } from './text-pages.ts';
import { isPassingFailure } from '../../store/passing-failure.ts';
import { chooseMerge } from '../../store/merge-policy.ts';
import type { NoteIndex } from '../note-index.ts';
import {
  decodeIds,
  decodePages,
  decodeRecords,
  encodeIds,
  encodeRecords,
  encodeTexts,
  loadedSections,
  NOTES_KIND,
  type PagePlace,
} from './note-segment.ts';
import { SavedValues } from './saved-values.ts';

/** Version of the index layout and of the output of parser, chunker and tokenizer; another number means a rebuild. */
export const INDEX_FORMAT = 17;

/**
 * Why no index was loaded; null if none was expected. `isPassing` if the one on disk may be good and must be left
 * alone.
 */
export interface NotLoaded {
  loaded: false;
  reason: string | null;
  isPassing?: true;
}

/** A segment of notes, as known to this process. */
interface Slot {
  /** Its name inside the full-text index. */
  key: string;
  /** Numbers of the notes in it when it was written. */
  ids: readonly number[];
  deleted: readonly number[];
  /** Set once it is part of the index on disk. */
  saved?: { info: SegmentInfo; reader: SegmentReader };
}

/** Work for the disk that must be done in order; it stays in memory until it is done. */
interface PendingWrite {
  slot: Slot;
  /** The slots it replaces. */
  replaces: Slot[];
  /** Created once, when its turn comes. */
  sections: () => Promise<Record<string, SectionBytes>>;
  /** Chunk texts to be read from memory until the segment is on disk. */
  texts: ReadonlyMap<number, readonly TextPage[]>;
}

/**
 * Keeps a {@link NoteIndex} on disk: each save writes what changed as one segment, and small segments are merged later.
 * Without a store, or while another process owns it, nothing is written and everything stays in memory.
 * `load`, `write` and `merge` must not overlap, and `capture` must not run in the middle of a change to the index; the
 * caller ensures both.
 */
export class SavedIndex {
  readonly texts = new ChunkTextStore();
  readonly values: SavedValues;
  readonly #store: IndexStore | null;
  readonly #slicer: Slicer;
  #slots: Slot[] = [];
  #queue: PendingWrite[] = [];
  /** The slot with the newest record of each note. */
  readonly #slotOf = new Map<number, Slot>();
  /** Keys of unusable segments to be removed by the next commit. */
  #discard: string[] = [];
  /** Readers of merged segments: closed at the next merge, when no read can be using them. */
  #retired: SegmentReader[] = [];
  #localKeys = 0;
  #closed = false;

  constructor(store: IndexStore | null, slicer: Slicer) {
    this.#store = store;
    this.#slicer = slicer;
    this.values = new SavedValues(store);
  }

  /** The same index on disk, keeping from a failed load only what its next commit has to remove. */
  emptied(): SavedIndex {
    const saved = new SavedIndex(this.#store, this.#slicer);
    saved.#discard = this.#discard;
    return saved;
  }

  /** False if it is in memory only. */
  get isOnDisk(): boolean {
    return this.#store !== null;
  }

  get canWrite(): boolean {
    return this.#store?.isOwner ?? false;
  }

  /**
   * Fills an empty index from the disk, links unresolved. Returns a reason if nothing was usable: the index must then
   * be discarded.
   */
  async load(index: NoteIndex): Promise<{ loaded: true } | NotLoaded> {
    if (this.#store === null) return { loaded: false, reason: null };
    const stored = await this.#store.read();
    if (!('manifest' in stored)) return { loaded: false, ...stored };
    try {
      await this.#loadManifest(index, stored.manifest);
      return { loaded: true };
    } catch (error) {
      if (isPassingFailure(error)) return { loaded: false, reason: messageOf(error), isPassing: true };
      this.#discard = stored.manifest.segments.map((segment) => segment.key);
      return { loaded: false, reason: `The index was damaged and is rebuilt: ${messageOf(error)}` };
    }
  }

  /** Captures what changed since the last time; {@link write} brings it to disk. */
  capture(index: NoteIndex): void {
    if (!this.canWrite || index.unsaved.count === 0) return;
    const unsaved = index.unsaved.take();
    const slot: Slot = { key: this.#localKey(), ids: [...unsaved.notes.keys()], deleted: [...unsaved.deleted] };
    const freezing = index.fulltext.freeze(slot.key);
    // The first step separates the delta from later inserts, so it must run before anything else can.
    const first = freezing.next();
    const sections = once(async () => {
      const fulltext = first.done === true ? first.value : await this.#slicer.run(freezing);
      const records = await this.#slicer.run(encodeRecords(unsaved.notes.values()));
      return { ...records, deleted: encodeIds(slot.deleted), fulltext, ...encodeTexts(unsaved.texts) };
    });
    this.#append(slot);
    this.#queue.push({ slot, replaces: [], sections, texts: unsaved.texts });
  }

  /**
   * Writes what was captured. False if something is left for later because the disk failed or another process owns the
   * index.
   */
  async write(index: NoteIndex): Promise<boolean> {
    for (let write = this.#queue[0]; write !== undefined; write = this.#queue[0]) {
      const sections = await write.sections();
      if (this.#store === null || !this.canWrite || !(await this.#commit(this.#store, write, sections, index)))
        return false;
      this.#queue.shift();
    }
    return true;
  }

  /** Merges segments if there are too many. Safe to call often. */
  async merge(index: NoteIndex): Promise<void> {
    if (!this.canWrite || this.#closed || this.#queue.length > 0) return;
    const candidates = this.#slots.map((slot) => ({
      bytes: slot.saved?.info.bytes ?? 0,
      rows: slot.ids.length + slot.deleted.length,
    }));
    const start = chooseMerge(candidates, index.recordCount);
    if (start === null) return;
    const replaced = this.#slots.slice(start);
    for (const reader of this.#retired) await reader.close();
    this.#retired = [];
    await this.#mergeSlots(index, replaced, start === 0);
    this.#retired = replaced.flatMap((old) => old.saved?.reader ?? []);
    await this.write(index);
  }

  /** The visible text of one chunk, wherever it is now. */
  readChunk(index: NoteIndex, id: number, chunk: number): Promise<string> {
    return this.texts.read(id, chunk, this.#textsInMemory(index, id));
  }

  /** The visible texts of all chunks of a note, as found by {@link readChunk}. */
  readChunks(index: NoteIndex, id: number): Promise<string[]> {
    return this.texts.readAll(id, this.#textsInMemory(index, id), this.#slicer);
  }

  /** The same texts, packed. */
  async pages(index: NoteIndex, id: number): Promise<readonly TextPage[]> {
    return this.#textsInMemory(index, id) ?? this.texts.pages(id);
  }

  /** Closes all files. Whoever opened the store closes it. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const reader of this.#retired) await reader.close();
    for (const slot of this.#slots) await slot.saved?.reader.close();
    this.#slots = [];
  }

  async #loadManifest(index: NoteIndex, manifest: Manifest): Promise<void> {
    const store = this.#store;
    if (store === null) return;
    const loading: { slot: Slot; reader: SegmentReader }[] = [];
    for (const info of manifest.segments) {
      if (info.kind !== NOTES_KIND) {
        this.values.locate(info);
        continue;
      }
      const reader = await store.openSegment(info);
      // Registered before anything is read from it, so that `close` reaches its file even if reading fails.
      const slot: Slot = { key: info.key, ids: [], deleted: [], saved: { info, reader } };
      this.#slots.push(slot);
      loading.push({ slot, reader });
    }
    const records = new Map<number, NoteRecord>();
    const pool = new StringPool();
    for await (const [{ slot, reader }, sections] of oneAhead(loading, ({ reader }) => loadedSections(reader))) {
      slot.deleted = [...decodeIds(sections.deleted)];
      const found = await this.#slicer.run(decodeRecords(sections, pool));
      slot.ids = found.map((record) => record.id);
      for (const record of found) {
        records.set(record.id, record);
        this.#slotOf.set(record.id, slot);
      }
      for (const id of slot.deleted) {
        records.delete(id);
        this.#slotOf.delete(id);
      }
      index.fulltext.attach(slot.key, sections.fulltext);
      for (const [id, pages] of decodePages(sections.pages)) this.texts.locate(id, reader, pages);
    }
    await this.#adopt(index, records);
    const { nextId } = manifest.state;
    if (typeof nextId === 'number') index.nextId = Math.max(index.nextId, nextId);
  }

  async #adopt(index: NoteIndex, records: Map<number, NoteRecord>): Promise<void> {
    for (const record of records.values()) {
      await this.#slicer.pause();
      index.adoptNote(record);
      if (record.visibility !== 'visible') index.fulltext.remove(record.id);
    }
    for (const slot of this.#slots) {
      for (const id of [...slot.ids, ...slot.deleted]) {
        if (records.has(id)) continue;
        index.fulltext.remove(id);
        this.texts.forget(id);
      }
    }
  }

  async #mergeSlots(index: NoteIndex, replaced: Slot[], fromTheFirst: boolean): Promise<void> {
    const parts = new Set(replaced);
    const ids = [...new Set(replaced.flatMap((slot) => slot.ids))].filter((id) => {
      const slot = this.#slotOf.get(id);
      return slot !== undefined && parts.has(slot) && index.noteById(id) !== undefined;
    });
    // Deletions from a segment that stays must be repeated; with none before the run, nothing can come back.
    const deleted = fromTheFirst ? [] : [...new Set(replaced.flatMap((slot) => slot.deleted))];
    const slot: Slot = { key: this.#localKey(), ids, deleted };
    const fulltext = await this.#slicer.run(
      index.fulltext.merge(
        replaced.map((old) => old.key),
        slot.key,
      ),
    );
    const keys = new Set(replaced.map((old) => old.saved?.info.key));
    const records = await this.#slicer.run(encodeRecords(liveRecords(index, ids)));
    const texts = new Map<number, readonly TextPage[]>();
    for (const id of new Set(replaced.flatMap((old) => old.ids))) {
      if (keys.has(this.texts.segmentOf(id)) && index.noteById(id) !== undefined)
        texts.set(id, await this.texts.pages(id));
      await this.#slicer.pause();
    }
    const sections = { ...records, deleted: encodeIds(deleted), fulltext, ...encodeTexts(texts) };
    for (const id of ids) {
      const newest = this.#slotOf.get(id);
      if (newest !== undefined && parts.has(newest)) this.#slotOf.set(id, slot);
    }
    // Segments captured meanwhile come after the merged one, as they will on disk.
    this.#slots = this.#slots.flatMap((other) => (other === replaced[0] ? slot : parts.has(other) ? [] : other));
    this.#queue.unshift({ slot, replaces: replaced, sections: () => Promise.resolve(sections), texts });
  }

  #append(slot: Slot): void {
    this.#slots.push(slot);
    for (const id of slot.ids) this.#slotOf.set(id, slot);
    for (const id of slot.deleted) {
      this.#slotOf.delete(id);
      this.texts.forget(id);
    }
  }

  async #commit(
    store: IndexStore,
    write: PendingWrite,
    sections: Record<string, SectionBytes>,
    index: NoteIndex,
  ): Promise<boolean> {
    const { slot, replaces } = write;
    const info = await store.writeSegment(NOTES_KIND, sections, { notes: slot.ids.length }).catch(() => null);
    if (info === null) return false;
    const opened = await this.#opened(store, info);
    if (opened === null) {
      await store.discard([info]);
      return false;
    }
    const { reader, pages } = opened;
    const remove = [...replaces.flatMap((old) => old.saved?.info.key ?? []), ...this.#discard];
    const result = await store.commit({ add: [info], remove, state: { nextId: index.nextId } });
    if (result.outcome !== 'committed') {
      await reader.close();
      await store.discard([info]);
      return false;
    }
    this.#discard = [];
    slot.saved = { info, reader };
    if (this.#closed) {
      await reader.close();
      return false;
    }
    for (const [id, places] of pages) if (index.noteById(id) !== undefined) this.texts.locate(id, reader, places);
    return true;
  }

  /** A written segment, read before it is part of the index: if that fails, nothing has happened yet. */
  async #opened(
    store: IndexStore,
    info: SegmentInfo,
  ): Promise<{ reader: SegmentReader; pages: ReadonlyMap<number, PagePlace[]> } | null> {
    const reader = await store.openSegment(info).catch(() => null);
    if (reader === null) return null;
    try {
      return { reader, pages: decodePages(await reader.section('pages')) };
    } catch {
      await reader.close();
      return null;
    }
  }

  #textsInMemory(index: NoteIndex, id: number): readonly TextPage[] | undefined {
    return index.unsaved.texts(id) ?? this.#queue.findLast((write) => write.texts.has(id))?.texts.get(id);
  }

  #localKey(): string {
    return `local-${++this.#localKeys}`;
  }
}

function* liveRecords(index: NoteIndex, ids: readonly number[]): IterableIterator<NoteRecord> {
  for (const id of ids) {
    const record = index.noteById(id);
    // After a crash, a record newer than its full text would hide that the text must be read again.
    if (record !== undefined && !index.unsaved.has(id) && !index.isTextBehind(id)) yield record;
  }
}

/** Unlike the kit's `once`, this never tries again: a generator that has thrown cannot go on. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}
