import { describe, expect, it } from 'vitest';
import { folderMovesOf } from '../journal/renames.ts';
import type { HistoryEntry } from '../journal/history.ts';
import { followingFolders, type FollowFolders } from './follow-folders.ts';

const at = (minute: number): string => `2026-01-01T10:${String(minute).padStart(2, '0')}:00.000Z`;
const renamed = (minute: number, from: string, to: string): { time: string; from: string; to: string } => ({
  time: at(minute),
  from,
  to,
});
const moved = (minute: number, ...files: [from: string, to: string][]): HistoryEntry => ({
  id: String(minute),
  time: at(minute),
  tool: 'move_note',
  client: 'someone',
  files: files.map(([path, to]) => ({ kind: 'move', path, to })),
});
const follower = (
  { app = [], tools = [] }: { app?: ReturnType<typeof renamed>[]; tools?: HistoryEntry[] },
  ...there: string[]
): FollowFolders =>
  followingFolders({ renames: app, moves: folderMovesOf(tools) }, (folder) => Promise.resolve(there.includes(folder)));

describe('a folder', () => {
  it('that the app renamed is followed from then on, step by step, even if its name is taken again', async () => {
    const follow = follower({ app: [renamed(2, 'B', 'C'), renamed(1, 'A', 'B')] }, 'A', 'C');
    expect(await follow('A', at(0))).toBe('C');
    expect(await follow('A/Deep', at(0))).toBe('C/Deep');
    expect(await follow('A', at(1))).toBe('A');
    expect(await follow('B/New', at(1))).toBe('C/New');
  });

  it('that a tool moved is followed if it is gone, and so is what was to be made in it', async () => {
    const tools = [moved(1, ['A/x.md', 'P/B/x.md'], ['A/Deep/y.md', 'P/B/Deep/y.md'])];
    const follow = follower({ tools }, 'P', 'P/B', 'P/B/Deep');
    expect(await Promise.all(['A', 'A/Deep', 'A/New', 'Other'].map((folder) => follow(folder, at(0))))).toEqual([
      'P/B',
      'P/B/Deep',
      'P/B/New',
      'Other',
    ]);
    expect(await follower({ tools }, 'A')('A', at(0))).toBe('A');
  });

  it('is where it was if its move was undone, or its notes went to different places', async () => {
    const undone = [moved(1, ['A/x.md', 'B/x.md']), moved(2, ['B/x.md', 'A/x.md'])];
    expect(await follower({ tools: undone }, 'A')('A', at(0))).toBe('A');
    const apart = [moved(1, ['A/x.md', 'B/x.md'], ['A/y.md', 'C/y.md'])];
    expect(await follower({ tools: apart }, 'B', 'C')('A', at(0))).toBe('A');
    const renamedNote = [moved(1, ['A/x.md', 'B/y.md'])];
    expect(await follower({ tools: renamedNote }, 'B')('A', at(0))).toBe('A');
  });
});
