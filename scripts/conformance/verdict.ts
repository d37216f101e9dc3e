export interface CheckResult {
  name: string;
  passed: boolean;
  /** Why it failed; empty if it passed. */
  detail: string;
}

export interface ExpectedFailure {
  name: string;
  reason: string;
}

export type Outcome = 'passed' | 'expected failure' | 'unexpected failure' | 'unexpected pass' | 'did not run';

export interface Verdict {
  rows: { name: string; outcome: Outcome; detail: string }[];
  /** Names of checks that went other than expected. */
  surprises: string[];
}

/**
 * Compares results with the failures that are expected. An expected failure that passes, or that never ran, is a
 * surprise, too.
 */
export function compareWithExpected(results: readonly CheckResult[], expected: readonly ExpectedFailure[]): Verdict {
  const reasons = new Map(expected.map(({ name, reason }) => [name, reason]));
  const ran = new Set(results.map(({ name }) => name));
  const rows = [
    ...results.map(({ name, passed, detail }) => {
      const reason = reasons.get(name);
      return { name, outcome: outcomeOf(passed, reason !== undefined), detail: passed ? '' : (reason ?? detail) };
    }),
    ...expected
      .filter(({ name }) => !ran.has(name))
      .map(({ name, reason }) => ({ name, outcome: 'did not run' as const, detail: reason })),
  ];
  const surprises = rows
    .filter(({ outcome }) => outcome !== 'passed' && outcome !== 'expected failure')
    .map(({ name }) => name);
  return { rows, surprises };
}

function outcomeOf(passed: boolean, isExpectedToFail: boolean): Outcome {
  if (passed) return isExpectedToFail ? 'unexpected pass' : 'passed';
  return isExpectedToFail ? 'expected failure' : 'unexpected failure';
}
