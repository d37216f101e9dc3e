/** Up to this many values are an array, which takes a third of the memory of a set. */
const FEW = 8;

/** Several values under a key, in order of arrival. Most keys have one, and then no list. */
export class ValuesByKey {
  readonly #values = new Map<string, string | readonly string[] | Set<string>>();

  add(key: string, value: string): void {
    const known = this.#values.get(key);
    if (known === undefined) this.#values.set(key, value);
    else if (known instanceof Set) known.add(value);
    else if (typeof known === 'string' ? known !== value : !known.includes(value))
      this.#values.set(key, withOneMore(listOf(known), value));
  }

  delete(key: string, value: string): void {
    const known = this.#values.get(key);
    if (known === value) this.#values.delete(key);
    else if (known instanceof Set) {
      if (known.delete(value) && known.size <= FEW / 2) this.#values.set(key, [...known]);
    } else if (typeof known === 'object' && known.includes(value)) {
      const [first, ...others] = known.filter((other) => other !== value);
      if (first !== undefined) this.#values.set(key, others.length === 0 ? first : [first, ...others]);
    }
  }

  /** The values under the key now. If they are many, iterating also gives those added meanwhile. */
  of(key: string): Iterable<string> {
    const known = this.#values.get(key);
    return known instanceof Set ? known : listOf(known);
  }

  /** How many values there are under the key. */
  count(key: string): number {
    const known = this.#values.get(key);
    return known instanceof Set ? known.size : listOf(known).length;
  }
}

const NONE: readonly string[] = [];

function listOf(known: string | readonly string[] | undefined): readonly string[] {
  return typeof known === 'string' ? [known] : (known ?? NONE);
}

/** A list that grows has room for more, which few of these need: it is a copy of just this length. */
function withOneMore(list: readonly string[], value: string): readonly string[] | Set<string> {
  return list.length < FEW ? [...list, value] : new Set([...list, value]);
}
