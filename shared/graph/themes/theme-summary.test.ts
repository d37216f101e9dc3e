import { describe, expect, it } from 'vitest';
import type { ThemeNote } from '../graph-types.ts';
import { clusterSummary } from './theme-summary.ts';

function summaryOf(notes: readonly Partial<ThemeNote>[], stubs: readonly string[] = []): string {
  const known = new Map(
    notes.map((note, place) => [
      note.path ?? `${place}.md`,
      { path: `${place}.md`, title: `Note ${place}`, tags: [], headings: [], ...note },
    ]),
  );
  return clusterSummary([...known.keys(), ...stubs], (path) => known.get(path));
}

describe('clusterSummary', () => {
  it('gives the size, the folder and the most central notes', () => {
    const notes = ['Compost', 'Slugs', 'Beans', 'Peas'].map((title) => ({ path: `Garden/${title}.md`, title }));
    expect(summaryOf(notes)).toBe('4 notes in Garden around “Compost”, “Slugs” and “Beans”.');
  });

  it('names the folder of most notes as such, and none if they are scattered', () => {
    const mostly = [{ path: 'a/b/1.md' }, { path: 'a/b/2.md' }, { path: 'a/b/3.md' }, { path: 'z/4.md' }];
    expect(summaryOf(mostly)).toContain('4 notes, most of them in a/b, around');
    expect(summaryOf([{ path: 'a/1.md' }, { path: 'b/2.md' }, { path: 'c/3.md' }, { path: 'd/4.md' }])).toMatch(
      /^4 notes around/,
    );
  });

  it('lists the notes of a small cluster', () => {
    expect(summaryOf([{ title: 'One' }, { title: 'Two' }])).toBe('2 notes: “One” and “Two”.');
  });

  it('sets one mark of punctuation where a place and a list meet', () => {
    const mostly = [
      { path: 'a/b/1.md', title: 'One' },
      { path: 'a/b/2.md', title: 'Two' },
      { path: 'z/3.md', title: 'Three' },
    ];
    expect(summaryOf(mostly)).toBe('3 notes, most of them in a/b: “One”, “Two” and “Three”.');
    expect(
      summaryOf([
        { path: 'Odds, ends,/1.md', title: 'One' },
        { path: 'Odds, ends,/2.md', title: 'Two' },
      ]),
    ).toBe('2 notes in “Odds, ends,”: “One” and “Two”.');
  });

  it('shows titles without their markup, on one line, and the file’s name if nothing is left', () => {
    const titled = [{ title: '**Bold** [[Old|plan]]\nof the `week`' }, { path: 'x/Named.md', title: '   ' }];
    expect(summaryOf(titled)).toBe('2 notes: “Bold plan of the week” and “Named”.');
    expect(summaryOf([{ title: `${'word, '.repeat(12)}end` }, {}])).toMatch(/“(?:word, )+word…”/);
  });

  it('counts stubs apart', () => {
    expect(summaryOf([{}, {}], ['_stub/x.md'])).toMatch(/^2 notes and 1 stub:/);
  });

  it('names the tags that many notes share', () => {
    const tagged = [{ tags: ['Book', 'rare'] }, { tags: ['book'] }, { tags: ['book', 'read'] }, { tags: ['read'] }];
    expect(summaryOf(tagged)).toMatch(/Shared tags: #Book, #read\.$/);
  });

  it('says so when no note is left', () => {
    expect(clusterSummary([], () => undefined)).toBe('No note of this theme is left.');
  });
});
