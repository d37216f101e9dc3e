import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonSteps } from './json-steps.ts';
import { runSteps } from '../concurrency/slices.ts';

describe('JSON in steps', () => {
  it('is what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(runSteps(jsonSteps(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('omits fields without a value, and writes null for items and answers without one', () => {
    expect(runSteps(jsonSteps({ a: undefined, b: [undefined, 1], c: { d: undefined } }))).toBe('{"b":[null,1],"c":{}}');
    expect(runSteps(jsonSteps(undefined))).toBe('null');
  });

  it('takes a step for each row of a long list, however it is wrapped', () => {
    const value = {
      rows: Array.from({ length: 1_000 }, (_, row) => ({ row, file: { path: `${row}.md` } })),
      data: { list: Array.from({ length: 500 }, () => '"') },
    };
    const steps = jsonSteps(value);
    let count = 0;
    let step = steps.next();
    while (step.done !== true) {
      count++;
      step = steps.next();
    }
    expect(step.value).toBe(JSON.stringify(value));
    expect(count).toBe(1_500);
  });
});
