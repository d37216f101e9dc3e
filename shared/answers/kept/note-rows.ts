import { best } from '../../kit/best.ts';
import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { recordFile, type RecordFile } from '../bases/index-vault.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { foldPath } from '../../vault/paths.ts';
import { keptInStep, type FileFacts } from './kept-in-step.ts';
import { tagKey } from '../../kit/text/tag-key.ts';

/** A note as lists show it, with what filters need to know. */
export class NoteRow {
  readonly record: NoteRecord;
  readonly foldedPath: string;
  #file: RecordFile | undefined;
  #tags: readonly string[] | undefined;

  constructor(record: NoteRecord) {
    this.record = record;
    this.foldedPath = foldPath(record.path);
  }

  get file(): RecordFile {
    return (this.#file ??= recordFile(this.record));
  }

  /** Whether it has the tag, as `tagKey` makes it, or a child of it. */
  hasTag(wanted: string): boolean {
    if (this.record.tags.length === 0) return false;
    this.#tags ??= this.record.tags.map(tagKey);
    return this.#tags.some((tag) => tag === wanted || tag.startsWith(`${wanted}/`));
  }
}

/** The row of a note: always the same for the same record. */
export function rowOf(record: NoteRecord): NoteRow {
  const known = rows.get(record);
  if (known !== undefined) return known;
  const made = new NoteRow(record);
  rows.set(record, made);
  return made;
}

const rows = new WeakMap<NoteRecord, NoteRow>();

const MOST_NEW = 8;

/** All notes but the hidden ones, in no particular order. */
export class NoteRows implements FileFacts {
  readonly #index: NoteIndex;
  readonly #rows = new Map<string, NoteRow>();
  #list: readonly NoteRow[] | null = null;
  #newest: readonly NoteRecord[] | null = null;

  constructor(index: NoteIndex) {
    this.#index = index;
  }

  update(path: string): undefined {
    const found = this.#index.note(path);
    const record = found?.visibility === 'hidden' ? undefined : found;
    if (this.#rows.get(path)?.record === record) return;
    if (record === undefined) this.#rows.delete(path);
    else this.#rows.set(path, rowOf(record));
    this.#list = this.#newest = null;
  }

  /** As they are now: later changes do not show in it. */
  list(): readonly NoteRow[] {
    return (this.#list ??= [...this.#rows.values()]);
  }

  /** The few that changed last, the newest first. */
  get newest(): readonly NoteRecord[] {
    return (this.#newest ??= best(
      this.list().map(({ record }) => record),
      MOST_NEW,
      (a, b) => b.mtimeMs - a.mtimeMs || compareCodeUnits(a.path, b.path),
    ));
  }
}

/** The rows of an index. */
export const noteRows = keptInStep((index) => new NoteRows(index));
