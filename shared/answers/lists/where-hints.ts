import { isRecord } from '../../kit/json/is-record.ts';
import { shorten } from '../../kit/text/shorten.ts';
import { foldPath } from '../../vault/paths.ts';
import type { PropertyTallies } from '../kept/property-tallies.ts';
import { meant, nearest } from '../search/hints/filter-hints.ts';
import { orderHints } from './order-hints.ts';

/**
 * Why a `where` finds nothing: a property that no note has, or a value that notes have in another spelling, as a link,
 * or of another type. And, however much it `found`, what it orders otherwise than it seems.
 */
export function whereHints(
  properties: PropertyTallies,
  where: Record<string, unknown> | undefined,
  found: number,
): string[] {
  const hints = new Set(orderHints(properties, where ?? {}));
  if (found > 0) return [...hints];
  for (const { key, value } of comparisons(where ?? {}))
    if (TAGS.test(key) && Array.isArray(value) && value.length > 1) hints.add(wholeList(key, value));
  for (const { name, value } of equalities(where ?? {})) {
    if (hints.size >= MOST_HINTS) break;
    const hint = hintFor(properties, name, value);
    if (hint !== null) hints.add(hint);
  }
  return [...hints];
}

/** The tags that a `where` looks for. */
export function tagsIn(where: Record<string, unknown> | undefined): string[] {
  const tags = [...comparisons(where ?? {})].flatMap(({ key, value }) => (TAGS.test(key) ? [value].flat() : []));
  return [...new Set(tags)].filter((tag): tag is string => typeof tag === 'string').slice(0, MOST_HINTS);
}

/** The properties that a `where` asks for. */
export function propertiesIn(where: Record<string, unknown> | undefined): Set<string> {
  return new Set([...equalities(where ?? {})].map(({ name }) => name));
}

/** The properties that a `where` asks for and no note has. */
export function missingIn(properties: PropertyTallies, where: Record<string, unknown>): string[] {
  return [...propertiesIn(where)].filter((name) => !properties.has(name) && !isWithin(properties, name));
}

/** That no note has the property to sort by; null if one does. */
export function sortHint(properties: PropertyTallies, name: string): string | null {
  if (properties.has(name) || isWithin(properties, name)) return null;
  const own = OWN_BY_FIELD.get(name.replace(/^file\./, ''));
  const near = own === undefined ? nearest(name, [...OWN, ...properties.names()]) : [own];
  return (
    `No note has the property "${shorten(name, LONGEST)}" to sort by.${meant(near)}` +
    ` \`sort\` takes ${OWN.join(', ')} or a property, \`order\` asc or desc.`
  );
}

const MOST_HINTS = 3;
const LONGEST = 100;
const SHOWN_VALUES = 5;
/** What lists sort by besides properties. */
const OWN = ['path', 'title', 'modified', 'created', 'words', 'incoming'];
/** The same, by the names that it has in `where` and in bases. */
const OWN_BY_FIELD: ReadonlyMap<string, string> = new Map([
  ['mtime', 'modified'],
  ['ctime', 'created'],
  ['name', 'title'],
  ['basename', 'title'],
  ['path', 'path'],
  ['folder', 'path'],
  ['backlinks', 'incoming'],
]);

/** What may be taken for a property, and is a field of the file. */
const FILE_FIELDS: ReadonlyMap<string, string> = new Map([
  ['path', 'file.path'],
  ['name', 'file.name'],
  ['filename', 'file.name'],
  ['folder', 'file.folder'],
  ['directory', 'file.folder'],
  ['mtime', 'file.mtime'],
  ['modified', 'file.mtime'],
  ['updated', 'file.mtime'],
  ['ctime', 'file.ctime'],
  ['created', 'file.ctime'],
  ['size', 'file.size'],
  ['ext', 'file.ext'],
  ['links', 'file.links'],
  ['backlinks', 'file.backlinks'],
]);

const TAGS = /(?:^|\.)tags$/i;

/** Properties of notes that are compared. */
function* equalities(where: Record<string, unknown>): Generator<{ name: string; value: unknown }> {
  for (const { key, value } of comparisons(where))
    if (!key.startsWith('file.') && !TAGS.test(key)) yield { name: key.replace(/^(?:note|frontmatter)\./, ''), value };
}

/** What is compared and, for equality, with what. Negations are left out: they find too much, not too little. */
function* comparisons(where: Record<string, unknown>): Generator<{ key: string; value: unknown }> {
  for (const [key, given] of Object.entries(where)) {
    if (key === 'and' || key === 'or') {
      for (const part of Array.isArray(given) ? given : []) if (isRecord(part)) yield* comparisons(part);
    } else if (key !== 'not') {
      if (!isRecord(given)) yield { key: key.trim(), value: given };
      else if (!('!=' in given) && given.exists !== false)
        yield { key: key.trim(), value: given['='] ?? given['=='] ?? given.contains };
    }
  }
}

/** Whether a name with dots may lead to a value within a property. */
function isWithin(properties: PropertyTallies, name: string): boolean {
  return name.includes('.') && properties.has(name.split('.', 1)[0] ?? '');
}

function hintFor(properties: PropertyTallies, name: string, value: unknown): string | null {
  if (value === null) return null;
  if (!properties.has(name)) {
    if (isWithin(properties, name)) return null;
    const field = FILE_FIELDS.get(name.toLowerCase());
    return field === undefined
      ? `No note has the property "${shorten(name, LONGEST)}".${meant(nearest(name, properties.names()))}`
      : `No note has the property "${name}"; of the file itself it is "${field}".`;
  }
  if (value === undefined) return null;
  const values = properties.valuesOf(name);
  const wanted = Array.isArray(value) ? value : [value];
  const same = wanted.flatMap((one) => values.filter((known) => known !== one && keyOf(known) === keyOf(one)));
  if (Array.isArray(value) && wanted.some((one) => values.some((known) => known === one)))
    return wholeList(name, wanted);
  if (same.length > 0)
    return `"${shorten(name, LONGEST)}" has ${quoted(same)}, which is not the same as ${quoted(wanted)}.`;
  return values.length === 0 || wanted.some((one) => values.some((known) => known === one))
    ? null
    : `Values of "${shorten(name, LONGEST)}": ${quoted(values)}${values.length > SHOWN_VALUES ? ', …' : ''}.`;
}

function wholeList(name: string, values: readonly unknown[]): string {
  return `${quoted(values)} is a whole list. For one of several values: {"or": [{"${shorten(name, LONGEST)}": …}, …]}.`;
}

/** What spellings of a value share: letter case, link brackets and type do not count. */
function keyOf(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return foldPath((/^\[\[([^\]|#]+)[^\]]*\]\]$/.exec(text.trim())?.[1] ?? text).trim());
}

function quoted(values: readonly unknown[]): string {
  return values
    .slice(0, SHOWN_VALUES)
    .map((value) => shorten(JSON.stringify(value), LONGEST))
    .join(', ');
}
