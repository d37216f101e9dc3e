import { HYBRID_DEPTH } from '../../search/ranking/hybrid.ts';

/**
 * What comes after the hits of a fusion: those that lay too deep in its lists to take part, by depth, then by list. With
 * more rows wanted they grow at the end alone, so that each page follows on the one before.
 * @param fused keys of the fusion's hits
 */
export function deeperHits<Hit>(
  lists: readonly (readonly Hit[])[],
  key: (hit: Hit) => string,
  fused: ReadonlySet<string>,
): Hit[] {
  const deeper = new Map<string, Hit>();
  const end = Math.max(0, ...lists.map(({ length }) => length));
  for (let depth = HYBRID_DEPTH; depth < end; depth++) {
    for (const { [depth]: hit } of lists) {
      if (hit !== undefined && !fused.has(key(hit)) && !deeper.has(key(hit))) deeper.set(key(hit), hit);
    }
  }
  return [...deeper.values()];
}
