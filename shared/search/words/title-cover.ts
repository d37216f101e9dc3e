import { FIELD_BITS, FIELD_MASK, FIELD_TITLE } from './segments/postings.ts';
import type { Postings, PostingsSource } from './segments/postings.ts';
import type { WeighedTerm } from './scoring.ts';

/**
 * For each row with a query word in its title or an alias: the largest share of such a name's words that the query has,
 * 0 to 1.
 */
export function titleCovers(terms: readonly WeighedTerm[], s: number, source: PostingsSource): Map<number, number> {
  const found = new Map<number, Float64Array>();
  for (const term of terms) {
    const postings = term.lists[s];
    if (postings !== undefined && term.covers > 0) countNames(postings, term.covers, source, found);
  }
  const covers = new Map<number, number>();
  for (const [row, counts] of found) {
    const names = source.names(row);
    let largest = 0;
    for (const [name, count] of counts.entries())
      largest = Math.max(largest, count / Math.max(1, names[2 * name + 1] ?? 1));
    covers.set(row, Math.min(1, largest));
  }
  return covers;
}

function countNames(postings: Postings, words: number, source: PostingsSource, found: Map<number, Float64Array>): void {
  const { count, keys, starts, positions } = postings;
  for (let i = 0; i < count; i += 1) {
    const key = keys[i] as number;
    if ((key & FIELD_MASK) !== FIELD_TITLE) continue;
    const row = key >>> FIELD_BITS;
    const names = source.names(row);
    const counts = found.get(row) ?? new Float64Array(Math.max(1, names.length >>> 1));
    found.set(row, counts);
    for (let p = starts[i] as number; p < (starts[i + 1] as number); p += 1) {
      const name = nameAt(names, positions[p] as number);
      counts[name] = (counts[name] as number) + words;
    }
  }
}

function nameAt(names: ArrayLike<number>, position: number): number {
  let name = Math.max(0, (names.length >>> 1) - 1);
  while (name > 0 && (names[2 * name] as number) > position) name -= 1;
  return name;
}
