import { compareCodeUnits } from '../../kit/text/compare-code-units.ts';
import { compareNames } from '../../kit/text/compare-names.ts';
import { foldPath } from '../../vault/paths.ts';
import { Failure } from '../expression/scope.ts';
import {
  BaseDate,
  BaseDuration,
  BaseFileValue,
  BaseLink,
  BaseMarkup,
  BasePattern,
  isEmpty,
  isList,
  isMap,
  type BaseMap,
  type BaseValue,
} from './base-value.ts';
import { parseDateText } from './date-text.ts';
import { durationMs, parseDuration } from './duration.ts';
import { toJson, toText } from './value-text.ts';

/** Path of the file that a link leads to from its own file; null if there is none. */
export type ResolveLink = (linkpath: string, source: string) => string | null;

/**
 * Whether two values are equal. Null (or missing) equals only null, a list never a single value, a number never a text.
 * Links and files compare by file (unresolved links: by linkpath), dates and texts that are dates by the point in time,
 * durations by length, other texts letter by letter.
 * @throws Failure if the values are made of too many others
 */
export function areEqual(a: BaseValue, b: BaseValue, resolve: ResolveLink): boolean {
  return areSame(a, b, resolve, { left: MOST_COMPARED });
}

/** Lists can share parts, so that a small one has more of them than can ever be compared. */
const MOST_COMPARED = 100_000;

interface Left {
  left: number;
}

function areSame(a: BaseValue, b: BaseValue, resolve: ResolveLink, parts: Left): boolean {
  if (a === b) return true;
  if (a === null || b === null) return false;
  if (isList(a) || isList(b)) return isList(a) && isList(b) && areListsEqual(a, b, resolve, parts);
  if (isMap(a) || isMap(b)) return isMap(a) && isMap(b) && areMapsEqual(a, b, resolve, parts);
  if (a instanceof BaseFileValue || b instanceof BaseFileValue) {
    const path = pathOf(a, resolve);
    return path !== null && path === pathOf(b, resolve);
  }
  if (a instanceof BaseLink && b instanceof BaseLink) return leadToOneFile(a, b, resolve);
  const texts = [textOf(a), textOf(b)] as const;
  if (texts[0] !== null && texts[0] === texts[1]) return true;
  return (compareInstants(a, b) ?? compareLengths(a, b)) === 0;
}

/**
 * How two values are ordered: negative, 0 or positive; null if they have no order, so that `<`, `<=`, `>` and `>=` are
 * all false. Numbers, dates, durations and texts each have one; so do a date and a text that is a date, a duration and
 * a text that is one or a number of milliseconds, and a number and a text that is a number. Missing values, lists,
 * maps, files and booleans have none.
 */
export function compareValues(a: BaseValue, b: BaseValue): number | null {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  const byTime = compareInstants(a, b) ?? compareLengths(a, b);
  if (byTime !== null) return byTime;
  const texts = [textOf(a), textOf(b)] as const;
  if (texts[0] !== null && texts[1] !== null) return compareTexts(texts[0], texts[1]);
  const numbers = [numberOf(a), numberOf(b)] as const;
  return (typeof a === 'number' || typeof b === 'number') && numbers[0] !== null && numbers[1] !== null
    ? numbers[0] - numbers[1]
    : null;
}

/** What a value sorts by, computed once per row. */
export interface SortKey {
  /** Numbers, dates, texts, booleans, lists, maps; {@link EMPTY_RANK} is last in both directions. */
  rank: number;
  value: number | string;
  /** Tells apart texts that differ only in letter case. */
  exact: string;
}

export const EMPTY_RANK = 6;

/** Unlike {@link compareValues}, orders any two values, consistently. */
export function sortKeyOf(value: BaseValue): SortKey {
  if (isEmpty(value) || Number.isNaN(value)) return { rank: EMPTY_RANK, value: 0, exact: '' };
  if (typeof value === 'number') return { rank: 0, value, exact: '' };
  if (value instanceof BaseDuration) return { rank: 0, value: durationMs(value), exact: '' };
  const instant = instantOf(value);
  if (instant !== null) return { rank: 1, value: instant, exact: '' };
  const text = textOf(value);
  if (text !== null) return textKey(2, text);
  if (typeof value === 'boolean') return { rank: 3, value: Number(value), exact: '' };
  if (value instanceof BaseFileValue || value instanceof BaseMarkup || value instanceof BasePattern)
    return textKey(2, toText(value));
  return textKey(isList(value) ? 4 : 5, JSON.stringify(toJson(value)));
}

/** Ascending, or descending; empty values are last either way. */
export function compareSortKeys(a: SortKey, b: SortKey, descending: boolean): number {
  if (a.rank === EMPTY_RANK || b.rank === EMPTY_RANK) return a.rank - b.rank;
  let order = a.rank - b.rank;
  if (order === 0 && a.value !== b.value) order = compareSameKind(a.value, b.value);
  if (order === 0 && a.exact !== b.exact) order = compareCodeUnits(a.exact, b.exact);
  return descending ? -order : order;
}

/** A text that equal values share, for finding duplicates and groups: links and files go by the file. */
export function identityOf(value: BaseValue, resolve: ResolveLink, parts: Left = { left: MOST_COMPARED }): string {
  if (--parts.left < 0) return '…';
  if (value instanceof BaseLink || value instanceof BaseFileValue) {
    const path = pathOf(value, resolve);
    return path === null ? `link ${value instanceof BaseLink ? value.linkpath : ''}` : `file ${path}`;
  }
  if (isList(value)) return `list ${JSON.stringify(value.map((item) => identityOf(item, resolve, parts)))}`;
  const { rank, value: key, exact } = sortKeyOf(value);
  if (rank === EMPTY_RANK) return `empty ${value === null ? '' : JSON.stringify(toJson(value))}`;
  if (isMap(value)) {
    const entries = [...value].map(([name, item]) => [name, identityOf(item, resolve, parts)]);
    return `map ${JSON.stringify(entries.sort(([a = ''], [b = '']) => compareCodeUnits(a, b)))}`;
  }
  return `${String(rank)} ${rank === 2 ? exact : String(key)}`;
}

/** The point in time of a date or a text in ISO form, in epoch milliseconds; null for anything else. */
export function instantOf(value: BaseValue): number | null {
  if (value instanceof BaseDate) return value.ms;
  return typeof value === 'string' ? parseDateText(value) : null;
}

/** The path of a file, or of the file that a link leads to; null for anything else. */
export function pathOf(value: BaseValue, resolve: ResolveLink): string | null {
  if (value instanceof BaseFileValue) return value.file.path;
  return value instanceof BaseLink ? targetOf(value, resolve) : null;
}

/** Ignoring letter case, then by code unit: the same on every machine. */
function compareTexts(a: string, b: string): number {
  return compareCodeUnits(foldPath(a), foldPath(b)) || compareCodeUnits(a, b);
}

function compareSameKind(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : Number(a > b);
  return compareNames(String(a), String(b));
}

function textKey(rank: number, text: string): SortKey {
  return { rank, value: foldPath(text), exact: text };
}

/** By the point in time, if both have one; compared with a date, a number counts as milliseconds. */
function compareInstants(a: BaseValue, b: BaseValue): number | null {
  const [first, second] = [instantNextTo(a, b), instantNextTo(b, a)];
  return first === null || second === null ? null : first - second;
}

function instantNextTo(value: BaseValue, other: BaseValue): number | null {
  return typeof value === 'number' && other instanceof BaseDate ? value : instantOf(value);
}

/** By length, if one is a duration and the other is one or can be read as one. */
function compareLengths(a: BaseValue, b: BaseValue): number | null {
  if (!(a instanceof BaseDuration) && !(b instanceof BaseDuration)) return null;
  const [first, second] = [lengthOf(a), lengthOf(b)];
  return first === null || second === null ? null : first - second;
}

function lengthOf(value: BaseValue): number | null {
  if (typeof value === 'number') return value;
  const duration = typeof value === 'string' ? parseDuration(value) : value;
  return duration instanceof BaseDuration ? durationMs(duration) : null;
}

/** The text of a text, a link or a date; null for anything else. */
export function textOf(value: BaseValue): string | null {
  if (value instanceof BaseLink) return value.text;
  if (value instanceof BaseDate) return value.text;
  return typeof value === 'string' ? value : null;
}

/** A number, also one written as text; null for anything else. */
export function numberOf(value: BaseValue): number | null {
  if (typeof value === 'number') return value;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  return Number.isFinite(number) ? number : null;
}

function areListsEqual(a: readonly BaseValue[], b: readonly BaseValue[], resolve: ResolveLink, parts: Left): boolean {
  spend(parts, a.length);
  return a.length === b.length && a.every((item, at) => areSame(item, b[at] ?? null, resolve, parts));
}

function areMapsEqual(a: BaseMap, b: BaseMap, resolve: ResolveLink, parts: Left): boolean {
  spend(parts, a.size);
  return (
    a.size === b.size &&
    [...a].every(([key, value]) => b.has(key) && areSame(value, b.get(key) ?? null, resolve, parts))
  );
}

function spend(parts: Left, size: number): void {
  parts.left -= size;
  if (parts.left < 0) throw new Failure('The values are too large to be compared');
}

function leadToOneFile(a: BaseLink, b: BaseLink, resolve: ResolveLink): boolean {
  const [first, second] = [targetOf(a, resolve), targetOf(b, resolve)];
  return first === null || second === null ? first === second && a.linkpath === b.linkpath : first === second;
}

function targetOf(link: BaseLink, resolve: ResolveLink): string | null {
  return link.linkpath === '' ? link.source || null : resolve(link.linkpath, link.source);
}
