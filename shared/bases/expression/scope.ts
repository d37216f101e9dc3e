import { structural } from '../base-errors.ts';
import type { BaseFile, BaseVault } from '../base-source.ts';
import type { BaseValue } from '../values/base-value.ts';

/** What an expression sees while it runs for one file. */
export interface Scope {
  readonly vault: BaseVault;
  readonly file: BaseFile;
  /** What `this` is; null if nothing is. */
  readonly self: BaseFile | null;
  /** The moment of the query, epoch milliseconds: `now()` is the same for all rows. */
  readonly now: number;
  /** Moment's name of the language of `format()` and `relative()`. */
  readonly locale: string;
  readonly meter: Meter;
  /** Values of formulas for this file, by their numbers, once computed. */
  readonly cells: (BaseValue | undefined)[];
  /** Called with what made a formula null. */
  readonly warn: (place: string, problem: string) => void;
  /** The innermost function over a list. */
  frame: Frame | null;
}

/** The names that an expression within `map()`, `filter()` and `reduce()` has, and `values` in a summary. */
export interface Frame {
  readonly value: BaseValue;
  readonly index: number;
  readonly acc: BaseValue;
  readonly up: Frame | null;
}

/** Thrown by a value that is computed in one go, if there is too much to do for that. */
class PauseNeeded extends Error {}
export const PAUSE_NEEDED = new PauseNeeded('The value cannot be computed without a pause');

/** Why an expression has no value for one file. Its message begins a sentence and names the values in question. */
export class Failure extends Error {}

/** Bounds what expressions may build, and tells when it is time to let other work run. */
export class Meter {
  #built = 0;
  #builtInAll = 0;
  #sincePause = 0;
  #mayPause = false;

  /** Starts over for the next value, which is computed in one go until {@link goSlowly}. */
  reset(): void {
    this.#built = 0;
    this.#mayPause = false;
  }

  /** Whether the value is computed with pauses. */
  get mayPause(): boolean {
    return this.#mayPause;
  }

  /** From here on, the value is computed with pauses, or by someone who takes none. */
  goSlowly(): void {
    this.#mayPause = true;
  }

  /**
   * Counts items that have to be looked at.
   * @throws PauseNeeded if they are too many for a value computed in one go
   */
  count(items: number): void {
    this.#sincePause += items;
    if (!this.#mayPause && this.#sincePause > MOST_IN_ONE_GO) throw PAUSE_NEEDED;
  }

  /**
   * Counts the items of a list that is built in one go.
   * @throws PauseNeeded as {@link count}
   * @throws Failure, VaultLoomError as {@link hold}
   */
  build(items: number): void {
    this.hold(items);
    this.count(items);
  }

  /**
   * Counts the items of a list that is built with pauses.
   * @throws Failure if they are more than a value can need
   * @throws VaultLoomError `base_eval_error` if all values together are more than memory should hold
   */
  hold(items: number): void {
    this.#built += items;
    this.#builtInAll += items;
    if (items > MOST_ITEMS) throw new Failure(`A list is longer than ${String(MOST_ITEMS)} items`);
    if (this.#built > MOST_BUILT) throw new Failure(`A value is made of more than ${String(MOST_BUILT)} others`);
    if (this.#builtInAll > MOST_IN_ALL)
      throw structural(
        'The expressions of this view build more values than can be held.',
        'Filter to fewer files first.',
      );
  }

  /** Whether it is time for other work to have its turn. */
  isPauseDue(): boolean {
    if (++this.#sincePause < ITEMS_PER_STEP) return false;
    this.#sincePause = 0;
    return true;
  }
}

/** Of any list that an expression makes. */
export const MOST_ITEMS = 100_000;
/** In UTF-16 units, of any text that an expression makes. */
const MOST_TEXT = 1_000_000;

/** The text, unless it is too long. */
export function bounded(text: string): string {
  if (text.length > MOST_TEXT) throw new Failure(`A text is longer than ${String(MOST_TEXT)} characters`);
  return text;
}

const MOST_BUILT = 2_000_000;
const MOST_IN_ALL = 50_000_000;
/** Of some hundred nanoseconds each. */
const ITEMS_PER_STEP = 2_000;
const MOST_IN_ONE_GO = 2 * ITEMS_PER_STEP;
