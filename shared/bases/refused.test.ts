import { describe, expect, it } from 'vitest';
import { entry, errorOf, matching, runBaseText } from './base-test-kit.ts';

const NOTES = [entry('a.md', { price: 2, tags: ['x'], due: '2026-01-01' })];

/** Refused constructs (docs/bases.md, 'What is not supported'): the text, and the fragment named in the answer. */
const CONSTRUCTS: [construct: string, expression: string, fragment: string][] = [
  ['arithmetic: plus', 'price + 1 > 2', 'price + 1'],
  ['arithmetic: minus', 'price - 1 > 2', 'price - 1'],
  ['arithmetic: times', 'file.size * 2 > 10', 'file.size * 2'],
  ['arithmetic: divided', '(price / 2) > 1', 'price / 2'],
  ['arithmetic: modulo', 'price % 2 == 0', 'price % 2'],
  ['arithmetic: sign', '-price < 0', '-price'],
  ['arithmetic: a hyphen', 'due-date == "x"', 'due-date'],
  ['arithmetic: a bare date', 'due > 2026-01-01', '2026-01-01'],
  ['method of a text', 'status.contains("a")', 'status.contains("a")'],
  ['method of a list', 'file.tags.containsAny("a", "b") && price', 'file.tags.containsAny("a", "b")'],
  ['method of file', 'price > 1 || file.hasLink("A")', 'file.hasLink("A")'],
  ['method of file: hasProperty', '!file.hasProperty("x")', 'file.hasProperty("x")'],
  ['method of a literal', '"a".lower() == "a"', '"a".lower()'],
  ['method of a call', 'date(due).format("YYYY") == "2026"', 'date(due).format("YYYY")'],
  ['method: isEmpty', 'due.isEmpty()', 'due.isEmpty()'],
  ['function: today', 'due < today()', 'today()'],
  ['function: now', 'file.mtime > now()', 'now()'],
  ['function: date', 'date(due) > "2026"', 'date(due)'],
  ['function: list', 'list(tags) == "x"', 'list(tags)'],
  ['function: link', 'up == link("A", "b")', 'link("A", "b")'],
  ['function: icon', 'icon("plus")', 'icon("plus")'],
  ['function: if', 'if(price > 1, true, false)', 'if(price > 1, true, false)'],
  ['function inside a method', 'file.hasTag(today())', 'today()'],
  ['field of a function', 'now().year > 2020', 'now()'],
  ['regular expression', '/^a.*b$/i == due', '/^a.*b$/i'],
  ['regular expression with a method', '/\\d+/.matches(file.name)', '/\\d+/.matches(file.name)'],
  ['this', 'this.status == status', 'this.status'],
  ['this alone', 'up == this', 'this'],
  ['this in a method', 'file.inFolder(this.file.folder)', 'this.file.folder'],
  ['formula', 'formula.total > 1', 'formula.total'],
  ['property of file: links', 'file.links == null', 'file.links'],
  ['property of file: basename', 'file.basename == "a"', 'file.basename'],
  ['file itself', 'file == up', 'file'],
  ['deeper than a property of file', 'file.tags.length > 1', 'file.tags.length'],
  ['method without its call', 'file.hasTag', 'file.hasTag'],
  ['index of a list', 'tags[0] == "x"', 'tags[0]'],
  ['list literal', 'tags == ["x"]', '["x"]'],
  ['no argument', 'file.hasTag()', 'file.hasTag()'],
  ['too many arguments', 'file.inFolder("a", "b")', 'file.inFolder("a", "b")'],
  ['chain of comparisons', '1 < price < 3', '1 < price < 3'],
  ['strict equality', 'price === 2', '==='],
  ['single equals sign', 'price = 2', '='],
  ['single ampersand', 'price & 2', '&'],
  ['question mark', 'price ? 1 : 2', '?'],
  ['braces', '{a: 1} == price', '{'],
  ['text left open', 'status == "open', '"open'],
  ['end too early', 'price >', 'price >'],
  ['parenthesis left open', '(price > 1', '(price > 1'],
  ['two operands', 'price price', 'price'],
  ['words', 'price and status', 'and'],
];

describe('an expression outside the supported subset', () => {
  it.each(CONSTRUCTS)('%s is answered unsupported_construct: %s', (_construct, expression, fragment) => {
    const error = errorOf(() => matching({ and: [expression] }, NOTES));
    expect(error.code).toBe('unsupported_construct');
    expect(error.message).toContain(`"${fragment}"`);
    expect(error.details?.['fragment']).toBe(fragment);
    expect(error.hint).toBeTruthy();
  });

  it.each([
    ['due-date == "x"', 'note["due-date"]'],
    ['due > 2026-01-01', '"2026-01-01"'],
    ['price = 2', '=='],
  ])('%s comes with the way out', (expression, way) => {
    expect(errorOf(() => matching(expression, NOTES)).hint).toContain(way);
  });

  it.each([
    [{ price: { '>': 'today()' } }, 'today()'],
    [{ due: { '<': 'today() + "7d"' } }, 'today() + "7d"'],
    [{ due: 'date("2026-01-01")' }, 'date("2026-01-01")'],
    [{ status: { contains: 'a' } }, 'contains'],
    [{ status: { '~': 'a' } }, '~'],
    [{ 'price * 2': 4 }, 'price * 2'],
    [{ 'this.file.name': 'a' }, 'this.file.name'],
    [{ 'file.links': 'a' }, 'file.links'],
    [{ not: { status: { in: ['a'] } } }, 'in'],
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

describe('a base outside the supported subset', () => {
  it.each([
    ['a formulas block', 'formulas: {total: price * 2}\nviews: {v: {}}', 'formulas:'],
    ['a summaries block', 'summaries: {avg: values.mean()}\nviews: {v: {}}', 'summaries:'],
    ['a formulas block that is a text', 'formulas: x\nviews: {v: {}}', 'formulas:'],
    ['sorting by a formula', 'views: {v: {sort: [{property: formula.total}]}}', 'formula.total'],
    ['sorting by arithmetic', 'views: {v: {sort: ["price * 2"]}}', 'price * 2'],
    ['sorting by a call', 'views: {v: {sort: [{column: date(due)}]}}', 'date(due)'],
    ['sorting by a comparison', 'views: {v: {sort: ["price > 2"]}}', 'price > 2'],
    ['a column of a formula', 'views: [{name: v, order: [file.name, formula.total]}]', 'formula.total'],
    ['a column of file.links', 'views: [{name: v, order: [file.links]}]', 'file.links'],
    ['a column with a method', 'views: {v: {columns: ["file.name.lower()"]}}', 'file.name.lower()'],
    ['a column with arithmetic', 'views: {v: {columns: [{column: price + 1, as: more}]}}', 'price + 1'],
    ['a column with spaces around a hyphen', 'views: {v: {columns: [price - 1]}}', 'price - 1'],
    ['a column of this', 'views: {v: {columns: [this.file.name]}}', 'this.file.name'],
    ['a regular expression as column', 'views: {v: {columns: ["/x/"]}}', '/x/'],
  ])('%s is answered unsupported_construct', (_what, yaml, fragment) => {
    const error = errorOf(() => runBaseText(yaml, 'v', NOTES));
    expect(error.code).toBe('unsupported_construct');
    expect(error.details?.['fragment']).toBe(fragment);
    expect(error.message).toContain(fragment);
  });

  it('does not look into views that were not asked for', () => {
    const yaml = 'views: [{name: v, order: [price]}, {name: w, filters: "due < today()", sort: 5, limit: x}]';
    expect(runBaseText(yaml, 'v', NOTES).total).toBe(1);
    expect(errorOf(() => runBaseText(yaml, 'w', NOTES)).code).toBe('unsupported_construct');
  });
});
