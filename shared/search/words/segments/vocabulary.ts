/** Terms, numbered from 0 as they come. */
export class Vocabulary {
  /** By number. Only grows. */
  readonly terms: string[] = [];
  readonly #numbers = new Map<string, number>();

  /** The term's number, a new one if it has none. */
  numberOf(term: string): number {
    const known = this.#numbers.get(term);
    if (known !== undefined) return known;
    const number = this.terms.length;
    this.#numbers.set(term, number);
    this.terms.push(term);
    return number;
  }

  find(term: string): number | undefined {
    return this.#numbers.get(term);
  }
}
