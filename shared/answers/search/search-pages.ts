import type { Slicer } from '../../kit/concurrency/slices.ts';
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

/** A usual page is made without a pause. */
const ROWS_A_TURN = 32;

/**
 * Makes the rows of a page, some at a time: a long page holds up nobody else, and is given up with its question.
 * @throws the reason of the slicer's signal once aborted, and what `make` throws
 */
export async function rowsInTurns<Item, Row>(
  items: readonly Item[],
  make: (item: Item, place: number) => Promise<Row>,
  slicer: Slicer,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let first = 0; first < items.length; first += ROWS_A_TURN) {
    if (first > 0) await slicer.pause();
    const some = items.slice(first, first + ROWS_A_TURN).map((item, i) => make(item, first + i));
    for (const row of await Promise.all(some)) rows.push(row);
  }
  return rows;
}
