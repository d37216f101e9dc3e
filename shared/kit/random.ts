import { itemAt } from './item-at.ts';

/** Evenly distributed numbers, the same ones for the same seed. */
export interface Random {
  /** At least 0, less than 1. */
  next(): number;
  /** A whole number at least 0 and less than `below`. */
  below(below: number): number;
  /** One of the items. Throws a `RangeError` if there are none. */
  pick<T>(items: readonly T[]): T;
}

/** The generator splitmix32, seeded with a whole number. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed ^= mixed >>> 15;
    mixed = Math.imul(mixed, 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick: (items) => {
      if (items.length === 0) throw new RangeError('There is nothing to pick from.');
      return itemAt(items, below(items.length));
    },
  };
}
