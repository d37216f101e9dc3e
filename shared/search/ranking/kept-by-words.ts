import { reordered, type FusedItem } from './fusion.ts';
import { hitsInARow, keepInARow } from './kept-in-a-row.ts';
import {
  COVERAGE_HITS,
  WHOLE,
  keepFirst,
  keepLeader,
  keepNamed,
  keepVerbatim,
  leaderOf,
  mostOfOthers,
  movedUpTo,
  type NamedPlace,
  type VerbatimPlace,
} from './hybrid.ts';

/** How much better than the next note the first hit by words must be, by score, to be what was meant. */
const CLEAR = 1.1;
/** The same if it lacks more than a word. */
const VERY_CLEAR = 1.5;
/** What a passage with all words of a query has of it, unless it is very long. */
const IN_ONE_CHUNK = 0.25;
/** In units of a word in no note: sums of weights are inexact. */
const MORE_THAN_A_WORD = 1.001;
const SAYS_ENOUGH = 1;
/** The least share of the query of a hit that has more of it than all others, and how much more that is. */
const HALF = 0.5;
const MORE_THAN_OTHERS = 0.05;
/** Notes that have the whole query in one place: no more than that are before all others. */
const FEW = 3;
/** The least `held` of such a query: what common words say is told by meaning. */
const TELLING = 0.75;
/** The places from which a note that the query names does not fall. */
const IN_FRONT = 3;

/** A full-text hit, as far as it tells whether it is what was meant. */
export interface WordEvidence {
  score: number;
  coverage: number;
  held: number;
  inChunk: number;
  verbatim: VerbatimPlace | null;
  /** Whether a passage, or the names of its note, have the whole query, and that is several words. */
  inOnePlace?: boolean;
  /** How many of its words the note has in a row, and their share. */
  inARow?: number;
  rowShare?: number;
}

/** What full text knows of a query; `Hit` is a note or a passage. */
export interface FoundByWords<Key, Hit> {
  /** Best first. */
  hits: readonly Hit[];
  noteOf: (hit: Hit) => unknown;
  /** The hit that the query names. */
  named: (Hit & { named: NamedPlace }) | null;
  /** Those that have it, best first, if the query is a code. */
  coded: readonly Hit[];
  /** Those with a heading that is the query, best first, if the first hit is one. */
  headed: readonly Hit[];
  /** Whether the query has all words of a name of this one's note, but for so many. */
  hasNameOf: (key: Key, lacking: number) => boolean;
}

/** Keeps in front what its words alone put there. `kept` are the hits that may have been moved up. */
export function keepByWords<Key, Hit extends WordEvidence & { key: Key }>(
  items: readonly FusedItem<Key>[],
  { hits, noteOf, named, coded, headed, hasNameOf }: FoundByWords<Key, Hit>,
): { items: FusedItem<Key>[]; kept: Hit[] } {
  const [first = null] = hits;
  const next = hits.find((hit) => first !== null && noteOf(hit) !== noteOf(first));
  const certainty =
    first === null
      ? null
      : certaintyOf(first, next, {
          isNamed: named !== null,
          isNearlyNamed: () => hasNameOf(first.key, 1),
          hasMost: first.coverage - mostOfOthers(hits, noteOf, first) >= MORE_THAN_OTHERS,
        });
  const certain = certainty === null ? null : first;
  const leader = leaderOf(hits, noteOf);
  const verbatim = hits.find((hit) => hit.verbatim !== null) ?? null;
  let ordered = keepLeader(keepFirst(items, first), leader);
  ordered = keepCertain(ordered, certain, (key) => certainty === 'fairly' && hasNameOf(key, 0));
  const whole = hits.slice(0, COVERAGE_HITS).filter(({ inOnePlace, held }) => inOnePlace === true && held >= TELLING);
  ordered = keepWhole(
    ordered,
    whole.map(({ key }) => key),
    (key) => hasNameOf(key, 0),
  );
  ordered = keepVerbatim(ordered, verbatim);
  const inARow = hitsInARow(hits);
  for (const typed of [inARow, headed]) ordered = keepInARow(ordered, typed, (key) => hasNameOf(key, 0));
  // What else is in the query says nothing if no note has all of it.
  const isHeld = hits.slice(0, COVERAGE_HITS).some(({ coverage: share }) => share >= WHOLE);
  const meant = named === null || isHeld ? named : ({ ...named, named: 'whole' } as const);
  ordered = keepCoded(
    keepNamed(ordered, meant),
    coded.map(({ key }) => key),
  );
  return {
    // The path of a note may look like a code.
    items: keepNamed(ordered, named?.named === 'whole' ? named : null),
    kept: [leader, certain, verbatim, named, ...whole, ...inARow, ...headed, ...coded].filter((hit) => hit !== null),
  };
}

/** Whether a passage of the first hit has all of the query but a word, and that is many words or rare ones. */
export function isTogether(first: Pick<WordEvidence, 'coverage' | 'held' | 'inChunk'> | undefined): boolean {
  return first !== undefined && first.held >= SAYS_ENOUGH && first.inChunk >= IN_ONE_CHUNK && lacksAWordAtMost(first);
}

function lacksAWordAtMost({ coverage, held }: Pick<WordEvidence, 'coverage' | 'held'>): boolean {
  return coverage >= WHOLE || held / coverage - held < MORE_THAN_A_WORD;
}

/**
 * How certain it is that the first full-text hit is what was meant. Its words count as typed from it if it alone has
 * them together, or if it is clearly better than the next note and has all of them, or most of them in one passage: one
 * word may be misspelled or unfinished; or if it has half of them, and no other note as many. `fairly`: another note that
 * the query names may still be meant.
 *
 * @param next the best hit of another note
 * @param isNamed whether the query has its name, in full, or with all words but one
 * @param hasMost whether no other note has as much of the query
 */
export function certaintyOf(
  first: WordEvidence,
  next: { score: number } | undefined,
  { isNamed, isNearlyNamed, hasMost = false }: { isNamed: boolean; isNearlyNamed: () => boolean; hasMost?: boolean },
): 'quite' | 'fairly' | null {
  const { score, coverage, inChunk, verbatim } = first;
  const isWhole = coverage >= WHOLE;
  if (isWhole && verbatim !== null) return 'quite';
  const lead = next === undefined ? Infinity : score / next.score;
  if (isNamed && lead >= CLEAR) return 'quite';
  if (hasMost && coverage >= HALF) return 'fairly';
  const clear = lacksAWordAtMost(first) ? CLEAR : VERY_CLEAR;
  return lead >= clear && (isWhole || inChunk >= IN_ONE_CHUNK || isNearlyNamed()) ? 'fairly' : null;
}

/** Puts a hit first, or second after one that `yieldsTo` accepts. */
export function keepCertain<Key>(
  items: readonly FusedItem<Key>[],
  hit: { key: Key } | null,
  yieldsTo: (key: Key) => boolean,
): FusedItem<Key>[] {
  const [top] = items;
  const own = hit === null ? undefined : items.find((item) => item.key === hit.key);
  if (top === undefined || own === undefined || own === top) return [...items];
  return movedUpTo(items, own, yieldsTo(top.key) ? 1 : 0);
}

/**
 * Puts the few hits that have the whole query in one place before all others, but for those in front that `yieldsTo`
 * accepts. If there are many, it says little of what was meant.
 */
export function keepWhole<Key>(
  items: readonly FusedItem<Key>[],
  whole: readonly Key[],
  yieldsTo: (key: Key) => boolean,
): FusedItem<Key>[] {
  if (whole.length === 0 || whole.length > FEW) return [...items];
  const having = new Set(whole);
  const isFirst = ({ key }: FusedItem<Key>, place: number): boolean =>
    having.has(key) || (place < IN_FRONT && yieldsTo(key));
  const first = items.filter(isFirst);
  const rest = items.filter((item, place) => !isFirst(item, place));
  return reordered(items, [...first, ...rest]);
}

/** Puts the hits that have a code first, in their own order: nothing else is about it. */
export function keepCoded<Key>(items: readonly FusedItem<Key>[], coded: readonly Key[]): FusedItem<Key>[] {
  if (coded.length === 0) return [...items];
  const byKey = new Map(items.map((item) => [item.key, item]));
  const first = coded.flatMap((key) => byKey.get(key) ?? []);
  const having = new Set(first);
  const rest = items.filter((item) => !having.has(item));
  return reordered(items, [...first, ...rest]);
}
