import { listOf, pathOf } from '../flatten-value.ts';

/**
 * A value without links to hidden notes: lists lose them, elsewhere they become null. The query plugin's own objects
 * are never changed, and a value without such links is returned as it is. A text that is nothing but a link, as in
 * properties, counts as one; other text belongs to the visible note and stays.
 */
export function withoutLinks(value: unknown, isHiddenLink: (path: string) => boolean): unknown {
  return new Cleaner(isHiddenLink).clean(value);
}

class Cleaner {
  readonly #isHiddenLink: (path: string) => boolean;
  /** A page contains its list entries several times. */
  readonly #known = new Map<object, unknown>();

  constructor(isHiddenLink: (path: string) => boolean) {
    this.#isHiddenLink = isHiddenLink;
  }

  clean(value: unknown): unknown {
    if (typeof value === 'string') return this.#isHidden(value) ? null : value;
    if (typeof value !== 'object' || value === null) return value;
    if (this.#known.has(value)) return this.#known.get(value);
    // A value that contains itself ends here.
    this.#known.set(value, null);
    const cleaned = this.#cleaned(value);
    this.#known.set(value, cleaned);
    return cleaned;
  }

  #cleaned(value: object): unknown {
    if (this.#isHidden(value)) return null;
    if (Array.isArray(value)) return this.#list(value);
    return isPlain(value) ? this.#fields(value) : value;
  }

  #isHidden(value: unknown): boolean {
    const path = typeof value === 'string' ? (WHOLE_LINK.exec(value)?.[1]?.trim() ?? null) : pathOf(value);
    return path !== null && this.#isHiddenLink(path);
  }

  #list(value: unknown[]): unknown[] {
    const items = listOf(value) ?? [];
    const shown = items.filter((item) => !this.#isHidden(item)).map((item) => this.clean(item));
    return shown.length === items.length && shown.every((item, index) => item === items[index]) ? value : shown;
  }

  #fields(value: Record<string, unknown>): object {
    const entries = Object.entries(value).map(
      ([key, field]) => [key, key === LINE_OF_NOTE && typeof field === 'string' ? field : this.clean(field)] as const,
    );
    return entries.every(([key, field]) => field === value[key]) ? value : Object.fromEntries(entries);
  }
}

/** The field of a list entry with its text in the note. */
const LINE_OF_NOTE = 'text';
const WHOLE_LINK = /^\s*!?\[\[([^\]|#]+)[^\]]*\]\]\s*$/;

/** Unlike dates, durations, links and elements, which are of classes. */
function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || Object.getPrototypeOf(prototype) === null;
}
