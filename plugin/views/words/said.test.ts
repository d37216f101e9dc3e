import { expect, it } from 'vitest';
import { plain, plainWords, said } from './said.ts';

it('names what would not be seen in a text from outside', () => {
  expect(plain('Evil \u202egpj.exe')).toBe('Evil [RLO]gpj.exe');
  expect(plain('two\nlines')).toBe('two\nlines');
  expect(plain('👩‍🔬 Ideas')).toBe('👩‍🔬 Ideas');
});

it('keeps a text from right to left apart from what is around it', () => {
  expect(plainWords(said('Move “{}” to {}, {} notes', 'حديقة', 'بيت/حديقة', 2))).toBe(
    'Move “\u2068حديقة\u2069” to \u2068بيت/حديقة\u2069, 2 notes',
  );
  // An isolate that it ends itself is named, and ends nothing.
  expect(plain('حديقة\u2069 x')).toBe('\u2068حديقة[PDI] x\u2069');
});

it('puts a phrase into another', () => {
  expect(plainWords(said('{}, {} minutes ago', said('says it is {}', 'Claude'), 3))).toBe(
    'says it is Claude, 3 minutes ago',
  );
});

it('leaves a name that runs from left to right as it is', () => {
  expect(plain('الإضافات')).toBe('\u2068الإضافات\u2069');
  expect([plain('Garden'), plain('日本語')]).toEqual(['Garden', '日本語']);
});
