import type { SegmentReader } from '../../store/store-types.ts';
import type { Slicer } from '../../kit/concurrency/slices.ts';
import { unpackChunk, unpackChunks } from './chunk-texts.ts';
import type { TextPage } from './text-pages.ts';
import type { PagePlace } from './note-segment.ts';

interface Place {
  reader: SegmentReader;
  pages: readonly PagePlace[];
}

/** Finds the visible texts of chunks: in memory while a note is unsaved, otherwise in its segment on disk. */
export class ChunkTextStore {
  readonly #places = new Map<number, Place>();

  locate(id: number, reader: SegmentReader, pages: readonly PagePlace[]): void {
    this.#places.set(id, { reader, pages });
  }

  forget(id: number): void {
    this.#places.delete(id);
  }

  /** The segment that holds the note's texts; undefined if they are not on disk. */
  segmentOf(id: number): string | undefined {
    return this.#places.get(id)?.reader.info.key;
  }

  /**
   * The visible text of one chunk; `unsaved` takes precedence over the disk. Empty if there is none. Throws if the data
   * on disk is unreadable or damaged.
   */
  async read(id: number, chunk: number, unsaved: readonly TextPage[] | undefined): Promise<string> {
    if (unsaved !== undefined) {
      const page = unsaved.findLast((candidate) => candidate.firstChunk <= chunk);
      return page === undefined ? '' : unpackChunk(page.bytes, chunk - page.firstChunk);
    }
    const place = this.#places.get(id);
    const page = place?.pages.findLast((candidate) => candidate.firstChunk <= chunk);
    if (place === undefined || page === undefined) return '';
    return unpackChunk(await place.reader.range('text', page.offset, page.length), chunk - page.firstChunk);
  }

  /** The visible texts of all chunks of a note, as found by {@link read}, opened in slices. Throws as it does. */
  async readAll(id: number, unsaved: readonly TextPage[] | undefined, slicer: Slicer): Promise<string[]> {
    const texts: string[] = [];
    for (const { bytes } of unsaved ?? (await this.pages(id))) {
      await slicer.pause();
      for (const text of await unpackChunks(bytes)) texts.push(text);
    }
    return texts;
  }

  /** The compressed pages of a note, as stored in its segment, for copying to another. */
  async pages(id: number): Promise<TextPage[]> {
    const place = this.#places.get(id);
    if (place === undefined) return [];
    return Promise.all(
      place.pages.map(async ({ firstChunk, offset, length }) => ({
        firstChunk,
        bytes: await place.reader.range('text', offset, length),
      })),
    );
  }
}
