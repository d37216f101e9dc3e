import { describe, expect, it } from 'vitest';
import { entry, errorOf, runBaseText } from './base-test-kit.ts';

/** Every error of a base names the fragment, where it is, and what to write instead. */

const NOTES = [entry('a.md', { price: 2, kind: 'x', tags: ['x'] })];

/** The base, the line and column of what is wrong, and a part of what to do. */
const BASES: [yaml: string, line: number, column: number, instead: string][] = [
  ['', 1, 1, 'views:'],
  ['5', 1, 1, 'views:'],
  ['- a', 1, 1, 'views:'],
  ['filters: price\n', 1, 1, 'views:'],
  ['views: []', 1, 8, 'Name the view'],
  ['views: [{name: V}]', 1, 8, 'Did you mean "V"'],
  ['views: [{name: v}, {name: v}]', 1, 8, 'a name of its own'],
  ['views:\n  - name: v\n   order: [a]', 3, 1, 'same number of spaces'],
  ['views: [{name: v, order: [a}]', 1, 28, 'Close each'],
  ['views: [{name: v}]\na: "b', 2, 6, 'Close each'],
  ['filters: !file.hasTag("x")\nviews: [{name: v}]', 1, 23, 'single quotation marks'],
  ['filters: "a" == b\nviews: [{name: v}]', 1, 14, 'single quotation marks'],
  ['filters: a: b\nviews: [{name: v}]', 1, 10, 'single quotation marks'],
  ['views:\n\t- name: v', 2, 1, 'spaces'],
  ['views: [{name: v}]\n---\na: 1', 2, 1, '---'],
  ['filters: *x\nviews: [{name: v}]', 1, 10, 'quotation marks'],
  ['views: [{name: v}]\nfilters: a\nviews: [{name: w}]', 3, 1, 'rename'],
  ['views: [{name: v, limit: "10"}]', 1, 26, 'limit: 20'],
  ['views: [{name: v, limit: -1}]', 1, 26, 'limit: 20'],
  ['views: [{name: v, groupBy: {property: a, direction: up}}]', 1, 28, 'groupBy: {'],
  ['views: [{name: v, sort: [{direction: ASC}]}]', 1, 26, 'sort: [{'],
  ['formulas: {total: price}\nviews: [{name: v, filters: formula.totl > 1}]', 2, 28, 'formula.total'],
  ['views:\n  - name: v\n    filters: |\n      price > 1 &&\n      foo(3)\n', 5, 7, 'The functions are'],
  ['views:\n  - name: v\n    filters: >\n      price > foo(2) &&\n      foo(3)\n', 4, 15, 'The functions are'],
  ['views:\n  - name: v\n    filters: "kind == \\"a\\" &&\n      dat(\\"b\\")"\n', 4, 7, 'date()'],
  ["views:\n  - name: v\n    filters: 'kind == ''a'' && dat(''b'')'\n", 3, 32, 'date()'],
  [`views:\n  - name: v\n    filters: ${'price > 1 && '.repeat(20)}dat(3)\n`, 3, 274, 'date()'],
];

/** What other languages write, and what is written here. */
const EXPRESSIONS: [expression: string, instead: string][] = [
  ['kind is "x"', '=='],
  ['kind like "x"', 'contains('],
  ['kind in tags', 'list.contains(value)'],
  ['price <> 2', '!='],
  ['price ≥ 2', '>='],
  ['price ? 1 : 2', 'if('],
  ['kind ?? "x"', 'if('],
  ['tags.map(x => x)', 'without an arrow'],
  ['price => 2', '>='],
  ['price ** 2', 'price * price'],
  ['price ^ 2', 'price * price'],
  ['typeof price', 'isType('],
  ['kind == `a`', 'between'],
  ['#tag', 'file.hasTag('],
  ['kind.includes("x")', 'contains('],
  ['kind.toLowerCase()', 'lower()'],
  ['kind.substring(1)', 'slice('],
  ['tags.some(value)', 'filter('],
  ['tags.length()', 'without parentheses'],
  ['tags.first()', '[0]'],
  ['kind.number()', 'number(value)'],
  ['parseInt(kind)', 'number(value)'],
  ['dateformat(file.mtime, "yyyy")', 'format('],
  ['default(kind, "x")', 'if('],
  ['kind.contains()', 'value.contains("part")'],
  ['tags.map()', 'value.map(value * 2)'],
  ['if(price)', 'if(condition, value, otherwise)'],
  ['now(1)', 'now()'],
  ['date()', 'date("2026-03-01")'],
  ['kind.shout()', 'The methods are'],
  ['shout(kind)', 'The functions are'],
  ['price price', 'operator'],
  ['(price)(1)', 'The functions are'],
  ['kind.contains("x"', 'Complete it'],
];

describe('an error of a base', () => {
  it.each(BASES)('names the fragment, its place and the way out: %j', (yaml, line, column, instead) => {
    const error = errorOf(() => runBaseText(yaml, 'v', NOTES));
    expect(['base_eval_error', 'unsupported_construct']).toContain(error.code);
    expect(error.details).toMatchObject({ line, column });
    expect(error.details?.['fragment']).toBeTypeOf('string');
    expect(error.message).toContain(`at line ${String(line)}, column ${String(column)}.`);
    expect(error.hint).toContain(instead);
  });

  it.each(EXPRESSIONS)('says what to write instead of %s', (expression, instead) => {
    const error = errorOf(() =>
      runBaseText(JSON.stringify({ filters: expression, views: [{ name: 'v' }] }), 'v', NOTES),
    );
    expect(error.code).toBe('unsupported_construct');
    expect(error.hint).toContain(instead);
    expect(error.details).toMatchObject({ line: 1 });
  });
});

describe('a part that is left out', () => {
  it.each([
    ['summaries: {price: Avrage}', 'Did you mean Average?'],
    ['summaries: {price: Avg}', 'There are Average, Min'],
    ['summaries: {price: [Sum]}', 'is a list'],
    ['summaries: [price]', 'is a list'],
    ['groupBy: [kind]', 'groupBy: {property'],
    ['order: [file.mtme]', 'Did you mean mtime?'],
    ['order: [formula.gone]', 'no formula "gone"'],
  ])('is a warning that says what to write: %s', (key, words) => {
    const { total, warnings } = runBaseText(`views:\n  - name: v\n    ${key}\n`, 'v', NOTES);
    expect(total).toBe(1);
    expect(warnings).toHaveLength(1);
    expect(warnings?.[0]?.message).toContain(words);
  });

  it.each([
    ['properties: 5', 'properties: {status'],
    ['summaries: {X: "values.foo()"}', 'The methods are'],
    ['summaries: {X: [a]}', 'values.mean()'],
    ['summaries: 5', 'a map of names'],
    ['formulas: {a: "dat(1)"}', 'Did you mean date()?'],
  ])('of the base, too: %s', (key, words) => {
    const { total, warnings } = runBaseText(`${key}\nviews: [{name: v, summaries: {price: X}}]\n`, 'v', NOTES);
    expect(total).toBe(1);
    expect(warnings?.map(({ message }) => message).join(' ')).toContain(words);
  });
});
