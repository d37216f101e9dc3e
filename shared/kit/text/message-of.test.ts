import { expect, it } from 'vitest';
import { messageOf } from './message-of.ts';

it('gives the words of an error, and anything else as text', () => {
  expect(messageOf(new TypeError('no such note'))).toBe('no such note');
  expect(messageOf('gone')).toBe('gone');
  expect(messageOf(undefined)).toBe('undefined');
  expect(messageOf({ message: 'not an error' })).toBe('[object Object]');
});
