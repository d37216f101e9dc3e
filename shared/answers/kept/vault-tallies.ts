import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { isOpenTask } from '../../notes/note-tasks.ts';
import { dirname } from '../../vault/paths.ts';
import { Counts } from './counts.ts';
import { keptInStep, type FileFacts } from './kept-in-step.ts';
import { PropertyTallies } from './property-tallies.ts';
import { tagKey } from '../../kit/text/tag-key.ts';

export interface FolderRow {
  path: string;
  /** Those below it included. */
  notes: number;
}

export interface TagRow {
  tag: string;
  /** Those with nested tags included. */
  notes: number;
}

/** How many notes there are of each kind: by folder, tag, property and language. Hidden ones do not count. */
export class VaultTallies implements FileFacts {
  readonly properties = new PropertyTallies();
  readonly tasks = { open: 0, done: 0 };
  canvases = 0;
  readonly #index: NoteIndex;
  readonly #known = new Map<string, NoteRecord>();
  readonly #knownCanvases = new Set<string>();
  readonly #folders = new Counts<string>();
  /** By lower-cased name. */
  readonly #tags = new Map<string, { notes: number; spellings: Counts<string> }>();
  readonly #languages = new Counts<string>();
  #folderRows: readonly FolderRow[] | null = null;
  #broadFolders: readonly FolderRow[] | null = null;
  #tagRows: readonly TagRow[] | null = null;

  constructor(index: NoteIndex) {
    this.#index = index;
  }

  update(path: string): undefined {
    const before = this.#known.get(path);
    const now = this.#shown(path);
    this.#updateCanvas(path);
    if (before === now) return;
    if (now === undefined) this.#known.delete(path);
    else this.#known.set(path, now);
    if (before === undefined || now === undefined) this.#addToFolders(dirname(path), now === undefined ? -1 : 1);
    this.#addTasks(before, -1);
    this.#addTasks(now, 1);
    this.#addLanguage(before, -1);
    this.#addLanguage(now, 1);
    if (isDifferent(before?.tags, now?.tags)) {
      this.#addTags(before?.tags ?? [], -1);
      this.#addTags(now?.tags ?? [], 1);
    }
    if (isDifferent(before?.frontmatter, now?.frontmatter)) {
      if (before !== undefined) this.properties.add(before.frontmatter, -1);
      if (now !== undefined) this.properties.add(now.frontmatter, 1);
    }
  }

  get notes(): number {
    return this.#known.size;
  }

  /** Every folder with notes, by path. */
  get folders(): readonly FolderRow[] {
    return (this.#folderRows ??= [...this.#folders.all()]
      .map(([path, notes]) => ({ path, notes }))
      .sort((a, b) => compareCodeUnits(a.path, b.path)));
  }

  /** The same folders, outer ones first; at the same depth, those with the most notes first. */
  get broadFolders(): readonly FolderRow[] {
    return (this.#broadFolders ??= this.folders
      .map((row) => ({ row, depth: row.path.split('/').length }))
      .sort((a, b) => a.depth - b.depth || b.row.notes - a.row.notes)
      .map(({ row }) => row));
  }

  /** Every tag, the most frequent first; a nested tag counts for those above it. */
  get tags(): readonly TagRow[] {
    return (this.#tagRows ??= [...this.#tags.values()]
      .map(({ notes, spellings }) => ({ tag: spellings.most() ?? '', notes }))
      .sort((a, b) => b.notes - a.notes || compareCodeUnits(a.tag, b.tag)));
  }

  /** Whether a note has the tag or a child of it, ignoring letter case. */
  hasTag(tag: string): boolean {
    return this.#tags.has(tagKey(tag));
  }

  /** How many notes are in each language, the most frequent first. */
  get languages(): { language: string; notes: number }[] {
    return this.#languages.frequent().map(([language, notes]) => ({ language, notes }));
  }

  #shown(path: string): NoteRecord | undefined {
    const record = this.#index.note(path);
    return record?.visibility === 'hidden' ? undefined : record;
  }

  #updateCanvas(path: string): void {
    const record = this.#index.note(path) === undefined ? this.#index.source(path) : undefined;
    if (record !== undefined && record.visibility !== 'hidden') this.#knownCanvases.add(path);
    else this.#knownCanvases.delete(path);
    this.canvases = this.#knownCanvases.size;
  }

  #addToFolders(folder: string, by: number): void {
    this.#folderRows = this.#broadFolders = null;
    for (let above = folder; above !== ''; above = dirname(above)) this.#folders.add(above, by);
  }

  #addTasks(record: NoteRecord | undefined, by: number): void {
    for (const task of record?.tasks ?? [])
      if (isOpenTask(task)) this.tasks.open += by;
      else if (task.status !== '-') this.tasks.done += by;
  }

  #addLanguage(record: NoteRecord | undefined, by: number): void {
    if (record?.language !== undefined) this.#languages.add(record.language, by);
  }

  #addTags(tags: readonly string[], by: number): void {
    this.#tagRows = null;
    const own = new Map<string, string>();
    for (const tag of tags)
      for (let end = tag.length; end > 0; end = tag.lastIndexOf('/', end - 1)) {
        const name = tag.slice(0, end);
        own.set(tagKey(name), name.normalize('NFC'));
      }
    for (const [key, tag] of own) {
      const row = this.#tags.get(key) ?? { notes: 0, spellings: new Counts<string>() };
      row.notes += by;
      row.spellings.add(tag, by);
      if (row.notes === 0) this.#tags.delete(key);
      else this.#tags.set(key, row);
    }
  }
}

/** What a vault holds of each kind. */
export const vaultTallies = keptInStep((index) => new VaultTallies(index));

function isDifferent(before: unknown, now: unknown): boolean {
  return before !== now && JSON.stringify(before) !== JSON.stringify(now);
}
