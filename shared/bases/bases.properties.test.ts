import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VaultLoomError } from '../protocol/errors.ts';
import type { BaseFile } from './base-source.ts';
import { entry, matching, runBaseText } from './base-test-kit.ts';
import { readExpression } from './expression/read-expression.ts';
import { compareSortKeys, compareValues, areEqual, sortKeyOf } from './values/compare-values.ts';
import { toBaseValue } from './values/read-value.ts';

const SEED = { seed: 20_260_601, numRuns: 200 };

type Scalar = string | number | boolean | null;
type Operator = '==' | '!=' | '>' | '>=' | '<' | '<=';
type Tree = { key: string; operator: Operator; value: Scalar } | { all: Tree[] } | { any: Tree[] } | { none: Tree };

const KEYS = ['a', 'b', 'c d'];
const scalar: fc.Arbitrary<Scalar> = fc.oneof(
  fc.constantFrom('x', 'X', 'y z', '7', '', "it's", 'a"b\\'),
  fc.integer({ min: -3, max: 3 }),
  fc.boolean(),
  fc.constant(null),
);
const operator: fc.Arbitrary<Operator> = fc.constantFrom('==', '!=', '>', '>=', '<', '<=');
const tree: fc.Arbitrary<Tree> = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ key: fc.constantFrom(...KEYS), operator, value: scalar }),
    fc.record({ all: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ none: tie('tree') }),
  ),
})).tree;
const frontmatter = fc.dictionary(fc.constantFrom(...KEYS), scalar, { maxKeys: 3 });
const notes = fc
  .array(frontmatter, { minLength: 1, maxLength: 8 })
  .map((all) => all.map((values, at) => entry(`${String(at)}.md`, values)));

/** The rules of docs/bases.md, for single values, as plainly as they can be written. */
function modelHolds(node: Tree, note: BaseFile): boolean {
  if ('all' in node) return node.all.every((child) => modelHolds(child, note));
  if ('any' in node) return node.any.some((child) => modelHolds(child, note));
  if ('none' in node) return !modelHolds(node.none, note);
  const own = (note.frontmatter as Record<string, Scalar>)[node.key] ?? null;
  if (node.operator === '==') return own === node.value;
  if (node.operator === '!=') return own !== node.value;
  const order = modelOrder(own, node.value);
  if (order === null) return false;
  return { '>': order > 0, '>=': order >= 0, '<': order < 0, '<=': order <= 0 }[node.operator];
}

function modelOrder(a: Scalar, b: Scalar): number | null {
  if (typeof a === 'string' && typeof b === 'string') {
    const [first, second] = a.toLowerCase() === b.toLowerCase() ? [a, b] : [a.toLowerCase(), b.toLowerCase()];
    return first === second ? 0 : first < second ? -1 : 1;
  }
  const isOrdered = (value: Scalar): value is string | number =>
    typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
  return isOrdered(a) && isOrdered(b) ? Number(a) - Number(b) : null;
}

/** The three spellings of one tree. */
const SPELLINGS: Record<string, (node: Tree) => unknown> = {
  expression: asExpression,
  conditions: asConditions,
  'lists of expressions': asLists,
};

function asExpression(node: Tree): string {
  if ('all' in node) return `(${node.all.map(asExpression).join(' && ')})`;
  if ('any' in node) return `(${node.any.map(asExpression).join(' || ')})`;
  if ('none' in node) return `!(${asExpression(node.none)})`;
  return `note[${JSON.stringify(node.key)}] ${node.operator} ${JSON.stringify(node.value)}`;
}

function asConditions(node: Tree): unknown {
  if ('all' in node) return { and: node.all.map(asConditions) };
  if ('any' in node) return { or: node.any.map(asConditions) };
  if ('none' in node) return { not: asConditions(node.none) };
  return { [node.key]: node.operator === '==' ? node.value : { [node.operator]: node.value } };
}

function asLists(node: Tree): unknown {
  if ('all' in node) return { and: node.all.map(asLists) };
  if ('any' in node) return { or: node.any.map(asLists) };
  return 'none' in node ? { not: [asLists(node.none)] } : asExpression(node);
}

describe('a tree of filters', () => {
  it.each(Object.keys(SPELLINGS))('means the same as the model, written as %s', (spelling) => {
    fc.assert(
      fc.property(tree, notes, (node, entries) => {
        const expected = entries.filter((note) => modelHolds(node, note)).map(({ path }) => path);
        expect(matching(SPELLINGS[spelling]?.(node), entries)).toEqual(expected);
      }),
      SEED,
    );
  });
});

describe('sorting', () => {
  const anyValue = fc.oneof(
    scalar,
    fc.constantFrom('2026-01-01', '2026-01-01T10:00', '2025-12-31'),
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 3 }), scalar, { maxKeys: 2 }),
  );

  it('gives keys a consistent order in both directions, empty ones last', () => {
    fc.assert(
      fc.property(anyValue, anyValue, anyValue, fc.boolean(), (x, y, z, descending) => {
        const [a, b, c] = [x, y, z].map((value) => sortKeyOf(toBaseValue(value, 'n.md'))) as [
          ReturnType<typeof sortKeyOf>,
          ReturnType<typeof sortKeyOf>,
          ReturnType<typeof sortKeyOf>,
        ];
        const compare = (first: typeof a, second: typeof a): number =>
          Math.sign(compareSortKeys(first, second, descending));
        expect(compare(a, b) === -compare(b, a)).toBe(true);
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
        expect(compare(a, sortKeyOf(null))).toBeLessThanOrEqual(0);
      }),
      SEED,
    );
  });

  it('agrees with <, for comparable values of one kind', () => {
    fc.assert(
      fc.property(scalar, scalar, (x, y) => {
        if (typeof x !== typeof y || x === '' || y === '') return;
        const order = compareValues(x, y);
        if (order !== null)
          expect(Math.sign(compareSortKeys(sortKeyOf(x), sortKeyOf(y), false))).toBe(Math.sign(order));
      }),
      SEED,
    );
  });

  it('applies the keys of a view in order', () => {
    fc.assert(
      fc.property(
        notes,
        fc.array(fc.record({ column: fc.constantFrom('a', 'b'), direction: fc.constantFrom('asc', 'desc') }), {
          minLength: 1,
          maxLength: 3,
        }),
        (entries, sort) => {
          const rows = runBaseText(JSON.stringify({ views: { v: { sort } } }), 'v', entries).rows.map(
            ({ file }) => file.path,
          );
          const keyOf = (path: string | undefined, column: string) =>
            sortKeyOf(
              toBaseValue(
                (entries.find((note) => note.path === path)?.frontmatter as Record<string, Scalar>)[column],
                '',
              ),
            );
          for (let at = 1; at < rows.length; at++) {
            const orders = sort.map(({ column, direction }) =>
              compareSortKeys(keyOf(rows[at - 1], column), keyOf(rows[at], column), direction === 'desc'),
            );
            const first = orders.find((order) => order !== 0) ?? 0;
            expect(first).toBeLessThanOrEqual(0);
            if (first === 0) expect(rows[at - 1]).toSatisfy((path: string) => path < (rows[at] ?? ''));
          }
        },
      ),
      SEED,
    );
  });
});

describe('equality', () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  const resolve = (): null => null;

  it('is symmetric and reflexive', () => {
    fc.assert(
      fc.property(json, json, (x, y) => {
        const [a, b] = [toBaseValue(x, 'n.md'), toBaseValue(y, 'n.md')];
        expect(areEqual(a, b, resolve)).toBe(areEqual(b, a, resolve));
        expect(areEqual(a, toBaseValue(structuredClone(x), 'n.md'), resolve)).toBe(true);
      }),
      SEED,
    );
  });
});

describe('for any input', () => {
  const pieces = fc.array(
    fc.constantFrom(
      'a',
      'file',
      '.',
      'hasTag',
      '(',
      ')',
      '[',
      ']',
      '"x"',
      "'",
      '"',
      '==',
      '!',
      '&&',
      '||',
      '<',
      '-',
      '/',
      '\\',
      '5',
      ' ',
      'this',
      'note',
      'formula',
      'list',
      'map',
      'reduce',
      'value',
      'acc',
      'date',
      'now',
      'duration',
      'length',
      '1d',
      '+',
      '*',
      '{',
      '}',
      ':',
      'é',
      '😀',
      '\n',
      ',',
      '=',
    ),
    { maxLength: 40 },
  );
  const words = fc.oneof(
    pieces.map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 60 }),
  );

  function endsInOrder(action: () => unknown): void {
    try {
      action();
    } catch (error) {
      expect(error).toBeInstanceOf(VaultLoomError);
      expect(['unsupported_construct', 'base_eval_error']).toContain((error as VaultLoomError).code);
    }
  }

  it('an expression is read or refused, never anything else', () => {
    fc.assert(
      fc.property(words, (text) => {
        endsInOrder(() => readExpression(text, { place: { kind: 'filter', text }, basePath: '' }));
        endsInOrder(() => matching({ and: [text] }, [entry('a.md', { a: 1 })]));
        endsInOrder(() =>
          runBaseText(JSON.stringify({ views: { v: { columns: [text], groupBy: text } } }), 'v', [
            entry('a.md', { a: [1] }),
          ]),
        );
      }),
      SEED,
    );
  });

  it('YAML is read or refused, and nothing else', () => {
    const marks = fc.constantFrom(
      'views',
      ':',
      ' ',
      '\n',
      '\n  ',
      '- ',
      '[',
      ']',
      '{',
      '}',
      ',',
      '"',
      "'",
      '&a ',
      '*a',
      '!t ',
      '|',
      '>',
      '?',
      '#',
      '%',
      '---\n',
      '...\n',
      'v',
      '"k": 1 ',
      '\t',
      '<<',
      '\\z',
    );
    const text = fc
      .array(marks, { maxLength: 60 })
      .chain((parts) => fc.constantFrom(1, 1, 400).map((times) => parts.join('').repeat(times).slice(0, 20_000)));
    fc.assert(
      fc.property(text, (yaml) => {
        endsInOrder(() => runBaseText(yaml, 'v', [entry('a.md', { a: 1 })]));
      }),
      SEED,
    );
  });

  it('a document is run or refused, and nothing else', () => {
    const node = fc.jsonValue({ maxDepth: 4 });
    const document = fc.oneof(
      words,
      node.map((value) => JSON.stringify(value)),
      fc
        .record({ filters: node, sort: node, limit: node, columns: node, order: node }, { requiredKeys: [] })
        .map((view) => JSON.stringify({ views: { v: view } })),
    );
    fc.assert(
      fc.property(document, (yaml) => {
        endsInOrder(() => runBaseText(yaml, 'v', [entry('a.md', { a: 1 })]));
      }),
      SEED,
    );
  });
});
