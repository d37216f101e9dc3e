/** One ranking, best first. */
export interface RankedList<Key> {
  /** The source named in `matchedBy`; lists may share a name. */
  name: string;
  /** Relative to the other lists. At 0 a list is ignored, even in `matchedBy`. */
  weight: number;
  keys: readonly Key[];
}

export interface FusedItem<Key> {
  key: Key;
  /** Sum of weight / (k + rank), ranks from 1, over the lists with the key. */
  score: number;
  /** Names of the lists with the key, each once, in their order. */
  matchedBy: string[];
}

export interface FusionOptions<Key> {
  /** How slowly ranks lose value, at least 0: a higher `k` brings the first place nearer to the tenth. */
  k: number;
  limit: number;
  /** Breaks ties. */
  compare: (a: Key, b: Key) => number;
}

/**
 * Weighted Reciprocal Rank Fusion (Cormack, Clarke and Büttcher 2009) of any number of rankings. Only ranks count, so
 * scores need not be comparable. A repeated key counts at its first place.
 */
export function fuseRankings<Key>(lists: readonly RankedList<Key>[], options: FusionOptions<Key>): FusedItem<Key>[] {
  const items = new Map<Key, FusedItem<Key>>();
  for (const list of lists) if (list.weight > 0) addList(items, list, options.k);
  return [...items.values()]
    .sort((a, b) => b.score - a.score || options.compare(a.key, b.key))
    .slice(0, Math.max(0, options.limit));
}

/** The items of a fusion in another order, with the scores of their new places, so that scores still descend. */
export function reordered<Key>(items: readonly FusedItem<Key>[], inOrder: readonly FusedItem<Key>[]): FusedItem<Key>[] {
  return inOrder.map((item, place) => ({ ...item, score: items[place]?.score ?? item.score }));
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
