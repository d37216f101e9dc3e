/** The item at an index that is known to exist. */
export function itemAt<T>(items: readonly T[], index: number): T {
  return items[index] as T;
}
