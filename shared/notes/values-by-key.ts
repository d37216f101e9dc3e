/** Several values under a key, in order of arrival. Most keys have one, and then no set. */
export class ValuesByKey {
  readonly #values = new Map<string, string | Set<string>>();

  add(key: string, value: string): void {
    const known = this.#values.get(key);
    if (known === undefined) this.#values.set(key, value);
    else if (typeof known !== 'string') known.add(value);
    else if (known !== value) this.#values.set(key, new Set([known, value]));
  }

  delete(key: string, value: string): void {
    const known = this.#values.get(key);
    if (known === value) this.#values.delete(key);
    else if (typeof known === 'object' && known.delete(value) && known.size === 0) this.#values.delete(key);
  }

  /** The values under the key now. If there are several, iterating also gives those added meanwhile. */
  of(key: string): Iterable<string> {
    const known = this.#values.get(key);
    if (known === undefined) return NONE;
    return typeof known === 'string' ? [known] : known;
  }
}

const NONE: readonly string[] = [];
