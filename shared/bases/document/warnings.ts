import { withStop } from '../../kit/text/with-stop.ts';
import type { VaultLoomError } from '../../protocol/errors.ts';
import { Failure } from '../expression/scope.ts';

/** What went wrong without spoiling the answer. */
export interface BaseWarning {
  /** What it is about: `formula.price`, `filters`, a column. */
  place: string;
  message: string;
  /** How many files it concerns; absent if it concerns the base itself. */
  rows?: number;
}

/** Warnings of one query: one for each place, with the first message and a count. */
export class Warnings {
  readonly #byPlace = new Map<string, BaseWarning>();
  readonly #general: BaseWarning[] = [];

  /** About the base itself. */
  add(place: string, message: string): void {
    if (this.#general.length < MOST_WARNINGS) this.#general.push({ place, message });
  }

  /** About a part of the base that is left out, since it cannot be read. */
  addError(place: string, { message, hint }: VaultLoomError): void {
    this.add(place, hint === undefined ? message : `${message} ${hint}`);
  }

  /** About one file. */
  addRow(place: string, message: string): void {
    const known = this.#byPlace.get(place);
    if (known !== undefined) known.rows = (known.rows ?? 0) + 1;
    else if (this.#byPlace.size < MOST_WARNINGS)
      this.#byPlace.set(place, { place, message: withStop(message), rows: 1 });
  }

  list(): BaseWarning[] {
    return [...this.#general, ...this.#byPlace.values()];
  }
}

/**
 * Why an expression has no value for a file.
 * @throws the error itself, if it is about something else
 */
export function problemOf(error: unknown): string {
  if (error instanceof Failure) return error.message;
  // The stack is used up: a list within a list within a list, thousands deep.
  if (error instanceof RangeError) return 'A value is nested too deep or too large';
  throw error;
}

const MOST_WARNINGS = 20;
