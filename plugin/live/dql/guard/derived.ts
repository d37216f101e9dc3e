/** An object that inherits from `base`, with some values of its own. `base` is not changed. */
export function derived<Base extends object>(base: Base, values: Record<string, unknown>): Base {
  const descriptors = Object.entries(values).map(
    ([name, value]) => [name, { value, writable: true, enumerable: true, configurable: true }] as const,
  );
  return Object.create(base, Object.fromEntries(descriptors)) as Base;
}
