import { expect, it } from 'vitest';
import { endOfLetter, startOfLetter } from './whole-letters.ts';

it.each([
  ['abc', 1, 1, 1],
  ['cafe\u0301s', 4, 3, 5],
  ['tea🍵pot', 4, 3, 5],
  ['👩‍👩‍👧!', 3, 0, 8],
  ['👍🏽', 2, 0, 4],
  ['🇫🇷🇩🇪', 4, 4, 4],
  ['🇫🇷🇩🇪', 6, 4, 8],
  ['ที่นี่', 2, 0, 3],
  ['น้ำปลา', 2, 0, 3],
  ['ab', 0, 0, 0],
  ['e\u0301', 2, 2, 2],
  ['', 0, 0, 0],
])('in %j, a cut at %i is in the letter from %i to %i', (text, at, start, end) => {
  expect([startOfLetter(text, at), endOfLetter(text, at)]).toEqual([start, end]);
});

it('a pile of marks may be cut, half a character not', () => {
  const pile = `e${'\u0301'.repeat(200)}`;
  expect([startOfLetter(pile, 90), endOfLetter(pile, 90)]).toEqual([90, 90]);
  const notes = `e${'\u{1d165}'.repeat(100)}`;
  expect([startOfLetter(notes, 90), endOfLetter(notes, 90)]).toEqual([89, 91]);
});

it('letters of a long text are those of a short one', () => {
  const before = 'ab🇫🇷น้ำ👩‍👩‍👧é '.repeat(5_000);
  for (const [letter, at] of [
    ['👩‍👩‍👧', 3],
    ['น้ำ', 1],
    ['🇩🇪', 2],
    ['e\u0301', 1],
  ] as const) {
    const text = `${before}${letter}${before}`;
    const place = before.length + at;
    expect([startOfLetter(text, place), endOfLetter(text, place)]).toEqual([
      before.length,
      before.length + letter.length,
    ]);
  }
});
