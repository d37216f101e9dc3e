import { HYBRID_DEPTH } from '../../search/ranking/hybrid.ts';

/**
 * The hits that follow those of a fusion: they lay too deep in its lists to take part, and come by depth, then by list.
 * If more rows are wanted, they grow only at the end, so each page continues the one before.
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
