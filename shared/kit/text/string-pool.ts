/** More different texts than this are not remembered. */
const MOST = 50_000;

/**
 * Gives equal texts one copy in memory ("string interning"). What is parsed, or comes from another thread, has one for
 * each time that it occurs.
 */
export class StringPool {
  readonly #texts = new Map<string, string>();

  /** The copy that was given first. */
  of(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    if (this.#texts.size >= MOST) this.#texts.clear();
    this.#texts.set(text, text);
    return text;
  }
}
