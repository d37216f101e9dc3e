/** The first `limit` items in the order of `compare`; uses a heap if that is a small part of them. */
export function best<T>(items: readonly T[], limit: number, compare: (a: T, b: T) => number): T[] {
  if (limit <= 0) return [];
  if (limit * 8 >= items.length) return [...items].sort(compare).slice(0, limit);
  const heap = items.slice(0, limit);
  for (let i = (limit >>> 1) - 1; i >= 0; i -= 1) sink(heap, i, compare);
  for (let i = limit; i < items.length; i += 1) {
    if (compare(items[i] as T, heap[0] as T) >= 0) continue;
    heap[0] = items[i] as T;
    sink(heap, 0, compare);
  }
  return heap.sort(compare);
}

/** Restores the heap below `start`; its root is the last item in order. */
function sink<T>(heap: T[], start: number, compare: (a: T, b: T) => number): void {
  const item = heap[start] as T;
  let at = start;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && compare(heap[child + 1] as T, heap[child] as T) > 0) child += 1;
    if (compare(heap[child] as T, item) <= 0) break;
    heap[at] = heap[child] as T;
    at = child;
  }
  heap[at] = item;
}
