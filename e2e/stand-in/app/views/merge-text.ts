import { applyPatch, structuredPatch } from 'diff';

/**
 * What becomes of a text that was edited in two places: the changes from `base` to `mine`, made to `theirs`. Where they
 * do not fit, mine stays, as it is what the person sees.
 */
export function mergeText(base: string, mine: string, theirs: string): string {
  if (mine === base || mine === theirs) return theirs;
  if (theirs === base) return mine;
  const patch = structuredPatch('', '', base, mine, '', '', { context: 1 });
  const merged = applyPatch(theirs, patch, { fuzzFactor: 1 });
  return merged === false ? mine : merged;
}
