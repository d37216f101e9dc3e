import { describe, expect, it } from 'vitest';
import { FileNames } from '../../notes/file-names.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import type { NewLinkFormat } from './link-spelling.ts';
import { linkSentence, linkText, missingLinkText, type LinkStyle } from './link-text.ts';

function names(...paths: string[]): FileNames {
  const files = new FileNames();
  for (const path of paths) files.add(path);
  return files;
}

const WIKI = { useMarkdownLinks: false };

function wiki(newLinkFormat: NewLinkFormat): LinkStyle {
  return { newLinkFormat, ...WIKI };
}

function markdown(newLinkFormat: NewLinkFormat = 'shortest'): LinkStyle {
  return { newLinkFormat, useMarkdownLinks: true };
}

/** Where the only link of the text leads, in the note `source`. */
function destination(text: string, source: string, files: FileNames): string | null {
  const [link, ...more] = parseNote(text).links;
  expect(more).toEqual([]);
  return link === undefined ? null : files.locate(link.path, link.target, source);
}

describe('a new link to a note', () => {
  it('is the shortest unambiguous one, by default', () => {
    expect(linkText('a/N.md', 'S.md', names('a/N.md', 'S.md'), wiki('shortest'))).toBe('[[N]]');
    expect(linkText('a/N.md', 'a/S.md', names('a/N.md', 'b/N.md'), wiki('shortest'))).toBe('[[a/N]]');
    expect(linkText('N.md', 'a/S.md', names('N.md', 'b/N.md'), wiki('shortest'))).toBe('[[N]]');
  });

  it('is relative or from the root if the vault wants that', () => {
    const files = names('a/N.md', 'a/b/M.md', 'a/S.md');
    expect(linkText('a/N.md', 'a/S.md', files, wiki('absolute'))).toBe('[[a/N]]');
    expect(linkText('a/N.md', 'a/S.md', files, wiki('relative'))).toBe('[[N]]');
    expect(linkText('a/b/M.md', 'a/S.md', files, wiki('relative'))).toBe('[[b/M]]');
    expect(linkText('a/N.md', 'a/b/S.md', files, wiki('relative'))).toBe('[[../N]]');
    expect(linkText('a/N.md', 'a/S.md', names('a/N.md', 'N.md'), wiki('relative'))).toBe('[[./N]]');
  });

  it('adds .md if the name alone means something else', () => {
    expect(linkText('v1.5.md', 'S.md', names('v1.5.md', 'v1.5'), wiki('shortest'))).toBe('[[v1.5.md]]');
  });

  it.each(['C#.md', 'a|b.md', 'a^b.md', '100%% .md', 'a]].md', '[[a.md', 'a].md', '#/a.md'])(
    'is refused for %j, which no link can contain',
    (path) => {
      expect(() => linkText(path, 'S.md', names(path), wiki('shortest'))).toThrow(
        expect.objectContaining({ code: 'invalid_arguments' }),
      );
    },
  );

  it('may contain what only looks dangerous', () => {
    for (const path of ["it's (1), 50% & [x] y.md", 'Übung 🙂.md', 'Re: x.md']) {
      expect(linkText(path, 'S.md', names(path), wiki('shortest'))).toBe(`[[${path.slice(0, -3)}]]`);
    }
  });
});

describe('a new link if the vault wants Markdown links', () => {
  it('shows the name, and has the path the format requires', () => {
    const files = names('a/N.md', 'a/b/M.md', 'a/S.md', 'c/two words.md');
    expect(linkText('a/N.md', 'a/S.md', files, markdown())).toBe('[N](N.md)');
    expect(linkText('a/N.md', 'a/b/S.md', files, markdown('relative'))).toBe('[N](../N.md)');
    expect(linkText('a/b/M.md', 'a/S.md', files, markdown('relative'))).toBe('[M](b/M.md)');
    expect(linkText('a/b/M.md', 'a/S.md', files, markdown('absolute'))).toBe('[M](a/b/M.md)');
    expect(linkText('c/two words.md', 'a/S.md', files, markdown())).toBe('[two words](two%20words.md)');
    expect(linkText('c/two words.md', 'a/S.md', files, markdown('relative'))).toBe('[two words](../c/two%20words.md)');
  });

  it('leads to its note, for any name', () => {
    for (const path of [
      "it's (1), 50% & [x] y.md",
      'Übung 🙂.md',
      'Re: x.md',
      'a)b.md',
      '100%25.md',
      '100% sure.md',
      'a\\_b.md',
      'a_b_ *c* `d`.md',
      'x~~y~~.md',
      '#tag.md'.slice(1),
    ]) {
      for (const format of ['shortest', 'relative', 'absolute'] as const) {
        const files = names(`n/${path}`, 'S.md');
        const text = linkText(`n/${path}`, 'm/S.md', files, markdown(format));
        expect(destination(text, 'm/S.md', files)).toBe(`n/${path}`);
        expect(parseNote(text).inlineTags).toEqual([]);
      }
    }
  });

  it('to no note names the file that would be there', () => {
    expect(missingLinkText('[[New idea]]', markdown())).toBe('[New idea](New%20idea.md)');
    expect(missingLinkText('Ideas/New#Part one', markdown())).toBe('[New](Ideas/New.md#Part%20one)');
  });
});

describe('a new link to no note', () => {
  it('is what was requested', () => {
    expect(missingLinkText(' New idea ', WIKI)).toBe('[[New idea]]');
    expect(missingLinkText('[[Ideas/New#Part]]', WIKI)).toBe('[[Ideas/New#Part]]');
    expect(missingLinkText('[[Ideas/New#Part|the part]]', WIKI)).toBe('[[Ideas/New#Part]]');
    expect(missingLinkText('[[New\\|so called]]', WIKI)).toBe('[[New]]');
  });

  it.each(['', '[[]]', 'a|b', 'a\nb', 'a]]b', '%%a%%'])('is refused for %j', (written) => {
    expect(() => missingLinkText(written, WIKI)).toThrow(
      expect.objectContaining({
        code: 'invalid_arguments',
        hint: expect.stringContaining('Choose another name.') as string,
      }),
    );
  });
});

describe('the sentence', () => {
  it('is one line that ends in the link, unless it already contains the link', () => {
    expect(linkSentence(' They share\na method. ', '[[N]]')).toBe('They share a method. [[N]]');
    expect(linkSentence('See [[N]] for more.', '[[N]]')).toBe('See [[N]] for more.');
    expect(linkSentence('', '[[N]]')).toBe('[[N]]');
  });
});
