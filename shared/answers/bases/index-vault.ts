import type { BaseFile, BaseVault, FileLink } from '../../bases/base-source.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { extension, isNotePath } from '../../vault/paths.ts';
import type { VaultFile } from '../../vault/vault-source.ts';

/** The files of an index as bases and `where` see them. Make one for each query; the index must not change meanwhile. */
export function indexVault(index: NoteIndex): BaseVault {
  return new IndexVault(index);
}

/** A note or canvas as bases and `where` see it: always the same object for the same record. */
export function recordFile(record: NoteRecord): BaseFile {
  const known = files.get(record);
  if (known !== undefined) return known;
  const made = new RecordFile(record);
  files.set(record, made);
  return made;
}

/** Records never change in place, so that what was made of one stays right. */
const files = new WeakMap<NoteRecord, BaseFile>();

class IndexVault implements BaseVault {
  readonly #index: NoteIndex;
  readonly #backlinks = new Map<string, ReadonlySet<string>>();
  /** Which notes and canvases link to files that are neither. */
  #attachmentLinks: Map<string, Set<string>> | null = null;

  constructor(index: NoteIndex) {
    this.#index = index;
  }

  *files(): Iterable<BaseFile> {
    const index = this.#index;
    for (const record of index.notes()) if (record.visibility !== 'hidden') yield recordFile(record);
    for (const record of index.canvases()) if (record.visibility !== 'hidden') yield recordFile(record);
    for (const file of index.attachments()) if (!index.isHidden(file.path)) yield attachmentFile(file);
  }

  file(path: string): BaseFile | null {
    const record = this.#index.source(path);
    if (record !== undefined) return record.visibility === 'hidden' ? null : recordFile(record);
    const file = this.#index.attachment(path);
    return file === undefined || this.#index.isHidden(path) ? null : attachmentFile(file);
  }

  readonly resolveLink = (linkpath: string, source: string): string | null =>
    this.#index.links.locate({ target: linkpath }, source);

  isHidden(path: string): boolean {
    const record = this.#index.source(path);
    return record === undefined ? this.#index.isHidden(path) : record.visibility === 'hidden';
  }

  backlinks(path: string): ReadonlySet<string> {
    let known = this.#backlinks.get(path);
    if (known === undefined) {
      known = isNotePath(path)
        ? new Set(this.#index.graph.incoming(path))
        : (this.#attachmentLinks?.get(path) ?? NO_PATHS);
      this.#backlinks.set(path, known);
    }
    return known;
  }

  /** The graph has notes and canvases; what links to other files is looked up once. */
  *prepareBacklinks(): Steps<void> {
    const found = new Map<string, Set<string>>();
    for (const records of [this.#index.notes(), this.#index.canvases()]) {
      for (const { path: source, links } of records) {
        for (const link of links) {
          if (isNoteTarget(link.target)) continue;
          const path = this.#index.links.locate(link, source);
          if (path === null || isNotePath(path)) continue;
          const sources = found.get(path);
          if (sources === undefined) found.set(path, new Set([source]));
          else sources.add(source);
        }
        yield;
      }
    }
    this.#attachmentLinks = found;
  }
}

const NO_PATHS: ReadonlySet<string> = new Set();

/** Whether a link can only lead to a note: other files are linked with their extension. */
function isNoteTarget(target: string): boolean {
  const ending = extension(target.split('#', 1)[0] ?? '');
  return ending === '' || ending === 'md';
}

class RecordFile implements BaseFile {
  readonly path: string;
  readonly size: number;
  readonly ctime: number;
  readonly mtime: number;
  readonly #record: NoteRecord;
  #tags: readonly string[] | undefined;

  constructor(record: NoteRecord) {
    this.path = record.path;
    this.size = record.size;
    this.ctime = record.createdMs;
    this.mtime = record.mtimeMs;
    this.#record = record;
  }

  get tags(): readonly string[] {
    return (this.#tags ??= this.#record.tags.map((tag) => `#${tag}`));
  }

  get frontmatter(): unknown {
    return this.#record.frontmatter;
  }

  get links(): readonly FileLink[] {
    return this.#record.links;
  }
}

function attachmentFile({ path, size, mtimeMs, createdMs }: VaultFile): BaseFile {
  return { path, size, mtime: mtimeMs, ctime: createdMs, tags: [], frontmatter: undefined, links: [] };
}
