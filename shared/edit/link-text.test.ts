import { describe, expect, it } from 'vitest';
import { FileNames } from '../notes/file-names.ts';
import { linkSentence, linkText, missingLinkText } from './link-text.ts';

function names(...paths: string[]): FileNames {
  const files = new FileNames();
  for (const path of paths) files.add(path);
  return files;
}

describe('a new link to a note', () => {
  it('is the shortest that is clear, by default', () => {
    expect(linkText('a/N.md', 'S.md', names('a/N.md', 'S.md'), 'shortest')).toBe('[[N]]');
    expect(linkText('a/N.md', 'a/S.md', names('a/N.md', 'b/N.md'), 'shortest')).toBe('[[a/N]]');
    expect(linkText('N.md', 'a/S.md', names('N.md', 'b/N.md'), 'shortest')).toBe('[[N]]');
  });

  it('is relative or from the root where the vault wants that', () => {
    const files = names('a/N.md', 'a/b/M.md', 'a/S.md');
    expect(linkText('a/N.md', 'a/S.md', files, 'absolute')).toBe('[[a/N]]');
    expect(linkText('a/N.md', 'a/S.md', files, 'relative')).toBe('[[N]]');
    expect(linkText('a/b/M.md', 'a/S.md', files, 'relative')).toBe('[[b/M]]');
    expect(linkText('a/N.md', 'a/b/S.md', files, 'relative')).toBe('[[../N]]');
    expect(linkText('a/N.md', 'a/S.md', names('a/N.md', 'N.md'), 'relative')).toBe('[[./N]]');
  });

  it('takes .md in where the name alone means something else', () => {
    expect(linkText('v1.5.md', 'S.md', names('v1.5.md', 'v1.5'), 'shortest')).toBe('[[v1.5.md]]');
  });

  it.each(['C#.md', 'a|b.md', 'a^b.md', '100%% .md', 'a]].md', '[[a.md', 'a].md', '#/a.md'])('is refused for %j, which no link can hold', (path) => {
    expect(() => linkText(path, 'S.md', names(path), 'shortest')).toThrow(expect.objectContaining({ code: 'invalid_arguments' }));
  });

  it('may hold what only looks dangerous', () => {
    for (const path of ["it's (1), 50% & [x] y.md", 'Übung 🙂.md', 'Re: x.md']) {
      expect(linkText(path, 'S.md', names(path), 'shortest')).toBe(`[[${path.slice(0, -3)}]]`);
    }
  });
});

describe('a new link to no note', () => {
  it('is what was asked for', () => {
    expect(missingLinkText(' New idea ')).toBe('[[New idea]]');
    expect(missingLinkText('[[Ideas/New#Part]]')).toBe('[[Ideas/New#Part]]');
  });

  it.each(['', '[[]]', 'a|b', 'a\nb', 'a]]b', '%%a%%'])('is refused for %j', (written) => {
    expect(() => missingLinkText(written)).toThrow(expect.objectContaining({ code: 'invalid_arguments' }));
  });
});

describe('the sentence', () => {
  it('is one line that ends in the link, unless it holds the link already', () => {
    expect(linkSentence(' They share\na method. ', '[[N]]')).toBe('They share a method. [[N]]');
    expect(linkSentence('See [[N]] for more.', '[[N]]')).toBe('See [[N]] for more.');
    expect(linkSentence('', '[[N]]')).toBe('[[N]]');
  });
});
