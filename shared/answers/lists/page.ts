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
