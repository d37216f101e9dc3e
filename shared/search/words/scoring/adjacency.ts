import type { Postings } from '../segments/postings.ts';

/** Keeps the places of `first` that `second` follows `distance` words later, in the same field and row. */
export function joinAt(first: Postings, second: Postings, distance: number, into: Postings): void {
  into.clear();
  into.reserve(Math.min(first.count, second.count), Math.min(first.positionCount, second.positionCount));
  let count = 0;
  let filled = 0;
  let a = 0;
  let b = 0;
  while (a < first.count && b < second.count) {
    const key = first.keys[a] as number;
    const other = second.keys[b] as number;
    if (key !== other) {
      if (key < other) a = first.findFrom(a + 1, other);
      else b = second.findFrom(b + 1, key);
      continue;
    }
    const before = filled;
    let at = second.starts[b] as number;
    const end = second.starts[b + 1] as number;
    for (let p = first.starts[a] as number; p < (first.starts[a + 1] as number); p += 1) {
      const wanted = (first.positions[p] as number) + distance;
      while (at < end && (second.positions[at] as number) < wanted) at += 1;
      if (at < end && second.positions[at] === wanted) into.positions[filled++] = first.positions[p] as number;
    }
    a += 1;
    b += 1;
    if (filled === before) continue;
    into.keys[count++] = key;
    into.starts[count] = filled;
  }
  into.count = count;
}

/** All places of either, each once. */
export function unite(first: Postings, second: Postings, keyBound: number, into: Postings): void {
  into.clear();
  into.reserve(first.count + second.count, first.positionCount + second.positionCount);
  for (const list of [first, second]) appendAll(list, into);
  into.sort(keyBound);
}

function appendAll(list: Postings, into: Postings): void {
  const from = into.positionCount;
  const count = into.count;
  into.keys.set(list.keys.subarray(0, list.count), count);
  into.positions.set(list.positions.subarray(0, list.positionCount), from);
  for (let i = 1; i <= list.count; i += 1) into.starts[count + i] = from + (list.starts[i] as number);
  into.count = count + list.count;
}
