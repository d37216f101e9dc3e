import { describe, expect, it } from 'vitest';
import type { RelatedNote, RelatedOutput } from '../../../shared/protocol/schemas/related.ts';
import { relatedRows } from './related-rows.ts';

describe('relatedRows', () => {
  const rows = (note: Partial<RelatedNote>, output: Partial<RelatedOutput> = {}, notRelated: string[] = []) =>
    relatedRows(
      { similarBy: 'model', notes: [{ path: 'Help/Limits.md', title: 'Limits of it', ...note }], ...output },
      new Set(notRelated),
    );
  const why = (note: Partial<RelatedNote>, output: Partial<RelatedOutput> = {}): string | undefined =>
    rows(note, output)[0]?.why;
  const similar = { heading: 'Limits', above: ['Sync', 'Limits'], text: 'Ten files at once.', line: 11 };
  const home = { path: 'Home.md', title: 'Home' };

  it('says in words where a note is similar, and by what', () => {
    expect(why({ similar })).toBe('similar: Sync › Limits');
    expect(why({ similar, title: 'Sync' })).toBe('similar: Limits');
    expect(why({ similar: { ...similar, heading: null, above: ['Sync'], line: 1 }, title: 'Sync' })).toBe('similar');
    expect(why({ similar }, { similarBy: 'words' })).toBe('same words: Sync › Limits');
    expect(why({ similar, copy: true })).toBe('nearly the same text');
  });

  it('cuts long names of notes and headings, so that the rest is seen', () => {
    const long = { path: 'L.md', title: 'long '.repeat(40).trim() };
    const cut = `${'long '.repeat(7)}long…`;
    expect(
      why({ sharedLinks: [{ ...long, way: 'to' }], sharedCounts: { to: 3, from: 0, through: 0 }, linked: true }),
    ).toBe(`both link to ${cut} and 2 more · linked already`);
    expect(why({ similar: { ...similar, above: [long.title] } })).toBe(`similar: ${cut}`);
  });

  it('names no heading that has no text', () => {
    const whyBelow = (above: string[]): string | undefined => why({ similar: { ...similar, above } });
    expect(whyBelow(['Sync', '', 'Limits'])).toBe('similar: Sync › Limits');
    expect(whyBelow([' '])).toBe('similar');
  });

  it('says which links both share, and whether they are linked', () => {
    expect(why({ sharedLinks: [{ ...home, way: 'to' }], sharedCounts: { to: 4, from: 2, through: 9 }, similar })).toBe(
      'similar: Sync › Limits · both link to Home and 3 more',
    );
    expect(why({ sharedLinks: [{ ...home, way: 'from' }], linked: true })).toBe(
      'both linked from Home · linked already',
    );
    expect(
      why({
        sharedLinks: [
          { ...home, way: 'through' },
          { path: 'B.md', title: 'B', way: 'to' },
        ],
        sharedCounts: { to: 1, from: 0, through: 1 },
      }),
    ).toBe('connected through Home');
  });

  it('has passage and the line to open at, counted from 0', () => {
    expect(rows({ path: 'Help/Sync/A.md', similar })[0]).toMatchObject({
      passage: 'Ten files at once.',
      line: 10,
    });
    expect(rows({ path: 'A.md' })[0]).toMatchObject({ passage: '', line: null, why: '' });
  });

  it('leaves out what the person called not related, among near copies too', () => {
    const copies = [
      { path: 'B.md', title: 'B' },
      { path: 'C.md', title: 'C' },
    ];
    expect(rows({}, {}, ['Help/Limits.md'])).toEqual([]);
    expect(rows({ copies }, {}, ['B.md'])[0]).toMatchObject({ copies: [copies[1]], why: '1 near copy' });
    expect(why({ copies })).toBe('2 near copies');
  });
});
