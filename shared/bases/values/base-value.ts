import { parseDateText } from './date-text.ts';

/** A point in time: `file.ctime`, `file.mtime`, and what is compared with them. */
export class BaseDate {
  /** Epoch milliseconds. */
  readonly ms: number;

  constructor(ms: number) {
    this.ms = ms;
  }
}

/** A text that is a single wikilink, such as `[[Folder/Note#Heading|label]]`. */
export class BaseLink {
  /** As written. */
  readonly text: string;
  /** The part before `#` and `|`; empty for a link into the same note. */
  readonly linkpath: string;
  /** Vault-relative path of the file with the link, from which it resolves. */
  readonly source: string;

  constructor(text: string, linkpath: string, source: string) {
    this.text = text;
    this.linkpath = linkpath;
    this.source = source;
  }
}

/** What expressions work with: plain, bounded, without inherited keys. A missing property is null. */
export type BaseValue = null | boolean | number | string | BaseDate | BaseLink | readonly BaseValue[] | BaseMap;
export type BaseMap = ReadonlyMap<string, BaseValue>;

/**
 * Converts any frontmatter value. What is nested too deep, too large, cyclic, an accessor or not data becomes null.
 * `source` is the note's path.
 */
export function toBaseValue(raw: unknown, source: string): BaseValue {
  if (typeof raw === 'string') return textOrLink(raw, source);
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : String(raw);
  if (typeof raw === 'boolean') return raw;
  if (typeof raw !== 'object' || raw === null) return null;
  return convert(raw, source, 0, { left: MAX_NODES });
}

/** A link if the whole text is one. */
export function textOrLink(text: string, source: string): string | BaseLink {
  if (!text.startsWith('[[') || !text.endsWith(']]') || text.length <= 4) return text;
  const inner = text.slice(2, -2);
  if (inner.includes('[[') || inner.includes(']]')) return text;
  const target = inner.split(/\\?\|/, 1)[0] ?? '';
  return new BaseLink(text, (target.split('#', 1)[0] ?? '').trim(), source);
}

/** An object's own data property; undefined if there is none. Never runs the object's code. */
export function ownValue(holder: unknown, key: string): unknown {
  if (typeof holder !== 'object' || holder === null) return undefined;
  try {
    const descriptor = Object.getOwnPropertyDescriptor(holder, key);
    return descriptor !== undefined && 'value' in descriptor ? descriptor.value : undefined;
  } catch {
    return undefined;
  }
}

/** True unless null, false, 0 or empty. */
export function isTruthy(value: BaseValue): boolean {
  if (typeof value === 'number') return value !== 0;
  return value !== false && !isEmpty(value);
}

/** Null, an empty text, an empty list or an empty map. */
export function isEmpty(value: BaseValue): boolean {
  if (value === null || value === '') return true;
  if (isList(value)) return value.length === 0;
  return isMap(value) && value.size === 0;
}

export function isList(value: BaseValue): value is readonly BaseValue[] {
  return Array.isArray(value);
}

export function isMap(value: BaseValue): value is BaseMap {
  return value instanceof Map;
}

/** As plain JSON: dates as ISO strings in UTC, links as written. */
export function toJson(value: BaseValue): unknown {
  if (value instanceof BaseDate) return isoDate(value.ms);
  if (value instanceof BaseLink) return value.text;
  if (isMap(value)) return toRecord([...value].map(([key, item]): [string, unknown] => [key, toJson(item)]));
  return isList(value) ? value.map(toJson) : value;
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

/** The point in time of a date or a text in ISO form, in epoch milliseconds; null for anything else. */
export function instantOf(value: BaseValue): number | null {
  if (value instanceof BaseDate) return value.ms;
  return typeof value === 'string' ? parseDateText(value) : null;
}

const MAX_NODES = 10_000;
const MAX_DEPTH = 32;
/** The range of `Date`. */
const MAX_DATE_MS = 8.64e15;

function convert(raw: unknown, source: string, depth: number, nodes: { left: number }): BaseValue {
  if (typeof raw !== 'object' || raw === null) return toBaseValue(raw, source);
  if (depth > MAX_DEPTH) return null;
  try {
    if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? null : new BaseDate(raw.getTime());
    const items: BaseValue[] = [];
    const entries = new Map<string, BaseValue>();
    const isList = Array.isArray(raw);
    for (const key of Object.keys(raw)) {
      if (--nodes.left < 0) break;
      const value = convert(ownValue(raw, key), source, depth + 1, nodes);
      if (isList) items.push(value);
      else entries.set(key, value);
    }
    return isList ? items : entries;
  } catch {
    return null;
  }
}

function isoDate(ms: number): string | null {
  return Math.abs(ms) <= MAX_DATE_MS ? new Date(ms).toISOString() : null;
}
