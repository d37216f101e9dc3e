import { describe, expect, it } from 'vitest';
import { linkKeys, nameKey } from '../../notes/file-names.ts';
import { parseNote } from '../../markdown/parse-note.ts';
import { noteMove, planMove } from './move-test-kit.ts';

function candidate(path: string, text: string) {
  return { path, text, parsed: parseNote(text) };
}

describe('the plan of a move', () => {
  it('lists the files that change with their edits, those of the moved note under its old path', () => {
    const notes = [
      candidate('old.md', '[[old]] [t](a.png)'),
      candidate('S.md', 'x [[old]] y [[OLD#h]]'),
      candidate('T.md', '[[S]]'),
    ];
    const move = noteMove('old.md', 'x/new.md', ['old.md', 'S.md', 'T.md', 'Board.canvas'], 'shortest');
    expect(
      planMove(move, notes, [{ path: 'Board.canvas', text: '{"nodes":[{"type":"file","file":"old.md"}]}' }]),
    ).toEqual([
      { path: 'old.md', edits: [{ offset: 2, length: 3, replacement: 'new' }], occurrences: 1 },
      {
        path: 'S.md',
        edits: [
          { offset: 4, length: 3, replacement: 'new' },
          { offset: 14, length: 3, replacement: 'new' },
        ],
        occurrences: 2,
      },
      { path: 'Board.canvas', edits: [{ offset: 33, length: 6, replacement: 'x/new.md' }], occurrences: 1 },
    ]);
  });

  it('counts a reference definition once, no matter how many links use it', () => {
    const move = noteMove('old.md', 'new.md', ['old.md', 'S.md'], 'shortest');
    expect(planMove(move, [candidate('S.md', '[ref] [a][ref] ![ref]\n\n[ref]: old.md\n')])).toEqual([
      { path: 'S.md', edits: [{ offset: 30, length: 6, replacement: 'new.md' }], occurrences: 1 },
    ]);
  });

  it('finds every note concerned, by its keys', () => {
    const keys = [nameKey('a/Old.md'), nameKey('b/New.md')];
    const isConcerned = (text: string): boolean =>
      parseNote(text).links.some((link) => linkKeys(link.path, link.target).some((key) => keys.includes(key)));
    for (const text of ['[[old]]', '[[x/OLD.md#h]]', '[t](../a/old.md)', '[[new]]', '[[/a/Old]]'])
      expect(isConcerned(text)).toBe(true);
    expect(isConcerned('[[older]]')).toBe(false);
  });

  it('holds a thousand notes with links, and none without', () => {
    const paths = Array.from({ length: 1000 }, (_, index) => `n/${String(index)}.md`);
    const notes = paths.map((path, index) => candidate(path, index % 2 === 0 ? 'a [[Hub]] b [h](Hub.md#x)' : '[[0]]'));
    const plan = planMove(noteMove('Hub.md', 'n/Centre.md', ['Hub.md', ...paths], 'shortest'), notes);
    expect(plan).toHaveLength(500);
    expect(plan.reduce((sum, { occurrences }) => sum + occurrences, 0)).toBe(1000);
  });
});
