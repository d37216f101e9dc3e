import { BaseDate, BaseLink, type BaseMap, type BaseValue } from './base-value.ts';
import { parseDateText } from './date-text.ts';

/**
 * Converts any frontmatter value. A text that is a wikilink is a link, one that is a date in ISO form a date. What is
 * nested too deep, too large, cyclic, an accessor or not data becomes null. `source` is the note's path.
 */
export function toBaseValue(raw: unknown, source: string): BaseValue {
  if (typeof raw === 'string') return textOrDate(raw, source);
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
  const [target = '', label] = inner.split(/\\?\|/, 2);
  return new BaseLink(text, linkpathOf(target), source, label ?? null);
}

/** The part of a link's target that names a file. */
export function linkpathOf(target: string): string {
  const hash = target.indexOf('#');
  return (hash < 0 ? target : target.slice(0, hash)).trim();
}

/** The part that names a file of a text that is a path, a name or a whole link. */
export function linkpathIn(text: string): string {
  return linkpathOf(text.replace(/^\[\[|\]\]$/g, '').split('|', 1)[0] ?? '');
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

/** The names of an object's own properties; none if the value is not an object. Never throws. */
export function ownKeys(holder: unknown): string[] {
  if (typeof holder !== 'object' || holder === null) return [];
  try {
    return Object.keys(holder);
  } catch {
    return [];
  }
}

const MAX_NODES = 10_000;
const MAX_DEPTH = 32;

function textOrDate(text: string, source: string): BaseValue {
  const ms = parseDateText(text);
  return ms === null ? textOrLink(text, source) : new BaseDate(ms, text.length > 'YYYY-MM-DD'.length, text);
}

function convert(raw: unknown, source: string, depth: number, nodes: { left: number }): BaseValue {
  if (typeof raw !== 'object' || raw === null) return toBaseValue(raw, source);
  if (depth > MAX_DEPTH) return null;
  try {
    if (raw instanceof Date) return Number.isNaN(raw.getTime()) ? null : new BaseDate(raw.getTime());
    const items: BaseValue[] = [];
    const entries: Map<string, BaseValue> & BaseMap = new Map();
    const isArray = Array.isArray(raw);
    for (const key of Object.keys(raw)) {
      if (--nodes.left < 0) break;
      const value = convert(ownValue(raw, key), source, depth + 1, nodes);
      if (isArray) items.push(value);
      else entries.set(key, value);
    }
    return isArray ? items : entries;
  } catch {
    return null;
  }
}
