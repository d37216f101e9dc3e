import { expect, it } from 'vitest';
import { isolated } from './isolated.ts';

it('a name written from right to left is kept apart from the sentence around it, others are as they are', () => {
  expect(isolated('الإضافات')).toBe('\u2068الإضافات\u2069');
  expect([isolated('Garden'), isolated('日本語')]).toEqual(['Garden', '日本語']);
});
