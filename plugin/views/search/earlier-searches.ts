const MOST = 20;

/** The list of earlier searches, newest first, with one added. */
export function withSearch(searches: readonly string[], query: string): string[] {
  const trimmed = query.trim();
  if (trimmed === '') return [...searches];
  return [trimmed, ...searches.filter((other) => other !== trimmed)].slice(0, MOST);
}

/** The saved searches. Anything but a text with words in it is dropped. */
export function readSearches(saved: unknown): string[] {
  if (!Array.isArray(saved)) return [];
  return saved.filter((query): query is string => typeof query === 'string' && query.trim() !== '').slice(0, MOST);
}

/** Walks through the earlier searches, back to what was typed. */
export class SearchWalk {
  readonly #searches: readonly string[];
  #at = -1;
  #typed = '';

  constructor(searches: readonly string[]) {
    this.#searches = searches;
  }

  /** One search older, or newer; null if there is none. `current` is what the field holds. */
  step(direction: 'older' | 'newer', current: string): string | null {
    if (this.#at === -1) this.#typed = current;
    const at = this.#at + (direction === 'older' ? 1 : -1);
    if (at < -1 || at >= this.#searches.length) return null;
    this.#at = at;
    return at === -1 ? this.#typed : (this.#searches[at] ?? null);
  }

  /** The person typed: the next step starts from there. */
  restart(): void {
    this.#at = -1;
  }
}
