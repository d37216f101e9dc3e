/** Adds methods and values to an object, or replaces them, so that no `for … in` meets them. */
export function define(target: object, members: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(members)) {
    Object.defineProperty(target, name, { configurable: true, writable: true, enumerable: false, value });
  }
}

/** Adds properties that are computed at each read. */
export function defineGetters<T extends object>(target: T, getters: Record<string, (this: T) => unknown>): void {
  for (const [name, get] of Object.entries(getters))
    Object.defineProperty(target, name, { configurable: true, enumerable: false, get });
}
