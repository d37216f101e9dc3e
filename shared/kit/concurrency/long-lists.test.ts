import fc from 'fast-check';
import { expect, it } from 'vitest';
import { filterSteps, findSteps, visitSteps } from './long-lists.ts';
import { runSteps, type Steps } from './slices.ts';

const isEven = (item: number): boolean => item % 2 === 0;

it('finds what the array methods find', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(9), { maxLength: 200 }), (items) => {
      const visited: number[] = [];
      runSteps(visitSteps(items, (item) => void visited.push(item)));
      expect(visited).toEqual(items);
      expect(runSteps(filterSteps(items, isEven))).toEqual(items.filter(isEven));
      expect(runSteps(findSteps(items, isEven))).toBe(items.find(isEven));
    }),
  );
});

it.each([
  ['visitSteps', (items: number[]) => visitSteps(items, () => undefined)],
  ['filterSteps', (items: number[]) => filterSteps(items, isEven)],
  ['findSteps', (items: number[]) => findSteps(items, (item) => item < 0)],
])('%s of a long list may be interrupted', (_name, steps: (items: number[]) => Steps<unknown>) => {
  const running = steps(Array.from({ length: 1_000 }, (_, i) => i));
  let count = 0;
  while (running.next().done !== true) count++;
  expect(count).toBeGreaterThan(10);
});
