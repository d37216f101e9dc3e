import { isTagName } from '../../../../shared/markdown/inline/tag-text.ts';
import type { CachedMetadata } from './cache-types.ts';

type Frontmatter = Record<string, unknown> | null | undefined;

/** The value of the first key that is the name, in any letter case, or matches the expression; null if none does. */
export function parseFrontMatterEntry(frontmatter: Frontmatter, key: string | RegExp): unknown {
  if (!frontmatter) return null;
  const name = Object.keys(frontmatter).find((each) =>
    typeof key === 'string' ? each.toLowerCase() === key.toLowerCase() : key.test(each),
  );
  return name === undefined ? null : (frontmatter[name] ?? null);
}

export function parseFrontMatterStringArray(frontmatter: Frontmatter, key: string | RegExp): string[] | null {
  const value = parseFrontMatterEntry(frontmatter, key);
  const listed: unknown[] = Array.isArray(value) ? (value as unknown[]) : [value];
  const texts = listed
    .filter((each) => typeof each === 'string' || typeof each === 'number')
    .map((each) => String(each).trim())
    .filter((each) => each !== '');
  return texts.length === 0 ? null : texts;
}

/** The tags of the frontmatter, each with `#`. Leaves out what is not a tag, such as two in one string. */
export function parseFrontMatterTags(frontmatter: Frontmatter): string[] | null {
  const tags = parseFrontMatterStringArray(frontmatter, /^tags$/i);
  return tags === null
    ? null
    : tags
        .map((tag) => tag.replace(/^#/, ''))
        .filter(isTagName)
        .map((tag) => `#${tag}`);
}

export function parseFrontMatterAliases(frontmatter: Frontmatter): string[] | null {
  return parseFrontMatterStringArray(frontmatter, /^aliases$/i);
}

/** All tags of a note, inline and from the frontmatter, each with `#`, with repeats. */
export function getAllTags(cache: CachedMetadata): string[] | null {
  const inline = (cache.tags ?? []).map(({ tag }) => tag);
  return [...(parseFrontMatterTags(cache.frontmatter) ?? []), ...inline];
}

/** Where a note's frontmatter is, by its text alone. */
export function getFrontMatterInfo(content: string): {
  exists: boolean;
  frontmatter: string;
  from: number;
  to: number;
  contentStart: number;
} {
  const match = /^---[ \t]*\r?\n([\s\S]*?\r?\n)??---[ \t]*(?:\r?\n|$)/.exec(content);
  if (match === null) return { exists: false, frontmatter: '', from: 0, to: 0, contentStart: 0 };
  const from = content.indexOf('\n') + 1;
  const frontmatter = match[1] ?? '';
  return { exists: true, frontmatter, from, to: from + frontmatter.length, contentStart: match[0].length };
}
