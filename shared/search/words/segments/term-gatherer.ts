import type { Steps } from '../../../kit/concurrency/slices.ts';
import type { FullTextDocument } from '../fulltext-types.ts';
import { isStopWord } from '../terms/stop-words.ts';
import { TokenScan } from '../terms/tokenizer.ts';
import type { TermKind, TermSink, Tokenizer } from '../terms/tokenizer.ts';
import { TermNumbers } from './term-numbers.ts';
import { CHUNK_STRIDE, FIELD_BODY, FIELD_COUNT, FIELD_HEADINGS, FIELD_TITLE, fieldLines, grown } from './postings.ts';
import type { DocumentShape } from './document-terms.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Takes a posting: `size` positions, from index `from` of `positions`, which is used again afterwards. */
export type PostingSink = (term: number, field: number, positions: Int32Array, from: number, size: number) => void;

/** Text cut into terms between two pauses, in UTF-16 units: well under a millisecond. */
const STEP_LENGTH = 16_384;
/** Terms gathered before they are posted together. */
const FLUSH_TERMS = 8_192;
/** Room for what the rest of a step can add, which is rarely needed. */
const GATHER_LIMIT = FLUSH_TERMS + STEP_LENGTH;
/** Cost of a line, even an empty one, in text. */
const LINE_COST = 8;

/** Cuts notes into terms and gathers these to postings. Notes may take turns with their steps. */
export class TermGatherer {
  readonly #numbers: TermNumbers;
  /** Per term: 1 + index of its first gathered occurrence; all 0 between flushes. */
  #first = new Int32Array(1024);
  #gathered = 0;
  readonly #terms = new Int32Array(GATHER_LIMIT);
  readonly #fields = new Uint8Array(GATHER_LIMIT);
  readonly #positions = new Int32Array(GATHER_LIMIT);
  readonly #next = new Int32Array(GATHER_LIMIT);
  readonly #posting = new Int32Array(GATHER_LIMIT);

  constructor(tokenizer: Tokenizer, vocabulary: Vocabulary) {
    this.#numbers = new TermNumbers(tokenizer, vocabulary);
  }

  /** Gives all postings of a note to `post`; of a long note a term and field may have several. */
  *cut(document: FullTextDocument, post: PostingSink): Steps<DocumentShape> {
    const lengths = new Int32Array(FIELD_COUNT);
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
      const sink: TermSink<number> = (term, at, from, to, kind) => {
        this.#gather(term, field, at, post);
        if (field === FIELD_TITLE && isAskedFor(kind, before) && !isStopWord(line.text.slice(from, to))) content += 1;
        before = kind;
      };
      const scan = new TokenScan(this.#numbers, line.text, { position });
      work += LINE_COST;
      while (!scan.done || work >= STEP_LENGTH) {
        const from = scan.offset;
        scan.run(from + STEP_LENGTH - work, sink);
        work += scan.offset - from;
        if (this.#gathered >= FLUSH_TERMS || work >= STEP_LENGTH) {
          this.#flush(post);
          work = 0;
          yield;
        }
      }
      const length = scan.position - start;
      lengths[field] = (lengths[field] as number) + length;
      if (field === FIELD_HEADINGS) headings.push([start, scan.position]);
      if (field === FIELD_BODY)
        chunks.push(start, ...(headings[document.chunkHeadings?.[chunks.length / CHUNK_STRIDE] ?? -1] ?? NO_HEADING));
      if (field === FIELD_TITLE) names.push(start, content === 0 ? length : content);
      position = scan.position + 1;
    }
    this.#flush(post);
    return { lengths, chunks: Int32Array.from(chunks), names: Int32Array.from(names) };
  }

  #gather(term: number, field: number, position: number, post: PostingSink): void {
    if (this.#gathered === GATHER_LIMIT) this.#flush(post);
    const at = this.#gathered++;
    if (term >= this.#first.length) this.#first = grown(this.#first, term + 1);
    this.#terms[at] = term;
    this.#fields[at] = field;
    this.#positions[at] = position;
  }

  /** Posts the gathered terms, one posting per term and field. */
  #flush(post: PostingSink): void {
    const terms = this.#terms;
    const first = this.#first;
    const next = this.#next;
    for (let i = this.#gathered - 1; i >= 0; i -= 1) {
      const term = terms[i] as number;
      next[i] = first[term] as number;
      first[term] = i + 1;
    }
    for (let i = 0; i < this.#gathered; i += 1) {
      const term = terms[i] as number;
      if (first[term] !== i + 1) continue;
      first[term] = 0;
      this.#postTerm(term, i, post);
    }
    this.#gathered = 0;
  }

  #postTerm(term: number, first: number, post: PostingSink): void {
    const fields = this.#fields;
    const next = this.#next;
    const posting = this.#posting;
    let at = first + 1;
    while (at !== 0) {
      const field = fields[at - 1] as number;
      let size = 0;
      for (; at !== 0 && fields[at - 1] === field; at = next[at - 1] as number) {
        const position = this.#positions[at - 1] as number;
        let to = size;
        // A compound comes after its parts, but has the position of the first: as a whole, `es-ES` comes to `es`, too.
        while (to > 0 && (posting[to - 1] as number) > position) to -= 1;
        if (to > 0 && posting[to - 1] === position) continue;
        if (to < size) posting.copyWithin(to + 1, to, size);
        posting[to] = position;
        size += 1;
      }
      post(term, field, posting, 0, size);
    }
  }
}

/** Whether a query for the same words includes the term. The last character of a longer run is not included. */
function isAskedFor(kind: TermKind, before: TermKind | null): boolean {
  return kind === 'word' || kind === 'pair' || (kind === 'tail' && before !== 'pair');
}

const NO_HEADING = [0, 0] as const;
