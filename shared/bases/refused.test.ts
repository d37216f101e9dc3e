import { describe, expect, it } from 'vitest';
import { entry, errorOf, matching, runBaseText } from './base-test-kit.ts';

const NOTES = [entry('a.md', { price: 2, tags: ['x'], due: '2026-01-01' })];

/** What is not of the language: the text, the fragment named in the answer, and a word of the way out. */
const CONSTRUCTS: [construct: string, expression: string, fragment: string, hint?: string][] = [
  ['a function that nobody has', 'default(status, "x")', 'default(status, "x")'],
  ['a function of an early version', 'not(contains(file.name, "a"))', 'not(contains(file.name, "a"))'],
  ['a method called as a function', 'contains(file.name, "a")', 'contains(file.name, "a")', 'value.contains('],
  ['a method that nobody has', 'status.upper() == "A"', 'status.upper()'],
  ['a misspelled method', 'status.startswith("a")', 'status.startswith("a")', 'startsWith()'],
  ['a misspelled function', 'dat(due)', 'dat(due)', 'date()'],
  ['a property that files lack', 'file.day == 3', 'file.day'],
  ['a misspelled property of file', 'file.mtme > now()', 'file.mtme', 'mtime'],
  ['a method without its call', 'file.hasTag', 'file.hasTag', 'file.hasTag('],
  ['a formula that is not there', 'formula.total > 1', 'formula.total', 'formulas:'],
  ['no argument', 'file.hasTag()', 'file.hasTag()'],
  ['too many arguments', 'file.inFolder("a", "b")', 'file.inFolder("a", "b")'],
  ['too few arguments', 'if(price)', 'if(price)'],
  ['an argument too many for a function', 'now(1)', 'now(1)'],
  ['map without an expression', 'tags.map()', 'tags.map()'],
  ['an invalid pattern', '/(/.matches(due)', '/(/'],
  ['a pattern with an unknown flag', '/a/q.matches(due)', '/a/q'],
  ['a bare date', 'due > 2026-01-01', '2026-01-01', '"2026-01-01"'],
  ['a call of a value', '(price)(1)', '(price)(1)'],
  ['chain of comparisons', '1 < price < 3', '1 < price < 3', '&&'],
  ['strict equality', 'price === 2', '===', '=='],
  ['single equals sign', 'price = 2', '=', '=='],
  ['single ampersand', 'price & 2', '&', '&&'],
  ['question mark', 'price ? 1 : 2', '?'],
  ['text left open', 'status == "open', '"open'],
  ['brace left open', '{a: 1', '{a: 1'],
  ['a key that is none', '{1: 2}', '1'],
  ['bracket left open', '[1, 2', '[1, 2'],
  ['end too early', 'price >', 'price >'],
  ['parenthesis left open', '(price > 1', '(price > 1'],
  ['two operands', 'price price', 'price'],
  ['words', 'price and status', 'and', '&&'],
];

describe('an expression that is not of the language', () => {
  it.each(CONSTRUCTS)('%s is answered unsupported_construct: %s', (_construct, expression, fragment, hint = '') => {
    const error = errorOf(() => matching({ and: [expression] }, NOTES));
    expect(error.code).toBe('unsupported_construct');
    expect(error.message).toContain(`"${fragment}"`);
    expect(error.details?.['fragment']).toBe(fragment);
    expect(error.hint).toBeTruthy();
    expect(error.hint).toContain(hint);
  });

  it('is named with its line and column in the base', () => {
    const yaml = 'filters:\n  and:\n    - status == "a"\n    - price > dat(due)\nviews: [{name: v}]\n';
    const error = errorOf(() => runBaseText(yaml, 'v', NOTES));
    expect(error.details).toMatchObject({ fragment: 'dat(due)', line: 4, column: 15 });
    expect(error.message).toContain('at line 4, column 15');
  });

  it.each([
    [{ status: { '~': 'a' } }, '~'],
    [{ status: { matches: '(' } }, '('],
    [{ not: { status: { in: ['a'] } } }, 'in'],
    [{ 'file.day': 3 }, 'file.day'],
    [{ due: { '<': 'today(1)' } }, 'today(1)'],
    [{ and: [{ property: 'status', operator: '==', value: 'a' }] }, 'operator: =='],
    [{ field: 'status', op: 'contains', value: 'a' }, 'op: contains'],
    [{ '==': ['status', 'a'] }, '=='],
    [{ xor: [{ status: 'a' }, { price: 1 }] }, 'xor'],
    [{ xor: ['status', 'price'] }, 'xor'],
    [{ AND: ['status == "a"'] }, 'AND'],
    [{ Not: { status: 'a' } }, 'Not'],
    [{ any: 'status == "a"' }, 'any'],
    [{ and: [{ unless: ['file.hasTag("x")'] }] }, 'unless'],
    [{ either: ['price > 3', 'status'] }, 'either'],
  ])('is refused in a condition as well: %j', (filter, fragment) => {
    const error = errorOf(() => matching(filter, NOTES));
    expect(error.code).toBe('unsupported_construct');
    expect(error.details?.['fragment']).toBe(fragment);
  });

  it('is not an operator over filters if it can be a property and its value', () => {
    const xor = entry('A.md', { xor: ['a', 'b'], all: 3, any: 'x', none: { a: 1 } });
    for (const filter of [
      { xor: { '==': ['a', 'b'] } },
      { 'note.xor': ['a', 'b'] },
      { all: { '>=': 3 } },
      { all: 3 },
      { any: 'x' },
      { none: { '==': { a: 1 } } },
    ]) {
      expect(matching(filter, [xor, entry('B.md', {})])).toEqual(['A.md']);
    }
    expect(errorOf(() => matching({ xor: ['a', 'b'] }, [xor])).hint).toContain('"xor": {"==": …}');
  });

  it.each(['file(s) - to sort', 'today (or later)', 'a/b + c'])(
    'is not seen in a text that only looks like it: %s',
    (title) => {
      expect(matching({ title }, [entry('A.md', { title })])).toEqual(['A.md']);
    },
  );
});

describe('a base that is not of the language', () => {
  it.each([
    ['a used formula that cannot be read', 'formulas: {f: dat(due)}\nviews: {v: {order: [formula.f]}}', 'dat(due)'],
    ['sorting by a function nobody has', 'views: {v: {sort: ["dat(due)"]}}', 'dat(due)'],
    ['a column with a function nobody has', 'views: {v: {columns: ["upper(status)"]}}', 'upper(status)'],
    ['a group by a function nobody has', 'views: {v: {groupBy: {property: "dat(due)"}}}', 'dat(due)'],
  ])('%s is answered unsupported_construct', (_what, yaml, fragment) => {
    const error = errorOf(() => runBaseText(yaml, 'v', NOTES));
    expect(error.code).toBe('unsupported_construct');
    expect(error.details?.['fragment']).toBe(fragment);
    expect(error.message).toContain(fragment);
  });

  it.each([
    ['a circle', 'formulas: {a: formula.b + 1, b: formula.a}\nviews: {v: {order: [formula.a]}}', /"a" → "b" → "a"/],
    ['itself', 'formulas: {a: formula.a}\nviews: {v: {sort: [formula.a]}}', /"a" → "a"/],
    ['a text', 'formulas: x\nviews: {v: {}}', /`formulas:` is the text/],
    ['a list', 'formulas: {a: [1]}\nviews: {v: {}}', /formula "a" is a list/],
  ])('formulas that are %s are base_eval_error', (_what, yaml, words) => {
    const error = errorOf(() => runBaseText(yaml, 'v', NOTES));
    expect(error.code).toBe('base_eval_error');
    expect(error.message).toMatch(words);
  });

  it('is warned about what is not used', () => {
    const yaml =
      'formulas: {bad: dat(due), loop: formula.loop, good: price * 2}\nviews: {v: {order: [formula.good, formula.gone]}}';
    const { rows, warnings } = runBaseText(yaml, 'v', NOTES);
    expect(rows).toMatchObject([{ 'formula.good': 4, 'formula.gone': null }]);
    expect(warnings?.map(({ place }) => place)).toEqual(['formula.gone', 'formula.bad', 'formula.loop']);
  });

  it('does not look into views that were not asked for', () => {
    const yaml = 'views: [{name: v, order: [price]}, {name: w, filters: "due < dat()", sort: 5, limit: x}]';
    expect(runBaseText(yaml, 'v', NOTES).total).toBe(1);
    expect(errorOf(() => runBaseText(yaml, 'w', NOTES)).code).toBe('unsupported_construct');
  });
});
