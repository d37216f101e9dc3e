import type { HiddenRanges } from './hidden-ranges.ts';
import { isBlank, isWidePunctuation } from '../words.ts';

/**
 * Finds the markers of emphasis (`*`, `_`), strikethrough (`~~`) and highlight (`==`) a reader does not see. Simpler
 * than CommonMark's rules: a run opens before text and closes after text; `_` does neither inside a word.
 */
export class EmphasisPairs {
  readonly #text: string;
  readonly #hidden: HiddenRanges;
  /** Runs that may open: character, start and length each. */
  #open: { code: number; start: number; length: number }[] = [];

  constructor(text: string, hidden: HiddenRanges) {
    this.#text = text;
    this.#hidden = hidden;
  }

  /** Reads the run of `code` at `at`, and returns where it ends. */
  run(at: number, from: number, to: number, code: number): number {
    let end = at + 1;
    while (end < to && this.#text.charCodeAt(end) === code) end++;
    if ((code === TILDE || code === EQUALS) && end - at !== 2) return end;
    const before = at > from ? this.#text.charCodeAt(at - 1) : 32;
    const after = end < to ? this.#text.charCodeAt(end) : 32;
    const inWord = code === UNDERSCORE && isWordUnit(before) && isWordUnit(after);
    if (inWord) return end;
    let start = at;
    if (!isBlank(before)) start = this.#close(code, at, end);
    if (start < end && !isBlank(after)) this.#open.push({ code, start, length: end - start });
    return end;
  }

  /** Where a word in `start..end` ends if an underscore in it closes an open one; otherwise `end`. */
  cutAtClosing(start: number, end: number): number {
    if (!this.#open.slice(-MAX_TRIES).some(({ code }) => code === UNDERSCORE)) return end;
    for (let at = this.#text.indexOf('_', start); at >= 0 && at < end; at = this.#text.indexOf('_', at)) {
      const run = at;
      while (this.#text.charCodeAt(at) === UNDERSCORE) at++;
      if (at >= end || !isWordUnit(this.#text.charCodeAt(at))) return run;
    }
    return end;
  }

  reset(): void {
    if (this.#open.length > 0) this.#open = [];
  }

  /** Pairs a closing run with the nearest opening ones, and returns where the rest of it begins. */
  #close(code: number, at: number, end: number): number {
    let start = at;
    for (
      let index = this.#open.length - 1, tries = 0;
      index >= 0 && start < end && tries < MAX_TRIES;
      index--, tries++
    ) {
      const opening = this.#open[index];
      if (opening === undefined || opening.code !== code) continue;
      const length = Math.min(opening.length, end - start);
      this.#hidden.add(opening.start + opening.length - length, opening.start + opening.length);
      this.#hidden.add(start, start + length);
      start += length;
      opening.length -= length;
      this.#open.length = opening.length > 0 ? index + 1 : index;
    }
    return start;
  }
}

const UNDERSCORE = 95;
const TILDE = 126;
const EQUALS = 61;
const MAX_TRIES = 16;

function isWordUnit(code: number): boolean {
  if (code < 0x80) return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
  return !isBlank(code) && !isWidePunctuation(code);
}
