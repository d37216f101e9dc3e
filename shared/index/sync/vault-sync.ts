import { changedRecord, looksUnchanged, type NoteRecord } from '../../notes/note-record.ts';
import { mapEachOf } from '../../kit/concurrency/for-each.ts';
import type { Slicer, Steps } from '../../kit/concurrency/slices.ts';
import type { SpawnWorker } from '../../kit/concurrency/spawn-worker.ts';
import { isCanvasPath } from '../../notes/canvas.ts';
import { isWithin, toNfc } from '../../vault/paths.ts';
import {
  LOOKED_AT_ONCE,
  type VaultChange,
  type VaultFile,
  type VaultListing,
  type VaultSource,
  type VaultWarning,
} from '../../vault/vault-source.ts';
import { NO_TEXTS, type NoteIndex } from '../note-index.ts';
import type { NoteReaderParts } from './note-reader.ts';
import { NoteUpdater } from './note-updater.ts';
import type { SyncCounts, SyncOptions } from './sync-pass.ts';

/** Brings a {@link NoteIndex} up to date with its vault. One pass at a time: the caller ensures it. */
export class VaultSync {
  /** Warnings from the last listing of each folder; per-note warnings are in the records. */
  warnings: VaultWarning[] = [];
  /** Version of the ignore rules applied to every record. */
  rulesVersion = -1;
  readonly notes: NoteUpdater;
  readonly #source: VaultSource;
  readonly #index: NoteIndex;
  readonly #slicer: Slicer;
  constructor(parts: NoteReaderParts & { spawnWorker: SpawnWorker }) {
    this.#source = parts.source;
    this.#index = parts.index;
    this.#slicer = parts.slicer;
    this.notes = new NoteUpdater(parts);
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
    await this.notes.readAll(coming, canvases, [], counts, options);
    this.rulesVersion = rulesVersion;
    return { ...counts, ...this.#index.links.stubs.counted() };
  }

  /**
   * Notes and canvases whose inclusion changed: those that left search as records, those that joined it as files to
   * read.
   */
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

  /**
   * Makes the index agree with `files`, and drops the `known` that are not among them. `replaced` are read even if size
   * and time are the same.
   */
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
    const notesGone = vanished.filter(({ path }) => !isCanvasPath(path));
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
      const isKnown = isTrusted && record !== undefined && this.notes.isSettled(record, file);
      if (!isKnown) (isCanvas ? canvases : work).push(file);
      else if (!isCanvas) counts.skipped++;
    }
    if (work.length === 0 && notesGone.length === 0) options.onUnchanged?.();
    const relinked = await this.#slicer.run(this.#index.changeFiles(added, removed));
    await this.#slicer.run(this.#index.resolveLinks(relinked));
    await this.notes.readAll(work, canvases, notesGone, counts, options);
    for (const record of vanished) {
      if (this.#index.source(record.path) !== record) continue;
      this.#index.removeNote(record.path);
      if (isCanvasPath(record.path)) counts.canvases++;
      else counts.removed++;
    }
    return { ...counts, ...this.#index.links.stubs.counted() };
  }
}

function isSameAttachment(before: VaultFile | undefined, file: VaultFile): boolean {
  return before !== undefined && looksUnchanged(before, file) && before.visibility === file.visibility;
}
