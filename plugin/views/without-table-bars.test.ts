import { expect, it } from 'vitest';
import { withoutTableBars } from './without-table-bars.ts';

const shown = (text: string, ...words: string[]): { text: string; marked: string[] } => {
  const found = withoutTableBars(
    text,
    words.map((word) => [text.indexOf(word), text.indexOf(word) + word.length]),
  );
  return { text: found.text, marked: found.ranges.map(([start, end]) => found.text.slice(start, end)) };
};

it('shows the cells of a table with dots between them, and marks the same words', () => {
  expect(shown('…| | Kitchen | Kelp Bread | Saffron Buns | | Paid | Tidewell |', 'Kitchen', 'Saffron')).toEqual({
    text: '…Kitchen · Kelp Bread · Saffron Buns · Paid · Tidewell',
    marked: ['Kitchen', 'Saffron'],
  });
  expect(shown('| 水 | 朝 |…', '朝')).toEqual({ text: '水 · 朝…', marked: ['朝'] });
  expect(shown('Before it. | a | b |', 'b')).toEqual({ text: 'Before it. · a · b', marked: ['b'] });
});

it('leaves any other text as it is', () => {
  for (const text of ['', 'a | b', '|', 'x||y and p|q', 'ls | wc', 'a || b', '…'])
    expect(withoutTableBars(text, [[0, 1]])).toEqual({ text, ranges: [[0, 1]] });
});

it('leaves nothing of cells that are all empty', () => {
  expect(withoutTableBars('| | | |', []).text).toBe('');
});
