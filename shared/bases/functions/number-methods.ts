import type { BaseValue } from '../values/base-value.ts';
import { method, wholeArgument, type MethodTable } from './method.ts';

/** Of numbers, and of durations in milliseconds. */
export const NUMBER_METHODS: MethodTable<number> = {
  abs: method(0, 0, (number) => Math.abs(number)),
  ceil: method(0, 0, (number) => Math.ceil(number)),
  floor: method(0, 0, (number) => Math.floor(number)),
  round: method(0, 1, (number, args) => rounded(number, digitsOf(args))),
  toFixed: method(0, 1, (number, args) => number.toFixed(wholeArgument(args, 0, [0, 100], 0))),
};

function digitsOf(args: readonly BaseValue[]): number {
  return wholeArgument(args, 0, [-100, 100], 0);
}

/** Halves go up, as `Math.round` has it; the decimal point is moved in the text, where 1.005 is exact. */
function rounded(number: number, digits: number): number {
  if (digits === 0 || !Number.isFinite(number)) return Math.round(number);
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const moved = Math.round(Number(`${mantissa}e${String(Number(exponent) + digits)}`));
  const [back = '', backExponent = '0'] = String(moved).split('e');
  return Number(`${back}e${String(Number(backExponent) - digits)}`);
}
