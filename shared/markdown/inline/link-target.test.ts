import { describe, expect, it } from 'vitest';
import { decodeDestination, isExternalTarget, splitLinkText } from './link-target.ts';

describe('splitLinkText', () => {
  it.each([
    ['Note', 'Note', ''],
    ['folder/Note#Heading', 'folder/Note', '#Heading'],
    ['Note#A#B', 'Note', '#A#B'],
    ['Note#^block-1', 'Note', '#^block-1'],
    ['Note^block', 'Note', '^block'],
    ['#Heading', '', '#Heading'],
    ['#^id', '', '#^id'],
    ['^id', '', '^id'],
    [' Note # Heading ', 'Note', '# Heading'],
    ['x ^ y', 'x ^ y', ''],
    ['C# notes', 'C', '# notes'],
    ['doc.pdf#page=3', 'doc.pdf', '#page=3'],
    ['', '', ''],
  ])('splits %j', (target, path, subpath) => {
    expect(splitLinkText(target)).toEqual({ path, subpath });
  });
});

describe('isExternalTarget', () => {
  it.each([
    'https://example.org',
    'mailto:me@example.org',
    'obsidian://open?vault=x',
    'HTTP://X',
    '//cdn/x.png',
    'data:image/png;base64,AA',
  ])('%j leaves the vault', (target) => {
    expect(isExternalTarget(target)).toBe(true);
  });

  it.each(['Note.md', './a.md', '/a.md', '#h', 'a%3Ab.md', '10:30.md', 'a b:c.md'])(
    '%j stays in the vault',
    (target) => {
      expect(isExternalTarget(target)).toBe(false);
    },
  );
});

describe('decodeDestination', () => {
  it.each([
    ['a%20b.md', 'a b.md'],
    ['%E2%82%AC.md', '€.md'],
    ['100%.md', '100%.md'],
    ['%FF%20x', '%FF%20x'],
    ['a%2', 'a%2'],
    ['a\\(b\\).md', 'a(b).md'],
    ['a\\b.md', 'a\\b.md'],
  ])('decodes %j', (written, target) => {
    expect(decodeDestination(written)).toBe(target);
  });
});
