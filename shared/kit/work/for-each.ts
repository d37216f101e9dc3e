/** Does something with each item, `limit` at a time; the first error ends it, once items in progress have ended. */
export async function forEachOf<T>(
  items: Iterable<T>,
  limit: number,
  task: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items[Symbol.iterator]();
  let failure: { error: unknown } | null = null;
  const work = async (): Promise<void> => {
    for (let next = rest.next(); failure === null && next.done !== true; next = rest.next()) {
      await task(next.value).catch((error: unknown) => (failure ??= { error }));
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
  if (failure !== null) throw (failure as { error: unknown }).error;
}
