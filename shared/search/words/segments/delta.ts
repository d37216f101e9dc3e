import type { Steps } from '../../../kit/work/slices.ts';
import type { FullTextDocument } from '../fulltext-types.ts';
import {
  CHUNK_STRIDE,
  FIELD_BITS,
  FIELD_BODY,
  FIELD_COUNT,
  FIELD_HEADINGS,
  FIELD_TITLE,
  fieldLines,
  grown,
} from './postings.ts';
import type { Postings, PostingsSource } from './postings.ts';
import { isStopWord } from '../terms/stop-words.ts';
import { TokenScan } from '../terms/tokenizer.ts';
import type { TermKind, TermSink, Tokenizer } from '../terms/tokenizer.ts';

/** Text cut into terms between two pauses, in UTF-16 units: well under a millisecond of work. */
const STEP_LENGTH = 16_384;
/** Terms gathered before they are put into the index, in one go. */
const FLUSH_TERMS = 8_192;
/** Space for what the rest of a step can add beyond that, which is rarely needed. */
const GATHER_LIMIT = FLUSH_TERMS + STEP_LENGTH;
/** What a line costs even when it is empty, as if it were text. */
const LINE_COST = 8;
const BLOCK_BITS = 16;
const BLOCK_SIZE = 1 << BLOCK_BITS;
/** A posting's fixed part: address of the term's previous posting, key, number of positions. */
const HEADER = 3;

/**
 * The mutable part of the index. Postings are appended to blocks of integers, each linked to the term's previous one. A
 * row counts only once it is committed, so a note can be added in steps while searches go on.
 */
export class Delta implements PostingsSource {
  rows = 0;
  alive = new Uint8Array(64);
  /** Integers written: a measure of memory, 4 bytes each. */
  written = 0;
  readonly #tokenizer: Tokenizer;
  readonly #ids: number[] = [];
  readonly #lengths: number[] = [];
  readonly #chunks: Int32Array[] = [];
  readonly #names: Int32Array[] = [];
  readonly #termNumbers = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #blocks: Int32Array[] = [];
  #blockUsed = BLOCK_SIZE;
  /** Per term: address + 1 of its last posting, 0 for none. */
  #lastPosting = new Int32Array(1024);
  /** Per term: index + 1 of its first term in the gathered ones; all 0 between flushes. */
  #firstGathered = new Int32Array(1024);
  #gathered = 0;
  readonly #gatheredTerms = new Int32Array(GATHER_LIMIT);
  readonly #gatheredFields = new Uint8Array(GATHER_LIMIT);
  readonly #gatheredPositions = new Int32Array(GATHER_LIMIT);
  readonly #nextGathered = new Int32Array(GATHER_LIMIT);

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  idOf(row: number): number {
    return this.#ids[row] as number;
  }

  lengthOf(row: number, field: number): number {
    return this.#lengths[row * FIELD_COUNT + field] as number;
  }

  chunks(row: number): Int32Array {
    return this.#chunks[row] as Int32Array;
  }

  names(row: number): Int32Array {
    return this.#names[row] as Int32Array;
  }

  /** All terms ever seen, in order of their numbers; some may have no live posting. */
  get terms(): readonly string[] {
    return this.#terms;
  }

  /** Adds a note as a row that is not live yet, and returns the row. */
  *add(id: number, document: FullTextDocument): Steps<number> {
    const row = this.#newRow(id);
    const chunks: number[] = [];
    const headings: [from: number, to: number][] = [];
    const names: number[] = [];
    let field = -1;
    let position = 0;
    let work = 0;
    for (const line of fieldLines(document)) {
      if (line.field !== field) position = 0;
      field = line.field;
      const start = position;
      let content = 0;
      let before: TermKind | null = null;
      const sink: TermSink = (term, at, from, to, kind) => {
        this.#gather(row, term, field, at);
        if (field === FIELD_TITLE && isAskedFor(kind, before) && !isStopWord(line.text.slice(from, to))) content += 1;
        before = kind;
      };
      const scan = new TokenScan(this.#tokenizer, line.text, position);
      work += LINE_COST;
      while (!scan.done || work >= STEP_LENGTH) {
        const from = scan.offset;
        scan.run(from + STEP_LENGTH - work, sink);
        work += scan.offset - from;
        if (this.#gathered >= FLUSH_TERMS || work >= STEP_LENGTH) {
          this.#flush(row);
          work = 0;
          yield;
        }
      }
      const length = scan.position - start;
      this.#lengths[row * FIELD_COUNT + field] = this.lengthOf(row, field) + length;
      if (field === FIELD_HEADINGS) headings.push([start, scan.position]);
      if (field === FIELD_BODY)
        chunks.push(start, ...(headings[document.chunkHeadings?.[chunks.length / CHUNK_STRIDE] ?? -1] ?? NO_HEADING));
      if (field === FIELD_TITLE) names.push(start, content === 0 ? length : content);
      position = scan.position + 1;
    }
    this.#flush(row);
    this.#chunks[row] = Int32Array.from(chunks);
    this.#names[row] = Int32Array.from(names);
    return row;
  }

  read(term: string, into: Postings): void {
    into.clear();
    const number = this.#termNumbers.get(term);
    if (number === undefined) return;
    this.#append(number, this.alive, into);
    into.sort(this.rows << FIELD_BITS);
  }

  readPrefix(prefix: string, into: Postings): void {
    into.clear();
    for (const [term, number] of this.#termNumbers) {
      if (term.startsWith(prefix)) this.#append(number, this.alive, into);
    }
    into.sort(this.rows << FIELD_BITS);
  }

  /** Reads the postings of the rows marked in `rows`, by the term's number. */
  readRows(term: number, rows: Uint8Array, into: Postings): void {
    into.clear();
    this.#append(term, rows, into);
    into.sort(this.rows << FIELD_BITS);
  }

  #newRow(id: number): number {
    const row = this.rows;
    if (row >= this.alive.length) {
      const larger = new Uint8Array(row * 2);
      larger.set(this.alive);
      this.alive = larger;
    }
    this.#ids.push(id);
    for (let field = 0; field < FIELD_COUNT; field += 1) this.#lengths.push(0);
    this.#chunks.push(NOTHING);
    this.#names.push(NOTHING);
    this.rows += 1;
    return row;
  }

  #gather(row: number, term: string, field: number, position: number): void {
    if (this.#gathered === GATHER_LIMIT) this.#flush(row);
    const at = this.#gathered++;
    this.#gatheredTerms[at] = this.#number(term);
    this.#gatheredFields[at] = field;
    this.#gatheredPositions[at] = position;
  }

  #number(term: string): number {
    const known = this.#termNumbers.get(term);
    if (known !== undefined) return known;
    const number = this.#terms.length;
    this.#termNumbers.set(term, number);
    this.#terms.push(term);
    if (number >= this.#lastPosting.length) {
      this.#lastPosting = grown(this.#lastPosting, number + 1);
      this.#firstGathered = grown(this.#firstGathered, number + 1);
    }
    return number;
  }

  /** Writes the gathered terms as postings of `row`: one for each term and field. */
  #flush(row: number): void {
    const terms = this.#gatheredTerms;
    const first = this.#firstGathered;
    const next = this.#nextGathered;
    for (let i = this.#gathered - 1; i >= 0; i -= 1) {
      const term = terms[i] as number;
      next[i] = first[term] as number;
      first[term] = i + 1;
    }
    for (let i = 0; i < this.#gathered; i += 1) {
      const term = terms[i] as number;
      if (first[term] !== i + 1) continue;
      first[term] = 0;
      this.#writePostings(term, row, i);
    }
    this.#gathered = 0;
  }

  #writePostings(term: number, row: number, first: number): void {
    const fields = this.#gatheredFields;
    const next = this.#nextGathered;
    let at = first + 1;
    while (at !== 0) {
      const field = fields[at - 1] as number;
      let size = 0;
      for (let i = at; i !== 0 && fields[i - 1] === field; i = next[i - 1] as number) size += 1;
      const address = this.#allocate(HEADER + size);
      const block = this.#blocks[address >>> BLOCK_BITS] as Int32Array;
      let out = address & (BLOCK_SIZE - 1);
      block[out++] = this.#lastPosting[term] as number;
      block[out++] = (row << FIELD_BITS) | field;
      block[out++] = size;
      for (; size > 0; size -= 1) {
        block[out++] = this.#gatheredPositions[at - 1] as number;
        at = next[at - 1] as number;
      }
      this.#lastPosting[term] = address + 1;
    }
  }

  #allocate(size: number): number {
    if (this.#blockUsed + size > BLOCK_SIZE) {
      this.#blocks.push(new Int32Array(BLOCK_SIZE));
      this.#blockUsed = 0;
    }
    const address = ((this.#blocks.length - 1) << BLOCK_BITS) | this.#blockUsed;
    this.#blockUsed += size;
    this.written += size;
    return address;
  }

  /** Appends a term's postings of the rows marked; the chain begins with the newest, so they are filled in from behind. */
  #append(term: number, rows: Uint8Array, into: Postings): void {
    let postings = into.count;
    let positions = into.positionCount;
    const last = this.#lastPosting[term] as number;
    for (let link = last; link !== 0; ) {
      const block = this.#blocks[(link - 1) >>> BLOCK_BITS] as Int32Array;
      const at = (link - 1) & (BLOCK_SIZE - 1);
      if (rows[(block[at + 1] as number) >>> FIELD_BITS] === 1) {
        postings += 1;
        positions += block[at + 2] as number;
      }
      link = block[at] as number;
    }
    into.reserve(postings, positions);
    into.count = postings;
    into.starts[postings] = positions;
    for (let link = last; link !== 0; ) {
      const block = this.#blocks[(link - 1) >>> BLOCK_BITS] as Int32Array;
      const at = (link - 1) & (BLOCK_SIZE - 1);
      const key = block[at + 1] as number;
      if (rows[key >>> FIELD_BITS] === 1) {
        const size = block[at + 2] as number;
        postings -= 1;
        positions -= size;
        into.keys[postings] = key;
        into.starts[postings] = positions;
        for (let i = 0; i < size; i += 1) into.positions[positions + i] = block[at + HEADER + i] as number;
      }
      link = block[at] as number;
    }
  }
}

/** Whether a query for the same words includes a term; it does not for the last character of a longer run. */
function isAskedFor(kind: TermKind, before: TermKind | null): boolean {
  return kind === 'word' || kind === 'pair' || (kind === 'tail' && before !== 'pair');
}

const NOTHING = new Int32Array(0);
const NO_HEADING = [0, 0] as const;
