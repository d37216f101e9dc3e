import { reordered, type FusedItem } from './fusion.ts';

/** The least share of the query, as pairs of neighbouring words, that a note has in a row; and the fewest words. */
const MOST_OF_QUERY = 0.6;
const FEWEST_WORDS = 3;
/** From so many words on, the only note that has them comes before one that the query names, too. */
const SENTENCE = 4;
/** Of so many, meaning says which comes first. */
const FEW = 3;
/** The places of notes that the query names from which they stay in front, or come next. */
const SEEN = 10;

/** A full-text hit, by how it has the words of the query. */
interface Typed<Key> {
  key: Key;
  inARow?: number;
  rowShare?: number;
}

/** The hits with the most words in a row, if the first is one and these are most of the query; else none. */
export function hitsInARow<Hit extends Typed<unknown>>(hits: readonly Hit[]): Hit[] {
  const most = hits.reduce((longest, { inARow = 0 }) => Math.max(longest, inARow), 0);
  const [first] = hits;
  if (first === undefined || first.inARow !== most || most < FEWEST_WORDS) return [];
  return (first.rowShare ?? 0) < MOST_OF_QUERY ? [] : hits.filter(({ inARow }) => inARow === most);
}

/**
 * Puts the hits that have most of the query in a row before all others: it was typed from one of them, and what is near
 * in meaning is not. If there are many, they keep the order of the words, as meaning does not tell them apart. Notes
 * among the first ten that the query names come next, or stay where they are if that is in front.
 *
 * @param typed full-text hits, best first
 * @param isNamed whether the query has the name of this one's note
 */
export function keepInARow<Key>(
  items: readonly FusedItem<Key>[],
  typed: readonly Typed<Key>[],
  isNamed: (key: Key) => boolean,
): FusedItem<Key>[] {
  const [only, other] = typed;
  if (only === undefined) return [...items];
  const byKey = new Map(items.map((item) => [item.key, item]));
  const having = new Set(typed.map(({ key }) => key));
  const isAlone = other === undefined && (only.inARow ?? 0) >= SENTENCE;
  const inOrder = typed.flatMap(({ key }) => byKey.get(key) ?? []);
  const first = typed.length <= FEW ? items.filter(({ key }) => having.has(key)) : inOrder;
  for (const [place, item] of isAlone ? [] : items.slice(0, SEEN).entries())
    if (!having.has(item.key) && isNamed(item.key)) first.splice(place, 0, item);
  const moved = new Set(first);
  const rest = items.filter((item) => !moved.has(item));
  return reordered(items, [...first, ...rest]);
}
