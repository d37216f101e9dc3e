import { expect, it } from 'vitest';
import { sectionsOf } from './diff-sections.ts';

const sections = (lines: number, ...hunks: [start: number, end: number][]): string =>
  sectionsOf({ lines: Array.from({ length: lines }) as never, hunks: hunks.map(([start, end]) => ({ start, end })) })
    .map(({ kind, start, end }) => `${kind === 'shown' ? '' : '~'}${start}-${end}`)
    .join(' ');

it('shows three lines around a change and folds the rest', () => {
  expect(sections(100, [50, 52])).toBe('~0-47 47-55 ~55-100');
  expect(sections(5, [2, 3])).toBe('0-5');
});

it('joins changes that are near, and folds nothing that is as short as a fold', () => {
  expect(sections(100, [10, 11], [16, 17])).toBe('~0-7 7-20 ~20-100');
  expect(sections(30, [5, 6], [14, 15])).toBe('0-18 ~18-30');
  expect(sections(30, [5, 6], [15, 16])).toBe('0-9 ~9-12 12-19 ~19-30');
});

it('covers every line once', () => {
  const all = sectionsOf({
    lines: Array.from({ length: 40 }) as never,
    hunks: [
      { start: 0, end: 1 },
      { start: 12, end: 20 },
      { start: 39, end: 40 },
    ],
  });
  expect(all[0]?.start).toBe(0);
  expect(all.at(-1)?.end).toBe(40);
  for (const [index, { start }] of all.slice(1).entries()) expect(start).toBe(all[index]?.end);
});
