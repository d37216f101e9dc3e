import { expect, it } from 'vitest';
import { report, scenarioLines } from './report.ts';

const passed = { name: 'fuzz', numbers: '100 cases a|b', problems: [], seconds: 12.4 };
const failed = {
  name: 'crowd',
  numbers: '8 bridges',
  problems: Array.from({ length: 12 }, (_, i) => `lost ${i}`),
  seconds: 600,
};

it('says in a line what passed and how long it took', () => {
  expect(scenarioLines(passed)).toEqual(['PASS  fuzz: 100 cases a|b (12 s)']);
});

it('shows ten problems of a scenario, and how many more there are', () => {
  const lines = scenarioLines(failed);
  expect(lines[0]).toBe('FAIL  crowd: 8 bridges (10 min)');
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toBe('      and 2 more');
});

it('writes a table with every problem after it', () => {
  const text = report('Seed 1', [passed, failed]);
  expect(text).toContain('| `fuzz` | pass | 12 s | 100 cases a\\|b |');
  expect(text).toContain('| `crowd` | FAIL | 10 min | 8 bridges |');
  expect(text).toContain('- `crowd`: lost 11');
});
