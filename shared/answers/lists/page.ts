import { best } from '../../kit/best.ts';

/** The rows that a caller asked for, of all there are. */
export interface Page<T> {
  page: T[];
  total: number;
  /** Where the next page begins; absent on the last one. */
  nextOffset?: number;
}

/** Cuts the page out of all rows. */
export function pageOf<T>(rows: readonly T[], { offset, limit }: { offset: number; limit: number }): Page<T> {
  const end = offset + limit;
  return {
    page: rows.slice(offset, end),
    total: rows.length,
    ...(end < rows.length ? { nextOffset: end } : {}),
  };
}

/** The page of rows in the order of `compare`, which must leave no ties. */
export function sortedPage<T>(
  rows: readonly T[],
  compare: (a: T, b: T) => number,
  { offset, limit }: { offset: number; limit: number },
): Page<T> {
  const { page } = pageOf(best(rows, offset + limit, compare), { offset, limit });
  const end = offset + limit;
  return { page, total: rows.length, ...(end < rows.length ? { nextOffset: end } : {}) };
}
