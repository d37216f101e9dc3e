import type { CompanionState } from '../../companion/companion-state.ts';
import type { MapOutput } from '../../../shared/protocol/schemas/map.ts';
import type { MapShown } from './map-levels.ts';
import { notComparedWords, WORDS } from './map-words.ts';

/** What the button next to the words does. */
export type StateAction = 'retry' | 'new-note';

/** What is said below the map. */
export interface MapState {
  /** Empty: there is nothing to say. */
  words: string;
  action: StateAction | null;
  isProblem: boolean;
}

export const ACTION_WORDS: Record<StateAction, string> = { retry: WORDS.tryAgain, 'new-note': WORDS.newNote };

/**
 * The state in words, the most important first.
 *
 * @param companion null before the app's layout is ready
 * @param isHeldBack whether a newer map waits until its list is left
 */
export function mapState(companion: CompanionState | null, { whole, error }: MapShown, isHeldBack = false): MapState {
  if (companion?.index === 'failed') return problem(WORDS.failed(companion.problem ?? 'unknown error'));
  if (companion === null || companion.index === 'starting') return say(WORDS.starting);
  if (companion.index === 'indexing') return say(readingWords(companion, whole !== null));
  if (error !== null) return problem(WORDS.notAnswered(error instanceof Error ? error.message : 'unknown error'));
  if (whole === null) return say(WORDS.findingThemes);
  if (isEmpty(whole)) return { words: WORDS.nothing, action: 'new-note', isProblem: false };
  if (isHeldBack) return say(WORDS.heldBack);
  if (whole.stale === true) return say(WORDS.stale);
  if (whole.comparing === true)
    return say(whole.uncompared?.reason === 'waiting' ? WORDS.notEmbedded : WORDS.comparing);
  return say(hasUnsorted(whole) ? uncomparedWords(whole) : '');
}

const NEXT_LOOK_MS = 2_000;
const SLOW_LOOK_MS = 15_000;

/**
 * When to look again although no note has changed; null: not at all.
 *
 * @param isFirst nothing was shown before: the notes are only now being compared
 * @param embedder of the settings
 */
export function nextLook({ whole, error }: MapShown, isFirst: boolean, embedder: string): number | null {
  if (whole === null || error !== null) return null;
  if (isFirst || whole.stale === true || whole.comparing === true) return NEXT_LOOK_MS;
  const mayChange = hasUnsorted(whole) || whole.uncompared !== undefined || whole.improving === true;
  return mayChange && embedder !== 'none' ? SLOW_LOOK_MS : null;
}

/** Why notes are not compared by meaning, or some not yet; empty if they are, or need not be. */
function uncomparedWords({ uncompared }: MapOutput): string {
  if (uncompared === undefined || uncompared.reason === 'off') return '';
  return notComparedWords(uncompared);
}

function hasUnsorted({ circles = [] }: MapOutput): boolean {
  return circles.some(({ id }) => id === 'unsorted');
}

export function isEmpty({ circles = [], notes = [] }: NonNullable<MapShown['whole']>): boolean {
  return circles.length === 0 && notes.length === 0;
}

function readingWords({ progress }: CompanionState, isMapKnown: boolean): string {
  if (progress === null) return WORDS.readingAll;
  const { done, total } = progress;
  return isMapKnown ? WORDS.readingAgain(done, total) : WORDS.reading(done, total);
}

function say(words: string): MapState {
  return { words, action: null, isProblem: false };
}

function problem(words: string): MapState {
  return { words, action: 'retry', isProblem: true };
}
