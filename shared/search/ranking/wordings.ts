import type { Match } from './match.ts';

/** What one wording of a question found. */
export interface Wording {
  /** Notes, best first. */
  paths: readonly string[];
  match: Match;
}

/** `k` of the fusion of wordings; measured, as all below (docs/decisions/variants.md). */
export const WORDINGS_K = 2;

/**
 * Weighs the rankings of a question's wordings, the first of which is the question as it was asked and weighs 1.
 * Another counts as far as its best notes are also among those of one of the others: wordings that hit the mark agree,
 * and those that add nothing are alone. If the question itself finds little, there is nothing to lose. A wording whose
 * words are in no note is left out.
 */
export function weighWordings(wordings: readonly Wording[]): number[] {
  const [asked] = wordings;
  if (asked === undefined) return [];
  return wordings.map((wording, i) => {
    if (i === 0) return 1;
    if (wording.match === 'weak') return 0;
    const others = wordings.filter((_, j) => j !== i);
    const agreement = Math.max(...others.map((other) => agreementOf(wording.paths, other.paths)));
    const share = Math.min(1, Math.max(0, (agreement - ALONE) / (AGREED - ALONE)));
    const least = LEAST_WEIGHT[asked.match];
    return MOST_WEIGHT[asked.match] * (least + (1 - least) * share);
  });
}

const COMPARED = 10;
/** Agreement up to which a wording is alone, and from which it counts in full. */
const ALONE = 0.1;
const AGREED = 0.4;
const LEAST_WEIGHT: Record<Match, number> = { weak: 1, partial: 0.2, strong: 0 };
const MOST_WEIGHT: Record<Match, number> = { weak: 1, partial: 1, strong: 0.5 };

/** How much the first notes of two rankings have in common, 0 to 1, early places counting more. */
function agreementOf(a: readonly string[], b: readonly string[]): number {
  const places = new Map(b.slice(0, COMPARED).map((path, place) => [path, worth(place)]));
  let common = 0;
  let all = 0;
  for (let place = 0; place < COMPARED; place++) {
    all += worth(place);
    const path = a[place];
    if (path !== undefined) common += Math.min(worth(place), places.get(path) ?? 0);
  }
  return common / all;
}

function worth(place: number): number {
  return 1 / (WORDINGS_K + place + 1);
}
