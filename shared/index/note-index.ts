import type { LinkGraph } from '../graph/link-graph.ts';
import type { NoteRecord } from '../notes/note-record.ts';
import { NoteLinks } from '../notes/note-links.ts';
import { NoteNames } from '../notes/note-names.ts';
import type { Steps } from '../kit/concurrency/slices.ts';
import { compareCodeUnits } from '../kit/text/compare-code-units.ts';
import { isCanvasPath } from '../notes/canvas.ts';
import type { FullTextIndex } from '../search/words/fulltext-types.ts';
import type { DocumentTerms } from '../search/words/segments/document-terms.ts';
import type { VaultFile } from '../vault/vault-source.ts';
import { noteDocument } from './note-document.ts';
import type { TextPage } from './saved/text-pages.ts';
import { GraphOfLinks } from './graph-of-links.ts';
import { NoteTally } from './note-tally.ts';
import { UnsavedNotes } from './unsaved-notes.ts';

/** The texts of a note's chunks. */
export interface NoteTexts {
  /** With the boxes of tasks, marked (see text-marks.ts). */
  texts: Iterable<string>;
  /** The same, packed. */
  pages: TextPage[];
  /** The note's terms, if it was cut into them elsewhere. */
  terms?: DocumentTerms;
}

export const NO_TEXTS: NoteTexts = { texts: [], pages: [] };

/**
 * Everything known about the vault's notes, in memory: records, names, links, graph and full text, kept in step. It
 * does no I/O; what must be saved is collected in {@link unsaved}. A canvas is a source of links and text but not a
 * note: it has a record, but no names.
 */
export class NoteIndex {
  readonly names = new NoteNames();
  readonly links = new NoteLinks((source) => this.source(source)?.visibility === 'hidden');
  readonly graph: LinkGraph;
  readonly fulltext: FullTextIndex;
  readonly tally = new NoteTally();
  readonly unsaved = new UnsavedNotes();
  nextId = 1;
  /** Grows with every change of any note. */
  version = 0;
  /** Grows with every change of any file, or of what its links mean. */
  revision = 0;
  #visibilityChanges = 0;
  /** Adopted notes whose links are not yet known to {@link links}. */
  readonly #unlinked = new Set<string>();
  /** Adopted records whose names are not yet known. */
  #unnamed: NoteRecord[] = [];
  /** Notes whose full text is still to come. */
  readonly #behind = new Set<number>();
  readonly #byPath = new Map<string, NoteRecord>();
  readonly #canvases = new Map<string, NoteRecord>();
  readonly #byId = new Map<number, NoteRecord>();
  /** Every file of the vault, notes and attachments: what links resolve to. */
  readonly #files = new Set<string>();
  /** The files without a record. Not saved: every start lists them. */
  readonly #attachments = new Map<string, VaultFile>();
  readonly #followers: Set<string>[] = [];
  readonly #graphOfLinks: GraphOfLinks;

  /** Whether results must not name a file at this path, existing or not. */
  readonly isHidden: (path: string) => boolean;

  constructor(parts: { graph: LinkGraph; fulltext: FullTextIndex; isHidden?: (path: string) => boolean }) {
    this.isHidden = parts.isHidden ?? (() => false);
    this.graph = parts.graph;
    this.#graphOfLinks = new GraphOfLinks(this.links, parts.graph);
    this.fulltext = parts.fulltext;
  }

  /** Grows with every change of what ranks and themes are computed from: links, and which notes are included. */
  get linksVersion(): number {
    return this.graph.version + this.#visibilityChanges;
  }

  /** Edges set since the index was created: a counter for deltas. */
  get edgesSet(): number {
    return this.#graphOfLinks.edgesSet;
  }

  get noteCount(): number {
    return this.#byPath.size;
  }

  /** Notes and canvases: everything with a record. */
  get recordCount(): number {
    return this.#byPath.size + this.#canvases.size;
  }

  note(path: string): NoteRecord | undefined {
    return this.#byPath.get(path);
  }

  /** The note or canvas at this path: what can contain links. */
  source(path: string): NoteRecord | undefined {
    return this.#byPath.get(path) ?? this.#canvases.get(path);
  }

  noteById(id: number): NoteRecord | undefined {
    return this.#byId.get(id);
  }

  /** Orders the numbers of notes by path, alike on every host, while the numbers differ. */
  readonly comparePaths = (a: number, b: number): number =>
    compareCodeUnits(this.noteById(a)?.path ?? '', this.noteById(b)?.path ?? '');

  notes(): IterableIterator<NoteRecord> {
    return this.#byPath.values();
  }

  canvases(): IterableIterator<NoteRecord> {
    return this.#canvases.values();
  }

  /** The notes and canvases that search finds. */
  *searched(): IterableIterator<NoteRecord> {
    for (const records of [this.#byPath, this.#canvases])
      for (const record of records.values()) if (takesPartInSearch(record)) yield record;
  }

  /** Every file without a record: neither a note nor a canvas. */
  attachments(): IterableIterator<VaultFile> {
    return this.#attachments.values();
  }

  /** The attachment at this path. */
  attachment(path: string): VaultFile | undefined {
    return this.#attachments.get(path);
  }

  /** Takes in an attachment as it is now. Its name comes with {@link changeFiles}. */
  putAttachment(file: VaultFile): void {
    this.#attachments.set(file.path, file);
    this.#changed(file.path);
  }

  /**
   * The paths of all files with a record and of all attachments. Those that change, and notes whose links mean
   * something else, are added from now on; the caller removes what it has dealt with. `before` is the set of an earlier
   * call, to be filled again.
   */
  followChanges(before?: Set<string>): Set<string> {
    const changed = before ?? new Set<string>();
    for (const paths of [this.#byPath, this.#canvases, this.#attachments])
      for (const path of paths.keys()) changed.add(path);
    if (before === undefined) this.#followers.push(changed);
    return changed;
  }

  /** Every file known by name, notes and attachments. */
  files(): ReadonlySet<string> {
    return this.#files;
  }

  /**
   * Adds the names of files and removes those of vanished files. Returns the notes whose links may now mean something
   * else, for {@link resolveLinks}; those of adopted notes are included. Both come before {@link putNote}: with all
   * names known first, each link is resolved once.
   */
  *changeFiles(added: Iterable<string>, removed: Iterable<string>): Steps<ReadonlySet<string>> {
    yield* this.#nameAdopted();
    const affected = new Set<string>();
    for (const path of removed) {
      if (!this.#files.delete(path)) continue;
      this.#attachments.delete(path);
      this.#changed(path);
      for (const source of this.links.removeFile(path)) affected.add(source);
    }
    yield;
    for (const path of added) {
      if (this.#files.has(path)) continue;
      this.#files.add(path);
      for (const source of this.links.addFile(path)) affected.add(source);
      yield;
    }
    for (const source of this.#unlinked) affected.add(source);
    return affected;
  }

  /** Resolves the links of these notes again. */
  *resolveLinks(paths: Iterable<string>): Steps<void> {
    for (const path of paths) {
      const record = this.source(path);
      if (record !== undefined) {
        if (this.#unlinked.delete(path)) yield* this.links.setNote(record);
        yield* this.#resolve(path);
      }
      yield;
    }
  }

  /** Takes in a new or changed note or canvas with its chunk texts. Its file must be known ({@link changeFiles}). */
  *putNote(record: NoteRecord, { texts, pages, terms }: NoteTexts): Steps<void> {
    yield* this.putRecord(record);
    yield;
    if (takesPartInSearch(record)) {
      const document = noteDocument(record, texts);
      yield* this.fulltext.insert(record.id, terms === undefined ? document : { ...document, terms });
    } else {
      this.fulltext.remove(record.id);
    }
    // Only searched notes have excerpts; hidden text is not copied elsewhere.
    this.unsaved.put(record, takesPartInSearch(record) ? pages : []);
    this.#behind.delete(record.id);
  }

  /**
   * Takes in all of a note except its full text, for which {@link putNote} must follow; until then search knows the
   * text from before. Its file must be known ({@link changeFiles}).
   */
  *putRecord(record: NoteRecord): Steps<void> {
    this.#behind.add(record.id);
    const before = this.#byId.get(record.id);
    if (before !== undefined && before.path !== record.path) this.#drop(before);
    this.#keep(record);
    this.#unlinked.delete(record.path);
    yield* this.links.setNote(record);
    this.graph.addNote(record.path);
    yield;
    // `resolveLinks` has accounted for added and removed files.
    yield* this.#resolve(record.path, true);
  }

  /** Whether the note's full text is older than its record; see {@link putRecord}. */
  isTextBehind(id: number): boolean {
    return this.#behind.has(id);
  }

  /**
   * Takes over a saved record, whose full text was attached with its segment. Its names wait for {@link changeFiles},
   * its links for {@link resolveLinks} too: a search needs neither.
   */
  adoptNote(record: NoteRecord): void {
    this.#unlinked.add(record.path);
    this.#unnamed.push(record);
    this.#keepRecord(record);
    this.#files.add(record.path);
    this.nextId = Math.max(this.nextId, record.id + 1);
  }

  *#nameAdopted(): Steps<void> {
    const records = this.#unnamed;
    this.#unnamed = [];
    for (const record of records) {
      this.#name(record);
      this.links.addFile(record.path);
      this.graph.addNote(record.path);
      yield;
    }
  }

  /** Replaces only the record, for a file whose time changed but not its content. */
  touchNote(record: NoteRecord): void {
    this.#keep(record);
    this.unsaved.putRecord(record);
  }

  /** Drops the record of a note or canvas; its file's name is removed by {@link changeFiles}. */
  removeNote(path: string): void {
    const record = this.source(path);
    if (record === undefined) return;
    this.#drop(record);
    this.#byId.delete(record.id);
    this.#behind.delete(record.id);
    this.fulltext.remove(record.id);
    this.unsaved.remove(record.id);
  }

  #keep(record: NoteRecord): void {
    this.#keepRecord(record);
    this.#name(record);
  }

  #keepRecord(record: NoteRecord): void {
    this.#changed(record.path);
    if (isCanvasPath(record.path)) this.#keepCanvas(record);
    else this.#keepNote(record);
  }

  #name(record: NoteRecord): void {
    if (isCanvasPath(record.path)) return;
    if (record.visibility === 'hidden') this.names.delete(record.path);
    else this.names.set(record);
  }

  #keepCanvas(record: NoteRecord): void {
    const before = this.#canvases.get(record.path);
    if (before !== undefined) this.tally.removeCanvas(before);
    this.tally.addCanvas(record);
    this.#canvases.set(record.path, record);
    this.#byId.set(record.id, record);
  }

  #keepNote(record: NoteRecord): void {
    this.version++;
    const before = this.#byPath.get(record.path);
    if (before?.visibility !== record.visibility) this.#visibilityChanges++;
    if (before !== undefined) this.tally.remove(before);
    this.tally.add(record);
    this.#byPath.set(record.path, record);
    this.#byId.set(record.id, record);
  }

  #drop(record: NoteRecord): void {
    this.#changed(record.path);
    if (this.#canvases.delete(record.path)) this.tally.removeCanvas(record);
    else {
      this.version++;
      this.#byPath.delete(record.path);
      this.tally.remove(record);
      this.names.delete(record.path);
    }
    this.#unlinked.delete(record.path);
    this.#graphOfLinks.remove(record.path);
  }

  #resolve(path: string, isSame = false): Steps<void> {
    this.#changed(path);
    return this.#graphOfLinks.resolve(path, isSame);
  }

  #changed(path: string): void {
    this.revision++;
    for (const follower of this.#followers) follower.add(path);
  }
}

/** Excluded and hidden notes are known only by name and links. */
export function takesPartInSearch(record: NoteRecord): boolean {
  return record.visibility === 'visible';
}
