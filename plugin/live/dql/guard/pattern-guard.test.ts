import { describe, expect, it } from 'vitest';
import { guardPatterns, PatternGuard, type FunctionTable, type QueryFunction } from './pattern-guard.ts';
import { newFunctions } from '../../../../e2e/stand-in/fixtures/dataview/evaluation.ts';

const EVIL = '^(a+)+$';
const TEXT = `${'a'.repeat(40)}!`;
const REFUSED = { code: 'dql_error', message: expect.stringContaining('the pattern "^(a+)+') as unknown };

const called = (table: FunctionTable, name: string, settings: object, ...args: unknown[]): unknown =>
  (table[name] as QueryFunction)({ settings }, ...args);

function guarded(): { table: FunctionTable; settings: object; guard: PatternGuard; release: () => void } {
  const [table, settings, guard] = [newFunctions() as FunctionTable, {}, new PatternGuard()];
  return { table, settings, guard, release: guardPatterns(table, settings, guard) };
}

describe('a pattern that would hold up the app', () => {
  it.each([
    ['regextest', [EVIL, TEXT]],
    ['regextest', [[['x'], 'y', EVIL], TEXT]],
    [
      'regextest',
      [
        ['x', EVIL],
        ['x', TEXT],
      ],
    ],
    ['regexmatch', [EVIL, TEXT]],
    ['regexmatch', ['(a+)+', TEXT]],
    ['regexreplace', [TEXT, EVIL, '']],
    ['split', [TEXT, EVIL]],
  ])('is refused in %s, before it runs', (name, args) => {
    const { table, settings, guard } = guarded();
    expect(() => called(table, name, settings, ...args)).toThrow(expect.objectContaining(REFUSED));
    expect(guard.refusal).toMatchObject({
      hint: expect.stringContaining('contains()') as unknown,
      details: { function: name },
    });
  });

  it.each([
    ['containsword', ['x'.repeat(100_000), 'y']],
    ['display', ['[['.repeat(100_000)]],
  ])('of the plugin itself is refused in %s', (name, args) => {
    const settings = {};
    const table: FunctionTable = { [name]: () => 'ran', regexmatch: () => 'ran' };
    guardPatterns(table, settings, new PatternGuard());
    expect(called(table, name, settings, 'a word', 'word')).toBe('ran');
    expect(() => called(table, name, settings, ...args)).toThrow(/would hold up the app/);
  });

  it('is refused once, and everything after it', () => {
    const { table, settings } = guarded();
    expect(() => called(table, 'regextest', settings, EVIL, TEXT)).toThrow();
    expect(() => called(table, 'regextest', settings, 'a', 'a')).toThrow(EVIL);
  });

  it('that is far too long is refused unread', () => {
    const { table, settings } = guarded();
    expect(() => called(table, 'regextest', settings, '('.repeat(50_000), 'a')).toThrow(/longer than/);
  });

  it('runs if its text is short, as do all others', () => {
    const { table, settings } = guarded();
    expect(called(table, 'regextest', settings, EVIL, 'aaa')).toBe(true);
    expect(called(table, 'regexmatch', settings, ['a.*', '(?:b)|c'], ['abc', 'b'])).toEqual([true, true]);
    expect(called(table, 'regexreplace', settings, 'a-b', '(\\w)-(\\w)', '$2-$1')).toBe('b-a');
    expect(called(table, 'split', settings, 'a, b;c', '[,;] ?')).toEqual(['a', 'b', 'c']);
    expect(called(table, 'regextest', settings, null, 'b')).toBe(false);
  });

  it('that is invalid is refused with the language’s own message', () => {
    const { table, settings } = guarded();
    expect(() => called(table, 'regextest', settings, '(', 'a')).toThrow(/Invalid regular expression/);
  });
});

describe('patterns that take long all together', () => {
  it('are refused from then on', () => {
    let now = 0;
    const guard = new PatternGuard(() => (now += 1_000));
    for (let i = 0; i < 6; i++) guard.call('regextest', () => true, ['a', 'a']);
    expect(() => guard.call('regextest', () => true, ['a', 'a'])).toThrow(
      expect.objectContaining({ code: 'dql_error', message: expect.stringContaining('5 s') as unknown }),
    );
  });
});

describe('queries of others', () => {
  it('run as usual while a guarded one is in progress', () => {
    const { table } = guarded();
    expect(called(table, 'regextest', { others: true }, EVIL, 'a'.repeat(20))).toBe(true);
    expect((table['regextest'] as QueryFunction)(undefined, 'a', 'a')).toBe(true);
  });

  it('find the original functions when all guarded ones have ended, in any order', () => {
    const table = newFunctions() as FunctionTable;
    const before = { ...table };
    const [first, second] = [
      guardPatterns(table, {}, new PatternGuard()),
      guardPatterns(table, {}, new PatternGuard()),
    ];
    expect(table['regextest']).not.toBe(before['regextest']);
    first();
    expect(table['regextest']).not.toBe(before['regextest']);
    second();
    expect(table).toEqual(before);
  });

  it('keep a function that someone else put there meanwhile', () => {
    const { table, release } = guarded();
    const theirs = (): string => 'theirs';
    table['split'] = theirs;
    release();
    expect(table['split']).toBe(theirs);
  });
});
