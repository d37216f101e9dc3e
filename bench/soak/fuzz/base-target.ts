import { entry, runBaseText } from '../../../shared/bases/base-test-kit.ts';
import type { Random } from '../../../shared/kit/random.ts';
import { rule, type FuzzTarget } from './case.ts';
import { mutate } from './draw-text.ts';

/** A base is evaluated the same way twice, or refused with a typed error. */
export const BASES: FuzzTarget = {
  name: 'bases',
  draw: (random) => {
    const yaml = drawBase(random);
    return { input: yaml, check: () => twice(() => asJson(yaml)) };
  },
};

const FILES = [
  entry('Note.md', { a: 1, b: ['x', 'y'], 'c d': '2026-01-01', link: '[[two words]]' }, { tags: ['a/b'] }),
  entry('folder/two words.md', { a: 'one', b: null, e: { f: true } }),
  entry('folder/v1.5.md', { a: -2.5, 'c d': 'not a date' }, { links: [{ target: 'Note', isEmbed: false }] }),
];
const ATOMS = [
  '1',
  '0',
  '-1',
  '1e308',
  '0.1',
  '"x"',
  "''",
  '"2026-01-01"',
  'true',
  'null',
  'a',
  'b',
  'note["c d"]',
  'note.link',
  'file',
  'file.name',
  'file.mtime',
  'file.tags',
  'file.links',
  'file.backlinks',
  'this',
  'this.file',
  'formula.f',
  'formula.g',
  '[1, "b", [2]]',
  '{}',
  '/x+/g',
  'now()',
  'today()',
  'date("2026-02-30")',
  'duration("1 year")',
  'value',
  'index',
  'acc',
  'e.f',
  'missing',
  'link("Note")',
  'list(a)',
  'number("7")',
  'file("Note")',
];
const OPERATORS = ['+', '-', '*', '/', '%', '==', '!=', '>', '<', '>=', '<=', '&&', '||'];
const METHODS = [
  'contains',
  'containsAny',
  'containsAll',
  'isEmpty',
  'toString',
  'isTruthy',
  'isType',
  'format',
  'date',
  'time',
  'relative',
  'lower',
  'upper',
  'title',
  'trim',
  'split',
  'replace',
  'repeat',
  'slice',
  'reverse',
  'startsWith',
  'endsWith',
  'round',
  'abs',
  'ceil',
  'floor',
  'toFixed',
  'map',
  'filter',
  'reduce',
  'flat',
  'join',
  'sort',
  'unique',
  'asLink',
  'linksTo',
  'hasTag',
  'hasLink',
  'inFolder',
  'hasProperty',
  'keys',
  'values',
  'matches',
  'asFile',
  'constructor',
  '__proto__',
  'length',
];
const FUNCTIONS = [
  'if',
  'min',
  'max',
  'sum',
  'date',
  'duration',
  'link',
  'list',
  'number',
  'image',
  'icon',
  'html',
  'escapeHTML',
  'eval',
];
const BASE = `filters:
  and:
    - a != 1
    - or: ["file.inFolder('folder')", 'b.contains("x")']
formulas:
  f: a + 1
  g: formula.f * 2
properties:
  note.a: {displayName: A}
views:
  - type: table
    name: v
    order: [file.name, a, formula.f]
    sort: [{property: a, direction: DESC}]
    groupBy: {property: b, direction: ASC}
    summaries: {a: Sum, formula.g: Average}
    limit: 10
`;

function drawExpression(random: Random, depth: number): string {
  if (depth === 0 || random.below(5) === 0) return random.pick(ATOMS);
  const part = (): string => drawExpression(random, depth - 1);
  const drawn = ((): string => {
    switch (random.below(7)) {
      case 0:
      case 1:
        return `${part()} ${random.pick(OPERATORS)} ${part()}`;
      case 2:
        return `(${part()})`;
      case 3:
        return `${random.pick(['!', '-'])}${part()}`;
      case 4:
        return `${part()}[${part()}]`;
      case 5:
        return `${random.pick(FUNCTIONS)}(${[part(), part(), part()].slice(0, random.below(4)).join(', ')})`;
      default:
        return `${part()}.${random.pick(METHODS)}(${[part(), part()].slice(0, random.below(3)).join(', ')})`;
    }
  })();
  return random.below(25) === 0 ? mutate(drawn, random) : drawn;
}

function drawBase(random: Random): string {
  let yaml = BASE.replace('a + 1', () => JSON.stringify(drawExpression(random, random.below(4))));
  if (random.below(2) === 0)
    yaml = yaml.replace('a != 1', () => JSON.stringify(drawExpression(random, random.below(4))));
  return random.below(4) === 0 ? mutate(yaml, random) : yaml;
}

function asJson(yaml: string): string {
  return JSON.stringify(runBaseText(yaml, 'v', FILES, { basePath: 'Note.md', now: Date.UTC(2026, 5, 20) }));
}

function twice(run: () => string): void {
  const [first, second] = [run(), run()];
  rule(first === second, `first ${first}, then ${second}`);
}
