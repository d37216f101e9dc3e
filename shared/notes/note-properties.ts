import { nameKey } from '../kit/text/name-key.ts';
import { isRecord } from '../kit/json/is-record.ts';
import type { FrontmatterValue } from '../markdown/parsed-note.ts';
import type { NoteRecord } from './note-record.ts';

/**
 * The value of a note's property, as plain JSON: dates are the texts they were written as. If no property has exactly
 * this name, one in another letter case or Unicode form; undefined if there is none. A property without a value is
 * null.
 */
export function propertyOf(
  { frontmatter }: Pick<NoteRecord, 'frontmatter'>,
  name: string,
): FrontmatterValue | undefined {
  const key = keyOf(frontmatter, name);
  return key === undefined ? undefined : frontmatter[key];
}

/**
 * The same, or the value within it that `name` leads to by dots, as in `where`; a property with dots in its own name
 * comes first.
 */
export function valueAt(note: Pick<NoteRecord, 'frontmatter'>, name: string): FrontmatterValue | undefined {
  const own = propertyOf(note, name);
  if (own !== undefined || !name.includes('.')) return own;
  const [first = '', ...deeper] = name.split('.');
  let value = propertyOf(note, first);
  for (const key of deeper) {
    if (!isRecord(value)) return undefined;
    value = propertyOf({ frontmatter: value }, key);
  }
  return value;
}

/**
 * The key of a property: exactly this name, or else one in another letter case or Unicode form; undefined if there is
 * none.
 */
export function keyOf(properties: Readonly<Record<string, unknown>>, name: string): string | undefined {
  if (Object.hasOwn(properties, name)) return name;
  const folded = name.toLowerCase();
  for (const key in properties) if (key.toLowerCase() === folded) return key;
  if (!BEYOND_ASCII.test(folded)) return undefined;
  const composed = nameKey(name);
  for (const key in properties) if (nameKey(key) === composed) return key;
  return undefined;
}

const BEYOND_ASCII = /[^\0-\x7f]/;
