/** One way of ranking the same things, best first. */
export interface RankedList<Key> {
  /** What found them, for `matchedBy`; several lists may share a name. */
  name: string;
  /** How much this list counts relative to the others; a list of weight 0 counts for nothing, not even for `matchedBy`. */
  weight: number;
  keys: readonly Key[];
}

export interface FusedItem<Key> {
  key: Key;
  /** Sum of weight / (k + rank) over the lists containing it, ranks from 1. */
  score: number;
  /** Names of the lists containing it, each once, in the order of the lists. */
  matchedBy: string[];
}

export interface FusionOptions<Key> {
  /** How slowly ranks lose value: the higher, the less a first place counts relative to a tenth. At least 0. */
  k: number;
  limit: number;
  /** Decides between equal scores, so that the order does not depend on anything else. */
  compare: (a: Key, b: Key) => number;
}

/**
 * Weighted Reciprocal Rank Fusion (Cormack, Clarke and Büttcher 2009) of any number of rankings. Only ranks count, so the
 * lists' scores need not be comparable. A key listed twice counts at its first place.
 */
export function fuseRankings<Key>(lists: readonly RankedList<Key>[], options: FusionOptions<Key>): FusedItem<Key>[] {
  const items = new Map<Key, FusedItem<Key>>();
  for (const list of lists) if (list.weight > 0) addList(items, list, options.k);
  return [...items.values()]
    .sort((a, b) => b.score - a.score || options.compare(a.key, b.key))
    .slice(0, Math.max(0, options.limit));
}

function addList<Key>(items: Map<Key, FusedItem<Key>>, list: RankedList<Key>, k: number): void {
  let rank = 0;
  for (const key of new Set(list.keys)) {
    rank += 1;
    const item = items.get(key) ?? { key, score: 0, matchedBy: [] };
    items.set(key, item);
    item.score += list.weight / (k + rank);
    if (!item.matchedBy.includes(list.name)) item.matchedBy.push(list.name);
  }
}
