import { runSteps, type Steps } from '../../../kit/concurrency/slices.ts';
import type { FullTextDocument } from '../fulltext-types.ts';
import type { Tokenizer } from '../terms/tokenizer.ts';
import { POSTING_HEADER } from './document-terms.ts';
import type { DocumentShape, DocumentTerms } from './document-terms.ts';
import { TermGatherer } from './term-gatherer.ts';
import type { PostingSink } from './term-gatherer.ts';
import { FIELD_BITS, FIELD_COUNT, grown } from './postings.ts';
import { PostingChains } from './posting-chains.ts';
import type { Postings, PostingsSource } from './postings.ts';
import { Vocabulary } from './vocabulary.ts';

/** Integers of a note cut into terms elsewhere that are posted between two pauses. */
const POSTED_A_STEP = 16_384;
/** Terms compared with a prefix between two pauses. */
const TERMS_A_STEP = 8_192;

/**
 * The mutable part of the index. A row counts only once it is committed, so searches can go on while a note is added in
 * steps.
 */
export class Delta implements PostingsSource {
  rows = 0;
  alive = new Uint8Array(64);
  readonly #ids: number[] = [];
  readonly #lengths: number[] = [];
  readonly #chunks: Int32Array[] = [];
  readonly #names: Int32Array[] = [];
  readonly #vocabulary = new Vocabulary();
  readonly #gatherer: TermGatherer;
  readonly #chains = new PostingChains();
  /** Per other vocabulary: 1 + this one's number of each of its terms; 0 if not looked up yet. */
  readonly #known = new Map<readonly string[], Int32Array>();

  constructor(tokenizer: Tokenizer) {
    this.#gatherer = new TermGatherer(tokenizer, this.#vocabulary);
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
    return this.#vocabulary.terms;
  }

  /** Adds a note as a row that is not live yet; returns the row. */
  *add(id: number, document: FullTextDocument): Steps<number> {
    const row = this.#newRow(id);
    const post: PostingSink = (term, field, positions, from, size) => {
      this.#post(term, (row << FIELD_BITS) | field, positions, from, size);
    };
    const { terms } = document;
    const shape = terms === undefined ? yield* this.#gatherer.cut(document, post) : yield* this.#postAll(terms, post);
    for (let field = 0; field < FIELD_COUNT; field += 1)
      this.#lengths[row * FIELD_COUNT + field] = shape.lengths[field] as number;
    this.#chunks[row] = shape.chunks;
    this.#names[row] = shape.names;
    return row;
  }

  read(term: string, into: Postings): void {
    into.clear();
    const number = this.find(term);
    if (number === undefined) return;
    this.#chains.append(number, this.alive, into);
    into.sort(this.rows << FIELD_BITS);
  }

  readPrefix(prefix: string, into: Postings): void {
    into.clear();
    for (const number of runSteps(this.beginning(prefix))) this.#chains.append(number, this.alive, into);
    into.sort(this.rows << FIELD_BITS);
  }

  has(term: string): boolean {
    const number = this.find(term);
    return number !== undefined && this.#chains.has(number, this.alive);
  }

  find(term: string): number | undefined {
    return this.#vocabulary.find(term);
  }

  *beginning(prefix: string): Steps<number[]> {
    const numbers: number[] = [];
    for (const [number, term] of this.terms.entries()) {
      if (term.startsWith(prefix)) numbers.push(number);
      if (number % TERMS_A_STEP === TERMS_A_STEP - 1) yield;
    }
    return numbers;
  }

  *containing(part: string): Steps<Map<number, string>> {
    const found = new Map<number, string>();
    for (const [number, term] of this.terms.entries()) {
      if (term.includes(part)) found.set(number, term);
      if (number % TERMS_A_STEP === TERMS_A_STEP - 1) yield;
    }
    return found;
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

  /** Posts a note that was cut into terms elsewhere. */
  *#postAll(note: DocumentTerms, post: PostingSink): Steps<DocumentShape> {
    const { vocabulary, postings } = note;
    let step = POSTED_A_STEP;
    for (let at = 0; at < postings.length; ) {
      const size = postings[at + 2] as number;
      const term = this.#numberHere(vocabulary, postings[at] as number);
      post(term, postings[at + 1] as number, postings, at + POSTING_HEADER, size);
      at += POSTING_HEADER + size;
      if (at < step) continue;
      step = at + POSTED_A_STEP;
      yield;
    }
    return note;
  }

  /** This delta's number of a term of another vocabulary. */
  #numberHere(vocabulary: readonly string[], number: number): number {
    let known = this.#known.get(vocabulary) ?? NOTHING;
    if (number >= known.length) this.#known.set(vocabulary, (known = grown(known, vocabulary.length)));
    const here = known[number] as number;
    if (here > 0) return here - 1;
    const found = this.#vocabulary.numberOf(vocabulary[number] as string);
    known[number] = found + 1;
    return found;
  }

  #post(term: number, key: number, positions: Int32Array, from: number, size: number): void {
    const chains = this.#chains;
    chains.reserve(term + 1);
    chains.open(term, key, size);
    const { block } = chains;
    for (let i = 0, out = chains.at; i < size; i += 1) block[out + i] = positions[from + i] as number;
  }
}

const NOTHING = new Int32Array(0);
