/** Words of one half of a table. With 32,768 words of eight letters it takes some 1.5 MB. */
const MOST_WORDS = 1 << 15;
/** A longer word is not kept. In UTF-16 units. */
const LONGEST = 64;
const FIRST_SLOTS = 256;
/** Numbers in a slot: hash, then 1 + the word's number, or 0 for none. */
const SLOT = 2;

/**
 * What is known of words, asked for by their place in a text: no string is made to look one up. Bounded: words not
 * asked for in a while are forgotten.
 */
export class WordTable<T> {
  #recent = new Words<T>();
  #older = new Words<T>();

  /** What was kept of the word between two UTF-16 offsets. */
  find(text: string, start: number, end: number): T | undefined {
    const hash = hashOf(text, start, end);
    const known = this.#recent.find(hash, text, start, end);
    if (known !== undefined) return known;
    const before = this.#older.find(hash, text, start, end);
    if (before !== undefined) this.#add(hash, text, start, end, before);
    return before;
  }

  /** Keeps something of a word for which `find` has nothing. */
  add(text: string, start: number, end: number, value: T): void {
    if (end - start <= LONGEST) this.#add(hashOf(text, start, end), text, start, end, value);
  }

  #add(hash: number, text: string, start: number, end: number, value: T): void {
    if (this.#recent.size === MOST_WORDS) {
      this.#older = this.#recent;
      this.#recent = new Words();
    }
    this.#recent.add(hash, text, start, end, value);
  }
}

/** A hash table with open addressing; the words are stored one after another. */
class Words<T> {
  readonly #values: T[] = [];
  #slots = new Int32Array(FIRST_SLOTS * SLOT);
  #units = new Uint16Array(FIRST_SLOTS * 4);
  /** By number, where the word ends; it begins where the one before ends. */
  #ends = new Int32Array(FIRST_SLOTS);

  get size(): number {
    return this.#values.length;
  }

  find(hash: number, text: string, start: number, end: number): T | undefined {
    const slots = this.#slots;
    const mask = slots.length - 1;
    for (let at = (hash * SLOT) & mask; ; at = (at + SLOT) & mask) {
      const entry = slots[at + 1] as number;
      if (entry === 0) return undefined;
      if (slots[at] === hash && this.#is(entry - 1, text, start, end)) return this.#values[entry - 1];
    }
  }

  add(hash: number, text: string, start: number, end: number, value: T): void {
    const number = this.#values.push(value) - 1;
    let used = number === 0 ? 0 : (this.#ends[number - 1] as number);
    if (used + end - start > this.#units.length) this.#units = doubled(this.#units);
    for (let i = start; i < end; i += 1) this.#units[used++] = text.charCodeAt(i);
    if (number >= this.#ends.length) this.#ends = doubled(this.#ends);
    this.#ends[number] = used;
    if ((number + 1) * SLOT * 2 > this.#slots.length) this.#makeRoom();
    place(this.#slots, hash, number + 1);
  }

  #is(number: number, text: string, start: number, end: number): boolean {
    const units = this.#units;
    const from = number === 0 ? 0 : (this.#ends[number - 1] as number);
    if ((this.#ends[number] as number) - from !== end - start) return false;
    for (let i = start, at = from; i < end; i += 1, at += 1) {
      if (units[at] !== text.charCodeAt(i)) return false;
    }
    return true;
  }

  #makeRoom(): void {
    const slots = this.#slots;
    const larger = new Int32Array(slots.length * 2);
    for (let at = 0; at < slots.length; at += SLOT) {
      const entry = slots[at + 1] as number;
      if (entry !== 0) place(larger, slots[at] as number, entry);
    }
    this.#slots = larger;
  }
}

function place(slots: Int32Array, hash: number, entry: number): void {
  const mask = slots.length - 1;
  let at = (hash * SLOT) & mask;
  while (slots[at + 1] !== 0) at = (at + SLOT) & mask;
  slots[at] = hash;
  slots[at + 1] = entry;
}

function doubled<A extends Int32Array | Uint16Array>(array: A): A {
  const larger = new (array.constructor as new (length: number) => A)(array.length * 2);
  larger.set(array);
  return larger;
}

/** FNV-1a over UTF-16 units, with its high bits mixed into the low ones. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash ^ (hash >>> 15);
}
