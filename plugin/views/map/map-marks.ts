import type {
  MapFoundInput,
  MapFoundOutput,
  MapPlacesInput,
  MapPlacesOutput,
} from '../../../shared/protocol/schemas/map.ts';
import type { Schedule } from '../../../shared/kit/time/schedule.ts';
import { pathAfterRename } from '../notes/path-after-rename.ts';
import { themeLabel, type MapLevel } from './map-levels.ts';
import { WORDS } from './map-words.ts';
import type { Marks } from './picture/scene.ts';

/** What is asked of the engine to mark things on the map. */
export interface MarkQuestions {
  mapPlaces(input: MapPlacesInput): Promise<MapPlacesOutput>;
  mapFound(input: MapFoundInput, signal?: AbortSignal): Promise<MapFoundOutput>;
}

/** Notes found, with the circles around them. */
export interface Found {
  query: string;
  places: MapPlacesOutput['places'];
  /** There may be more. */
  isPart: boolean;
}

export interface MapMarkerOptions {
  questions: () => Promise<MarkQuestions>;
  /** Called after each change of {@link MapMarker.active} or {@link MapMarker.found}. */
  changed: () => void;
  schedule: Schedule;
}

const TYPING_MS = 150;

/** Knows where on the map the active note is, and what the person looks for. */
export class MapMarker {
  readonly #options: MapMarkerOptions;
  /** The active note and the circles around it. */
  active: ReadonlySet<string> = new Set();
  /** Null: nothing is looked for, or not found yet. */
  found: Found | null = null;
  #path: string | null = null;
  #query = '';
  /** Of the newest question; answers to older ones are dropped. */
  #turn = 0;
  #cancel: () => void = () => undefined;
  /** Ends the search whose answer nobody waits for any more. */
  #running = new AbortController();

  constructor(options: MapMarkerOptions) {
    this.#options = options;
  }

  get query(): string {
    return this.#query;
  }

  /** The active note; null: none. */
  get path(): string | null {
    return this.#path;
  }

  /** Turns to another active note; null: none. */
  follow(path: string | null): void {
    if (path === this.#path) return;
    this.#path = path;
    this.refresh();
  }

  /**
   * A note or folder was renamed, which the active note may be or lie in; the app tells of no other active note then.
   */
  renamed(from: string, to: string): void {
    if (this.#path !== null) this.follow(pathAfterRename(this.#path, from, to));
  }

  /** Looks for words as they are typed. */
  lookFor(query: string): void {
    const trimmed = query.trim();
    if (trimmed === this.#query) return;
    this.#query = trimmed;
    this.#cancel();
    this.#running.abort();
    if (trimmed === '') this.refresh();
    else this.#cancel = this.#options.schedule(() => this.refresh(), TYPING_MS);
  }

  /** Asks again: the map has changed. */
  refresh(): void {
    this.#cancel();
    this.#running.abort();
    this.#running = new AbortController();
    void this.#ask(++this.#turn, this.#running.signal);
  }

  close(): void {
    this.#cancel();
    this.#running.abort();
  }

  async #ask(turn: number, signal: AbortSignal): Promise<void> {
    const [path, query] = [this.#path, this.#query];
    const answer = await this.#answer(path, query, signal).catch(() => null);
    if (turn !== this.#turn || signal.aborted) return;
    this.active = answer?.active ?? new Set();
    this.found = answer?.found ?? null;
    this.#options.changed();
  }

  async #answer(
    path: string | null,
    query: string,
    signal: AbortSignal,
  ): Promise<{ active: ReadonlySet<string>; found: Found | null } | null> {
    const questions = await this.#options.questions();
    const active = path === null ? [] : (await questions.mapPlaces({ paths: [path] })).places;
    if (query === '') return { active: keysOf(active), found: null };
    const { places, isPart = false } = await questions.mapFound({ query }, signal);
    return { active: keysOf(active), found: { query, places, isPart } };
  }
}

/** What is marked on some levels of the map: a theme is found by its name, too. */
export function marksOf(levels: readonly MapLevel[], active: ReadonlySet<string>, found: Found | null): Marks {
  if (found === null) return { active, found: null };
  const keys = keysOf(found.places);
  for (const circle of levels.flatMap(({ circles }) => circles)) if (isNamed(circle, found)) keys.add(circle.id);
  return { active, found: keys };
}

/** How many notes were found on a level, in how many of its circles, and how many circles have such a name. */
export function countFound(found: Found, { id, circles }: MapLevel): { notes: number; themes: number; named: number } {
  const { places } = found;
  const here = id === null ? places : places.filter((place) => place.circles.includes(id));
  const around = new Set(here.flatMap((place) => place.circles));
  return {
    notes: here.length,
    themes: circles.filter((circle) => around.has(circle.id)).length,
    named: circles.filter((circle) => isNamed(circle, found)).length,
  };
}

/** What was found on a level, in words. */
export function foundWords(found: Found | null, level: MapLevel | undefined): string {
  if (found === null || level === undefined) return '';
  const { notes, themes, named } = countFound(found, level);
  if (notes > 0) return WORDS.found(notes, themes, found.isPart);
  return named > 0 ? WORDS.foundThemes(named) : WORDS.nothingFound(found.query);
}

function isNamed(circle: MapLevel['circles'][number], { query }: Found): boolean {
  return hasWords(themeLabel(circle), query);
}

function keysOf(places: MapPlacesOutput['places']): Set<string> {
  return new Set(places.flatMap(({ path, circles }) => [path, ...circles]));
}

/** Whether each word of a query begins a word of a text; in scripts without spaces it may be anywhere in one. */
function hasWords(text: string, query: string): boolean {
  const words = wordsOf(text);
  const wanted = wordsOf(query);
  const isIn = (word: string, other: string): boolean =>
    UNSPACED.test(word) ? other.includes(word) : other.startsWith(word);
  return wanted.length > 0 && wanted.every((word) => words.some((other) => isIn(word, other)));
}

const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;
/** Accents of scripts in which they may be left out. */
const ACCENTS = /(?<=[\p{sc=Latn}\p{sc=Grek}][\u0300-\u036f]*)[\u0300-\u036f]/gu;

function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKD').toLowerCase().replace(ACCENTS, '').normalize('NFC');
  return folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}
