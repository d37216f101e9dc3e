import { ownString } from '../../../kit/text/own-string.ts';
import { CONNECTOR, DENSE, LETTER, MARK, SEPARATOR, SIGN, SYMBOL, classAt, symbolEnd, widthAt } from './characters.ts';
import { MAX_TERM_LENGTH, foldDense } from './fold.ts';
import { foldedPlaces } from './folded-places.ts';
import { hasParts, makeForm, type WordForm } from './word-form.ts';
import { WordTable } from './word-table.ts';

/**
 * How a term came about.
 * - `word`: a word, or a part of a hyphenated one; has its own position.
 * - `pair`: two neighbouring characters of a script without spaces.
 * - `tail`: the last character of such a run. So each character begins exactly one term, and a prefix finds it.
 * - `whole`: `drag-and-drop` as one word, at the position of its first part.
 * - `part`: `vault` or `source` of `VaultSource`, at the position of the word.
 * - `signed`: `C++`, `C#` or `.NET` with its signs, at the position of the word.
 * - `symbol`: an emoji, an arrow; at the position of the word that follows, so that phrases match across it.
 */
export type TermKind = 'word' | 'pair' | 'tail' | 'whole' | 'part' | 'signed' | 'symbol';

/** Takes a term: its position, in words, and its range, in UTF-16 units, end exclusive. */
export type TermSink<T = string> = (term: T, position: number, start: number, end: number, kind: TermKind) => void;

/** What a scan gives its terms as: text, or numbers. */
export interface TermForms<T> {
  /** The form of the word without connectors, the compound, signed word or symbol between two UTF-16 offsets. */
  wordAt(text: string, start: number, end: number): WordForm<T>;
  /** The term of neighbouring characters of a folded run in a script without spaces. */
  pairAt(run: string, start: number, end: number): T;
}

/** Says something about the word of a text between two UTF-16 offsets, connectors included. */
export type WordTest = (text: string, start: number, end: number) => boolean;

/** Words with more parts (paths, addresses) are indexed by their parts alone. */
const MAX_COMPOUND_PARTS = 6;
/** A longer word or run (a key, a blob) is taken in pieces, so that no step grows with the text. */
const MAX_RUN = 4096;

/**
 * Cuts text into terms, alike for notes, queries and excerpts: words of any script, folded and stemmed; pairs of
 * characters for scripts without spaces; compounds as parts and as a whole. Holds only a bounded cache.
 */
export class Tokenizer implements TermForms<string> {
  readonly #forms = new WordTable<WordForm>();

  /** The terms of a short text, in order. */
  terms(text: string): string[] {
    const found: string[] = [];
    new TokenScan(this, text).run(text.length, (term) => found.push(term));
    return found;
  }

  wordAt(text: string, start: number, end: number): WordForm {
    const known = this.#forms.find(text, start, end);
    if (known !== undefined) return known;
    const form = makeForm(ownString(text.slice(start, end)));
    this.#forms.add(text, start, end, form);
    return form;
  }

  pairAt(run: string, start: number, end: number): string {
    return run.slice(start, end);
  }
}

/** One pass over a text, in pieces that end between words. */
export class TokenScan<T = string> {
  /** In UTF-16 units. */
  offset = 0;
  /** The position the next word gets. */
  position: number;
  readonly #forms: TermForms<T>;
  readonly #text: string;
  readonly #skips: WordTest | undefined;

  /** Words and pairs for which `skips` holds are left out, and not counted in positions. */
  constructor(
    forms: TermForms<T>,
    text: string,
    { position = 0, skips }: { position?: number; skips?: WordTest } = {},
  ) {
    this.#forms = forms;
    this.#text = text;
    this.position = position;
    this.#skips = skips;
  }

  get done(): boolean {
    return this.offset >= this.#text.length;
  }

  /** Emits the terms that begin before `until`. */
  run(until: number, sink: TermSink<T>): void {
    const text = this.#text;
    const end = Math.min(until, text.length);
    while (this.offset < end) {
      const kind = classAt(text, this.offset);
      if (kind === LETTER || kind === MARK) this.#word(sink);
      else if (kind === DENSE) this.#denseRun(sink);
      else if (kind === SEPARATOR || (kind === CONNECTOR && !isDotOfName(text, this.offset))) this.offset += 1;
      else this.#signOrSymbol(kind, sink);
    }
  }

  /** A word, and those tied to it by single connectors. */
  #word(sink: TermSink<T>): void {
    const text = this.#text;
    const start = this.offset;
    const firstPosition = this.position;
    let parts = 0;
    for (;;) {
      const partStart = this.offset;
      this.#skipWord();
      if (text.charCodeAt(partStart) > 0x7f || !this.#isSuffix(partStart, parts)) {
        this.#emitWord(partStart, this.offset, sink);
        parts += 1;
      }
      if (this.offset - start > MAX_RUN || !this.#atTie()) break;
      this.offset += 1;
    }
    if (parts > 1 && parts <= MAX_COMPOUND_PARTS) this.#emitWhole(start, firstPosition, sink);
  }

  /** The `'s` of a possessive is not a word. */
  #isSuffix(partStart: number, parts: number): boolean {
    if (parts === 0 || this.offset !== partStart + 1) return false;
    const letter = this.#text.charCodeAt(partStart) | 0x20;
    const tie = this.#text.charCodeAt(partStart - 1);
    return letter === 0x73 && (tie === 0x27 || tie === 0x2019);
  }

  #signOrSymbol(kind: number, sink: TermSink<T>): void {
    const text = this.#text;
    const start = this.offset;
    if (kind === SYMBOL) {
      this.offset = symbolEnd(text, start);
      this.#emitAside(start, this.offset, this.position, 'symbol', sink);
      return;
    }
    this.offset += 1;
    if (kind === SIGN) {
      const wordStart = startOfWord(text, start);
      const end = wordStart === start ? -1 : signsEnd(text, start);
      if (end < 0) return;
      this.offset = end;
      this.#emitAside(wordStart, end, Math.max(0, this.position - 1), 'signed', sink);
    } else if (text.charCodeAt(start - 1) !== DOT) {
      this.#emitAside(start, endOfWord(text, start + 1), this.position, 'signed', sink);
    }
  }

  /** A term that is not counted in positions. */
  #emitAside(start: number, end: number, position: number, kind: TermKind, sink: TermSink<T>): void {
    if (end - start > MAX_TERM_LENGTH || this.#skips?.(this.#text, start, end) === true) return;
    const form = this.#forms.wordAt(this.#text, start, end);
    if (form !== null) sink(hasParts(form) ? form[0] : form, position, start, end, kind);
  }

  #skipWord(): void {
    const text = this.#text;
    const limit = this.offset + MAX_RUN;
    let kind = LETTER;
    do {
      this.offset += text.charCodeAt(this.offset) >>> 10 === 0x36 ? widthAt(text, this.offset) : 1;
      kind = this.offset < text.length ? classAt(text, this.offset) : 0;
    } while ((kind === LETTER || kind === MARK) && this.offset < limit);
  }

  #atTie(): boolean {
    const text = this.#text;
    const next = this.offset + 1;
    return next < text.length && classAt(text, this.offset) === CONNECTOR && classAt(text, next) === LETTER;
  }

  #emitWord(start: number, end: number, sink: TermSink<T>): void {
    if (this.#skips?.(this.#text, start, end) === true) return;
    const form = this.#forms.wordAt(this.#text, start, end);
    if (form === null) return;
    if (hasParts(form)) {
      const [whole, ...parts] = form;
      sink(whole, this.position, start, end, 'word');
      for (const part of parts) sink(part, this.position, start, end, 'part');
    } else {
      sink(form, this.position, start, end, 'word');
    }
    this.position += 1;
  }

  #emitWhole(start: number, position: number, sink: TermSink<T>): void {
    if (this.offset - start > MAX_TERM_LENGTH || this.#skips?.(this.#text, start, this.offset) === true) return;
    const form = this.#forms.wordAt(this.#text, start, this.offset);
    if (form !== null) sink(hasParts(form) ? form[0] : form, position, start, this.offset, 'whole');
  }

  #denseRun(sink: TermSink<T>): void {
    const text = this.#text;
    const start = this.offset;
    let kind = DENSE;
    do {
      this.offset += widthAt(text, this.offset);
      kind = this.offset < text.length ? classAt(text, this.offset) : 0;
    } while ((kind === DENSE || kind === MARK) && this.offset - start < MAX_RUN);
    const raw = text.slice(start, this.offset);
    const run = foldDense(raw);
    const places = foldedPlaces(raw, run);
    const startOf = (offset: number): number => start + places.startOf(offset);
    const endOf = (offset: number): number => start + places.endOf(offset);
    let first = 0;
    let second = clusterEnd(run, 0);
    while (second < run.length) {
      const end = clusterEnd(run, second);
      if (this.#skips?.(run, first, end) !== true)
        sink(this.#forms.pairAt(run, first, end), this.position++, startOf(first), endOf(end), 'pair');
      first = second;
      second = end;
    }
    if (run !== '' && this.#skips?.(run, first, run.length) !== true)
      sink(this.#forms.pairAt(run, first, run.length), this.position++, startOf(first), endOf(run.length), 'tail');
  }
}

const DOT = 0x2e;
const PLUS = 0x2b;

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** Whether a full stop comes before a letter, as in `.NET`, but not in `.5`. */
function isDotOfName(text: string, at: number): boolean {
  const next = at + 1;
  return (
    text.charCodeAt(at) === DOT &&
    next < text.length &&
    classAt(text, next) === LETTER &&
    !isDigit(text.charCodeAt(next))
  );
}

/** Where the signs of `C++` or `C#` end; -1 for others, which separate words. */
function signsEnd(text: string, start: number): number {
  const sign = text.charCodeAt(start);
  const end = start + (sign === PLUS ? 2 : 1);
  if (end > text.length || text.charCodeAt(end - 1) !== sign || text.charCodeAt(end) === sign) return -1;
  const goesOn = end < text.length && classAt(text, end) === LETTER && !isDigit(text.charCodeAt(end));
  return goesOn ? -1 : end;
}

/** Where the word that ends at `end` begins; of a word too long to be a term, a place in it. */
function startOfWord(text: string, end: number): number {
  let start = end;
  while (start > 0 && end - start <= MAX_TERM_LENGTH && isOfWord(text, start - 1)) start -= 1;
  return start;
}

/** Where the word that begins at `start` ends; of a word too long to be a term, a place in it. */
function endOfWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && end - start <= MAX_TERM_LENGTH && isOfWord(text, end)) end += widthAt(text, end);
  return end;
}

function isOfWord(text: string, at: number): boolean {
  const kind = classAt(text, at);
  return kind === LETTER || kind === MARK;
}

function clusterEnd(run: string, start: number): number {
  let end = start + widthAt(run, start);
  while (end < run.length && classAt(run, end) === MARK) end += widthAt(run, end);
  return end;
}
