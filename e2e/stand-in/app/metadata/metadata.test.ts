import { describe, expect, it, vi } from 'vitest';
import { PATIENT, startSandbox } from '../test-kit.ts';
import type { TFile } from '../vault/files.ts';
import type { CachedMetadata } from './cache-types.ts';
import {
  getAllTags,
  getFrontMatterInfo,
  parseFrontMatterAliases,
  parseFrontMatterTags,
} from './frontmatter-entries.ts';
import { parseLinktext, stripHeadingForLink } from './linktext.ts';
import { resolveSubpath } from './subpath.ts';

const NOTE = `---
tags: [a, b]
up: "[[Soil|earth]]"
---
# Top

Text with [[Soil#Deep|s]] and #Tag ^para

- one
  - [ ] two
- [x] three ^item

> [!note] Call
> - [/] quoted

\`\`\`js
# no heading
\`\`\`
![[Soil]]
`;

function at(text: string, piece: string): { line: number; col: number; offset: number } {
  const offset = text.indexOf(piece);
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, col: before.at(-1)?.length ?? 0, offset };
}

describe("the sandbox's metadata", () => {
  it('tells all that a note holds, with positions', async () => {
    const { app } = await startSandbox({ 'Note.md': NOTE, 'Soil.md': '' });
    const cache = app.metadataCache.getCache('Note.md') as CachedMetadata;
    expect(cache.frontmatter).toEqual({ tags: ['a', 'b'], up: '[[Soil|earth]]' });
    expect(cache.frontmatterPosition).toEqual({
      start: { line: 0, col: 0, offset: 0 },
      end: { line: 3, col: 3, offset: NOTE.indexOf('---\n#') + 3 },
    });
    expect(cache.frontmatterLinks).toEqual([
      { key: 'up', link: 'Soil', original: '[[Soil|earth]]', displayText: 'earth' },
    ]);
    expect(cache.headings).toMatchObject([{ heading: 'Top', level: 1, position: { start: at(NOTE, '# Top') } }]);
    expect(cache.links).toMatchObject([
      { link: 'Soil#Deep', original: '[[Soil#Deep|s]]', displayText: 's', position: { start: at(NOTE, '[[Soil#') } },
    ]);
    expect(cache.embeds).toMatchObject([{ link: 'Soil', original: '![[Soil]]', displayText: 'Soil' }]);
    expect(cache.tags).toMatchObject([{ tag: '#Tag', position: { start: at(NOTE, '#Tag') } }]);
    expect(cache.sections?.map(({ type }) => type)).toEqual([
      'yaml',
      'heading',
      'paragraph',
      'list',
      'callout',
      'code',
      'paragraph',
    ]);
    const list = at(NOTE, '- one').line;
    expect(
      cache.listItems?.map(({ task, parent, position }) => [task, parent, position.start.line, position.end.line]),
    ).toEqual([
      [undefined, -list, list, list],
      [' ', list, list + 1, list + 1],
      ['x', -list, list + 2, list + 2],
      ['/', -at(NOTE, '> - [/]').line, at(NOTE, '> - [/]').line, at(NOTE, '> - [/]').line],
    ]);
    expect(cache.blocks).toMatchObject({
      para: { id: 'para', position: { start: at(NOTE, 'Text with') } },
      item: { id: 'item', position: { start: at(NOTE, '- [x] three') } },
    });
    expect(getAllTags(cache)).toEqual(['#a', '#b', '#Tag']);
    expect(app.metadataCache.getTags()).toEqual({ '#a': 1, '#b': 1, '#Tag': 1 });
  });

  it('places list items as the app does: nested ones where the text of their parent begins, those before a blank line up to it', async () => {
    const { app } = await startSandbox({
      'Note.md': '- a\n    - b\n        - c\n- d\n\n- e\n\n> - [ ] q\n>     - [ ] r\n',
    });
    const items = app.metadataCache
      .getCache('Note.md')
      ?.listItems?.map(({ parent, position: { start, end } }) => [parent, start.line, start.col, end.line, end.col]);
    expect(items).toEqual([
      [-1, 0, 0, 0, 3],
      [0, 1, 2, 1, 7],
      [1, 2, 6, 2, 11],
      [-1, 3, 0, 4, 0],
      [-1, 5, 0, 5, 3],
      [-7, 7, 2, 7, 9],
      [7, 8, 4, 8, 13],
    ]);
  });

  it('gives headings as they are written, and treats an HTML comment as HTML', async () => {
    const { app } = await startSandbox({
      'Note.md': '# To [[Soil]] and *b* ##\n\nTwo `x`\n===\n\n<!--\nno\n-->\n\n%%\nno\n%%\n',
    });
    const cache = app.metadataCache.getCache('Note.md') as CachedMetadata;
    expect(cache.headings?.map(({ heading }) => heading)).toEqual(['To [[Soil]] and *b*', 'Two `x`']);
    expect(cache.sections?.map(({ type }) => type)).toEqual(['heading', 'heading', 'html', 'comment']);
    expect(resolveSubpath(cache, '#To Soil and b')?.current).toBe(cache.headings?.[0]);
  });

  it('leaves out what a note has none of', async () => {
    const { app } = await startSandbox({ 'Empty.md': '', 'Bad.md': '---\n: [\n---\nText' });
    expect(app.metadataCache.getCache('Empty.md')).toEqual({});
    expect(app.metadataCache.getCache('Bad.md')).not.toHaveProperty('frontmatter');
    expect(app.metadataCache.getCache('Absent.md')).toBeNull();
  });

  it('resolves links as the app does, and again when files come and go', async () => {
    const { app, settle } = await startSandbox({
      'a/N.md': '',
      'b/N.md': '',
      'b/Source.md': '[[N]] [[Gone]] [[Gone]] [[#Here]]',
      'pic.png': '',
    });
    const { metadataCache, vault } = app;
    const dest = (link: string, source: string): string | undefined =>
      metadataCache.getFirstLinkpathDest(link, source)?.path;
    expect([
      dest('N', 'b/Source.md'),
      dest('N', 'x.md'),
      dest('a/N', 'b/Source.md'),
      dest('n.MD', 'a/x.md'),
      dest('pic', 'x.md'),
      dest('pic.png', 'b/x.md'),
      dest('../a/N', 'b/Source.md'),
    ]).toEqual(['b/N.md', 'a/N.md', 'a/N.md', 'a/N.md', undefined, 'pic.png', 'a/N.md']);
    expect(metadataCache.resolvedLinks['b/Source.md']).toEqual({ 'b/N.md': 1, 'b/Source.md': 1 });
    expect(metadataCache.unresolvedLinks['b/Source.md']).toEqual({ Gone: 2 });
    const told: string[] = [];
    metadataCache.on('resolve', (file: TFile) => void told.push(file.path));
    await vault.create('Gone.md', '');
    await vault.delete(vault.getFileByPath('b/N.md') as TFile);
    await settle();
    expect(metadataCache.resolvedLinks['b/Source.md']).toEqual({ 'a/N.md': 1, 'Gone.md': 2, 'b/Source.md': 1 });
    expect(told).toContain('b/Source.md');
    expect([...metadataCache.getBacklinksForFile(vault.getFileByPath('Gone.md') as TFile).data]).toMatchObject([
      ['b/Source.md', [{ link: 'Gone' }, { link: 'Gone' }]],
    ]);
    expect(metadataCache.fileToLinktext(vault.getFileByPath('a/N.md') as TFile, 'x.md')).toBe('N');
  });

  it('tells of changed and deleted notes, and of moves without a change', async () => {
    const { app, put, settle } = await startSandbox({ 'Note.md': '# One', 'Other.md': '' });
    const told: unknown[] = [];
    app.metadataCache.on(
      'changed',
      (file: TFile, data: string, cache: CachedMetadata) =>
        void told.push(['changed', file.path, data, cache.headings?.[0]?.heading]),
    );
    app.metadataCache.on(
      'deleted',
      (file: TFile, previous: CachedMetadata) =>
        void told.push(['deleted', file.path, previous.headings?.[0]?.heading]),
    );
    await put('Note.md', '# Two!');
    await vi.waitFor(() => expect(told).toEqual([['changed', 'Note.md', '# Two!', 'Two!']]), PATIENT);
    const note = app.vault.getFileByPath('Note.md') as TFile;
    await app.vault.rename(note, 'Moved.md');
    await settle();
    expect(told).toHaveLength(1);
    expect(app.metadataCache.getFileCache(note)?.headings?.[0]?.heading).toBe('Two!');
    await app.vault.delete(note);
    expect(told.at(-1)).toEqual(['deleted', 'Moved.md', 'Two!']);
  });

  it('fires no change for the notes that are there at the start, and says when links are resolved', async () => {
    const { app } = await startSandbox({ 'A.md': '[[B]]', 'B.md': '' });
    expect(app.metadataCache.initialized).toBe(true);
    const resolved = vi.fn();
    app.metadataCache.on('resolved', resolved);
    await app.vault.create('C.md', '[[A]]');
    await vi.waitFor(() => expect(resolved).toHaveBeenCalled(), PATIENT);
    expect(app.metadataCache.resolvedLinks['C.md']).toEqual({ 'A.md': 1 });
  });
});

describe('links, headings and frontmatter as text', () => {
  it('splits links at the first #', () => {
    expect(parseLinktext('a/b#c#d')).toEqual({ path: 'a/b', subpath: '#c#d' });
    expect(parseLinktext('#only')).toEqual({ path: '', subpath: '#only' });
    expect(stripHeadingForLink('A: b # c | d ^e %% [[f]]')).toBe('A b c d e f');
  });

  it('finds headings under headings, blocks and footnotes', async () => {
    const text = '# A\n## Same\n# B\n## Same\nx ^Id1\n\n[^n]: note\n';
    const { app } = await startSandbox({ 'N.md': text });
    const cache = app.metadataCache.getCache('N.md') as CachedMetadata;
    expect(resolveSubpath(cache, '#b#same')).toMatchObject({ type: 'heading', start: { line: 3 }, end: null });
    expect(resolveSubpath(cache, '#A')).toMatchObject({ type: 'heading', start: { line: 0 }, end: { line: 2 } });
    expect(resolveSubpath(cache, '#^id1')).toMatchObject({ type: 'block', start: { line: 4 } });
    expect(resolveSubpath(cache, '#[^n]')).toMatchObject({ type: 'footnote', start: { line: 6 } });
    expect(resolveSubpath(cache, '#none')).toBeNull();
  });

  it('reads tags and aliases as the app does since 1.9', () => {
    expect(parseFrontMatterTags({ tags: 'a, b c' })).toEqual([]);
    expect(parseFrontMatterTags({ tags: 'a' })).toEqual(['#a']);
    expect(parseFrontMatterTags({ Tags: ['#x', 3, 'y'] })).toEqual(['#x', '#y']);
    expect(parseFrontMatterTags({ TAG: ['x'] })).toBeNull();
    expect(parseFrontMatterAliases({ aliases: 'One two, Three' })).toEqual(['One two, Three']);
    expect(parseFrontMatterAliases({ alias: 'One' })).toBeNull();
    expect([parseFrontMatterTags(null), parseFrontMatterAliases({})]).toEqual([null, null]);
    expect(getFrontMatterInfo('---\na: 1\n---\nBody')).toEqual({
      exists: true,
      frontmatter: 'a: 1\n',
      from: 4,
      to: 9,
      contentStart: 13,
    });
    expect(getFrontMatterInfo('Body').exists).toBe(false);
  });
});
