import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entry, runBaseText } from './base-test-kit.ts';

const sortEntry = fc.constantFrom(
  '{property: a, direction: DESC}',
  '{property: b, direction: ASC}',
  '{property: formula.sum, direction: ASC}',
  '{property: file.path, direction: DESC}',
);
const notes = fc
  .array(fc.record({ a: fc.integer({ min: 0, max: 3 }), b: fc.constantFrom('x', 'Y', 'y', null) }), { maxLength: 60 })
  .map((all) =>
    all.map((properties, at) => entry(`${String(at % 3)}/N${String((at * 7) % 10)}-${String(at)}.md`, properties)),
  );

it('an answer of few bytes has the first rows of the whole answer, and the same counts', () => {
  fc.assert(
    fc.property(
      notes,
      fc.uniqueArray(sortEntry, { maxLength: 3 }),
      fc.constantFrom(
        '',
        'groupBy: {property: b, direction: DESC}',
        'groupBy: {property: file.folder, direction: ASC}',
      ),
      fc.constantFrom('', 'limit: 5', 'limit: 1000'),
      fc.constantFrom('', 'summaries: {a: Sum}'),
      fc.integer({ min: 0, max: 3_000 }),
      (files, sort, group, limit, summaries, rowBytes) => {
        const base = [
          'formulas: {sum: a + b.length}',
          'views:',
          '  - name: V',
          '    order: [file.path, a, formula.sum]',
          ...[`sort: [${sort.join(', ')}]`, group, limit, summaries].map((line) => `    ${line}`),
        ].join('\n');
        const whole = runBaseText(base, 'V', files);
        const cut = runBaseText(base, 'V', files, { rowBytes });
        expect(cut.rows).toEqual(whole.rows.slice(0, cut.rows.length));
        expect({ ...cut, rows: [] }).toEqual({ ...whole, rows: [] });
        const bytes = cut.rows.reduce((sum, row) => sum + JSON.stringify(row).length, 0);
        expect(cut.rows.length === whole.rows.length || bytes > rowBytes).toBe(true);
      },
    ),
  );
});

it('a group is named as in the first of its files by path, wherever that is', () => {
  const files = [entry('Z.md', { to: '[[Aim|zed]]', n: 1 }), entry('B.md', { to: '[[Aim]]', n: 2 }), entry('Aim.md')];
  const base = 'views: [{name: V, groupBy: {property: to}, sort: [{property: n, direction: ASC}]}]';
  for (const rowBytes of [1, Infinity])
    expect(runBaseText(base, 'V', files, { rowBytes }).groups).toEqual([
      { value: '[[Aim]]', count: 2 },
      { value: null, count: 1 },
    ]);
});
