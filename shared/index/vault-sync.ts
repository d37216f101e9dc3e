import { changedRecord, looksUnchanged, makeRecord, type NoteRecord } from '../notes/note-record.ts';
import type { StubCounts } from '../notes/stubs.ts';
import { mapEachOf } from '../kit/concurrency/for-each.ts';
import type { Slicer, Steps } from '../kit/concurrency/slices.ts';
import type { SpawnWorker } from '../kit/concurrency/spawn-worker.ts';
import { isCanvasPath } from '../notes/canvas.ts';
import { hasOneForm, isWithin, toNfc } from '../vault/paths.ts';
import {
  LOOKED_AT_ONCE,
  type VaultChange,
  type VaultFile,
  type VaultListing,
  type VaultSource,
  type VaultWarning,
} from '../vault/vault-source.ts';
import type { IndexProgress } from '../protocol/engine-messages.ts';
import { NO_TEXTS, type NoteIndex } from './note-index.ts';
import { NoteDrafts } from './drafts/note-drafts.ts';
import { IN_PARTS_BYTES } from './drafts/parts-draft.ts';
import { NoteReader, type NoteReaderParts, type ReadNote } from './note-reader.ts';

/** The result of one pass over files. */
export interface SyncCounts extends StubCounts {
  indexed: number;
  /** Unchanged notes. */
  skipped: number;
  removed: number;
  /** Canvases that were re-read or are gone. */
  canvases: number;
}

type NoteCounts = Omit<SyncCounts, keyof StubCounts>;

export interface SyncOptions {
  /** `stat` trusts size and time; `hash` reads every file. */
  verify: 'stat' | 'hash';
  onProgress?: (progress: IndexProgress) => void;
  /** Called if no note has changed, before files are known by name and links are resolved: new attachments may change those. */
  onUnchanged?: () => void;
  /**
   * Called after each note with its size; the pass continues when it resolves. Lets the owner save what has accumulated,
   * and call {@link VaultSync.readBetween}.
   */
  afterNote?: (bytes: number) => Promise<void>;
  signal?: AbortSignal;
}

/** With this many notes or more, other threads parse them. */
const BULK_NOTES = 64;
/** Files read and parsed ahead of the one being taken in. */
const READ_AHEAD = 16;
const READ_AHEAD_BYTES = 16 * 1024 * 1024;

/** Brings a {@link NoteIndex} up to date with its vault. One pass at a time: the caller ensures it. */
export class VaultSync {
  /** Warnings from the last listing of each folder; per-note warnings are in the records. */
  warnings: VaultWarning[] = [];
  /** Version of the ignore rules applied to every record. */
  rulesVersion = -1;
  readonly #source: VaultSource;
  readonly #index: NoteIndex;
  readonly #slicer: Slicer;
  readonly #spawnWorker: SpawnWorker;
  readonly #reader: NoteReader;
  /** What {@link readBetween} made of notes during the pass under way. */
  readonly #early = new Map<string, 'indexed' | 'skipped'>();
  /** Of the pass under way: vanished notes that a new one may be, by content hash. */
  #vanished = new Map<string, NoteRecord>();

  constructor(parts: NoteReaderParts & { spawnWorker: SpawnWorker }) {
    this.#source = parts.source;
    this.#index = parts.index;
    this.#reader = new NoteReader(parts);
    this.#slicer = parts.slicer;
    this.#spawnWorker = parts.spawnWorker;
  }

  /** Compares the whole vault with the index; `listed` is its listing, if already started. */
  async full(options: SyncOptions, listed: Promise<VaultListing> = this.#source.list()): Promise<SyncCounts> {
    const listing = await listed;
    this.warnings = listing.warnings;
    // Every record was compared with the listing, so its rules hold already, and a question need not wait for links.
    const onUnchanged = (): void => {
      this.rulesVersion = listing.rulesVersion;
      options.onUnchanged?.();
    };
    const counts = await this.#reconcile(listing.files, this.#index.files(), { ...options, onUnchanged });
    this.rulesVersion = listing.rulesVersion;
    return counts;
  }

  /** Applies changed ignore rules to the known notes; those that must no longer be shown come first. */
  async heedRules(options: SyncOptions): Promise<SyncCounts> {
    const { rulesVersion } = this.#source;
    const counts = { indexed: 0, skipped: 0, removed: 0, canvases: 0 };
    this.#index.links.stubs.startCount();
    const { leaving, coming, canvases } = await this.#slicer.run(this.#judgedAnew());
    for (const record of leaving) {
      await this.#slicer.run(this.#index.putNote(record, NO_TEXTS));
      if (isCanvasPath(record.path)) counts.canvases++;
      else counts.indexed++;
    }
    await this.#readAll(coming, canvases, new Map(), counts, options);
    this.rulesVersion = rulesVersion;
    return { ...counts, ...this.#index.links.stubs.counted() };
  }

  /** Notes and canvases whose inclusion changed: those that left search as records, those that joined it as files to read. */
  *#judgedAnew(): Steps<{ leaving: NoteRecord[]; coming: VaultFile[]; canvases: VaultFile[] }> {
    const leaving: NoteRecord[] = [];
    const coming: VaultFile[] = [];
    const canvases: VaultFile[] = [];
    for (const records of [this.#index.notes(), this.#index.canvases()]) {
      for (const record of records) {
        const { path, size, mtimeMs, createdMs } = record;
        const visibility = this.#source.visibility(path);
        if (visibility === record.visibility) yield;
        else if (visibility !== 'visible') leaving.push(changedRecord(record, { visibility }));
        else if (isCanvasPath(path)) canvases.push({ path, kind: 'attachment', visibility, size, mtimeMs, createdMs });
        else coming.push({ path, kind: 'note', visibility, size, mtimeMs, createdMs });
      }
    }
    return { leaving, coming, canvases };
  }

  /** Follows what a watcher reported, in one pass. */
  async follow(change: VaultChange, options: SyncOptions): Promise<SyncCounts> {
    if (change.rules || change.folders.includes('')) return this.full(options);
    const present = new Map<string, VaultFile>();
    for (const folder of change.folders) {
      const listing = await this.#source.list(folder);
      for (const file of listing.files) present.set(file.path, file);
      this.warnings = [...this.warnings.filter((warning) => !isWithin(warning.path, folder)), ...listing.warnings];
    }
    const found = await mapEachOf(change.files, LOOKED_AT_ONCE, (path) => this.#source.statForms(path));
    for (const file of found.flat()) present.set(file.path, file);
    const known = new Set(change.files.flatMap((path) => this.#index.links.formsOf(path)));
    if (change.folders.length > 0) {
      const folders = change.folders.map(toNfc);
      for (const path of this.#index.files())
        if (folders.some((folder) => isWithin(toNfc(path), folder))) known.add(path);
    }
    return this.#reconcile([...present.values()], known, options, new Set(change.replaced));
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
    const record = makeRecord(before.id, ahead.file, ahead.hash, ahead.draft.content);
    await this.#slicer.run(this.#index.putRecord(record));
  }

  /**
   * Between two notes of a pass, reads some that have changed or are new. Null, and nothing is done, if that cannot be
   * done in the middle of a pass: a note is gone, hidden meanwhile, or huge, or its name has another Unicode form; or if
   * they are many, which a pass of their own reads with other threads.
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
      await this.#take(file, read, this.#vanished, counts);
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

  /** Makes the index agree with `files`, and drops the `known` that are not among them. `replaced` are read even if size and time are the same. */
  async #reconcile(
    files: readonly VaultFile[],
    known: ReadonlySet<string>,
    options: SyncOptions,
    replaced: ReadonlySet<string> = new Set(),
  ): Promise<SyncCounts> {
    const present = new Set(files.map((file) => file.path));
    const removed = [...known].filter((path) => !present.has(path));
    const added = files.filter((file) => !this.#index.files().has(file.path)).map((file) => file.path);
    this.#index.links.stubs.startCount();
    const vanished = removed.flatMap((path) => this.#index.source(path) ?? []);
    const counts = { indexed: 0, skipped: 0, removed: 0, canvases: 0 };
    const work: VaultFile[] = [];
    const canvases: VaultFile[] = [];
    for (const file of files) {
      const isCanvas = isCanvasPath(file.path);
      if (file.kind !== 'note' && !isCanvas) {
        if (!isSameAttachment(this.#index.attachment(file.path), file)) this.#index.putAttachment(file);
        continue;
      }
      const record = this.#index.source(file.path);
      const isTrusted = options.verify === 'stat' && !replaced.has(toNfc(file.path));
      const isKnown = isTrusted && record !== undefined && this.#isSettled(record, file);
      if (!isKnown) (isCanvas ? canvases : work).push(file);
      else if (!isCanvas) counts.skipped++;
    }
    if (work.length === 0 && vanished.every(({ path }) => isCanvasPath(path))) options.onUnchanged?.();
    const relinked = await this.#slicer.run(this.#index.changeFiles(added, removed));
    await this.#slicer.run(this.#index.resolveLinks(relinked));
    await this.#readAll(work, canvases, renames(vanished.filter(({ path }) => !isCanvasPath(path))), counts, options);
    for (const record of vanished) {
      if (this.#index.source(record.path) !== record) continue;
      this.#index.removeNote(record.path);
      if (isCanvasPath(record.path)) counts.canvases++;
      else counts.removed++;
    }
    return { ...counts, ...this.#index.links.stubs.counted() };
  }

  async #readAll(
    notes: VaultFile[],
    canvases: VaultFile[],
    vanished: Map<string, NoteRecord>,
    counts: NoteCounts,
    options: SyncOptions,
  ): Promise<void> {
    const work = [...notes, ...canvases];
    const total = work.length;
    const drafts = total < BULK_NOTES ? null : new NoteDrafts(this.#spawnWorker, this.#slicer);
    const prepared: Promise<ReadNote>[] = [];
    this.#vanished = vanished;
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
        // What was prepared may be older than what was read between.
        if (early === undefined) await this.#take(file, note, vanished, counts);
        else counts[early]++;
        if (number < notes.length) options.onProgress?.({ done: number + 1, total: notes.length });
        await options.afterNote?.(file.size);
      }
    } finally {
      this.#early.clear();
      this.#vanished = new Map();
      drafts?.end();
    }
  }

  async #take(file: VaultFile, read: ReadNote, vanished: Map<string, NoteRecord>, counts: NoteCounts): Promise<void> {
    const { hash, draft } = read;
    const before = this.#index.source(file.path);
    const isCanvas = isCanvasPath(file.path);
    if (draft === null) {
      if (before !== undefined && !this.#isSettled(before, file)) {
        const { size, mtimeMs, createdMs } = file;
        this.#index.touchNote(changedRecord(before, { size, mtimeMs, createdMs }));
      }
      if (!isCanvas) counts.skipped++;
      return;
    }
    const known = before ?? (isCanvas ? undefined : renamedFrom(hash, vanished));
    const id = known?.id ?? this.#index.nextId++;
    const texts = await this.#reader.textsOf(read, draft);
    await this.#slicer.run(this.#index.putNote(makeRecord(id, file, hash, draft.content), texts));
    if (isCanvas) counts.canvases++;
    else counts.indexed++;
  }

  /** Nothing to read: size, time and inclusion are unchanged, the file was readable then, and all of it is indexed. */
  #isSettled(record: NoteRecord, file: VaultFile): boolean {
    const isSame = looksUnchanged(record, file) && record.visibility === file.visibility && record.hash !== '';
    return isSame && !this.#index.isTextBehind(record.id);
  }
}

function isSameAttachment(before: VaultFile | undefined, file: VaultFile): boolean {
  return before !== undefined && looksUnchanged(before, file) && before.visibility === file.visibility;
}

function renamedFrom(hash: string, vanished: Map<string, NoteRecord>): NoteRecord | undefined {
  const record = hash === '' ? undefined : vanished.get(hash);
  vanished.delete(hash);
  return record;
}

/** Vanished notes by content hash; content shared by several is ambiguous. */
function renames(vanished: readonly NoteRecord[]): Map<string, NoteRecord> {
  const byHash = new Map<string, NoteRecord>();
  const shared = new Set<string>();
  for (const record of vanished) {
    if (byHash.has(record.hash)) shared.add(record.hash);
    byHash.set(record.hash, record);
  }
  for (const hash of shared) byHash.delete(hash);
  return byHash;
}
