import { describe, expect, it } from 'vitest';
import { entry, runBaseText } from './base-test-kit.ts';

const NOTES = Array.from({ length: 500 }, (_, at) =>
  entry(`Note ${String(at).padStart(3, '0')}.md`, { text: 'x'.repeat(200), kind: at % 2 }),
);
const YAML =
  'formulas: {bad: kind.lower()}\nviews: [{name: v, order: [text, formula.bad], groupBy: {property: kind}, summaries: {kind: Sum}}]';

describe('rows for which the answer has no room', () => {
  it('are left out, while total, groups and summaries are those of all', () => {
    const all = runBaseText(YAML, 'v', NOTES);
    const some = runBaseText(YAML, 'v', NOTES, { rowBytes: 10_000 });
    expect(all.rows).toHaveLength(500);
    expect(JSON.stringify(some.rows).length).toBeGreaterThan(10_000);
    expect(JSON.stringify(some.rows).length).toBeLessThan(12_000);
    expect(some.rows).toEqual(all.rows.slice(0, some.rows.length));
    expect(some).toMatchObject({ total: 500, groups: all.groups, summaries: all.summaries });
  });

  it('are not computed', () => {
    const { rows, warnings } = runBaseText(YAML, 'v', NOTES, { rowBytes: 10_000 });
    expect(warnings).toMatchObject([{ place: 'formula.bad', rows: rows.length }]);
  });

  it('follow a row that is larger than the room, which an answer shortens', () => {
    const large = [entry('A.md', { text: 'x'.repeat(50_000) }), ...NOTES];
    expect(runBaseText(YAML, 'v', large, { rowBytes: 10_000 }).rows.length).toBeGreaterThan(10);
  });
});
