import { expect, it } from 'vitest';
import { compareCodeUnits } from './compare-code-units.ts';

it('orders by code unit, whatever the language', () => {
  expect(['b', 'ä', 'a', 'B', 'ab', '', 'a'].sort(compareCodeUnits)).toEqual(['', 'B', 'a', 'a', 'ab', 'b', 'ä']);
  expect([compareCodeUnits('a', 'a'), compareCodeUnits('a', 'b'), compareCodeUnits('b', 'a')]).toEqual([0, -1, 1]);
});
