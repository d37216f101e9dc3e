import { runSteps, type Steps } from '../../kit/concurrency/slices.ts';
import { withoutMd } from '../../vault/paths.ts';
import { structural } from '../base-errors.ts';
import { bounded, Failure } from '../expression/scope.ts';
import {
  BaseDate,
  BaseDuration,
  BaseFileValue,
  BaseLink,
  BaseMarkup,
  BasePattern,
  isList,
  isMap,
  type BaseValue,
} from './base-value.ts';
import { durationMs, durationText } from './duration.ts';
import { formatDate } from './date-format.ts';

/** As `toString()` and joining with a text show it: dates and links as written, missing values as nothing. */
export function toText(value: BaseValue): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof BaseDate) return value.text ?? formatDate(value.ms, value.hasTime ? DATE_TIME : DAY);
  if (value instanceof BaseDuration) return value.isDifference ? String(value.ms) : durationText(value);
  if (value instanceof BaseLink) return value.text;
  if (value instanceof BaseFileValue) return value.file.path;
  if (value instanceof BasePattern) return `/${value.judged.source}/${value.judged.flags}`;
  if (value instanceof BaseMarkup) return toText(value.content);
  if (isList(value)) return runSteps(joined(value, ', '));
  return JSON.stringify(toJson(value));
}

/**
 * The items of a list as one text, with pauses.
 * @throws Failure if it is too long, or made of too many lists within lists
 */
export function* joined(list: readonly BaseValue[], separator: string): Steps<string> {
  const parts = { left: MOST_PARTS };
  const textOf = (value: BaseValue): string => {
    if (--parts.left < 0) throw new Failure(`A text is made of more than ${String(MOST_PARTS)} values`);
    return isList(value) ? bounded(value.map(textOf).join(', ')) : toText(value);
  };
  const texts: string[] = [];
  for (const [at, item] of list.entries()) {
    texts.push(textOf(item));
    if (at % ITEMS_PER_PAUSE === ITEMS_PER_PAUSE - 1) yield;
  }
  return bounded(texts.join(separator));
}

/**
 * As plain JSON: dates as ISO strings in UTC, days as `YYYY-MM-DD`, durations in milliseconds, links and dates of notes
 * as written, files by path; numbers that JSON lacks are texts. What is too large is cut short by nulls.
 */
export function toJson(value: BaseValue): unknown {
  let left = MOST_PARTS;
  return jsonOf(value, 0, () => --left >= 0);
}

/** Turns values into JSON until together they are more than an answer can need. */
export class JsonBudget {
  #left = MOST_NODES;

  /** @throws VaultLoomError `base_eval_error` */
  json(value: BaseValue): unknown {
    return jsonOf(value, 0, (size) => this.#spend(size));
  }

  #spend(size: number): true {
    this.#left -= size;
    if (this.#left < 0)
      throw structural(
        'The rows have too many values to be an answer.',
        'Give the view a limit, or fewer columns with long lists.',
      );
    return true;
  }
}

/** `takes` tells whether there is room for a value of this size. */
function jsonOf(value: BaseValue, depth: number, takes: (size: number) => boolean): unknown {
  if (!takes(typeof value === 'string' ? 1 + value.length / CHARACTERS_PER_VALUE : 1)) return null;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (value instanceof BaseDate) return value.text ?? (value.hasTime ? isoDate(value.ms) : formatDate(value.ms, DAY));
  if (value instanceof BaseDuration) return durationMs(value);
  if (depth >= MOST_DEPTH) return null;
  if (value instanceof BaseMarkup) return { [value.kind]: jsonOf(value.content, depth + 1, takes) };
  if (isMap(value))
    return toRecord([...value].map(([key, item]): [string, unknown] => [key, jsonOf(item, depth + 1, takes)]));
  return isList(value) ? value.map((item) => jsonOf(item, depth + 1, takes)) : toText(value);
}

/** An object with these own properties, safe for any names. */
export function toRecord(entries: Iterable<readonly [string, unknown]>): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    if (key === '__proto__')
      Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
    else record[key] = value;
  }
  return record;
}

/** The text of a link to a file, as this project writes it: without `.md`. */
export function linkText(path: string, display: BaseValue): string {
  const label = toText(display);
  return label === '' ? `[[${withoutMd(path)}]]` : `[[${withoutMd(path)}|${label}]]`;
}

/** The range of `Date`. */
export const MAX_DATE_MS = 8.64e15;

const ITEMS_PER_PAUSE = 1_000;
/** Of a list in one text, or of one value in JSON. */
const MOST_PARTS = 200_000;
const MOST_NODES = 2_000_000;
const CHARACTERS_PER_VALUE = 50;
const MOST_DEPTH = 64;
const DAY = 'YYYY-MM-DD';
const DATE_TIME = 'YYYY-MM-DD HH:mm:ss';

function isoDate(ms: number): string | null {
  return Math.abs(ms) <= MAX_DATE_MS ? new Date(ms).toISOString() : null;
}
