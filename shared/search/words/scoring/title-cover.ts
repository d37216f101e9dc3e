import { FIELD_BITS, FIELD_MASK, FIELD_TITLE } from '../segments/postings.ts';
import type { Postings, PostingsSource } from '../segments/postings.ts';
import type { QueryWords } from './query-coverage.ts';
import type { WeighedTerm } from './scoring.ts';

/** One word, such as `Sync`, is in many queries. */
const SEVERAL = 2;

/**
 * For each row with a query word in its title or an alias: the largest share of such a name's words that the query has,
 * 0 to 1.
 */
export function titleCovers(terms: readonly WeighedTerm[], s: number, source: PostingsSource): Map<number, number> {
  const found: Counts = { single: new Map(), several: new Map() };
  for (const term of terms) {
    const postings = term.lists[s];
    if (postings !== undefined && term.covers > 0) countNames(postings, term.covers, source, found);
  }
  const covers = new Map<number, number>();
  for (const [row, count] of found.single) covers.set(row, shareOf(count, source.names(row), 0));
  for (const [row, counts] of found.several) {
    const names = source.names(row);
    let largest = 0;
    for (let name = 0; name < counts.length; name += 1)
      largest = Math.max(largest, shareOf(counts[name] as number, names, name));
    covers.set(row, largest);
  }
  return covers;
}

/** Whether the query has all words of the title or an alias of a row, and these are several. */
export function isNameInQuery({ terms }: QueryWords, s: number, source: PostingsSource, row: number): boolean {
  const names = source.names(row);
  const counts = new Float64Array(Math.max(1, names.length >>> 1));
  const key = (row << FIELD_BITS) | FIELD_TITLE;
  for (const { lists, covers } of terms) {
    const postings = lists[s];
    const i = postings?.find(key) ?? 0;
    if (postings === undefined || i >= postings.count || postings.keys[i] !== key) continue;
    for (let p = postings.starts[i] as number; p < (postings.starts[i + 1] as number); p += 1) {
      const name = nameAt(names, postings.positions[p] as number);
      counts[name] = (counts[name] as number) + covers;
    }
  }
  return counts.some((count, name) => (names[2 * name + 1] ?? 1) >= SEVERAL && shareOf(count, names, name) === 1);
}

/** Words of the query by row: in its only name, or in each of several. */
interface Counts {
  single: Map<number, number>;
  several: Map<number, Float64Array>;
}

function countNames(postings: Postings, words: number, source: PostingsSource, { single, several }: Counts): void {
  const { count, keys, starts, positions } = postings;
  for (let i = 0; i < count; i += 1) {
    const key = keys[i] as number;
    if ((key & FIELD_MASK) !== FIELD_TITLE) continue;
    const row = key >>> FIELD_BITS;
    const names = source.names(row);
    const from = starts[i] as number;
    const to = starts[i + 1] as number;
    if (names.length <= 2) {
      single.set(row, (single.get(row) ?? 0) + words * (to - from));
      continue;
    }
    let counts = several.get(row);
    if (counts === undefined) several.set(row, (counts = new Float64Array(names.length >>> 1)));
    for (let p = from; p < to; p += 1) {
      const name = nameAt(names, positions[p] as number);
      counts[name] = (counts[name] as number) + words;
    }
  }
}

function shareOf(count: number, names: ArrayLike<number>, name: number): number {
  return Math.min(1, count / Math.max(1, names[2 * name + 1] ?? 1));
}

function nameAt(names: ArrayLike<number>, position: number): number {
  let name = Math.max(0, (names.length >>> 1) - 1);
  while (name > 0 && (names[2 * name] as number) > position) name -= 1;
  return name;
}
