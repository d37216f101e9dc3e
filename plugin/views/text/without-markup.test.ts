import { expect, it } from 'vitest';
import { withoutMarkup } from './without-markup.ts';

const shown = (text: string, ...words: string[]): { text: string; marked: string[] } => {
  const found = withoutMarkup(
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

it('shows tasks and items of lists without their marks', () => {
  expect(shown('…bed two - [ ] Lid mesh - [?] Float switch', 'Lid', 'Float')).toEqual({
    text: '…bed two · Lid mesh · Float switch',
    marked: ['Lid', 'Float'],
  });
  for (const mark of ['- ', '* ', '1. ', '> ', '> - ', '12) ', '- [x] ', '1. [ ] '])
    expect(shown(`${mark}Salt the water`, 'water')).toEqual({ text: 'Salt the water', marked: ['water'] });
  expect(shown('…- Salt', 'Salt')).toEqual({ text: '…Salt', marked: ['Salt'] });
  expect(shown('1. Salt', '1').text).toBe('1. Salt');
});

it('leaves any other text as it is', () => {
  for (const text of [
    'salt - and pepper',
    'see [1] below',
    '3.5 kg',
    '-5 °C',
    '#tag',
    '',
    'a | b',
    '|',
    'x||y and p|q',
    'ls | wc',
    'a || b',
    '…',
  ])
    expect(withoutMarkup(text, [[0, 1]])).toEqual({ text, ranges: [[0, 1]] });
});

it('leaves nothing of cells that are all empty', () => {
  expect(withoutMarkup('| | | |', []).text).toBe('');
});
