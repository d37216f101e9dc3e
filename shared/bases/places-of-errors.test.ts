import { describe, expect, it } from 'vitest';
import { entry, errorOf, runBaseText } from './base-test-kit.ts';

const NOTES = [
  entry('a.md', { price: 2, kind: 'x' }),
  entry('b.md', { price: 3, kind: 'y' }),
  entry('c.md', { price: 5, kind: 'x' }),
];

/** What is wrong, the base, the view's name, and the fragment with its line and column. */
const STRUCTURES: [what: string, yaml: string, fragment: string, line: number, column: number][] = [
  ['views of the wrong type', 'filters: price\nviews: none\n', 'none', 2, 8],
  ['a list of no views', 'views:\n  - one\n  - two\n', 'one', 2, 5],
  ['filters that are a number', 'views:\n  - name: v\n    filters: 5\n', '5', 3, 14],
  ['a filter within a list', 'filters:\n  and:\n    - price > 1\n    - [price]\nviews: [{name: v}]\n', '[price]', 4, 7],
  ['a group that is no list', 'filters:\n  or: price > 1\nviews: [{name: v}]\n', 'price > 1', 2, 7],
  ['a sort that is a map', 'views:\n  - name: v\n    sort:\n      price: ASC\n', 'price: ASC', 4, 7],
  [
    'a direction',
    'views:\n  - name: v\n    sort:\n      - price\n      - property: price\n        direction: up\n',
    'property: price direction: up',
    5,
    9,
  ],
  ['a limit', 'views:\n  - name: v\n    limit: many\n', 'many', 3, 12],
  ['a column', 'views:\n  - name: v\n    order:\n      - price\n      - 7\n', '7', 5, 9],
  ['columns', 'views:\n  - name: v\n    order: price\n', 'price', 3, 12],
  ['formulas', 'formulas:\n  - price\nviews: [{name: v}]\n', '- price', 2, 3],
  ['a formula', 'formulas:\n  a: price\n  b: [price]\nviews: [{name: v}]\n', '[price]', 3, 6],
  ['a view of a map', 'views:\n  w: {}\n  v: 5\n', '5', 3, 6],
  [
    'a circle',
    'formulas:\n  a: formula.b\n  b: formula.a\nviews: [{name: v, order: [formula.a]}]\n',
    'formula.a',
    3,
    6,
  ],
  [
    'an expression that stands there twice',
    'formulas:\n  a: dat(1)\nviews:\n  - name: w\n    filters: dat(1)\n  - name: v\n    filters: dat(1)\n',
    'dat(1)',
    7,
    14,
  ],
  [
    'an expression between quotation marks',
    'views:\n  - name: v\n    filters:\n      - "dat(\\"x\\")"\n'.replace('      - ', '      or:\n        - '),
    'dat("x")',
    5,
    12,
  ],
  ['an expression that is too long', `views:\n  - name: v\n    filters: ${'1+'.repeat(6_000)}1\n`, '1+1+', 3, 14],
  [
    'an expression that is too deep',
    `views:\n  - name: v\n    filters: ${'('.repeat(80)}1${')'.repeat(80)}\n`,
    '((',
    3,
    14,
  ],
];

describe('a base that is not built like one', () => {
  it.each(STRUCTURES)('%s is named with line and column', (_what, yaml, fragment, line, column) => {
    const error = errorOf(() => runBaseText(yaml, 'v', NOTES));
    expect(['base_eval_error', 'unsupported_construct']).toContain(error.code);
    expect(error.details?.['fragment']).toContain(fragment);
    expect(error.details).toMatchObject({ line, column });
    expect(error.message).toContain(`at line ${String(line)}, column ${String(column)}.`);
  });

  it('counts lines that end with CRLF', () => {
    const yaml = 'filters: price\r\nviews:\r\n  - name: v\r\n    limit: many\r\n';
    expect(errorOf(() => runBaseText(yaml, 'v', NOTES)).details).toMatchObject({ line: 4, column: 12 });
  });
});

describe('one bad part', () => {
  it('leaves the other views usable', () => {
    const { total, warnings } = runBaseText('views:\n  - 5\n  - {name: v, filters: price > 2}\n', 'v', NOTES);
    expect(total).toBe(2);
    expect(warnings).toEqual([
      { place: 'views', message: 'View 1 of the base is the number 5, where a map is expected.' },
    ]);
  });

  it.each([
    ['filter: price > 2\nviews: [{name: v}]', 'filter', 'filters'],
    ['formula: {a: price}\nviews: [{name: v}]', 'formula', 'formulas'],
    ['views: [{name: v, filter: price > 2}]', 'filter', 'filters'],
    ['views: [{name: v, groupby: {property: kind}}]', 'groupby', 'groupBy'],
    ['views: [{name: v, summary: {price: Sum}, Limit: 2}]', 'Limit', 'limit'],
  ])('a misspelled key is a warning: %s', (yaml, key, meant) => {
    const { warnings } = runBaseText(yaml, 'v', NOTES);
    expect(warnings).toHaveLength(1);
    expect(warnings?.[0]).toMatchObject({ place: key });
    expect(warnings?.[0]?.message).toContain(`\`${meant}:\``);
  });

  it.each(['columnSize: {price: 1}', 'image: note.cover', 'names: x', 'rowHeight: tall', 'sorted: false'])(
    'a key of the view itself is none: %s',
    (key) => {
      expect(runBaseText(`views:\n  - name: v\n    ${key}\n`, 'v', NOTES).warnings).toBeUndefined();
    },
  );
});

describe('functions of early versions', () => {
  it.each([
    ['taggedWith(file, "book")', 'file.hasTag("tag")'],
    ['not(price)', '!(…)'],
    ['inFolder(file, "Books")', 'file.inFolder('],
    ['hasTag("book")', 'file.hasTag('],
    ['dateAfter(file.mtime, now())', 'date > other'],
    ['len(tags)', 'value.length'],
    ['contains(file.name, "a")', 'value.contains('],
  ])('%s is refused with what to write instead', (expression, instead) => {
    const error = errorOf(() => runBaseText(`views:\n  - name: v\n    filters: ${expression}\n`, 'v', NOTES));
    expect(error.code).toBe('unsupported_construct');
    expect(error.details).toMatchObject({ line: 3, column: 14 });
    expect(error.hint).toContain(instead);
  });
});

describe('groups', () => {
  it('have summaries of their own', () => {
    const yaml =
      'summaries: {Product: "values.reduce(acc * value, 1)"}\nviews: [{name: v, groupBy: {property: kind}, summaries: {price: Sum, note.price: Product, file.name: Filled}}]';
    const { groups, summaries } = runBaseText(yaml, 'v', NOTES);
    expect(groups).toEqual([
      {
        value: 'x',
        count: 2,
        summaries: {
          price: { name: 'Sum', value: 7 },
          'note.price': { name: 'Product', value: 10 },
          'file.name': { name: 'Filled', value: 2 },
        },
      },
      {
        value: 'y',
        count: 1,
        summaries: {
          price: { name: 'Sum', value: 3 },
          'note.price': { name: 'Product', value: 3 },
          'file.name': { name: 'Filled', value: 1 },
        },
      },
    ]);
    expect(summaries).toMatchObject({ price: { value: 10 }, 'note.price': { value: 30 } });
  });
});
