import { isBlank } from '../words.ts';
import type { HiddenRanges } from './hidden-ranges.ts';

const BACKSLASH = 92;
const BACKTICK = 96;
const DOLLAR = 36;
const AUTOLINK = /<(?:[a-z][a-z0-9+.-]{1,31}:[^\s<>]{0,2000}|[\w.!#$%&'*+/=?^`{|}~-]{1,100}@[\w.-]{1,250})>/iy;
const HTML_TAG =
  /<(?:\/[a-z][\w-]{0,100}\s{0,20}|[a-z][\w-]{0,100}(?:[^<>"']|(?<=[=\s])"[^"]{0,10000}"|(?<=[=\s])'[^']{0,10000}'){0,2000})>/iy;

/**
 * Reads constructs in which nothing else is read: code, math and HTML. Each hides what is not text, and returns its
 * end; if none begins at `at`, the complement (`~offset`) of where to continue.
 */
export class InlineSpans {
  readonly #text: string;
  readonly #hidden: HiddenRanges;
  #end = 0;
  /** Markers known not to occur in the rest of the leaf. */
  readonly #absent = new Set<string>();

  constructor(text: string, hidden: HiddenRanges) {
    this.#text = text;
    this.#hidden = hidden;
  }

  /** A leaf begins that ends at `end`. */
  begin(end: number): void {
    this.#end = end;
    if (this.#absent.size > 0) this.#absent.clear();
  }

  /** A code span. */
  code(at: number): number {
    const text = this.#text;
    let contentStart = at + 1;
    while (contentStart < this.#end && text.charCodeAt(contentStart) === BACKTICK) contentStart++;
    const length = contentStart - at;
    const marker = text.slice(at, contentStart);
    if (this.#absent.has(marker)) return ~contentStart;
    for (let close = this.#find(marker, contentStart); close >= 0; close = this.#find(marker, close)) {
      let closeEnd = close + length;
      while (closeEnd < this.#end && text.charCodeAt(closeEnd) === BACKTICK) closeEnd++;
      if (closeEnd - close === length) {
        this.#hidden.add(at, contentStart);
        this.#hidden.add(close, closeEnd);
        return closeEnd;
      }
      close = closeEnd;
    }
    this.#absent.add(marker);
    return ~contentStart;
  }

  /** Math, in line or display. */
  math(at: number): number {
    const text = this.#text;
    if (text.charCodeAt(at + 1) === DOLLAR) {
      const close = this.findNext('$$', at + 2);
      if (close < 0) return ~(at + 2);
      this.#hidden.add(at, at + 2);
      this.#hidden.add(close, close + 2);
      return close + 2;
    }
    if (at + 1 >= this.#end || isBlank(text.charCodeAt(at + 1))) return ~(at + 1);
    let close = this.findNext('$', at + 1);
    while (close > 0 && text.charCodeAt(close - 1) === BACKSLASH) close = this.#find('$', close + 1);
    if (
      close < 0 ||
      isBlank(text.charCodeAt(close - 1)) ||
      isDigit(text.charCodeAt(close + 1)) ||
      text.slice(at, close).includes('\n')
    )
      return ~(at + 1);
    this.#hidden.add(at, at + 1);
    this.#hidden.add(close, close + 1);
    return close + 1;
  }

  /** An HTML comment, an address in angle brackets, or an HTML tag. */
  html(at: number): number {
    const text = this.#text;
    if (text.startsWith('!--', at + 1)) {
      const close = this.findNext('-->', at + 4);
      if (close < 0) return ~(at + 4);
      this.#hidden.add(at, close + 3);
      return close + 3;
    }
    AUTOLINK.lastIndex = at;
    if (AUTOLINK.test(text) && AUTOLINK.lastIndex <= this.#end) {
      this.#hidden.add(at, at + 1);
      this.#hidden.add(AUTOLINK.lastIndex - 1, AUTOLINK.lastIndex);
      return AUTOLINK.lastIndex;
    }
    HTML_TAG.lastIndex = at;
    if (!HTML_TAG.test(text) || HTML_TAG.lastIndex > this.#end) return ~(at + 1);
    this.#hidden.add(at, HTML_TAG.lastIndex);
    return HTML_TAG.lastIndex;
  }

  /** Where `marker` occurs next; negative if nowhere. That is remembered: many unclosed markers search a leaf once. */
  findNext(marker: string, from: number): number {
    if (this.#absent.has(marker)) return -1;
    const found = this.#find(marker, from);
    if (found < 0) this.#absent.add(marker);
    return found;
  }

  #find(marker: string, from: number): number {
    const found = this.#text.indexOf(marker, from);
    return found >= 0 && found + marker.length <= this.#end ? found : -1;
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
