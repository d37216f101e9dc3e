import { expect, it } from 'vitest';
import { headingsAbove } from './chunk-heading.ts';

const HEADINGS = [
  { text: 'Sync', level: 1, line: 1 },
  { text: 'Setup', level: 2, line: 5 },
  { text: 'Ports', level: 3, line: 7 },
  { text: 'Limits', level: 2, line: 10 },
];

it('names the headings that a chunk is under', () => {
  const above = (startLine: number, endLine: number, headings = HEADINGS): string =>
    headingsAbove({ headings, chunks: [{ startLine, endLine }] } as Parameters<typeof headingsAbove>[0], 0)
      .map(({ text }) => text)
      .join(' › ');
  expect(above(1, 3)).toBe('Sync');
  expect(above(5, 6)).toBe('Sync › Setup');
  expect(above(7, 9)).toBe('Sync › Setup › Ports');
  expect(above(10, 40)).toBe('Sync › Limits');
  expect(above(1, 2, [{ text: 'Deep', level: 4, line: 3 }])).toBe('');
});
