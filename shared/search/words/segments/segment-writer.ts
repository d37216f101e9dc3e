import type { Steps } from '../../../kit/concurrency/slices.ts';
import { ByteBlocks } from './byte-blocks.ts';
import { FIELD_BITS, FIELD_COUNT, FIELD_MASK } from './postings.ts';
import type { Postings, PostingsSource } from './postings.ts';
import { layOut, segmentLength } from './segment-format.ts';
import type { SegmentSections } from './segment-format.ts';

const ROWS_A_STEP = 1024;

/** A row of a source, to be copied to a new segment. */
export interface RowOrigin {
  source: PostingsSource;
  row: number;
}

/** Collects terms in byte order with their postings, and builds the segment. */
export class SegmentWriter {
  readonly #rows: readonly RowOrigin[];
  readonly #dictionary = new ByteBlocks();
  readonly #postings = new ByteBlocks();
  readonly #termEnds: number[] = [];
  readonly #postingEnds: number[] = [];
  #lastKey = 0;

  constructor(rows: readonly RowOrigin[]) {
    this.#rows = rows;
  }

  /** Appends postings of the current term, by ascending key; `newRows` gives each row's number in this segment. */
  addPostings(postings: Postings, newRows: Int32Array): void {
    const { count, keys, starts, positions } = postings;
    const out = this.#postings;
    out.reserve(count * 10 + postings.positionCount * 5);
    for (let i = 0; i < count; i += 1) {
      const key =
        ((newRows[(keys[i] as number) >>> FIELD_BITS] as number) << FIELD_BITS) | ((keys[i] as number) & FIELD_MASK);
      const from = starts[i] as number;
      const to = starts[i + 1] as number;
      const single = to - from === 1 ? 1 : 0;
      out.writeVarint(((key - this.#lastKey) << 1) | single);
      if (single === 0) out.writeVarint(to - from);
      let last = 0;
      for (let p = from; p < to; p += 1) {
        const position = positions[p] as number;
        out.writeVarint(position - last);
        last = position;
      }
      this.#lastKey = key;
    }
  }

  /** Ends the current term; one without postings is left out. */
  endTerm(term: Uint8Array | string): void {
    this.#lastKey = 0;
    const end = this.#postings.length;
    if (end === (this.#postingEnds.at(-1) ?? 0)) return;
    if (typeof term === 'string') this.#dictionary.appendText(term);
    else this.#dictionary.append(term);
    this.#termEnds.push(this.#dictionary.length);
    this.#postingEnds.push(end);
  }

  *finish(): Steps<Uint8Array> {
    const shape = {
      rows: this.#rows.length,
      terms: this.#termEnds.length,
      chunks: this.#rows.reduce((sum, { source, row }) => sum + source.chunks(row).length, 0),
      names: this.#rows.reduce((sum, { source, row }) => sum + source.names(row).length, 0),
      dictionaryBytes: this.#dictionary.length,
      postingBytes: this.#postings.length,
    };
    yield;
    const bytes = new Uint8Array(segmentLength(shape));
    const sections = layOut(bytes, shape);
    yield* this.#fillRows(sections);
    sections.termOffsets.set(this.#termEnds, 1);
    sections.postingOffsets.set(this.#postingEnds, 1);
    yield;
    yield* this.#dictionary.copyTo(sections.dictionary, 0);
    yield* this.#postings.copyTo(sections.postings, 0);
    return bytes;
  }

  *#fillRows(sections: SegmentSections): Steps<void> {
    let chunk = 0;
    let name = 0;
    for (const [newRow, { source, row }] of this.#rows.entries()) {
      sections.ids[newRow] = source.idOf(row);
      for (let field = 0; field < FIELD_COUNT; field += 1)
        sections.lengths[newRow * FIELD_COUNT + field] = source.lengthOf(row, field);
      sections.chunks.set(source.chunks(row), chunk);
      chunk += source.chunks(row).length;
      sections.chunkOffsets[newRow + 1] = chunk;
      sections.names.set(source.names(row), name);
      name += source.names(row).length;
      sections.nameOffsets[newRow + 1] = name;
      if (newRow % ROWS_A_STEP === 0) yield;
    }
  }
}
