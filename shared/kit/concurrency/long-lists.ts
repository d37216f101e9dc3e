import type { Steps } from './slices.ts';

/** An item takes a microsecond, or many if a pattern is searched for. */
const ITEMS_A_STEP = 32;

/** Visits the items, with a step after each few. */
export function* visitSteps<T>(items: Iterable<T>, visit: (item: T) => void): Steps<void> {
  let seen = 0;
  for (const item of items) {
    visit(item);
    if (++seen % ITEMS_A_STEP === 0) yield;
  }
}

/** The items that a filter accepts. */
export function* filterSteps<T>(items: Iterable<T>, accepts: (item: T) => boolean): Steps<T[]> {
  const accepted: T[] = [];
  yield* visitSteps(items, (item) => {
    if (accepts(item)) accepted.push(item);
  });
  return accepted;
}

/** The first item that is accepted. */
export function* findSteps<T>(items: Iterable<T>, accepts: (item: T) => boolean): Steps<T | undefined> {
  let seen = 0;
  for (const item of items) {
    if (accepts(item)) return item;
    if (++seen % ITEMS_A_STEP === 0) yield;
  }
  return undefined;
}
