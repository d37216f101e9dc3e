import type { Steps } from '../../../shared/protocol/slices.ts';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';

/** A value of the query plugin as plain JSON. */
export type PlainValue = null | boolean | number | string | PlainValue[] | { [key: string]: PlainValue };

/** What one result has been flattened to so far: a value may hold another many times over, and so grow without end. */
export interface Budget {
  values: number;
  /** Whether no result may show a path: links there become null. */
  isHidden: (path: string) => boolean;
}

/** Values that one result may hold when flattened. */
export const MOST_VALUES = 500_000;

/**
 * Flattens a run-time value: a link is its path, a date or duration its ISO 8601 text, a data array or set a list, a
 * map or object an object, an HTML element its markup, a function `<function>`. What holds itself, is nested deeper
 * than 64 levels, throws when it is read or has no JSON becomes null. Types are told by what they can do, since the
 * query plugin brings its own copies of them.
 *
 * @throws VaultLoomError `too_large`
 */
export function* flattenValue(value: unknown, budget: Budget, holders: readonly object[] = []): Steps<PlainValue> {
  budget.values += 1;
  if (budget.values > MOST_VALUES) throw tooLarge();
  if (budget.values % VALUES_A_STEP === 0) yield;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'function' && !isDataArray(value)) return '<function>';
  if (!isObject(value) || holders.length >= DEEPEST || holders.includes(value)) return null;

  const list = listOf(value);
  const holding = [...holders, value];
  if (list !== null) {
    const flat: PlainValue[] = [];
    for (const item of list) flat.push(yield* flattenValue(item, budget, holding));
    return flat;
  }
  const path = read(() => pathOf(value));
  if (path !== null) return budget.isHidden(path) ? null : path;
  const text = textOf(value);
  if (text !== undefined) return text;
  return yield* flattenFields(value, budget, holding);
}

/** The items of a list, data array or set; null where it is none. A data array answers to any name, so it is asked for first. */
export function listOf(value: unknown): readonly unknown[] | null {
  if (isDataArray(value)) {
    const items: unknown = read(() => value.array());
    return Array.isArray(items) ? (items as unknown[]) : [];
  }
  if (Array.isArray(value)) return value as unknown[];
  return value instanceof Set ? [...(value as Set<unknown>)] : null;
}

/** The path of a link, or of a file of the app (which knows its vault); null where it is neither. */
export function pathOf(value: unknown): string | null {
  if (!isObject(value) || isDataArray(value)) return null;
  const { path, embed, type, vault } = value as Record<string, unknown>;
  const isLink = typeof embed === 'boolean' && LINK_TYPES.has(type);
  return typeof path === 'string' && (isLink || isObject(vault)) ? path : null;
}

/** The ISO text of a date or duration; null where it is neither, or is invalid. */
export function isoOf(value: unknown): string | null {
  if (value instanceof Date) return read(() => value.toISOString());
  if (!isObject(value) || isDataArray(value)) return null;
  const { toISO } = value as Record<string, unknown>;
  const iso = typeof toISO === 'function' ? read(() => toISO.call(value) as unknown) : null;
  return typeof iso === 'string' && !('isValid' in value && value.isValid === false) ? iso : null;
}

/** The error of a result that is more than anyone could read. */
export function tooLarge(): VaultLoomError {
  return new VaultLoomError('too_large', `The result of the query holds more than ${MOST_VALUES.toLocaleString('en')} values.`, {
    hint: 'Ask for fewer fields or notes, or add a LIMIT.',
  });
}

const VALUES_A_STEP = 256;
const DEEPEST = 64;
const LINK_TYPES: ReadonlySet<unknown> = new Set(['file', 'header', 'block']);
const WIDGET = '$widget';

/** The text that stands for an object; undefined for one whose fields are to be flattened. */
function textOf(value: object): string | null | undefined {
  if (value instanceof Date || typeof read(() => (value as { toISO?: unknown }).toISO) === 'function') return isoOf(value);
  const { nodeType, outerHTML, textContent, url, ...rest } = read(() => fieldsOfNodeOrWidget(value)) ?? {};
  if (typeof nodeType === 'number') return [outerHTML, textContent].find((text) => typeof text === 'string') ?? '';
  if (rest[WIDGET] === 'dataview:external-link' && typeof url === 'string') return url;
  return value instanceof RegExp ? String(value) : undefined;
}

function fieldsOfNodeOrWidget(value: object): Record<string, unknown> {
  const { nodeType, outerHTML, textContent, url, [WIDGET]: widget } = value as Record<string, unknown>;
  return { nodeType, outerHTML, textContent, url, [WIDGET]: widget };
}

function* flattenFields(value: object, budget: Budget, holders: readonly object[]): Steps<PlainValue> {
  const entries = value instanceof Map ? [...(value as Map<unknown, unknown>)].map(([key, of]) => [String(key), of] as const) : null;
  const flat: [string, PlainValue][] = [];
  for (const [key, field] of entries ?? ownFields(value)) {
    if (key === WIDGET) continue;
    flat.push([key, yield* flattenValue(field, budget, holders)]);
  }
  // Unlike assignment, this gives a field named `__proto__` no power.
  return Object.fromEntries(flat);
}

function ownFields(value: object): (readonly [string, unknown])[] {
  const keys = read(() => Object.keys(value)) ?? [];
  return keys.map((key) => [key, read(() => (value as Record<string, unknown>)[key])] as const);
}

interface DataArray {
  array(): unknown;
}

function isDataArray(value: unknown): value is DataArray {
  if (!isObject(value) && typeof value !== 'function') return false;
  const { array, where, groupBy } = read(() => ({ ...pick(value as unknown as Record<string, unknown>) })) ?? {};
  return typeof array === 'function' && typeof where === 'function' && typeof groupBy === 'function';
}

function pick({ array, where, groupBy }: Record<string, unknown>): { array: unknown; where: unknown; groupBy: unknown } {
  return { array, where, groupBy };
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Fields may be getters of anyone's making. */
function read<T>(get: () => T): T | null {
  try {
    return get();
  } catch {
    return null;
  }
}
