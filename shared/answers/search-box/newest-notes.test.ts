import { expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { newestSteps } from './newest-notes.ts';

const note = (path: string, mtimeMs: number, visibility = 'visible'): NoteRecord =>
  ({ path, mtimeMs, visibility }) as NoteRecord;

it('the newest of the notes wanted come first, then by path', () => {
  const notes = [note('B', 1), note('C', 3), note('A', 1), note('X', 9), note('Y', 8, 'excluded')];
  const found = runSteps(newestSteps(notes, ({ path }) => path !== 'X', 2));
  expect(found.map(({ path }) => path)).toEqual(['C', 'A']);
});

it('all notes of a large vault are looked at in slices', () => {
  const notes = Array.from({ length: 20_000 }, (_, i) => note(String(i), i));
  const steps = newestSteps(notes, () => true, 20);
  let count = 0;
  while (steps.next().done !== true) count++;
  expect(count).toBeGreaterThan(100);
});
