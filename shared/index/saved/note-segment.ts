import type { NoteRecord } from '../../notes/note-record.ts';
import type { SegmentReader } from '../../store/store-types.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import { StringPool } from '../../kit/text/string-pool.ts';
import { SavedRecord, type RecordDetails, type RecordHead, type SavedLine } from './saved-record.ts';
import type { TextPage } from './text-pages.ts';

/**
 * Segments of this kind hold notes: `records`, `links`, `details`, `deleted`, `fulltext`, `pages` and `text` (see the
 * section names below).
 */
export const NOTES_KIND = 'notes';

/** The position of a page of chunk texts in its segment's text section. */
export interface PagePlace {
  firstChunk: number;
  offset: number;
  length: number;
}

/** Records parsed or written between two points where the work may be interrupted. */
const RECORDS_A_STEP = 16;
const ITEMS_A_STEP = 10_000;
/** A string that grows is copied once: when it is encoded. */
const PIECE_LENGTH = 64 * 1024;
const LINE_END = 10;
const PAGE_FIELDS = 4;
/** In place of a page's length. */
const NO_TEXT = 0;

/**
 * Sections `records`, `links` and `details`: one line of JSON a note in each, in the same order; see
 * {@link SavedRecord}.
 */
export type RecordSections<Bytes> = Record<'records' | 'links' | 'details', Bytes>;

/** What a start loads of a segment: all but the texts. */
export type LoadedSections = RecordSections<Uint8Array> & Record<'deleted' | 'fulltext' | 'pages', Uint8Array>;

export function* encodeRecords(records: Iterable<NoteRecord>): Steps<RecordSections<Uint8Array[]>> {
  const heads = new SectionText();
  const links = new SectionText();
  const details = new SectionText();
  let done = 0;
  for (const record of records) {
    const { tasks, ...others } = detailsOf(record);
    heads.add(`${JSON.stringify(headOf(record))}\n`);
    yield* addList(links, record.links);
    links.add('\n');
    details.add('{"tasks":');
    yield* addList(details, tasks);
    details.add(`,${JSON.stringify(others).slice(1)}\n`);
    if (++done % RECORDS_A_STEP === 0) yield;
  }
  return { records: heads.pieces(), links: links.pieces(), details: details.pieces() };
}

/** Reads what a start loads. Throws if a section is missing or damaged. */
export async function loadedSections(reader: SegmentReader): Promise<LoadedSections> {
  const [records, links, details, deleted, fulltext, pages] = await Promise.all([
    reader.section('records'),
    reader.section('links'),
    reader.section('details'),
    reader.section('deleted'),
    reader.section('fulltext'),
    reader.section('pages'),
  ]);
  return { records, links, details, deleted, fulltext, pages };
}

/**
 * The inverse of {@link encodeRecords}. Throws if a line is missing or cut off, or not a record.
 * @param pool for texts that many notes have
 */
export function* decodeRecords(sections: RecordSections<Uint8Array>, pool = new StringPool()): Steps<NoteRecord[]> {
  const links = linesOf(sections.links, pool);
  const details = linesOf(sections.details, pool);
  const records: NoteRecord[] = [];
  for (const { section, start, end } of linesOf(sections.records, pool)) {
    const head = JSON.parse(section.bytes.toString('utf8', start, end)) as RecordHead;
    records.push(new SavedRecord(head, next(links), next(details)));
    if (records.length % RECORDS_A_STEP === 0) yield;
  }
  return records;
}

function headOf(record: NoteRecord): RecordHead {
  const { id, path, size, mtimeMs, createdMs, hash, visibility, title, aliases, tags } = record;
  const { frontmatter, chunkCount, words, addresses, language, bodyStart, warnings } = record;
  const file = { id, path, size, mtimeMs, createdMs, hash, visibility };
  const content = { title, aliases, tags, frontmatter, chunkCount, words, bodyStart, warnings };
  return {
    ...file,
    ...content,
    ...(addresses === undefined ? {} : { addresses }),
    ...(language === undefined ? {} : { language }),
  };
}

function detailsOf({ headings, tasks, chunks, blockIds, parts }: NoteRecord): RecordDetails {
  return {
    headings,
    tasks,
    chunks,
    ...(blockIds === undefined ? {} : { blockIds }),
    ...(parts === undefined ? {} : { parts }),
  };
}

/** Adds a list as JSON; a very long one in several steps. */
function* addList(text: SectionText, items: readonly unknown[]): Steps<void> {
  for (let from = 0; from < items.length; from += ITEMS_A_STEP) {
    if (from > 0) yield;
    const json = JSON.stringify(items.slice(from, from + ITEMS_A_STEP)).slice(1, -1);
    text.add(from === 0 ? `[${json}` : `,${json}`);
  }
  text.add(items.length === 0 ? '[]' : ']');
}

/** Text of a section, encoded piece by piece. */
class SectionText {
  readonly #pieces: Uint8Array[] = [];
  #text = '';

  add(text: string): void {
    this.#text += text;
    if (this.#text.length < PIECE_LENGTH) return;
    this.#pieces.push(Buffer.from(this.#text));
    this.#text = '';
  }

  /** All of it. */
  pieces(): Uint8Array[] {
    this.#pieces.push(Buffer.from(this.#text));
    this.#text = '';
    return this.#pieces;
  }
}

function* linesOf(given: Uint8Array, pool: StringPool): Generator<SavedLine, undefined> {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  const section = { bytes, pool };
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, start);
    if (end < 0) throw new Error('The last record is cut off.');
    yield { section, start, end };
    start = end + 1;
  }
}

function next(lines: Generator<SavedLine, undefined>): SavedLine {
  const { value } = lines.next();
  if (value === undefined) throw new Error('A record has no links or details.');
  return value;
}

/** Section `deleted`: the numbers of notes that are gone. */
export function encodeIds(ids: Iterable<number>): Uint32Array {
  return Uint32Array.from(ids);
}

export function decodeIds(bytes: Uint8Array): Uint32Array {
  return new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / 4));
}

/** Sections `pages` and `text`: the compressed texts, and a table of note number, first chunk, offset and length. */
export function encodeTexts(texts: ReadonlyMap<number, readonly TextPage[]>): {
  pages: Uint32Array;
  text: Uint8Array[];
} {
  const table: number[] = [];
  const text: Uint8Array[] = [];
  let offset = 0;
  for (const [id, pages] of texts) {
    // Otherwise its pages of an earlier segment would count.
    if (pages.length === 0) table.push(id, 0, 0, NO_TEXT);
    for (const { firstChunk, bytes } of pages) {
      table.push(id, firstChunk, offset, bytes.length);
      text.push(bytes);
      offset += bytes.length;
    }
  }
  return { pages: Uint32Array.from(table), text };
}

/** The inverse of the table of {@link encodeTexts}: the pages of each note, by first chunk; none if it has no text. */
export function decodePages(bytes: Uint8Array): Map<number, PagePlace[]> {
  const table = decodeIds(bytes);
  const places = new Map<number, PagePlace[]>();
  for (let at = 0; at + PAGE_FIELDS <= table.length; at += PAGE_FIELDS) {
    const [id = 0, firstChunk = 0, offset = 0, length = 0] = table.subarray(at, at + PAGE_FIELDS);
    const list = places.get(id) ?? [];
    if (length !== NO_TEXT) list.push({ firstChunk, offset, length });
    places.set(id, list);
  }
  return places;
}
