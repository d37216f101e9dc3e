/**
 * What `read` gives for each item, in order. The next is read while the caller works with one. Throws what `read`
 * throws.
 */
export async function* oneAhead<T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): AsyncGenerator<[item: T, result: R]> {
  let ahead: { item: T; reading: Promise<R> } | null = null;
  for (const item of items) {
    const reading = read(item);
    // Awaited in the next round, if there is one; its failure must not count as unhandled until then.
    reading.catch(() => undefined);
    if (ahead !== null) yield [ahead.item, await ahead.reading];
    ahead = { item, reading };
  }
  if (ahead !== null) yield [ahead.item, await ahead.reading];
}
