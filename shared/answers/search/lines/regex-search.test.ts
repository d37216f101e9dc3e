import { describe, expect, it } from 'vitest';
import { eventLoopYield, Slicer } from '../../../kit/concurrency/slices.ts';
import type { NoteIndex } from '../../../index/note-index.ts';
import { parseNote } from '../../../markdown/parse-note.ts';
import { makeRecord, noteContent } from '../../../notes/note-record.ts';
import { searchInput, type SearchFound } from '../../../protocol/schemas/find.ts';
import { regexSearch } from './regex-search.ts';

const TEXTS: Record<string, string> = {
  'a.md': 'one 1\ntwo\n',
  'b.md': `${'x'.repeat(400)} three 3 ${'y'.repeat(400)}\r\nfour 4`,
  'c.md': 'five 5\n',
  'decomposed.md': 'nothing\nScho\u0308ne Gru\u0308\u00dfe\n',
  'emoji.md': `${'👩‍👩‍👧'.repeat(60)} six ${'👩‍👩‍👧'.repeat(60)}`,
  'empty.md': '',
  'gap.md': 'above\r\n\r\nbelow\r\n',
  ...Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`later ${i}.md`, i === 8 ? 'xyz\n' : 'none\n'])),
};

/** Just what the search asks of an index. */
const indexOf = (texts: Record<string, string>): NoteIndex =>
  ({
    notes: () =>
      Object.entries(texts)
        .map(([path, text], id) =>
          makeRecord(
            id,
            { path, size: text.length, mtimeMs: 1, createdMs: 1, kind: 'note', visibility: 'visible' },
            '',
            noteContent(parseNote(text), []),
          ),
        )
        .values(),
  }) as unknown as NoteIndex;

const find = (query: string, more: object = {}, now = (): number => 0, texts = TEXTS): Promise<SearchFound> =>
  regexSearch(
    {
      index: indexOf(texts),
      read: (path) => Promise.resolve(new TextEncoder().encode(texts[path])),
      slicer: new Slicer(8, eventLoopYield()),
      now,
    },
    { ...searchInput.parse({ query, mode: 'regex', ...more }), query },
  );

describe('a search by regular expression', () => {
  it('says what is wrong with a pattern that is none, and with one that could take forever', async () => {
    await expect(find('(three')).rejects.toMatchObject({
      message: expect.stringMatching(/Unterminated group\.$/u),
      hint: expect.stringMatching(/^(?!.*Repeat nothing).*backslash/u),
    });
    await expect(find('(a+)+b')).rejects.toMatchObject({ hint: expect.stringContaining('Repeat nothing') });
  });

  it('shows a long line around the match', async () => {
    const { rows } = await find('three \\d');
    expect(rows[0]?.excerpt).toMatch(/^…x+ three 3 y+…$/);
    expect(rows[0]?.excerpt?.length).toBeLessThanOrEqual(240);
  });

  it('cuts a long line between letters, emoji of several included', async () => {
    const { rows } = await find('six');
    expect(rows[0]?.excerpt).toMatch(/^…(?:👩‍👩‍👧)+ six (?:👩‍👩‍👧)+…$/u);
  });

  it('counts lines of any ending, and knows Unicode classes', async () => {
    expect((await find('^\\p{L}+ 4')).rows).toMatchObject([{ path: 'b.md', line: 2, matchedBy: ['regex'] }]);
  });

  it('counts no line after the end of the last one', async () => {
    expect((await find('^$')).rows).toMatchObject([{ path: 'gap.md', line: 2 }]);
  });

  it('finds lines in any Unicode form', async () => {
    for (const pattern of ['^Sch\u00f6ne', 'Scho\u0308ne Gr'])
      expect((await find(pattern)).rows).toMatchObject([{ path: 'decomposed.md', line: 2 }]);
  });

  it('gives pages', async () => {
    const first = await find('\\d', { limit: 2 });
    expect([first.rows.length, first.hasMore]).toEqual([2, true]);
    const second = await find('\\d', { limit: 2, offset: 2 });
    expect(second.rows.map(({ path, line }) => [path, line])).toEqual([
      ['b.md', 2],
      ['c.md', 1],
    ]);
    expect(second.hasMore).toBeUndefined();
  });

  it('gives the rows so far when its time is up', async () => {
    let now = 0;
    const found = await find('\\d', {}, () => (now += 400));
    expect(found.truncated).toBe(true);
    expect(found.rows.length).toBeGreaterThan(0);
    expect(found.rows.length).toBeLessThan(4);
  });

  it('says that its time was up, however few notes were left', async () => {
    const texts = { 'a.md': 'five\nfive\nfive\nfive', 'b.md': 'five\n' };
    let now = 0;
    const found = await find('five', {}, () => (now += 450), texts);
    expect(found.truncated).toBe(true);
    expect(found.rows.length).toBeLessThan(5);
  });

  it('leaves out lines on which the pattern would take too long, and says so', async () => {
    const found = await find('(?:a?){3}(?:x*y?)(?:x*y?)(?:x*y?)(?:x*y?)(?:x*y?)(?:x*y?)z');
    expect(found.truncated).toBe(true);
    expect(found.rows).toMatchObject([{ path: 'later 8.md', line: 1 }]);
  });
});
