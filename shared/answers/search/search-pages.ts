import type { SearchFound, SearchInput } from '../../protocol/schemas/find.ts';

/** The rows up to the end of the page, and one more that tells if there are others. */
export function rowsToFind({ limit, offset = 0 }: Pick<SearchInput, 'limit' | 'offset'>): number {
  return offset + limit + 1;
}

/** The items of the page, out of all up to its end and one more. */
export function pageOf<Item>(
  items: readonly Item[],
  { limit, offset = 0 }: Pick<SearchInput, 'limit' | 'offset'>,
): { items: Item[]; more: Pick<SearchFound, 'hasMore'> } {
  return {
    items: items.slice(offset, offset + limit),
    more: items.length > offset + limit ? { hasMore: true } : {},
  };
}
