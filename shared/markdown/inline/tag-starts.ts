import { isBlank } from '../words.ts';

const PIPE = 124;
const BARE_ADDRESS = /[a-z][a-z0-9+.-]*:\/\/|(?:^|[^a-z0-9])www\./i;
const SCHEME_LENGTH = 40;

/**
 * Where tags may begin in a leaf: after spaces, at the beginning of a cell, and right after another construct, but not
 * within a bare address.
 */
export class TagStarts {
  readonly #text: string;
  #start = 0;
  #inTable = false;
  /** Where the last construct ended: a tag may begin right there. */
  #fresh = -1;
  /** Where the last construct ended after which no bare address continues. */
  #solid = -1;
  /** How far a run without spaces has been searched for a bare address, and whether it holds one. */
  #checkedTo = -1;
  #isAddress = false;

  constructor(text: string) {
    this.#text = text;
  }

  /** A leaf begins. */
  begin(start: number, inTable: boolean): void {
    this.#start = start;
    this.#inTable = inTable;
    this.#fresh = start;
    this.#solid = start;
    this.#checkedTo = start;
    this.#isAddress = false;
  }

  /** Takes in where a mark ends, after which an address may continue. */
  mark(end: number): void {
    this.#fresh = end;
  }

  /** Takes in where a construct ends, and returns it. */
  end(end: number): number {
    this.#fresh = end;
    this.#solid = end;
    return end;
  }

  /** Whether a tag may begin at `at`. */
  has(at: number): boolean {
    const before = at > this.#start ? this.#text.charCodeAt(at - 1) : 32;
    if (isBlank(before) || (this.#inTable && before === PIPE)) return true;
    return at === this.#fresh && !this.#isInAddress(at);
  }

  /** Whether the run without spaces before `at` is an address. Each unit of a run is looked at once. */
  #isInAddress(at: number): boolean {
    const stop = Math.max(this.#checkedTo, this.#solid);
    let from = at;
    while (from > stop && !isBlank(this.#text.charCodeAt(from - 1))) from--;
    if (from > stop || stop === this.#solid) this.#isAddress = BARE_ADDRESS.test(this.#text.slice(from, at));
    else if (!this.#isAddress)
      this.#isAddress = BARE_ADDRESS.test(this.#text.slice(Math.max(this.#solid, from - SCHEME_LENGTH), at));
    this.#checkedTo = at;
    return this.#isAddress;
  }
}
