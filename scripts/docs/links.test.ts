import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../setup.mjs';
import { anchorsOf, pages, proseOf } from './pages.ts';

/** What the links and pictures of a page lead to. */
function targetsOf(page: string): string[] {
  const prose = proseOf(page);
  return [
    ...[...prose.matchAll(/\]\(<?([^)>\s]+)>?(?: "[^"]*")?\)/gu)].map(([, target = '']) => target),
    ...[...prose.matchAll(/\b(?:src|srcset|href)="([^"]+)"/gu)].map(([, target = '']) => target),
  ];
}

/** Why a link does not lead anywhere, or null. */
function problemOf(page: string, target: string): string | null {
  if (/^[a-z]+:/u.test(target))
    return /^https:\/\/[\w.-]+(?:[/?#]\S*)?$/u.test(target) ? null : 'is no address of a page';
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : posix.join(posix.dirname(page), decodeURI(path));
  if (file.startsWith('..') || !existsSync(join(ROOT, file))) return 'is not there';
  if (anchor !== undefined && !anchorsOf(file).has(anchor)) return 'has no such heading';
  return null;
}

describe('the pages', () => {
  it.each(pages())('%s: links lead somewhere', (page) => {
    const broken = targetsOf(page).flatMap((target) => {
      const problem = problemOf(page, target);
      return problem === null ? [] : [`${target} ${problem}`];
    });
    expect(broken).toEqual([]);
  });

  it('are all linked from another page', () => {
    const linked = new Set(
      pages().flatMap((page) =>
        targetsOf(page).map((target) =>
          posix.join(posix.dirname(page), (target.split('#')[0] ?? '').replace(/\/$/u, '')),
        ),
      ),
    );
    const lost = pages().filter(
      (page) => page.startsWith('docs/') && !linked.has(page) && !linked.has(posix.dirname(page)),
    );
    expect(lost).toEqual([]);
  });

  it('find a link that is broken', () => {
    expect(problemOf('README.md', 'docs/absent.md')).toBe('is not there');
    expect(problemOf('README.md', 'docs/using.md#absent')).toBe('has no such heading');
    expect(problemOf('README.md', '../outside.md')).toBe('is not there');
    expect(problemOf('README.md', 'http://example.com')).toBe('is no address of a page');
    expect(problemOf('docs/using.md', '../README.md#connect')).toBeNull();
    expect(targetsOf('README.md')).toContain('docs/pictures/search-light.png');
  });
});
