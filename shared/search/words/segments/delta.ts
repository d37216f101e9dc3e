import type { Steps } from '../../../kit/concurrency/slices.ts';
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
import { PostingChains } from './posting-chains.ts';
import type { Postings, PostingsSource } from './postings.ts';
import { isStopWord } from '../terms/stop-words.ts';
import { TokenScan } from '../terms/tokenizer.ts';
import type { TermKind, TermSink, Tokenizer } from '../terms/tokenizer.ts';

/** Text cut into terms between two pauses, in UTF-16 units: well under a millisecond. */
const STEP_LENGTH = 16_384;
/** Terms gathered before they are indexed together. */
const FLUSH_TERMS = 8_192;
/** Room for what the rest of a step can add, which is rarely needed. */
const GATHER_LIMIT = FLUSH_TERMS + STEP_LENGTH;
/** Cost of a line, even an empty one, in text. */
const LINE_COST = 8;

/**
 * The mutable part of the index. A row counts only once it is committed, so searches can go on while a note is added in
 * steps.
 */
export class Delta implements PostingsSource {
  rows = 0;
  alive = new Uint8Array(64);
  readonly #tokenizer: Tokenizer;
  readonly #ids: number[] = [];
  readonly #lengths: number[] = [];
  readonly #chunks: Int32Array[] = [];
  readonly #names: Int32Array[] = [];
  readonly #termNumbers = new Map<string, number>();
  readonly #terms: string[] = [];
  readonly #chains = new PostingChains();
  /** Per term: 1 + index of its first gathered occurrence; all 0 between flushes. */
  #firstGathered = new Int32Array(1024);
  #gathered = 0;
  readonly #gatheredTerms = new Int32Array(GATHER_LIMIT);
  readonly #gatheredFields = new Uint8Array(GATHER_LIMIT);
  readonly #gatheredPositions = new Int32Array(GATHER_LIMIT);
  readonly #nextGathered = new Int32Array(GATHER_LIMIT);

  constructor(tokenizer: Tokenizer) {
    this.#tokenizer = tokenizer;
  }

  /** Integers written, 4 bytes each. */
  get written(): number {
    return this.#chains.written;
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

  /** All terms ever seen, by number; some may have no live posting. */
  get terms(): readonly string[] {
    return this.#terms;
  }

  /** Adds a note as a row that is not live yet; returns the row. */
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
      const scan = new TokenScan(this.#tokenizer, line.text, { position });
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
    this.#chains.append(number, this.alive, into);
    into.sort(this.rows << FIELD_BITS);
  }

  readPrefix(prefix: string, into: Postings): void {
    into.clear();
    for (const [term, number] of this.#termNumbers) {
      if (term.startsWith(prefix)) this.#chains.append(number, this.alive, into);
    }
    into.sort(this.rows << FIELD_BITS);
  }

  /** Reads a term's postings of the rows marked in `rows`. */
  readRows(term: number, rows: Uint8Array, into: Postings): void {
    into.clear();
    this.#chains.append(term, rows, into);
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
    this.#chains.reserve(number + 1);
    if (number >= this.#firstGathered.length) this.#firstGathered = grown(this.#firstGathered, number + 1);
    return number;
  }

  /** Writes the gathered terms as postings of `row`, one per term and field. */
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
    const chains = this.#chains;
    let at = first + 1;
    while (at !== 0) {
      const field = fields[at - 1] as number;
      let size = 0;
      for (let i = at; i !== 0 && fields[i - 1] === field; i = next[i - 1] as number) size += 1;
      chains.open(term, (row << FIELD_BITS) | field, size);
      const { block } = chains;
      for (let out = chains.at; size > 0; size -= 1) {
        block[out++] = this.#gatheredPositions[at - 1] as number;
        at = next[at - 1] as number;
      }
    }
  }
}

/** Whether a query for the same words includes the term. The last character of a longer run is not included. */
function isAskedFor(kind: TermKind, before: TermKind | null): boolean {
  return kind === 'word' || kind === 'pair' || (kind === 'tail' && before !== 'pair');
}

const NOTHING = new Int32Array(0);
const NO_HEADING = [0, 0] as const;
