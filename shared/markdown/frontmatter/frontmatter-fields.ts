import type { FrontmatterValue } from '../parsed-note.ts';
import { isTagName } from '../inline/tag-text.ts';

type Values = Record<string, FrontmatterValue>;

/** The note's title: `title` if it is a non-empty string or a number. */
export function frontmatterTitle(values: Values): string | null {
  const title = values['title'];
  if (typeof title === 'number') return String(title);
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : null;
}

/**
 * `aliases`, a list or a string; a string is one alias, commas included. `alias` is a property like any other since 1.9
 * of the app.
 */
export function frontmatterAliases(values: Values): string[] {
  return unique(named(values, 'aliases').flatMap(texts));
}

/**
 * `tags`, a list or a string, which is one tag; `#` in front is dropped. What is not a tag is left out, such as `a, b`
 * in one string. `tag` is a property like any other since 1.9 of the app.
 */
export function frontmatterTags(values: Values): string[] {
  return unique(
    named(values, 'tags')
      .flatMap(texts)
      .map((tag) => tag.replace(LEADING_HASH, ''))
      .filter(isTagName),
  );
}

const LEADING_HASH = /^#+/;

/** The values of this key, in any letter case. */
function named(values: Values, name: string): FrontmatterValue[] {
  return Object.entries(values).flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
}

function texts(value: FrontmatterValue): string[] {
  if (Array.isArray(value)) return value.flatMap(texts);
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
