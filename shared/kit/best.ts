import { itemAt } from './item-at.ts';

/** The first `limit` items in the order of `compare`; uses a heap if that is a small part of them. */
export function best<T>(items: readonly T[], limit: number, compare: (a: T, b: T) => number): T[] {
  if (limit <= 0) return [];
  if (limit * 8 >= items.length) return [...items].sort(compare).slice(0, limit);
  const heap = items.slice(0, limit);
  for (let i = (limit >>> 1) - 1; i >= 0; i -= 1) sink(heap, i, compare);
  for (let i = limit; i < items.length; i += 1) {
    if (compare(itemAt(items, i), itemAt(heap, 0)) >= 0) continue;
    heap[0] = itemAt(items, i);
    sink(heap, 0, compare);
  }
  return heap.sort(compare);
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
