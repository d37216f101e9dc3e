import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../../shared/kit/concurrency/slices.ts';
import type { CachedMetadata } from './cache-types.ts';
import { readMetadata } from './cached-metadata.ts';
import { getAllTags } from './frontmatter-entries.ts';

/**
 * The stand-in reads notes with the project's own parser, so that a test which compares our index with the stand-in's
 * metadata proves nothing about either. What the app is known to answer (1.13: captured caches of the Tasks plugin's
 * test data, and measurements by third parties) is therefore written down here, by hand, and must hold for any parser.
 */
function cacheOf(text: string): CachedMetadata {
  return runSteps(readMetadata(text));
}

const links = (text: string): string[] => (cacheOf(text).links ?? []).map(({ link }) => link);
const tags = (text: string): string[] => (cacheOf(text).tags ?? []).map(({ tag }) => tag);
const headings = (text: string): string[] => (cacheOf(text).headings ?? []).map(({ heading }) => heading);

describe("the app's metadata, as it is known", () => {
  it('has links and tags of %% comments, but not their headings and list items', () => {
    const cache = cacheOf('%%\n[[A]] #t\n\n# H\n\n- item\n%%\n');
    expect([cache.links?.[0]?.link, cache.tags?.[0]?.tag, cache.headings, cache.listItems]).toEqual([
      'A',
      '#t',
      undefined,
      undefined,
    ]);
  });

  it('has nothing of HTML comments', () => {
    expect([links('<!-- [[A]] #t -->\n'), tags('<!-- [[A]] #t -->\n')]).toEqual([[], []]);
  });

  it.each([
    ['#a#b', ['#a', '#b']],
    ['x_#a', ['#a']],
    ['x\u00a0#a y\u3000#b', ['#a', '#b']],
    ['\\[\\[#x', ['#x']],
    ['(#a "#b .#c —#d ：#e', []],
    ['#123 #1a #a/b', ['#1a', '#a/b']],
    ['$$\n#a\n$$', []],
    ['`#a`', []],
  ])('has the tags of %j', (text, expected) => {
    expect(tags(text)).toEqual(expected);
  });

  it.each([
    ['[[https://x.invalid]]', ['https://x.invalid']],
    ['[[a\nb]]', []],
    ['[[outer [[inner]] ]]', ['inner']],
    ['[a](b%20c.md) [d](<e f.md>)', ['b c.md', 'e f.md']],
    ['| a |\n|---|\n| [[N\\|x]] |', ['N']],
  ])('has the links of %j', (text, expected) => {
    expect(links(text)).toEqual(expected);
  });

  it('has headings as they are written, and none inside lists and quotes', () => {
    expect(headings('# A *b* [[C]]\n\n- # in a list\n\n> # in a quote\n')).toEqual(['A *b* [[C]]']);
  });

  it('reads properties as the app does since 1.9', () => {
    const cache = cacheOf('---\ntags: a, b\nTAG: c\ndate: 2026-03-04\nup:\n  - "[[A|b]]"\n---\n');
    expect(getAllTags(cache)).toEqual([]);
    expect(cache.frontmatter?.date).toBe('2026-03-04');
    expect(cache.frontmatterLinks).toEqual([{ key: 'up.0', link: 'A', original: '[[A|b]]', displayText: 'b' }]);
  });

  it('counts lines from zero and offsets in UTF-16 units', () => {
    const { position } = cacheOf('🐌 x\n[[A]]').links?.[0] ?? {};
    expect(position).toEqual({ start: { line: 1, col: 0, offset: 5 }, end: { line: 1, col: 5, offset: 10 } });
  });

  it("tells open tasks by a space, and list items at the top by their list's first line", () => {
    const items = cacheOf('Text\n\n- [ ] a\n  - [x] b\n- c').listItems ?? [];
    expect(items.map(({ task, parent }) => [task, parent])).toEqual([
      [' ', -2],
      ['x', 2],
      [undefined, -2],
    ]);
  });
});
