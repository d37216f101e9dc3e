import { pathAfterRename } from '../notes/path-after-rename.ts';

/**
 * Two notes that the person called not related, by their paths, in the order of the paths. The note that the pane is
 * about is known by the app's spelling of its path, which is the disk's; its rows by the engine's, mostly NFC. Here all
 * are NFC.
 */
export type Pair = [string, string];

/** More would make the settings file slow to save. */
const MOST_PAIRS = 2_000;

/** With one pair more; beyond 2,000, the oldest are dropped. */
export function withPair(pairs: readonly Pair[], one: string, other: string): Pair[] {
  return [...withoutPair(pairs, one, other), ordered(one, other)].slice(-MOST_PAIRS);
}

export function withoutPair(pairs: readonly Pair[], one: string, other: string): Pair[] {
  const [first, second] = ordered(one, other);
  return pairs.filter((pair) => {
    const [a, b] = ordered(...pair);
    return a !== first || b !== second;
  });
}

/** The notes that are not related to the note at `path`, in NFC. */
export function partnersOf(pairs: readonly Pair[], path: string): Set<string> {
  const subject = path.normalize('NFC');
  const all = pairs.map((pair) => ordered(...pair));
  return new Set(all.flatMap(([one, other]) => (one === subject ? [other] : other === subject ? [one] : [])));
}

/** The pairs after a note or folder was renamed; the same array if none of them is affected. */
export function afterRename(pairs: Pair[], from: string, to: string): Pair[] {
  const follow = (path: string): string => pathAfterRename(path, from, to);
  if (pairs.every((pair) => pair.every((path) => follow(path) === path))) return pairs;
  return pairs.map(([one, other]) => ordered(follow(one), follow(other)));
}

function ordered(first: string, second: string): Pair {
  const [one, other] = [first.normalize('NFC'), second.normalize('NFC')];
  return one < other ? [one, other] : [other, one];
}
