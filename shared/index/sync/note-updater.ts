import { hasOneForm } from '../../vault/paths.ts';
import type { VaultFile, VaultSource } from '../../vault/vault-source.ts';
import { isCanvasPath } from '../../notes/canvas.ts';
import {
  changedRecord,
  looksUnchanged,
  makeRecord,
  type NoteContent,
  type NoteRecord,
} from '../../notes/note-record.ts';
import { StringPool } from '../../kit/text/string-pool.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import type { SpawnWorker } from '../../kit/concurrency/spawn-worker.ts';
import { IN_PARTS_BYTES } from '../drafts/parts-draft.ts';
import { NoteDrafts } from '../drafts/note-drafts.ts';
import type { NoteIndex } from '../note-index.ts';
import { NoteReader, type NoteReaderParts, type ReadNote } from './note-reader.ts';
import type { NoteCounts, SyncCounts, SyncOptions } from './sync-pass.ts';

/** With this many notes or more, other threads parse them. */
const BULK_NOTES = 64;
/** Files read and parsed ahead of the one being taken in. */
const READ_AHEAD = 16;
const READ_AHEAD_BYTES = 16 * 1024 * 1024;

/** Reads notes and canvases and puts them into a {@link NoteIndex}. One pass at a time: the caller ensures it. */
export class NoteUpdater {
  readonly #source: VaultSource;
  readonly #index: NoteIndex;
  readonly #slicer: Slicer;
  readonly #spawnWorker: SpawnWorker;
  readonly #reader: NoteReader;
  /** What became of notes that {@link readBetween} read during the current pass. */
  readonly #early = new Map<string, 'indexed' | 'skipped'>();
  /** Of the current pass. */
  #pool = new StringPool();
  /** In the current pass: vanished notes that a new one may turn out to be, by content hash. */
  #vanished = new Map<string, NoteRecord>();

  constructor(parts: NoteReaderParts & { spawnWorker: SpawnWorker }) {
    this.#source = parts.source;
    this.#index = parts.index;
    this.#slicer = parts.slicer;
    this.#spawnWorker = parts.spawnWorker;
    this.#reader = new NoteReader(parts);
  }

  /**
   * One pass: reads these notes, then these canvases, and adds to `counts`. A new note with the content of one of the
   * `vanished` is that note, renamed.
   */
  async readAll(
    notes: readonly VaultFile[],
    canvases: readonly VaultFile[],
    vanished: readonly NoteRecord[],
    counts: NoteCounts,
    options: SyncOptions,
  ): Promise<void> {
    const work = [...notes, ...canvases];
    const total = work.length;
    const drafts = total < BULK_NOTES ? null : new NoteDrafts(this.#spawnWorker, this.#slicer);
    const prepared: Promise<ReadNote>[] = [];
    this.#vanished = byContent(vanished);
    let ahead = 0;
    let aheadBytes = 0;
    try {
      for (const [number, file] of work.entries()) {
        while (ahead < total && ahead - number < READ_AHEAD && (ahead === number || aheadBytes < READ_AHEAD_BYTES)) {
          const next = work[ahead++];
          if (next === undefined) break;
          aheadBytes += next.size;
          prepared.push(this.#reader.read(next, options.verify, drafts));
        }
        const note = await prepared.shift();
        aheadBytes -= file.size;
        options.signal?.throwIfAborted();
        if (note === undefined) break;
        const early = this.#early.get(file.path);
        // What was read in between may be newer than what was prepared.
        if (early === undefined) await this.#take(file, note, counts);
        else counts[early]++;
        if (number < notes.length) options.onProgress?.({ done: number + 1, total: notes.length });
        await options.afterNote?.(file.size);
      }
    } finally {
      this.#early.clear();
      this.#vanished = new Map();
      this.#pool = new StringPool();
      drafts?.end();
    }
  }

  /** Reads and parses a note before its pass, which then takes it in without a second parsing. Needs no lock. */
  prepare(path: string): Promise<void> {
    return this.#reader.readAhead(path);
  }

  /** Takes in a prepared note except for its full text, which its pass takes in. */
  async takeRecord(path: string): Promise<void> {
    const before = this.#index.note(path);
    const ahead = this.#reader.ahead(path);
    if (before === undefined || ahead === undefined || ahead.draft === null) return;
    if (before.visibility !== ahead.file.visibility) return;
    const record = makeRecord(before.id, ahead.file, ahead.hash, this.#pooled(ahead.draft.content));
    await this.#slicer.run(this.#index.putRecord(record));
  }

  /**
   * Between two notes of a pass, reads some that have changed or are new. Null, and nothing is done, if that cannot be
   * done in the middle of a pass: a note is gone, hidden meanwhile, or huge, or its name has another Unicode form; or
   * if they are many, which a pass of their own reads with other threads.
   */
  async readBetween(paths: readonly string[]): Promise<SyncCounts | null> {
    if (paths.length >= BULK_NOTES) return null;
    const found = await Promise.all(paths.map((path) => this.#source.stat(path)));
    const files = found.flatMap((file) => (file?.kind === 'note' && this.#isReadAnywhere(file) ? [file] : []));
    if (files.length < found.length) return null;
    const { stubs } = this.#index.links;
    const ofPass = stubs.startCount();
    const counts = { indexed: 0, skipped: 0, removed: 0, canvases: 0 };
    const added = files.map(({ path }) => path);
    const relinked = await this.#slicer.run(this.#index.changeFiles(added, []));
    await this.#slicer.run(this.#index.resolveLinks(relinked));
    for (const file of files) {
      const read = await this.#reader.read(file, 'hash', null);
      await this.#take(file, read, counts);
      this.#early.set(file.path, read.draft === null ? 'skipped' : 'indexed');
    }
    const counted = stubs.counted();
    stubs.continueCount(ofPass);
    return { ...counts, ...counted };
  }

  #isReadAnywhere({ path, size, visibility }: VaultFile): boolean {
    if (size > IN_PARTS_BYTES) return false;
    const record = this.#index.note(path);
    return record === undefined ? hasOneForm(path) : record.visibility === visibility && this.#index.files().has(path);
  }

  /** Makes the texts of a prepared note ready for its pass. Needs no lock. */
  prepareTexts(path: string): Promise<void> {
    return this.#reader.packAhead(path);
  }

  /** Nothing to read: size, time and inclusion are unchanged, the file was readable then, and all of it is indexed. */
  isSettled(record: NoteRecord, file: VaultFile): boolean {
    const isSame = looksUnchanged(record, file) && record.visibility === file.visibility && record.hash !== '';
    return isSame && !this.#index.isTextBehind(record.id);
  }

  async #take(file: VaultFile, read: ReadNote, counts: NoteCounts): Promise<void> {
    const { hash, draft } = read;
    const before = this.#index.source(file.path);
    const isCanvas = isCanvasPath(file.path);
    if (draft === null) {
      if (before !== undefined && !this.isSettled(before, file)) {
        const { size, mtimeMs, createdMs } = file;
        this.#index.touchNote(changedRecord(before, { size, mtimeMs, createdMs }));
      }
      if (!isCanvas) counts.skipped++;
      return;
    }
    const known = before ?? (isCanvas ? undefined : renamedFrom(hash, this.#vanished));
    const id = known?.id ?? this.#index.nextId++;
    const texts = await this.#reader.textsOf(read, draft);
    await this.#slicer.run(this.#index.putNote(makeRecord(id, file, hash, this.#pooled(draft.content)), texts));
    if (isCanvas) counts.canvases++;
    else counts.indexed++;
  }

  /** The same content, which nobody else has yet, with one copy of each text that many notes have. */
  #pooled(content: NoteContent): NoteContent {
    for (const link of content.links) link.target = this.#pool.of(link.target);
    for (const [i, tag] of content.tags.entries()) content.tags[i] = this.#pool.of(tag);
    return content;
  }
}

function renamedFrom(hash: string, vanished: Map<string, NoteRecord>): NoteRecord | undefined {
  const record = hash === '' ? undefined : vanished.get(hash);
  vanished.delete(hash);
  return record;
}

/** Vanished notes by content hash; content shared by several is ambiguous. */
function byContent(vanished: readonly NoteRecord[]): Map<string, NoteRecord> {
  const byHash = new Map<string, NoteRecord>();
  const shared = new Set<string>();
  for (const record of vanished) {
    if (byHash.has(record.hash)) shared.add(record.hash);
    byHash.set(record.hash, record);
  }
  for (const hash of shared) byHash.delete(hash);
  return byHash;
}
