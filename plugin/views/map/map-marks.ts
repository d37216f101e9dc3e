import type {
  MapFoundInput,
  MapFoundOutput,
  MapPlacesInput,
  MapPlacesOutput,
} from '../../../shared/protocol/schemas/map.ts';
import type { Schedule } from '../../../shared/kit/time/schedule.ts';
import { pathAfterRename } from '../notes/path-after-rename.ts';
import type { Found } from './map-found.ts';

/** What is asked of the engine to mark things on the map. */
export interface MarkQuestions {
  mapPlaces(input: MapPlacesInput): Promise<MapPlacesOutput>;
  mapFound(input: MapFoundInput, signal?: AbortSignal): Promise<MapFoundOutput>;
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
    const [answer, { Found: Answered }] = await Promise.all([
      questions.mapFound({ query }, signal),
      import('./map-found.ts'),
    ]);
    return { active: keysOf(active), found: new Answered(query, answer) };
  }
}

function keysOf(places: MapPlacesOutput['places']): Set<string> {
  return new Set(places.flatMap(({ path, circles }) => [path, ...circles]));
}
