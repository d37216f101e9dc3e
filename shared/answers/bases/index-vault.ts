import type { BaseFile, BaseVault, FileLink } from '../../bases/base-source.ts';
import { propertyOf } from '../../bases/functions/file-members.ts';
import type { BaseValue } from '../../bases/values/base-value.ts';
import type { NoteIndex } from '../../index/note-index.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { extension, isNotePath } from '../../vault/paths.ts';
import type { VaultFile } from '../../vault/vault-source.ts';

/**
 * The files of an index as bases and `where` see them. Make one for each query; the index must not change meanwhile.
 */
export function indexVault(index: NoteIndex): BaseVault {
  return new IndexVault(index);
}

/** A note or canvas as bases and `where` see it: the same object for the same record, until {@link forgetFiles}. */
export function recordFile(record: NoteRecord): RecordFile {
  const known = files.get(record);
  if (known !== undefined) return known;
  const made = new RecordFile(record);
  files.set(record, made);
  return made;
}

/** The value of a property as `propertyOf` gives it, converted once for each record. */
export function keptProperty(file: BaseFile, name: string): BaseValue {
  return file instanceof RecordFile ? file.property(name) : propertyOf(file, name);
}

/** Gives up what queries keep for the next ones: some 200 bytes a note. They make it again. */
export function forgetFiles(index: NoteIndex): void {
  knownOf.delete(index);
  files = new WeakMap();
}

/** Records never change in place, so what was made from one stays right. */
let files = new WeakMap<NoteRecord, RecordFile>();

/** What queries share until the index changes. */
interface Known {
  revision: number;
  /** Notes and canvases that are not hidden, then all attachments. */
  files: Files | null;
  /** Which notes and canvases link to files that are neither. */
  attachmentLinks: ReadonlyMap<string, ReadonlySet<string>> | null;
}

interface Files {
  records: readonly NoteRecord[];
  /** Those of `records`, as far as they were asked for. */
  made: RecordFile[];
  attachments: readonly BaseFile[];
}

const knownOf = new WeakMap<NoteIndex, Known>();

class IndexVault implements BaseVault {
  readonly #index: NoteIndex;
  readonly #backlinks = new Map<string, ReadonlySet<string>>();
  #attachmentLinks: ReadonlyMap<string, ReadonlySet<string>> | null = null;

  constructor(index: NoteIndex) {
    this.#index = index;
  }

  *files(): Iterable<BaseFile> {
    const { records, made, attachments } = (this.#known().files ??= filesOf(this.#index));
    // One by one, so that the caller can pause.
    for (const [i, record] of records.entries()) yield (made[i] ??= recordFile(record));
    // The rules may change while the index does not.
    for (const file of attachments) if (!this.#index.isHidden(file.path)) yield file;
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
    const before = this.#known();
    this.#attachmentLinks = before.attachmentLinks ?? (yield* this.#linksToAttachments());
    if (this.#known() === before) before.attachmentLinks = this.#attachmentLinks;
  }

  *#linksToAttachments(): Steps<ReadonlyMap<string, ReadonlySet<string>>> {
    const found = new Map<string, Set<string>>();
    for (const records of [this.#index.notes(), this.#index.canvases()]) {
      for (const { path: source, links } of records) {
        for (const link of links) {
          if (isNoteTarget(link.target)) continue;
          const path = this.#index.links.locate(link, source);
          if (path === null || path === source || isNotePath(path)) continue;
          const sources = found.get(path);
          if (sources === undefined) found.set(path, new Set([source]));
          else sources.add(source);
        }
        yield;
      }
    }
    return found;
  }

  #known(): Known {
    const { revision } = this.#index;
    const known = knownOf.get(this.#index);
    if (known?.revision === revision) return known;
    const made = { revision, files: null, attachmentLinks: null };
    knownOf.set(this.#index, made);
    return made;
  }
}

function filesOf(index: NoteIndex): Files {
  const records = [...index.notes(), ...index.canvases()].filter(({ visibility }) => visibility !== 'hidden');
  return { records, made: [], attachments: Array.from(index.attachments(), attachmentFile) };
}

const NO_PATHS: ReadonlySet<string> = new Set();

/** Whether a link can only lead to a note: other files are linked with their extension. */
function isNoteTarget(target: string): boolean {
  const ending = extension(target.split('#', 1)[0] ?? '');
  return ending === '' || ending === 'md';
}

/** {@link recordFile} makes them. */
export class RecordFile implements BaseFile {
  readonly path: string;
  readonly size: number;
  readonly ctime: number;
  readonly mtime: number;
  readonly #record: NoteRecord;
  #tags: readonly string[] | undefined;
  #values: Map<string, BaseValue> | undefined;

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

  property(name: string): BaseValue {
    this.#values ??= new Map();
    let value = this.#values.get(name);
    if (value !== undefined) return value;
    if (this.#values.size >= MOST_VALUES) this.#values.clear();
    value = propertyOf(this, name);
    this.#values.set(name, value);
    return value;
  }
}

/** People ask for the same few properties. */
const MOST_VALUES = 16;

function attachmentFile({ path, size, mtimeMs, createdMs }: VaultFile): BaseFile {
  return { path, size, mtime: mtimeMs, ctime: createdMs, tags: [], frontmatter: undefined, links: [] };
}
