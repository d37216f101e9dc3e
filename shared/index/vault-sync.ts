import { hashBytes } from '../kit/bytes/content-hash.ts';
import { looksUnchanged, makeRecord, unreadableContent, type NoteRecord } from '../notes/note-record.ts';
import type { StubCounts } from '../notes/stubs.ts';
import { messageOf } from '../kit/text/message-of.ts';
import type { Slicer, Steps } from '../kit/work/slices.ts';
import type { SpawnWorker } from '../kit/work/spawn-worker.ts';
import { isCanvasPath } from '../notes/canvas.ts';
import { isWithin, toNfc } from '../vault/paths.ts';
import type { VaultChange, VaultFile, VaultListing, VaultSource, VaultWarning } from '../vault/vault-source.ts';
import { packChunkTexts, textsInPages, type TextPage } from './saved/chunk-texts.ts';
import type { IndexProgress } from '../protocol/engine-messages.ts';
import type { NoteIndex } from './note-index.ts';
import { draftHere, NoteDrafts } from './drafts/note-drafts.ts';
import type { NoteDraft } from './drafts/note-draft.ts';
import { IN_PARTS_BYTES, NOTHING_KNOWN, readTexts, type KnownTexts } from './drafts/parts-draft.ts';

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
  /** Called if no note has changed, before links are resolved, since new attachments may change them. */
  onUnchanged?: () => void;
  /** Called after each note with its size; the pass continues when it resolves. Lets the owner save what has accumulated. */
  afterNote?: (bytes: number) => Promise<void>;
  signal?: AbortSignal;
}

/** With this many notes or more, a second thread parses them. */
const BULK_NOTES = 64;
/** Files read and parsed ahead of the one being taken in. */
const READ_AHEAD = 16;
const READ_AHEAD_BYTES = 16 * 1024 * 1024;
/** A larger file is known by name only: no person wrote such a note. */
const MAX_NOTE_BYTES = 64 * 1024 * 1024;

/** Brings a {@link NoteIndex} up to date with its vault. One pass at a time: the caller ensures it. */
export class VaultSync {
  /** Warnings from the last listing of each folder; per-note warnings are in the records. */
  warnings: VaultWarning[] = [];
  /** Version of the ignore rules applied to every record. */
  rulesVersion = -1;
  readonly #source: VaultSource;
  readonly #index: NoteIndex;
  readonly #savedPages: (id: number) => Promise<readonly TextPage[]>;
  readonly #slicer: Slicer;
  readonly #spawnWorker: SpawnWorker;
  /** Drafts of files read ahead, by path, with each file as it was. */
  readonly #ahead = new Map<string, Prepared & { file: VaultFile }>();

  constructor(parts: {
    source: VaultSource;
    index: NoteIndex;
    /** The chunk texts of a note in the index. */
    savedPages: (id: number) => Promise<readonly TextPage[]>;
    slicer: Slicer;
    spawnWorker: SpawnWorker;
  }) {
    this.#source = parts.source;
    this.#index = parts.index;
    this.#savedPages = parts.savedPages;
    this.#slicer = parts.slicer;
    this.#spawnWorker = parts.spawnWorker;
  }

  /** Compares the whole vault with the index; `listed` is its listing, if already started. */
  async full(options: SyncOptions, listed: Promise<VaultListing> = this.#source.list()): Promise<SyncCounts> {
    const listing = await listed;
    this.warnings = listing.warnings;
    const counts = await this.#reconcile(listing.files, this.#index.files(), options);
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
      await this.#slicer.run(this.#index.putNote(record, [], []));
      counts.indexed++;
    }
    for (const record of canvases) {
      await this.#slicer.run(this.#index.putCanvas(record));
      counts.canvases++;
    }
    await this.#readAll(coming, [], new Map(), counts, options);
    this.rulesVersion = rulesVersion;
    return { ...counts, ...this.#index.links.stubs.counted() };
  }

  /** Notes whose inclusion changed: those that left search as records, those that joined it as files to read; canvases likewise. */
  *#judgedAnew(): Steps<{ leaving: NoteRecord[]; coming: VaultFile[]; canvases: NoteRecord[] }> {
    const leaving: NoteRecord[] = [];
    const coming: VaultFile[] = [];
    for (const record of this.#index.notes()) {
      const visibility = this.#source.visibility(record.path);
      if (visibility !== record.visibility) {
        if (visibility === 'visible')
          coming.push({ path: record.path, kind: 'note', visibility, size: record.size, mtimeMs: record.mtimeMs });
        else leaving.push({ ...record, visibility });
      }
      yield;
    }
    const canvases: NoteRecord[] = [];
    for (const record of this.#index.canvases()) {
      const visibility = this.#source.visibility(record.path);
      if (visibility !== record.visibility) canvases.push({ ...record, visibility });
      yield;
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
    const found = await Promise.all(change.files.map((path) => this.#source.statForms(path)));
    for (const file of found.flat()) present.set(file.path, file);
    const known = new Set(change.files.flatMap((path) => this.#index.links.formsOf(path)));
    if (change.folders.length > 0) {
      const folders = change.folders.map(toNfc);
      for (const path of this.#index.files())
        if (folders.some((folder) => isWithin(toNfc(path), folder))) known.add(path);
    }
    return this.#reconcile([...present.values()], known, options);
  }

  /** Reads and parses a note before its pass, which then takes it in without a second parsing. Needs no lock. */
  async prepare(path: string): Promise<void> {
    const file = await this.#source.stat(path);
    if (file?.kind === 'note') this.#ahead.set(path, { ...(await this.#prepare(file, 'hash', null)), file });
  }

  /** Takes in a prepared note except for its full text, which its pass takes in. */
  async takeRecord(path: string): Promise<void> {
    const before = this.#index.note(path);
    const ahead = this.#ahead.get(path);
    if (before === undefined || ahead === undefined || ahead.draft === null) return;
    if (before.visibility !== ahead.file.visibility) return;
    const record = makeRecord(before.id, ahead.file, ahead.hash, ahead.draft.content);
    await this.#slicer.run(this.#index.putRecord(record));
  }

  /** Makes the texts of a prepared note ready for its pass. Needs no lock. */
  async prepareTexts(path: string): Promise<void> {
    const ahead = this.#ahead.get(path);
    if (ahead === undefined || ahead.draft === null) return;
    const pages = await this.#pagesOf(ahead, ahead.draft);
    if (this.#ahead.get(path) === ahead) this.#ahead.set(path, { ...ahead, pages });
  }

  /** Makes the index agree with `files`; what is `known` but not among them is gone. */
  async #reconcile(files: readonly VaultFile[], known: ReadonlySet<string>, options: SyncOptions): Promise<SyncCounts> {
    const present = new Set(files.map((file) => file.path));
    const removed = [...known].filter((path) => !present.has(path));
    const added = files.filter((file) => !this.#index.files().has(file.path)).map((file) => file.path);
    this.#index.links.stubs.startCount();
    const relinked = await this.#slicer.run(this.#index.changeFiles(added, removed));
    const vanished = removed.flatMap((path) => this.#index.source(path) ?? []);
    const counts = { indexed: 0, skipped: 0, removed: 0, canvases: 0 };
    const work: VaultFile[] = [];
    const canvases: VaultFile[] = [];
    for (const file of files) {
      const isCanvas = isCanvasPath(file.path);
      if (file.kind !== 'note' && !isCanvas) continue;
      const record = this.#index.source(file.path);
      const isKnown = options.verify === 'stat' && record !== undefined && this.#isSettled(record, file);
      if (!isKnown) (isCanvas ? canvases : work).push(file);
      else if (!isCanvas) counts.skipped++;
    }
    if (work.length === 0 && vanished.every(({ path }) => isCanvasPath(path))) options.onUnchanged?.();
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
    const prepared: Promise<Prepared>[] = [];
    let ahead = 0;
    let aheadBytes = 0;
    try {
      for (const [number, file] of work.entries()) {
        while (ahead < total && ahead - number < READ_AHEAD && (ahead === number || aheadBytes < READ_AHEAD_BYTES)) {
          const next = work[ahead++];
          if (next === undefined) break;
          aheadBytes += next.size;
          prepared.push(this.#prepare(next, options.verify, drafts));
        }
        const note = await prepared.shift();
        aheadBytes -= file.size;
        options.signal?.throwIfAborted();
        if (note === undefined) break;
        await this.#take(file, note, vanished, counts);
        if (number < notes.length) options.onProgress?.({ done: number + 1, total: notes.length });
        await options.afterNote?.(file.size);
      }
    } finally {
      drafts?.end();
    }
  }

  /** Reads and parses a file; never rejects. */
  async #prepare(file: VaultFile, verify: SyncOptions['verify'], drafts: NoteDrafts | null): Promise<Prepared> {
    const ahead = this.#ahead.get(file.path);
    this.#ahead.delete(file.path);
    // Its record is in the index already, and only its texts are still to come.
    if (verify === 'stat' && ahead !== undefined && ahead.draft !== null && isSameFile(ahead.file, file)) return ahead;
    try {
      if (file.size > MAX_NOTE_BYTES)
        throw new Error(`It is larger than ${MAX_NOTE_BYTES / 1024 / 1024} MiB and is known by name only.`);
      const bytes = await this.#source.read(file.path);
      const hash = hashBytes(bytes);
      const before = this.#index.source(file.path) ?? null;
      const isSame = before?.hash === hash && before.visibility === file.visibility;
      if (isSame && !this.#index.isTextBehind(before.id)) return { hash, draft: null };
      if (ahead?.hash === hash && ahead.draft !== null) return ahead;
      const kind = isCanvasPath(file.path) ? 'canvas' : 'note';
      // The worker reads in one go.
      const worker = bytes.length > IN_PARTS_BYTES ? null : drafts;
      const draft = await (worker?.draft(bytes, kind) ?? draftHere(bytes, kind, this.#slicer, before));
      const { reused = 0 } = draft;
      if (before === null || reused === 0) return { hash, draft };
      const known = await this.#knownTexts(before, ahead);
      return { hash, draft, rest: { known, bytes: known.parts >= reused ? NO_BYTES : bytes } };
    } catch (error) {
      const message = `Could not be read: ${messageOf(error)}`;
      return { hash: '', draft: { content: unreadableContent([message]), chunkTexts: [] } };
    }
  }

  async #take(
    file: VaultFile,
    prepared: Prepared,
    vanished: Map<string, NoteRecord>,
    counts: NoteCounts,
  ): Promise<void> {
    const { hash, draft } = prepared;
    const before = this.#index.source(file.path);
    const isCanvas = isCanvasPath(file.path);
    if (draft === null) {
      if (before !== undefined && !this.#isSettled(before, file))
        this.#index.touchNote({ ...before, size: file.size, mtimeMs: file.mtimeMs });
      if (!isCanvas) counts.skipped++;
      return;
    }
    if (isCanvas) {
      await this.#slicer.run(
        this.#index.putCanvas(makeRecord(before?.id ?? this.#index.nextId++, file, hash, draft.content)),
      );
      counts.canvases++;
      return;
    }
    const id = before?.id ?? renamedFrom(hash, vanished)?.id ?? this.#index.nextId++;
    const pages = prepared.pages ?? (await this.#pagesOf(prepared, draft));
    const texts = prepared.rest === undefined ? draft.chunkTexts : textsInPages(pages);
    await this.#slicer.run(this.#index.putNote(makeRecord(id, file, hash, draft.content), texts, pages));
    counts.indexed++;
  }

  #pagesOf({ rest }: Prepared, draft: NoteDraft): Promise<TextPage[]> {
    return this.#slicer.run(
      rest === undefined ? packChunkTexts(draft.chunkTexts) : readTexts(rest.bytes, draft, rest.known),
    );
  }

  /** The texts of the note with this record. If search does not have them yet, those known when it was read. */
  async #knownTexts(before: NoteRecord, ahead: Prepared | undefined): Promise<KnownTexts> {
    if (this.#index.isTextBehind(before.id)) {
      if (ahead?.hash !== before.hash || ahead.rest === undefined) return NOTHING_KNOWN;
      return { ...ahead.rest.known, parts: Math.min(ahead.rest.known.parts, ahead.draft?.reused ?? 0) };
    }
    try {
      const pages = await this.#savedPages(before.id);
      // Of a note that search left out until now there are none.
      return pages.length === 0 ? NOTHING_KNOWN : { parts: before.parts?.length ?? 0, pages };
    } catch {
      // Damaged on disk: they are read from the note.
      return NOTHING_KNOWN;
    }
  }

  /** Nothing to read: size, time and inclusion are unchanged, the file was readable then, and all of it is indexed. */
  #isSettled(record: NoteRecord, file: VaultFile): boolean {
    const isSame = looksUnchanged(record, file) && record.visibility === file.visibility && record.hash !== '';
    return isSame && !this.#index.isTextBehind(record.id);
  }
}

function isSameFile(read: VaultFile, file: VaultFile): boolean {
  return looksUnchanged(read, file) && read.visibility === file.visibility;
}

const NO_BYTES = new Uint8Array(0);

/** The result of reading a file; no draft if its content matches its record. */
interface Prepared {
  hash: string;
  draft: NoteDraft | null;
  /** If the draft left out texts: those of them that are known, and the file for the others. */
  rest?: { known: KnownTexts; bytes: Uint8Array };
  /** Its texts, if prepared. */
  pages?: TextPage[];
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
