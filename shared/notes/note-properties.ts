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
  if (Object.hasOwn(frontmatter, name)) return frontmatter[name];
  const folded = name.toLowerCase();
  for (const key in frontmatter) if (key.toLowerCase() === folded) return frontmatter[key];
  return undefined;
}
