import { expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import type { NoteRecord } from '../../notes/note-record.ts';
import { byUrgency } from './by-urgency.ts';

const note = (id: number, mtimeMs: number): NoteRecord => ({ id, mtimeMs }) as NoteRecord;

it('the newest notes and those with most links are embedded in turn', () => {
  const notes = [note(0, 1), note(1, 5), note(2, 3), note(3, 4), note(4, 2)];
  const order = runSteps(byUrgency(notes, ({ id }) => (id === 4 ? 9 : id === 1 ? 3 : 0)));
  expect(order.map(({ id }) => id)).toEqual([1, 4, 3, 2, 0]);
});

it('their order is found in slices, as there may be very many', () => {
  const notes = Array.from({ length: 20_000 }, (_, id) => note(id, (id * 7919) % 20_000));
  let count = 0;
  for (const steps = byUrgency(notes, ({ id }) => id % 50); steps.next().done !== true; ) count++;
  expect(count).toBeGreaterThan(200);
});
