import { describe, expect, it } from 'vitest';
import { errorOf } from '../base-test-kit.ts';
import { parseExpression } from './parser.ts';
import type { Syntax } from './syntax.ts';

function parse(text: string): Syntax {
  return parseExpression(text, { kind: 'filter', text });
}

/** The tree in brackets. */
function shape(node: Syntax): string {
  switch (node.kind) {
    case 'literal':
      return JSON.stringify(node.value);
    case 'regex':
      return 'regex';
    case 'name':
      return node.name;
    case 'list':
      return `[${node.items.map(shape).join(' ')}]`;
    case 'member':
      return `${shape(node.object)}.${node.name}`;
    case 'index':
      return `${shape(node.object)}[${shape(node.index)}]`;
    case 'call':
      return `${shape(node.callee)}(${node.args.map(shape).join(' ')})`;
    case 'not':
      return `(! ${shape(node.operand)})`;
    case 'compare':
      return `(${node.operator} ${shape(node.left)} ${shape(node.right)})`;
    case 'arithmetic':
      return node.operands.map(shape).reduce((left, right, at) => `(${node.operators[at - 1] ?? ''} ${left} ${right})`);
    case 'sign':
      return `(${node.operator} ${shape(node.operand)})`;
    case 'object':
      return `{${node.entries.map(({ key, value }) => `${key}:${shape(value)}`).join(' ')}}`;
    default:
      return `(${node.kind} ${node.operands.map(shape).join(' ')})`;
  }
}

describe('parseExpression', () => {
  it.each([
    ['a || b && c', '(or a (and b c))'],
    ['a && b && c || d', '(or (and a b c) d)'],
    ['(a || b) && c', '(and (or a b) c)'],
    ['!a == b', '(== (! a) b)'],
    ['!(a == b)', '(! (== a b))'],
    ['!!a', '(! (! a))'],
    ['a == b && c != d', '(and (== a b) (!= c d))'],
    ['a<=1', '(<= a 1)'],
    ['a > -1', '(> a -1)'],
    ['a - 1', '(- a 1)'],
    ['a + b * c', '(+ a (* b c))'],
    ['a / b / c', '(/ (/ a b) c)'],
    ['a - b + c', '(+ (- a b) c)'],
    ['-a * +b', '(* (- a) (+ b))'],
    ['{"a": 1, b: [2]}.keys()', '{a:1 b:[2]}.keys()'],
    ['{}', '{}'],
    ['1.isTruthy()', '1.isTruthy()'],
    ['(a) / b', '(/ a b)'],
    ['a[0] / b', '(/ a[0] b)'],
    ['/a\\/b[/]c/gi.matches(x)', 'regex.matches(x)'],
    ['a == /x/', '(== a regex)'],
    ['file.hasTag("a", "b").c["d"]', 'file.hasTag("a" "b").c["d"]'],
    ['f()', 'f()'],
    ['[1, [2], []]', '[1 [2] []]'],
    ["'it\\'s \\\"x\\\" \\u00e9\\x41\\n\\q'", JSON.stringify('it\'s "x" éA\nq')],
    ['"\\\\"', JSON.stringify('\\')],
    ['.5 + 1e3 + 2.5E-1', '(+ (+ 0.5 1000) 0.25)'],
    ['true && false || null', '(or (and true false) null)'],
    ['状态 == "寸" && 📅 && café_1', '(and (== 状态 "寸") 📅 café_1)'],
    [' \n a\t==\u00a01 ', '(== a 1)'],
  ])('%s', (text, tree) => {
    expect(shape(parse(text))).toBe(tree);
  });

  it('knows the position of each part', () => {
    const text = ' a == file.hasTag( "x" ) ';
    const node = parse(text);
    const parts = node.kind === 'compare' ? [node, node.left, node.right] : [];
    expect(parts.map(({ start, end }) => text.slice(start, end))).toEqual([
      'a == file.hasTag( "x" )',
      'a',
      'file.hasTag( "x" )',
    ]);
  });

  it('says at which character a text stops being an expression', () => {
    expect(errorOf(() => parse('a == == b')).message).toContain('from character 6 on: "=="');
  });

  it('takes long but not deep expressions', () => {
    expect(parse(Array(1_000).fill('a').join(' || '))).toMatchObject({ kind: 'or' });
    expect(errorOf(() => parse(`${'['.repeat(66)}${']'.repeat(66)}`)).code).toBe('base_eval_error');
    expect(errorOf(() => parse(`${'f('.repeat(66)}${')'.repeat(66)}`)).code).toBe('base_eval_error');
    expect(shape(parse(`${'('.repeat(64)}a${')'.repeat(64)}`))).toBe('a');
  });
});
