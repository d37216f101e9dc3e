import { mapEachOf } from '../../kit/concurrency/for-each.ts';
import { filterSteps } from '../../kit/concurrency/long-lists.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import { VaultLoomError } from '../../protocol/errors.ts';
import { spellingsOf, suffixOf, type NameTolerance } from '../../notes/note-names.ts';
import { looksUnchanged, type NoteRecord } from '../../notes/note-record.ts';
import type { Stub } from '../../notes/stubs.ts';
import { hasOneForm, isVaultPath } from '../../vault/paths.ts';
import { LOOKED_AT_ONCE, type VaultFile, type VaultSource } from '../../vault/vault-source.ts';
import type { HugeNotes } from '../../index/huge-notes.ts';
import type { IndexKeeper } from '../../index/index-keeper.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import { findStub, stubNamed } from './note-lookup.ts';
import { whatElse } from './what-else.ts';

/** What a name means: a note, by its path, or a stub. */
export type Named =
  /** `suffix`: what follows the note's own name, such as `#heading`. */
  { path: string; suffix: string; stub?: never } | { stub: Stub; path?: never };

/** Notes as their files are now, even before the watcher reports a change. */
export class FreshNotes {
  readonly #slicer: Slicer;
  readonly #source: VaultSource;
  readonly #keeper: IndexKeeper;
  readonly #huge: HugeNotes;
  /** The next scan of the vault, shared by all who wait for it. */
  #nextLook: Promise<void> | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(source: VaultSource, keeper: IndexKeeper, huge: HugeNotes, slicer: Slicer) {
    this.#slicer = slicer;
    this.#source = source;
    this.#keeper = keeper;
    this.#huge = huge;
  }

  /**
   * The note or stub that a name means (contract, 'Naming a note'). A path that exists on disk wins, whether or not the
   * index knows it. The vault is scanned before a looser match is accepted or a note is reported missing.
   * @throws VaultLoomError `ambiguous_note`, `note_not_found`
   */
  async find(name: string, tolerance: NameTolerance = 'read'): Promise<Named> {
    const stub = findStub(this.#index, name);
    if (stub !== null) return { stub };
    const known = await this.#known(name, tolerance);
    if (known !== null) return known;
    await this.#lookAround();
    const fresh = await this.#known(name, tolerance);
    if (fresh !== null) return fresh;
    const missing = await this.#slicer.run(stubNamed(this.#index, name, tolerance));
    if (missing !== null) return { stub: missing };
    await this.#refuseOther(name, tolerance);
    const path = await this.#slicer.run(this.#index.names.looselyOnly(name, tolerance));
    return { path, suffix: suffixOf(name, spellingsOf(name, tolerance).at(-1) ?? '') };
  }

  /**
   * As {@link find}, without a scan of the vault: a name that the index does not know is missing.
   * @throws VaultLoomError `ambiguous_note`, `note_not_found`
   */
  async findKnown(name: string, tolerance: NameTolerance): Promise<Named> {
    const stub = findStub(this.#index, name);
    if (stub !== null) return { stub };
    const known = await this.#known(name, tolerance);
    if (known !== null) return known;
    throw new VaultLoomError('note_not_found', 'The index knows no note of that name.');
  }

  /**
   * The record of the note at this path, in any Unicode form, re-read if its file has changed since. Unlike a name, a
   * path never means another note.
   * @throws VaultLoomError `note_not_found`
   */
  async at(path: string): Promise<NoteRecord> {
    const found = await this.#onDisk(path, [path]);
    if (found === null) throw await this.#notFound(path);
    return this.record(found);
  }

  /**
   * The note's record, re-read if its file has changed since.
   * @throws VaultLoomError `note_not_found` if the file is gone
   */
  async record(path: string): Promise<NoteRecord> {
    if (!(await this.#isUpToDate(path))) await this.#reread([path]);
    const fresh = this.#index.note(path);
    if (fresh === undefined)
      throw new VaultLoomError('note_not_found', `"${path}" no longer exists.`, { hint: 'Find the note with search.' });
    return fresh;
  }

  /** Re-reads canvases that have changed: there are few, and the app writes them all the time. */
  async canvases(index: NoteIndex): Promise<void> {
    const changed = await mapEachOf([...index.canvases()], LOOKED_AT_ONCE, async (record) => {
      const file = await this.#source.stat(record.path);
      return file !== null && looksUnchanged(record, file) ? [] : record.path;
    });
    if (changed.flat().length > 0) await this.#reread(changed.flat());
  }

  get #index(): NoteIndex {
    return this.#keeper.index;
  }

  /** The note at this path, or with this file name, title or alias; for reading, also at a path that ends so. */
  async #known(name: string, tolerance: NameTolerance): Promise<(Named & { path: string }) | null> {
    for (const spelling of spellingsOf(name, tolerance)) {
      const path =
        (await this.#onDisk(spelling, [spelling, `${spelling}.md`], tolerance)) ??
        (await this.#byName(name, spelling, tolerance));
      if (path !== null) return { path, suffix: suffixOf(name, spelling) };
    }
    return null;
  }

  /** The note at the first of these paths that has one. `name`: what they were made of, for the error. */
  async #onDisk(name: string, paths: readonly string[], tolerance: NameTolerance = 'read'): Promise<string | null> {
    const attachments: VaultFile[] = [];
    for (const candidate of paths.filter(isVaultPath)) {
      const file = await this.#fileAt(candidate);
      if (file === null || file.visibility === 'hidden') {
        // It may be gone or hidden without the index knowing.
        if (this.#index.names.has(candidate)) await this.#reread([candidate]);
      } else if (file.kind === 'attachment') attachments.push(file);
      else {
        const record = this.#index.note(file.path);
        if (record === undefined || record.visibility !== file.visibility) await this.#reread([candidate]);
        if (this.#index.names.has(file.path)) return file.path;
      }
    }
    const [other] = attachments;
    if (other !== undefined) throw await this.#otherThan(name, other.path, tolerance);
    return null;
  }

  /** The file at exactly this path, or the only one that differs just in Unicode form. */
  async #fileAt(path: string): Promise<VaultFile | null> {
    const file = await this.#source.stat(path);
    if (file !== null || hasOneForm(path)) return file;
    const forms = await this.#source.statForms(path);
    // Once the index knows them all, it reports the name as ambiguous.
    if (forms.some((form) => this.#index.note(form.path) === undefined)) await this.#reread([path]);
    return forms.length === 1 ? (forms[0] ?? null) : null;
  }

  /** Accepts a match by name if the files have not changed since their names were read. */
  async #byName(name: string, spelling: string, tolerance: NameTolerance): Promise<string | null> {
    for (let tries = 1; ; tries++) {
      const { names } = this.#index;
      const found = names.named(spelling, tolerance);
      const changed: string[] = [];
      for (const path of found.slice(0, MOST_VERIFIED)) if (!(await this.#isUpToDate(path))) changed.push(path);
      if (changed.length > 0 && tries < MOST_TRIES) await this.#reread(await this.#huge.leaveForLater(changed));
      else return found.length === 0 ? null : names.only(name, found);
    }
  }

  async #isUpToDate(path: string): Promise<boolean> {
    const file = await this.#source.stat(path);
    const record = this.#index.note(path);
    return record !== undefined && file !== null && looksUnchanged(record, file);
  }

  /**
   * Takes in added and removed files and all that the watcher has gathered. During a scan, callers wait for the next
   * one.
   */
  #lookAround(): Promise<void> {
    this.#nextLook ??= this.#looking.then(() => {
      this.#nextLook = null;
      return this.#look();
    });
    this.#looking = this.#nextLook.catch(() => undefined);
    return this.#nextLook;
  }

  async #look(): Promise<void> {
    await this.#source.catchUp();
    const present = new Set(await this.#source.paths());
    const known = this.#index.files();
    const came = await this.#slicer.run(filterSteps(present, (path) => !known.has(path)));
    const went = await this.#slicer.run(filterSteps(known, (path) => !present.has(path)));
    if (came.length + went.length > 0) await this.#reread([...came, ...went]);
  }

  /** The name of another file or a folder is not loosely matched to a note. */
  async #refuseOther(name: string, tolerance: NameTolerance): Promise<void> {
    for (const spelling of spellingsOf(name, tolerance)) {
      const hint = await this.#whatElse(spelling, tolerance);
      if (hint !== null) throw await this.#notFound(name, hint);
    }
  }

  async #otherThan(name: string, path: string, tolerance: NameTolerance): Promise<VaultLoomError> {
    return this.#notFound(name, (await this.#whatElse(path, tolerance)) ?? undefined);
  }

  #whatElse(name: string, tolerance: NameTolerance): Promise<string | null> {
    return whatElse({ index: this.#index, source: this.#source, slicer: this.#slicer }, name, tolerance);
  }

  #notFound(name: string, hint?: string): Promise<VaultLoomError> {
    return this.#slicer.run(this.#index.names.notFound(name, hint));
  }

  async #reread(files: string[]): Promise<void> {
    await this.#keeper.reread(files);
  }
}

/** Candidates with the same name that are checked. */
const MOST_VERIFIED = 20;
const MOST_TRIES = 3;
