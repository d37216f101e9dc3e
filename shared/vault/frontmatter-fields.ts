import type { FrontmatterValue } from './parsed-note.ts';

type Values = Record<string, FrontmatterValue>;

/** The note's title: `title` where it is a non-empty string or a number. */
export function frontmatterTitle(values: Values): string | null {
  const title = values['title'];
  if (typeof title === 'number') return String(title);
  return typeof title === 'string' && title.trim() !== '' ? title.trim() : null;
}

/** `aliases` and `alias`, each a string or a list; a string is one alias, commas included. */
export function frontmatterAliases(values: Values): string[] {
  return unique(named(values, 'aliases', 'alias').flatMap(texts));
}

/** `tags` and `tag`, each a list or a string of tags with commas or blanks between them; `#` in front is dropped. */
export function frontmatterTags(values: Values): string[] {
  return unique(
    named(values, 'tags', 'tag')
      .flatMap(texts)
      .flatMap((text) => text.split(SEPARATORS))
      .map((tag) => tag.replace(LEADING_HASH, ''))
      .filter((tag) => tag !== ''),
  );
}

const SEPARATORS = /[,\s]+/;
const LEADING_HASH = /^#+/;

/** The values of these keys, in any letter case. */
function named(values: Values, ...names: string[]): FrontmatterValue[] {
  return Object.entries(values).flatMap(([key, value]) => (names.includes(key.toLowerCase()) ? [value] : []));
}

function texts(value: FrontmatterValue): string[] {
  if (Array.isArray(value)) return value.flatMap(texts);
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [];
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
