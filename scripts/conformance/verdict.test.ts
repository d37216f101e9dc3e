import { describe, expect, it } from 'vitest';
import { compareWithExpected } from './verdict.ts';

const expected = [{ name: 'fixture', reason: 'wants a fixture tool' }];
const outcome = (name: string, passed: boolean) =>
  compareWithExpected(
    [
      { name: 'fixture', passed: false, detail: 'no such tool' },
      { name, passed, detail: passed ? '' : 'broke' },
    ].filter((result, index) => index === 1 || result.name !== name),
    expected,
  );

describe('results compared with the expected failures', () => {
  it('has no surprise when all passes but what is expected to fail', () => {
    const { rows, surprises } = outcome('ping', true);
    expect(surprises).toEqual([]);
    expect(rows).toEqual([
      { name: 'fixture', outcome: 'expected failure', detail: 'wants a fixture tool' },
      { name: 'ping', outcome: 'passed', detail: '' },
    ]);
  });

  it('names an unexpected failure, with its detail', () => {
    const { rows, surprises } = outcome('ping', false);
    expect(surprises).toEqual(['ping']);
    expect(rows[1]).toEqual({ name: 'ping', outcome: 'unexpected failure', detail: 'broke' });
  });

  it('names an expected failure that passes', () => {
    expect(outcome('fixture', true).surprises).toEqual(['fixture']);
  });

  it('names an expected failure that did not run', () => {
    expect(compareWithExpected([], expected).surprises).toEqual(['fixture']);
  });
});
