import { expect, it } from 'vitest';
import { countOptions, countsHelp, countsIn } from './trouble-counts.ts';

it('reads every count that its options name', () => {
  const values = Object.fromEntries(
    Object.entries(countOptions()).map(([option, { default: value }]) => [option, value]),
  );
  expect(countsIn({ ...values, 'round-trips': '7' })).toMatchObject({ kills: 20, roundTrips: 7, seed: 1 });
});

it('refuses anything but a whole number, and names it', () => {
  const values = Object.fromEntries(
    Object.entries(countOptions()).map(([option, { default: value }]) => [option, value]),
  );
  expect(() => countsIn({ ...values, runs: 'many' })).toThrow('--runs many');
  expect(() => countsIn({ ...values, seed: '-1' })).toThrow('--seed -1');
});

it('lists every option in the help', () => {
  for (const option of Object.keys(countOptions())) expect(countsHelp()).toContain(`--${option} N`);
});
