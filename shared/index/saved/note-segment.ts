import type { NoteRecord } from '../../notes/note-record.ts';
import type { Steps } from '../../kit/concurrency/slices.ts';
import type { TextPage } from './text-pages.ts';

/** Segments of this kind hold notes: `records`, `deleted`, `fulltext`, `pages` and `text` (see the section names below). */
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
const PAGE_FIELDS = 4;

/** Section `records`: one line of JSON per note. */
export function* encodeRecords(records: Iterable<NoteRecord>): Steps<Uint8Array[]> {
  const pieces: Uint8Array[] = [];
  let lines: string[] = [];
  for (const record of records) {
    if (record.links.length + record.tasks.length > ITEMS_A_STEP) {
      for (const piece of longRecord(record)) {
        pieces.push(Buffer.from(lines.join('') + piece));
        lines = [];
        yield;
      }
      continue;
    }
    lines.push(`${JSON.stringify(record)}\n`);
    if (lines.length < RECORDS_A_STEP) continue;
    pieces.push(Buffer.from(lines.join('')));
    lines = [];
    yield;
  }
  pieces.push(Buffer.from(lines.join('')));
  return pieces;
}

/** The line of a note with very many links or tasks, in pieces. */
function* longRecord({ links, tasks, ...rest }: NoteRecord): Iterable<string> {
  yield `${JSON.stringify(rest).slice(0, -1)},"links":[`;
  yield* longList(links);
  yield '],"tasks":[';
  yield* longList(tasks);
  yield ']}\n';
}

function* longList(items: readonly unknown[]): Iterable<string> {
  for (let from = 0; from < items.length; from += ITEMS_A_STEP) {
    const json = JSON.stringify(items.slice(from, from + ITEMS_A_STEP)).slice(1, -1);
    yield from === 0 ? json : `,${json}`;
  }
}

/** The inverse of {@link encodeRecords}. Throws if a line is not a record. */
export function* decodeRecords(bytes: Uint8Array): Steps<NoteRecord[]> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const records: NoteRecord[] = [];
  for (let start = 0; start < buffer.length; ) {
    const end = buffer.indexOf(10, start);
    if (end < 0) throw new Error('The last record is cut off.');
    records.push(JSON.parse(buffer.toString('utf8', start, end)) as NoteRecord);
    start = end + 1;
    if (records.length % RECORDS_A_STEP === 0) yield;
  }
  return records;
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
    for (const { firstChunk, bytes } of pages) {
      table.push(id, firstChunk, offset, bytes.length);
      text.push(bytes);
      offset += bytes.length;
    }
  }
  return { pages: Uint32Array.from(table), text };
}

/** The inverse of the table of {@link encodeTexts}: the pages of each note, by first chunk. */
export function decodePages(bytes: Uint8Array): Map<number, PagePlace[]> {
  const table = decodeIds(bytes);
  const places = new Map<number, PagePlace[]>();
  for (let at = 0; at + PAGE_FIELDS <= table.length; at += PAGE_FIELDS) {
    const [id = 0, firstChunk = 0, offset = 0, length = 0] = table.subarray(at, at + PAGE_FIELDS);
    const place = { firstChunk, offset, length };
    const list = places.get(id);
    if (list === undefined) places.set(id, [place]);
    else list.push(place);
  }
  return places;
}
