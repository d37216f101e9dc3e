import type { Schedule } from '../../../shared/kit/time/schedule.ts';
import type {
  MapOutput,
  MapPlacesInput,
  MapPlacesOutput,
  ThemeMapOutput,
} from '../../../shared/protocol/schemas/map.ts';
import { RenamesSince } from '../notes/renames-since.ts';
import { RefreshTimer } from '../refresh-timer.ts';
import { isUnsorted, themePath, type MapShown } from './map-levels.ts';

/** What the map asks the engine. */
export interface MapQuestions {
  map(): Promise<MapOutput>;
  themeMap(input: { id: string }): Promise<ThemeMapOutput>;
  mapPlaces(input: MapPlacesInput): Promise<MapPlacesOutput>;
}

export interface MapFollowerOptions {
  questions: () => Promise<MapQuestions>;
  show: (shown: MapShown) => void;
  /** While true, a newer picture of the same place waits for {@link MapFollower.release}. */
  isHeld: (next: MapShown) => boolean;
  /** A newer picture waits, or no longer waits without being shown. */
  heldChanged: () => void;
  schedule: Schedule;
}

const CALM_MS = 1_500;
/** Notes of one question for places. */
const MOST_ASKED = 10_000;

/**
 * Asks for the map and for the themes gone into, and shows answers that belong together: picture and list are drawn
 * from one {@link MapShown}.
 */
export class MapFollower {
  readonly #options: MapFollowerOptions;
  readonly #refreshTimer: RefreshTimer;
  #wanted: string | null = null;
  #shown: MapShown = { theme: null, whole: null, inside: [], error: null };
  #held: MapShown | null = null;
  #isAsking = false;
  /** Whether the next answer is shown at once instead of held back. */
  #isPersons = false;
  /** What to ask again: everything, or only what is not yet known of the wanted place. */
  #next: 'all' | 'missing' | null = null;
  /** Since the last question was asked. */
  readonly #renames = new RenamesSince();
  #isClosed = false;

  constructor(options: MapFollowerOptions) {
    this.#options = options;
    this.#refreshTimer = new RefreshTimer(options.schedule, () => this.refresh());
  }

  /** The theme that is shown, or will be once there is an answer; null: the whole vault. */
  get wanted(): string | null {
    return this.#wanted;
  }

  /** Whether a newer picture waits. */
  get isHeldBack(): boolean {
    return this.#held !== null;
  }

  /** Says which theme is to be shown first, once there is an answer; later it goes there. */
  startAt(theme: string | null): void {
    if (this.#shown.whole === null) this.#wanted = theme;
    else this.goTo(theme);
  }

  /** Goes into a theme, or back to the whole vault. */
  goTo(theme: string | null): void {
    if (theme === this.#wanted && this.#shown.theme === theme) return;
    this.#wanted = theme;
    // What waited is looked at again from there.
    if (this.#held !== null) this.refreshSoon();
    this.#held = null;
    this.#plan('missing');
  }

  /** Asks for all that is shown, now. */
  refresh(): void {
    this.#refreshTimer.cancel();
    this.#plan('all');
  }

  /** The same, after something the person did here: rows may move even under the pointer. */
  refreshAtOnce(): void {
    this.#isPersons = true;
    this.refresh();
  }

  /** The same a little later, unless it will be done sooner anyway. */
  refreshSoon(afterMs = CALM_MS): void {
    this.#refreshTimer.within(afterMs);
  }

  /** Shows the answer that was held back. */
  release(): void {
    if (this.#held !== null && !this.#options.isHeld(this.#held)) this.#show(this.#held);
  }

  /** A note or folder was renamed: what is shown leads to where its notes are now, and stays in place. */
  async renamed(from: string, to: string): Promise<void> {
    this.#renames.add(from, to);
    // Loaded when it is first needed.
    const { mapAfterRename } = await import('./map-after-rename.ts');
    if (this.#isClosed) return;
    this.#held = this.#held && mapAfterRename(this.#held, from, to);
    const after = mapAfterRename(this.#shown, from, to);
    if (after === this.#shown) return;
    this.#shown = after;
    this.#options.show(after);
  }

  close(): void {
    this.#isClosed = true;
    this.#refreshTimer.cancel();
  }

  #plan(what: 'all' | 'missing'): void {
    if (this.#next !== 'all') this.#next = what;
    if (!this.#isAsking) this.#ask().catch(console.error);
  }

  async #ask(): Promise<void> {
    this.#isAsking = true;
    try {
      while (this.#next !== null && !this.#isClosed) {
        const [what, theme, isPersons] = [this.#next, this.#wanted, this.#isPersons];
        [this.#next, this.#isPersons] = [null, false];
        this.#renames.begin();
        const answer = await this.#answer(theme, what === 'all').catch(
          (error: unknown): MapShown => ({ ...this.#shown, error }),
        );
        const taken = await this.#underNewNames(answer);
        if (theme === this.#wanted) {
          if (!this.#isClosed) this.#take(taken, isPersons);
        } else if (what === 'all') this.#next = 'all';
      }
    } finally {
      this.#isAsking = false;
    }
  }

  async #answer(theme: string | null, isAll: boolean): Promise<MapShown> {
    const questions = await this.#options.questions();
    const known = isAll ? { whole: null, inside: [] } : this.#shown;
    const whole = known.whole ?? (await questions.map());
    let inside = await levelsInto(theme, questions, known.inside);
    if (theme !== null && inside.at(-1)?.id !== theme) {
      const left = this.#shown.inside.find(({ id }) => id === theme);
      const next = left === undefined ? null : await themeAfter(left, questions);
      if (next !== null) inside = await levelsInto(next, questions, inside);
    }
    return { theme: inside.at(-1)?.id ?? null, whole, inside, error: null };
  }

  async #underNewNames(answer: MapShown): Promise<MapShown> {
    if (this.#renames.isEmpty) return answer;
    const { mapAfterRename } = await import('./map-after-rename.ts');
    return this.#renames.applyTo(answer, mapAfterRename);
  }

  #take(taken: MapShown, isPersons: boolean): void {
    // Also if the place is gone: only the person leaves it at once.
    const isSamePlace = this.#shown.whole !== null && taken.error === null && this.#wanted === this.#shown.theme;
    if (!isSamePlace || isPersons || !this.#options.isHeld(taken)) return this.#show(taken);
    this.#held = taken;
    this.#options.heldChanged();
  }

  #show(shown: MapShown): void {
    this.#held = null;
    this.#shown = shown;
    // A place that could not be reached is given up.
    this.#wanted = shown.whole === null ? this.#wanted : shown.theme;
    this.#options.show(shown);
  }
}

/** A theme and those that it lies in, the outermost first, as far as they are still there. */
async function levelsInto(
  theme: string | null,
  questions: MapQuestions,
  known: readonly ThemeMapOutput[],
): Promise<ThemeMapOutput[]> {
  const levels: ThemeMapOutput[] = [];
  for (const id of themePath(theme)) {
    const level = known.find((one) => one.id === id) ?? (await questions.themeMap({ id }).catch(nullIfGone));
    if (level === null) break;
    levels.push(level);
  }
  return levels;
}

/** The theme that now holds more than half of the notes of one that is gone; null if there is none. */
async function themeAfter(gone: ThemeMapOutput, questions: MapQuestions): Promise<string | null> {
  if (isUnsorted(gone.id)) return null;
  const paths = [...(gone.notes ?? []), ...(gone.more ?? [])].slice(0, MOST_ASKED).map(({ path }) => path);
  const depth = themePath(gone.id).length;
  const counts = new Map<string, number>();
  for (const { circles } of (await questions.mapPlaces({ paths })).places) {
    const id = circles[depth - 1];
    if (id !== undefined && !isUnsorted(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return [...counts].find(([, count]) => count > paths.length / 2)?.[0] ?? null;
}

function nullIfGone(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'theme_not_found') return null;
  throw error;
}
