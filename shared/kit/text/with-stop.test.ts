import { expect, it } from 'vitest';
import { withoutStop, withStop } from './with-stop.ts';

it.each([
  ['server busy', 'server busy.'],
  ['server busy, please try again.', 'server busy, please try again.'],
  ['please wait...\n', 'please wait...'],
  ['Is it on?', 'Is it on?'],
  ['it said "no."', 'it said "no."'],
  ['待ってください。', '待ってください。'],
  ['open (the door)', 'open (the door).'],
])('ends %j with one stop', (text, expected) => {
  expect(withStop(text)).toBe(expected);
});

it('takes a stop away', () => {
  expect(withoutStop('gone.')).toBe('gone');
  expect(withoutStop('gone')).toBe('gone');
});
