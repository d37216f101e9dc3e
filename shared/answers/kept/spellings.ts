import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';

/**
 * Forms, each with the first of its spellings by code units. Each may be added several times, and is forgotten once it
 * was removed as often. Most occur once, or in one spelling.
 */
export class Spellings {
  readonly #first = new Map<string, string>();
  /** How often a form occurs, if more than once and in one spelling. */
  readonly #counts = new Map<string, number>();
  /** How often each spelling occurs, of forms that have several. */
  readonly #several = new Map<string, Map<string, number>>();

  /** Each form with its first spelling. */
  [Symbol.iterator](): Iterator<[form: string, written: string]> {
    return this.#first[Symbol.iterator]();
  }

  add(form: string, written: string): void {
    const first = this.#first.get(form);
    if (first === undefined) {
      this.#first.set(form, written);
      return;
    }
    const count = this.#counts.get(form) ?? 1;
    const several = this.#several.get(form) ?? (first === written ? null : new Map([[first, count]]));
    if (several === null) {
      this.#counts.set(form, count + 1);
      return;
    }
    this.#counts.delete(form);
    several.set(written, (several.get(written) ?? 0) + 1);
    this.#several.set(form, several);
    if (compareCodeUnits(written, first) < 0) this.#first.set(form, written);
  }

  /** The inverse of {@link add}. */
  remove(form: string, written: string): void {
    const several = this.#several.get(form);
    if (several === undefined) {
      const left = (this.#counts.get(form) ?? 1) - 1;
      if (left > 1) this.#counts.set(form, left);
      else this.#counts.delete(form);
      if (left === 0) this.#first.delete(form);
      return;
    }
    const left = (several.get(written) ?? 1) - 1;
    if (left > 0) {
      several.set(written, left);
      return;
    }
    several.delete(written);
    const [first = written] = [...several.keys()].sort(compareCodeUnits);
    this.#first.set(form, first);
    if (several.size > 1) return;
    this.#several.delete(form);
    const count = several.get(first) ?? 1;
    if (count > 1) this.#counts.set(form, count);
  }
}
