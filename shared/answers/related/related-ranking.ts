import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { fuseRankings } from '../../search/ranking/fusion.ts';

/** How notes are ranked: by their whole text or their nearest passage (vectors or words), and by shared links. */
export type RelatedRole = 'sentences' | 'sentences-passage' | 'terms' | 'terms-passage' | 'words' | 'links';

/** Paths of notes, best first. */
export interface RelatedRanking {
  role: RelatedRole;
  paths: readonly string[];
}

/** Measured with hidden links (docs/decisions/related-notes.md). */
const K = 5;
const WEIGHTS: Record<RelatedRole, number> = {
  sentences: 0.25,
  'sentences-passage': 0.5,
  terms: 1,
  'terms-passage': 1,
  words: 1,
  links: 1.25,
};

/** One order out of all rankings, by weighed reciprocal ranks; ties by path. */
export function rankRelated(rankings: readonly RelatedRanking[]): string[] {
  const lists = rankings.map(({ role, paths }) => ({ name: role, weight: WEIGHTS[role], keys: paths }));
  return fuseRankings(lists, { k: K, limit: Infinity, compare: compareCodeUnits }).map(({ key }) => key);
}
