/**
 * Runs `task` on each item, `limit` at a time. After an error no more start, and it is thrown once running ones have
 * ended.
 */
export async function forEachOf<T>(
  items: Iterable<T>,
  limit: number,
  task: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  const errors: unknown[] = [];
  const work = async (): Promise<void> => {
    for (let next = rest.next(); errors.length === 0 && next.done !== true; next = rest.next()) {
      await task(next.value).catch((error: unknown) => errors.push(error));
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
  if (errors.length > 0) throw errors[0];
}

/** The results of `task` on each item, in their order; `limit` run at a time. Fails as {@link forEachOf} does. */
export async function mapEachOf<T, Result>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  await forEachOf(items.entries(), limit, async ([i, item]) => {
    results[i] = await task(item);
  });
  return results;
}
