const EMPTY: readonly never[] = Object.freeze([]);

/** The list itself or, in place of an empty one, a frozen one that all share: most notes have many empty lists. */
export function sharedIfEmpty<Item>(list: Item[]): Item[] {
  return list.length === 0 ? emptyList() : list;
}

/** The empty list that all share. Frozen. */
export function emptyList<Item>(): Item[] {
  return EMPTY as never[];
}
