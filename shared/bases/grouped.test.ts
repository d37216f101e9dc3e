import { describe, expect, it } from 'vitest';
import { entry, runBaseText } from './base-test-kit.ts';

const FILES = [
  entry('a.md', { g: '[[Zeta]]', s: 3 }),
  entry('c.md', { g: '[[Hello]]', s: 2 }),
  entry('z.md', { g: '[[f/Zeta]]', s: 1 }),
  entry('f/Zeta.md'),
  entry('Hello.md'),
];

function groupsOf(files: typeof FILES, more: object = {}): unknown[] {
  const view = { name: 'v', groupBy: { property: 'g', direction: 'ASC' }, filters: 'g', sort: ['s'], ...more };
  return (runBaseText(JSON.stringify({ views: [view] }), 'v', files).groups ?? []).map(({ value }) => value);
}

describe('groups', () => {
  it('are in the order of the values that they show, whatever else the view has', () => {
    const inOrder = groupsOf(FILES);
    expect(JSON.stringify(inOrder)).toMatch(/Hello.*Zeta/u);
    expect(groupsOf(FILES, { summaries: { s: 'Sum' } })).toEqual(inOrder);
    expect(groupsOf([...FILES].reverse())).toEqual(inOrder);
  });
});

describe('summaries of durations', () => {
  it('count months', () => {
    const files = [entry('a.md', { len: '1M' }), entry('b.md', { len: '2 months' }), entry('c.md', { len: '1d' })];
    const base = {
      formulas: { d: 'duration(len)' },
      views: [{ name: 'v', order: ['formula.d'], summaries: { 'formula.d': 'Sum' } }],
    };
    const { summaries } = runBaseText(JSON.stringify(base), 'v', files);
    expect(Object.values(summaries ?? {})).toEqual([{ name: 'Sum', value: 3 * 30.436875 * 86_400_000 + 86_400_000 }]);
  });
});
