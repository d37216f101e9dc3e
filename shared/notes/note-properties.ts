import type { FrontmatterValue } from '../markdown/parsed-note.ts';
import type { NoteRecord } from './note-record.ts';

/**
 * The value of a note's property, as plain JSON: dates are the texts they were written as. If no property has exactly
 * this name, one in another letter case; undefined if there is none. A property without a value is null.
 */
export function propertyOf(
  { frontmatter }: Pick<NoteRecord, 'frontmatter'>,
  name: string,
): FrontmatterValue | undefined {
  const key = keyOf(frontmatter, name);
  return key === undefined ? undefined : frontmatter[key];
}

/** The key of a property: exactly this name, or else one in another letter case; undefined if there is none. */
export function keyOf(properties: Readonly<Record<string, unknown>>, name: string): string | undefined {
  if (Object.hasOwn(properties, name)) return name;
  const folded = name.toLowerCase();
  for (const key in properties) if (key.toLowerCase() === folded) return key;
  return undefined;
}
