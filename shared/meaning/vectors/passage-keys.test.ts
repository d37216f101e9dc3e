import { expect, it } from 'vitest';
import { runSteps } from '../../kit/concurrency/slices.ts';
import { decodePlans, encodePlans, keysOf, planOf, type NotePlan } from './passage-keys.ts';

const stampOf = (number: number): string => number.toString(16).padStart(40, '0');
const keyOf = (number: number): string => (number + 1).toString(16).padStart(32, '0');

function plansOf(count: number): Map<string, NotePlan> {
  return new Map(Array.from({ length: count }, (_, i) => [stampOf(i), planOf(i % 3 === 0 ? [] : [keyOf(i), null])]));
}

it('plans are read as they were written', () => {
  const bytes = runSteps(encodePlans(plansOf(5)));
  const read = runSteps(decodePlans(bytes, 'one'));
  expect([...read].map(([stamp, plan]) => [stamp, keysOf(plan), plan.segment])).toEqual([
    [stampOf(0), [], 'one'],
    [stampOf(1), [keyOf(1), null], 'one'],
    [stampOf(2), [keyOf(2), null], 'one'],
    [stampOf(3), [], 'one'],
    [stampOf(4), [keyOf(4), null], 'one'],
  ]);
  expect(() => runSteps(decodePlans(bytes.subarray(0, -1), 'one'))).toThrow('cut off');
});

it('plans of very many notes are read in steps', () => {
  const steps = decodePlans(runSteps(encodePlans(plansOf(10_000))), 'one');
  let count = 0;
  while (steps.next().done !== true) count++;
  expect(count).toBeGreaterThan(100);
});
