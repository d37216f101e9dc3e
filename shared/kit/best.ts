import { itemAt } from './item-at.ts';

/** The first `limit` items in the order of `compare`; uses a heap if that is a small part of them. */
export function best<T>(items: readonly T[], limit: number, compare: (a: T, b: T) => number): T[] {
  if (limit <= 0) return [];
  if (limit * 8 >= items.length) return [...items].sort(compare).slice(0, limit);
  const kept = new BestSoFar(limit, compare);
  for (const item of items) kept.add(item);
  return kept.sorted();
}

/** Keeps the first `limit` of the items given to it one by one, in the order of `compare`. */
export class BestSoFar<T> {
  readonly #limit: number;
  readonly #compare: (a: T, b: T) => number;
  /** Once full, a heap. */
  readonly #items: T[] = [];

  constructor(limit: number, compare: (a: T, b: T) => number) {
    this.#limit = Math.max(0, limit);
    this.#compare = compare;
  }

  /** Once `limit` items are kept, the last of them: what comes after it is not kept. */
  get last(): T | undefined {
    return this.#items.length < this.#limit ? undefined : this.#items[0];
  }

  add(item: T): void {
    const items = this.#items;
    if (items.length < this.#limit) {
      items.push(item);
      if (items.length === this.#limit) heapify(items, this.#compare);
    } else if (this.#limit > 0 && this.#compare(item, itemAt(items, 0)) < 0) {
      items[0] = item;
      sink(items, 0, this.#compare);
    }
  }

  /** What is kept, in order. */
  sorted(): T[] {
    return [...this.#items].sort(this.#compare);
  }
}

function heapify<T>(heap: T[], compare: (a: T, b: T) => number): void {
  for (let i = (heap.length >>> 1) - 1; i >= 0; i -= 1) sink(heap, i, compare);
}

/** Restores the heap below `start`; its root is the last item in order. */
function sink<T>(heap: T[], start: number, compare: (a: T, b: T) => number): void {
  const item = itemAt(heap, start);
  let at = start;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && compare(itemAt(heap, child + 1), itemAt(heap, child)) > 0) child += 1;
    if (compare(itemAt(heap, child), item) <= 0) break;
    heap[at] = itemAt(heap, child);
    at = child;
  }
  heap[at] = item;
}
