import type { BlockCache, CachedMetadata, HeadingCache, ListItemCache, Loc } from './cache-types.ts';
import { stripHeading } from './linktext.ts';

export interface SubpathResult {
  type: 'heading' | 'block' | 'footnote';
  start: Loc;
  end: Loc | null;
  current?: HeadingCache;
  next?: HeadingCache | null;
  block?: BlockCache;
  list?: ListItemCache;
  footnote?: { id: string };
}

/** What `#Heading#Subheading`, `#^block` or `#[^footnote]` leads to in a note. */
export function resolveSubpath(cache: CachedMetadata, subpath: string): SubpathResult | null {
  if (subpath.startsWith('#^')) return findBlock(cache, subpath.slice(2).toLowerCase());
  if (subpath.startsWith('#[^')) return findFootnote(cache, subpath.slice(3).replace(/\]$/, ''));
  const wanted = subpath
    .split('#')
    .map(foldHeading)
    .filter((part) => part !== '');
  return wanted.length === 0 ? null : findHeading(cache.headings ?? [], wanted);
}

function findBlock(cache: CachedMetadata, id: string): SubpathResult | null {
  const block = cache.blocks?.[id];
  if (block === undefined) return null;
  const list = cache.listItems?.find((item) => item.id === id);
  return { type: 'block', block, ...(list && { list }), start: block.position.start, end: block.position.end };
}

function findFootnote(cache: CachedMetadata, id: string): SubpathResult | null {
  const footnote = cache.footnotes?.find((each) => each.id === id);
  return footnote === undefined
    ? null
    : { type: 'footnote', footnote, start: footnote.position.start, end: footnote.position.end };
}

/** The first heading whose chain of headings above it holds the wanted ones in order. */
function findHeading(headings: HeadingCache[], wanted: string[]): SubpathResult | null {
  let met = 0;
  let level = 0;
  for (const [index, heading] of headings.entries()) {
    if (met > 0 && heading.level <= level) {
      met = 0;
      level = 0;
    }
    if (foldHeading(heading.heading) !== wanted[met]) continue;
    met++;
    level = heading.level;
    if (met < wanted.length) continue;
    const next = headings.slice(index + 1).find((other) => other.level <= heading.level) ?? null;
    return {
      type: 'heading',
      current: heading,
      next,
      start: heading.position.start,
      end: next?.position.start ?? null,
    };
  }
  return null;
}

function foldHeading(heading: string): string {
  return stripHeading(heading).toLowerCase();
}
