import { expect, it } from 'vitest';
import type { Reading } from '../../shared/reading/reading-log.ts';
import type { HistoryEntry } from '../../shared/writing/journal/history.ts';
import { movesOf } from '../../shared/writing/journal/renames.ts';
import { underNewNames } from './renamed-notes.ts';

const reading = (time: string, ...paths: string[]): Reading => ({ time, client: 'claude', tool: 'read_note', paths });
const pathsOf = (readings: readonly Reading[]): string[][] => readings.map(({ paths }) => paths);

it('follows a note from name to name', () => {
  const renames = [
    { time: '2026-11-22T10:00:00.000Z', from: 'Slugs.md', to: 'Snails.md' },
    { time: '2026-11-22T11:00:00.000Z', from: 'Snails.md', to: 'In/Snails.md' },
  ];
  const readings = [
    reading('2026-11-22T10:30:00.000Z', 'Snails.md', 'Slugs.md'),
    reading('2026-11-22T09:00:00.000Z', 'A.md', 'Slugs.md'),
  ];
  // At half past ten, “Slugs” is another note.
  expect(pathsOf(underNewNames(readings, renames))).toEqual([
    ['In/Snails.md', 'Slugs.md'],
    ['A.md', 'In/Snails.md'],
  ]);
  expect(underNewNames(readings, [])).toBe(readings);
});

it('knows the moves that assistants made and undid', () => {
  const entry = (time: string, path: string, to: string): HistoryEntry => ({
    id: time,
    time,
    tool: 'move_note',
    client: 'claude',
    files: [
      { kind: 'move', path, to },
      { kind: 'edit', path: 'Home.md' },
    ],
  });
  const entries = [entry('2026-11-22T12', 'Old/A.md', 'A.md'), entry('2026-11-22T10', 'A.md', 'Old/A.md')];
  const readings = ['09', '11', '13'].map((hour) => reading(`2026-11-22T${hour}`, 'A.md', 'Old/A.md'));
  expect(pathsOf(underNewNames(readings, movesOf(entries)))).toEqual([
    ['A.md', 'A.md'],
    ['A.md', 'A.md'],
    ['A.md', 'Old/A.md'],
  ]);
  expect(movesOf(entries.map((each) => ({ ...each, interrupted: true })))).toEqual([]);
});
