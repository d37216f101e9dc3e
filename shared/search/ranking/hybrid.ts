import type { FusedItem, RankedList } from './fusion.ts';

/**
 * What a ranking goes by: `words`, full text; `terms`, vectors of terms that occur together (any language);
 * `sentences`, vectors of a sentence encoder; `short`, those that it has of the beginnings of passages; `static`, those
 * that it has of single words, added up. Vectors of passages rank notes twice: by the mean of the best two chunks, and
 * by the first chunk.
 */
export type HybridRole = 'words' | 'terms' | 'terms-lead' | EncoderRole;
type EncoderRole = `${'sentences' | 'short' | 'static'}${'' | '-lead'}`;

export interface HybridRanking<Key> {
  role: HybridRole;
  keys: readonly Key[];
  /** Share of the notes that could be ranked, 0 to 1; 1 if absent. */
  share?: number;
}

/** How far to trust each ranking for a query. */
export interface HybridEvidence {
  /** Largest `coverage` of the first {@link COVERAGE_HITS} full-text hits. */
  coverage: number;
  /** Largest `held` of the same hits. */
  held: number;
  /** How well the sentence encoder reads the query, 0 to 1. */
  readable: number;
  /** Whether a passage of the first full-text hit has nearly all of the query. */
  together?: boolean;
}

export const COVERAGE_HITS = 10;
/** Items of each ranking that take part. */
export const HYBRID_DEPTH = 100;
/** `k` of the fusion. Low, as the first places are worth far more than the rest; see docs/decisions/fusion.md. */
export const HYBRID_K = 4;

/**
 * Weighs rankings for `fuseRankings`. The fewer of the query's words the best notes have, the less words count and the
 * more the encoder, if there is any: only meaning finds a query in other words. Several rare words in one note are
 * decisive, however many others it lacks, and most of all if they stand together. The first {@link HYBRID_DEPTH} items
 * of each ranking count.
 */
export function weighRankings<Key>(
  rankings: readonly HybridRanking<Key>[],
  { coverage, held, readable, together = false }: HybridEvidence,
): RankedList<Key>[] {
  const byEncoder = rankings.filter(({ role, keys }) => isEncoderRole(role) && keys.length > 0);
  const shares = byEncoder.map(({ share = 1 }) => share);
  const reading = Math.min(1, Math.max(0, readable)) * Math.max(0, ...shares);
  const byShare = (coverage - UNTRUSTED) / (TRUSTED - UNTRUSTED);
  const byMass = (held - UNTRUSTED_MASS) / (TRUSTED_MASS - UNTRUSTED_MASS);
  const trust = Math.min(1, Math.max(LEAST_TRUST, byShare, byMass));
  const byTerms = 1 - reading * (1 - trust);
  const byWords = byTerms * (together ? ONE_PASSAGE_GAIN : coverage >= WHOLE ? ONE_NOTE_GAIN : 1);
  const byMeaning = Math.min(1, Math.max(0, readable)) * (1 + ENCODER_GAIN * (1 - trust));
  const company = companyOf(shares);
  return rankings.map(({ role, keys, share = 1 }) => ({
    name: role === 'words' ? 'fulltext' : 'semantic',
    weight: isEncoderRole(role)
      ? encoderWeight(role, company) * share * byMeaning
      : WEIGHTS[role] * (role === 'words' ? byWords : byTerms),
    keys: keys.slice(0, HYBRID_DEPTH),
  }));
}

/** Whether the rankings by an encoder are of one kind, 0, or of several, 1, or of several for some notes. */
function companyOf(shares: readonly number[]): number {
  const rankings = shares.reduce((sum, share) => sum + share, 0);
  const [one, several] = ENCODER_RANKINGS;
  return Math.min(1, Math.max(0, (rankings - one) / (several - one)));
}

/** The weight of a ranking by an encoder: each counts less if there are several. */
function encoderWeight(role: EncoderRole, company: number): number {
  return ALONE + company * (TOGETHER[role] - ALONE);
}

function isEncoderRole(role: HybridRole): role is EncoderRole {
  return !(role in WEIGHTS);
}

/** Coverage of a hit with the whole query: sums of weights are inexact. */
export const WHOLE = 0.999;
/** The lowest place for such a hit. */
const FIRST_PLACES = 3;
/** The `held` from which such a hit counts as what was meant, however close other notes are in meaning. */
const DECISIVE = 3;

/**
 * Keeps the first full-text hit among the first three if it has every word of the query, and first if these are many or
 * rare: others may be nearer in meaning, but a reader who knows the words looks for this one. It takes the score of its
 * new place.
 * @param items fused, best first
 * @param first of full text; null without hits
 */
export function keepFirst<Key>(
  items: readonly FusedItem<Key>[],
  first: { key: Key; coverage: number; held: number } | null,
): FusedItem<Key>[] {
  const place = first === null || first.coverage < WHOLE ? -1 : items.findIndex((item) => item.key === first.key);
  const own = items[place];
  const lowest = first !== null && first.held >= DECISIVE ? 0 : FIRST_PLACES - 1;
  return own === undefined ? [...items] : movedUpTo(items, own, lowest);
}

/** How much more of the query, by weight of its words, the note must have than any other. */
const LEAD = 0.2;
/** The lowest place for it, and for the only one that has the whole query. */
const LEADER_PLACES = 5;
const WHOLE_LEADER_PLACES = 2;

/**
 * The full-text hit of the note that has far more of the query than any other, or alone the whole of it; null if there
 * is none.
 */
export function leaderOf<Hit extends { coverage: number }>(
  hits: readonly Hit[],
  noteOf: (hit: Hit) => unknown,
): Hit | null {
  let leader: Hit | null = null;
  for (const hit of hits) if (hit.coverage > (leader?.coverage ?? 0)) leader = hit;
  if (leader === null) return null;
  const { coverage } = leader;
  const next = mostOfOthers(hits, noteOf, leader);
  return coverage - next >= LEAD || (coverage >= WHOLE && next < WHOLE) ? leader : null;
}

/** The largest share of the query that a note other than that of a hit has. */
export function mostOfOthers<Hit extends { coverage: number }>(
  hits: readonly Hit[],
  noteOf: (hit: Hit) => unknown,
  than: Hit,
): number {
  const note = noteOf(than);
  return hits.reduce((most, hit) => (noteOf(hit) === note ? most : Math.max(most, hit.coverage)), 0);
}

/**
 * Keeps this hit among the first five, or the first two if it has the whole query: others may be nearer in meaning, but
 * no other note has these words.
 */
export function keepLeader<Key>(
  items: readonly FusedItem<Key>[],
  leader: { key: Key; coverage?: number } | null,
): FusedItem<Key>[] {
  const own = leader === null ? undefined : items.find((item) => item.key === leader.key);
  const places = (leader?.coverage ?? 0) >= WHOLE ? WHOLE_LEADER_PLACES : LEADER_PLACES;
  return own === undefined ? [...items] : movedUpTo(items, own, places - 1);
}

/** The lowest place for the note that alone has the query's words together, by where it has them. */
const VERBATIM_PLACES = { property: 0, text: 1, phrase: Infinity };
export type VerbatimPlace = keyof typeof VERBATIM_PLACES;

/**
 * Puts the full-text hit that alone has the query's words together first, or second if they are in its text: a
 * description is of its note, but a sentence may be about another one, and a phrase may be the name of one.
 */
export function keepVerbatim<Key>(
  items: readonly FusedItem<Key>[],
  hit: { key: Key; verbatim: VerbatimPlace | null } | null,
): FusedItem<Key>[] {
  const own = items.find((item) => item.key === hit?.key);
  if (own === undefined || hit === null || hit.verbatim === null) return [...items];
  return movedUpTo(items, own, VERBATIM_PLACES[hit.verbatim]);
}

/** The lowest place for the note that a query names. */
const NAMED_PLACES = { whole: 0, within: 1 };
export type NamedPlace = keyof typeof NAMED_PLACES;

/** Puts the full-text hit that a query names first, or second if the query has more words than its name. */
export function keepNamed<Key>(
  items: readonly FusedItem<Key>[],
  hit: { key: Key; named: NamedPlace } | null,
): FusedItem<Key>[] {
  const own = items.find((item) => item.key === hit?.key);
  return own === undefined || hit === null ? [...items] : movedUpTo(items, own, NAMED_PLACES[hit.named]);
}

/** Moves an item up to a place, from 0, whose score it takes. */
export function movedUpTo<Key>(items: readonly FusedItem<Key>[], own: FusedItem<Key>, place: number): FusedItem<Key>[] {
  const last = items[place];
  if (last === undefined || items.indexOf(own) <= place) return [...items];
  const rest = items.filter((item) => item !== own);
  return [...rest.slice(0, place), { ...own, score: last.score }, ...rest.slice(place)];
}

const WEIGHTS: Record<Exclude<HybridRole, EncoderRole>, number> = { words: 1, terms: 0.5, 'terms-lead': 0.3 };
/** Weight of a ranking by an encoder if there are two of one kind; and of each with three or more. */
const ENCODER_RANKINGS = [2, 3] as const;
const ALONE = 0.35;
const TOGETHER: Record<EncoderRole, number> = {
  sentences: 0.3,
  'sentences-lead': 0.2,
  short: 0.3,
  'short-lead': 0.3,
  static: 0.15,
  'static-lead': 0.2,
};
/** Coverage at which words hardly count, and at which they count in full. */
const UNTRUSTED = 0.2;
const TRUSTED = 0.7;
/** The same by `held`. */
const UNTRUSTED_MASS = 1;
const TRUSTED_MASS = 2;
const LEAST_TRUST = 0.05;
/** How much more words count if one passage has them: the order of the other notes that have them is right, too. */
const ONE_PASSAGE_GAIN = 1.5;
/** The same if one note has them all. */
const ONE_NOTE_GAIN = 1.25;
/** How much more an encoder counts if words do not. */
const ENCODER_GAIN = 3;
