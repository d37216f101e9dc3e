import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';

/** How often each of some items occurs. What no longer occurs is forgotten. */
export class Counts<T extends string | number | boolean> {
  readonly #counts = new Map<T, number>();

  get size(): number {
    return this.#counts.size;
  }

  add(item: T, by: number): void {
    const count = (this.#counts.get(item) ?? 0) + by;
    if (count === 0) this.#counts.delete(item);
    else this.#counts.set(item, count);
  }

  all(): Iterable<[T, number]> {
    return this.#counts;
  }

  /** The most frequent item. */
  most(): T | undefined {
    let best: [T, number] | undefined;
    for (const entry of this.#counts) if (best === undefined || byFrequency(entry, best) < 0) best = entry;
    return best?.[0];
  }

  /** The most frequent first, and of the equally frequent the first in code-unit order. */
  frequent(isWanted: (count: number) => boolean = () => true): [T, number][] {
    return [...this.#counts].filter(([, count]) => isWanted(count)).sort(byFrequency);
  }
}

function byFrequency<T>([a, first]: [T, number], [b, second]: [T, number]): number {
  return second - first || compareCodeUnits(String(a), String(b));
}
