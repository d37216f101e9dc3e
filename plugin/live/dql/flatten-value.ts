import type { Steps } from '../../../shared/kit/concurrency/slices.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { toNfc } from '../../../shared/vault/paths.ts';

/** A value of the query plugin as plain JSON. */
export type PlainValue = null | boolean | number | string | PlainValue[] | { [key: string]: PlainValue };

/**
 * What one result has used so far: a value may occur in others many times, so that a small result flattens to a huge
 * one.
 */
export interface Budget {
  values: number;
  /** Whether no result may show a path: links there, and the path itself, become null. */
  isHidden: (path: string) => boolean;
}

/** Values in one flattened result. */
export const MOST_VALUES = 500_000;

/**
 * Flattens a run-time value: a link to its path, a date or duration to ISO 8601, a data array or set to a list, a map
 * to an object, an HTML element to its markup, a function to `<function>`, a number that JSON lacks to its name
 * (`Infinity`, `-Infinity`, `NaN`). What is cyclic, nested deeper than 64 levels, throws when read, belongs to a hidden
 * note or has no JSON form becomes null. Types are told by their methods: the query plugin brings its own classes.
 *
 * @throws VaultLoomError `too_large`
 */
export function* flattenValue(value: unknown, budget: Budget, holders: readonly object[] = []): Steps<PlainValue> {
  budget.values += 1;
  if (budget.values > MOST_VALUES) throw tooLarge();
  if (budget.values % VALUES_A_STEP === 0) yield;
  if (typeof value === 'string') return value.endsWith('.md') && budget.isHidden(toNfc(value)) ? null : value;
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function') return '<function>';
  if (!isObject(value) || holders.length >= DEEPEST || holders.includes(value)) return null;

  const list = listOf(value);
  const holding = [...holders, value];
  if (list !== null) {
    const flat: PlainValue[] = [];
    for (const item of list) flat.push(yield* flattenValue(item, budget, holding));
    return flat;
  }
  const path = pathOf(value);
  if (path !== null) return budget.isHidden(path) ? null : path;
  if (notesOf(value).some(budget.isHidden)) return null;
  const text = textOf(value);
  if (text !== undefined) return text;
  return yield* flattenFields(value, budget, holding);
}

/** The items of a list, data array or set; null for anything else. */
export function listOf(value: unknown): readonly unknown[] | null {
  // A data array has a field of any name, so it is checked first.
  if (isDataArray(value)) {
    const items: unknown = read(() => value.array());
    return isList(items) ? items : [];
  }
  if (isList(value)) return read(() => [...value]) ?? [];
  return isA(value, Set) ? [...value] : null;
}

/** The path, NFC, of a link or of one of the app's files, which have a `vault`; null for anything else. */
export function pathOf(value: unknown): string | null {
  if (!isObject(value) || isDataArray(value)) return null;
  const path = fieldOf(value, 'path');
  if (typeof path !== 'string') return null;
  return isLink(value) || isObject(fieldOf(value, 'vault')) ? toNfc(path) : null;
}

/** Links to headings and blocks may leave `embed` undefined. */
function isLink(value: object): boolean {
  if (!LINK_TYPES.has(fieldOf(value, 'type'))) return false;
  return (
    typeof fieldOf(value, 'markdown') === 'function' ||
    (typeof fieldOf(value, 'embed') === 'boolean' && !isMetaOfLink(value))
  );
}

/** What `meta(link)` gives: a plain object with all fields of a link. */
function isMetaOfLink(value: object): boolean {
  const prototype = prototypeOf(value);
  const isPlain = prototype === null || (isObject(prototype) && prototypeOf(prototype) === null);
  return isPlain && ['display', 'subpath'].every((name) => Object.hasOwn(value, name));
}

/** The ISO text of a date or duration; null if it is neither, or is invalid. */
export function isoOf(value: unknown): string | null {
  if (isA(value, Date)) return read(() => value.toISOString());
  if (!isObject(value) || isDataArray(value)) return null;
  const toISO = fieldOf(value, 'toISO');
  const iso = typeof toISO === 'function' ? read((): unknown => toISO.call(value)) : null;
  return typeof iso === 'string' && fieldOf(value, 'isValid') !== false ? iso : null;
}

/** A field of an object; null if there is none or its getter throws. */
export function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) ? (read(() => value[name]) ?? null) : null;
}

/** Any value as a text for people. */
export function wordsOf(value: unknown): string {
  return read(() => String(value)) ?? '';
}

/** The error for a result with too many values. */
export function tooLarge(): VaultLoomError {
  return new VaultLoomError(
    'too_large',
    `The result of the query holds more than ${MOST_VALUES.toLocaleString('en')} values.`,
    {
      hint: 'Ask for fewer fields or notes, or add a LIMIT.',
    },
  );
}

const VALUES_A_STEP = 256;
const DEEPEST = 64;
const LINK_TYPES: ReadonlySet<unknown> = new Set(['file', 'header', 'block']);
const WIDGET = '$widget';

/** Paths of the notes that an object belongs to: a page (`file.path`), its `file`, an entry of a list. */
function notesOf(value: object): string[] {
  return [fieldOf(value, 'path'), fieldOf(fieldOf(value, 'file'), 'path')].flatMap((path) =>
    typeof path === 'string' ? [toNfc(path)] : [],
  );
}

/** The text of an object that has one; undefined if its fields are to be flattened. */
function textOf(value: object): string | null | undefined {
  if (isA(value, Date) || typeof fieldOf(value, 'toISO') === 'function') return isoOf(value);
  if (typeof fieldOf(value, 'nodeType') === 'number') {
    const text = [fieldOf(value, 'outerHTML'), fieldOf(value, 'textContent')].find(
      (markup) => typeof markup === 'string',
    );
    if (text !== undefined) return text;
  }
  const url = fieldOf(value, 'url');
  if (fieldOf(value, WIDGET) === 'dataview:external-link' && typeof url === 'string') return url;
  return isA(value, RegExp) ? wordsOf(value) : undefined;
}

function* flattenFields(value: Fields, budget: Budget, holders: readonly object[]): Steps<PlainValue> {
  const entries = isA(value, Map) ? [...value].map(([key, of]) => [pathOf(key) ?? wordsOf(key), of] as const) : null;
  const flat: [string, PlainValue][] = [];
  for (const [key, field] of entries ?? ownFields(value)) {
    if (key === WIDGET) continue;
    flat.push([key, yield* flattenValue(field, budget, holders)]);
  }
  // Unlike assignment, this does not set the prototype for a field named `__proto__`.
  return Object.fromEntries(flat);
}

function ownFields(value: Fields): (readonly [string, unknown])[] {
  const keys = read(() => Object.keys(value)) ?? [];
  return keys.map((key) => [key, read(() => value[key])] as const);
}

function prototypeOf(value: object): unknown {
  return read((): unknown => Object.getPrototypeOf(value));
}

interface DataArray {
  array(): unknown;
}

function isDataArray(value: unknown): value is DataArray {
  return ['array', 'where', 'groupBy'].every((name) => typeof fieldOf(value, name) === 'function');
}

type Fields = Readonly<Record<string, unknown>>;

/** `instanceof`, which throws for some proxies. */
function isA<T>(value: unknown, type: abstract new (...args: never[]) => T): value is T {
  return read(() => value instanceof type) === true;
}

/** `Array.isArray`, which throws for some proxies. */
function isList(value: unknown): value is readonly unknown[] {
  return read(() => Array.isArray(value)) === true;
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

function read<T>(get: () => T): T | null {
  try {
    return get();
  } catch {
    return null;
  }
}
