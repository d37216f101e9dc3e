import { DateTime, Duration } from 'luxon';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dataArray,
  externalLink,
  Link,
  listItem,
  listPair,
} from '../../../e2e/stand-in/fixtures/dataview/run-time-types.ts';
import { dqlResult } from '../../../shared/protocol/schemas/live.ts';
import { runSteps } from '../../../shared/kit/concurrency/slices.ts';
import { normalizeResult } from './normalize-result.ts';

const normalize = (value: unknown): unknown => {
  const result = runSteps(normalizeResult(value, (path) => path.startsWith('Private/')));
  dqlResult.parse(result);
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  return result;
};
const flat = (value: unknown): unknown =>
  (normalize({ type: 'list', values: [value] }) as { values: unknown[] }).values[0];

describe('a value', () => {
  it.each([
    [
      'a link, to any target',
      new Link('a/Note.md', { type: 'header', subpath: 'Part', display: 'see', embed: true }),
      'a/Note.md',
    ],
    [
      'a link to a heading, that may or may not be embedded',
      Object.assign(new Link('a/Note.md', { type: 'header', subpath: 'Part' }), { embed: undefined }),
      'a/Note.md',
    ],
    [
      'what is known of a link',
      { path: 'a/Note.md', type: 'header', subpath: 'Part', embed: false, display: null },
      { path: 'a/Note.md', type: 'header', subpath: 'Part', embed: false, display: null },
    ],
    ['a file of the app', { path: 'a/Note.md', name: 'Note.md', vault: {} }, 'a/Note.md'],
    ['a date', DateTime.fromISO('2026-03-04', { zone: 'utc' }), '2026-03-04T00:00:00.000Z'],
    ['a date with a zone', DateTime.fromISO('2026-03-04T05:06:07', { zone: 'UTC+2' }), '2026-03-04T05:06:07.000+02:00'],
    ['an invalid date', DateTime.fromISO('no date'), null],
    ['a date of the language', new Date(0), '1970-01-01T00:00:00.000Z'],
    ['an invalid date of the language', new Date(NaN), null],
    ['a duration', Duration.fromObject({ days: 1, hours: 2 }), 'P1DT2H'],
    ['a data array', dataArray([1, new Link('A.md'), dataArray(['x'])]), [1, 'A.md', ['x']]],
    ['an empty data array', dataArray([]), []],
    ['a set and a map', [new Set([1]), new Map([['k', new Link('A.md')]])], [[1], { k: 'A.md' }]],
    [
      'a key and its value',
      listPair(new Link('A.md'), DateTime.fromISO('2026-01-01', { zone: 'utc' })),
      { key: 'A.md', value: '2026-01-01T00:00:00.000Z' },
    ],
    ['a link out of the vault', externalLink('https://example.org', 'there'), 'https://example.org'],
    ['an HTML element', { nodeType: 1, outerHTML: '<b>x</b>', textContent: 'x' }, '<b>x</b>'],
    ['a function', () => 1, '<function>'],
    ['null and undefined', [null, undefined], [null, null]],
    ['numbers that JSON does not have', [NaN, Infinity, 12n], ['NaN', 'Infinity', '12']],
    ['an expression', /a+/g, '/a+/g'],
    ['a symbol', [Symbol('s')], [null]],
    ['an object without a prototype', Object.assign(Object.create(null) as object, { a: 1 }), { a: 1 }],
    ['what has a field of an element', { nodeType: 3 }, { nodeType: 3 }],
    ['what has fields of a date and a list', { toISO: 'no', array: () => [1] }, { toISO: 'no', array: '<function>' }],
    ['an invalid duration', Duration.invalid('none'), null],
    ['an infinite number in a list', [-Infinity, 1], ['-Infinity', 1]],
    ['nested frontmatter', { a: { b: [{ c: '2026-01-01' }] } }, { a: { b: [{ c: '2026-01-01' }] } }],
    ['a path that is not a link', { path: 'A.md', embed: 'no' }, { path: 'A.md', embed: 'no' }],
  ])('%s is flattened', (_name, value, expected) => {
    expect(flat(value)).toEqual(expected);
  });

  it('that contains itself is null there, and whole where it only occurs twice', () => {
    const twice = { n: 1 };
    const cyclic: Record<string, unknown> = { twice, again: twice };
    cyclic['self'] = cyclic;
    cyclic['list'] = [cyclic];
    expect(flat(cyclic)).toEqual({ twice: { n: 1 }, again: { n: 1 }, self: null, list: [null] });
  });

  it('is safe to read even if its fields throw or have special names', () => {
    const value = Object.defineProperty(
      JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as object,
      'bad',
      {
        enumerable: true,
        get: () => {
          throw new Error('not for you');
        },
      },
    );
    const result = flat(value) as object;
    expect(Object.entries(result)).toEqual([
      ['__proto__', { polluted: true }],
      ['constructor', 1],
      ['bad', null],
    ]);
    expect('polluted' in {}).toBe(false);
  });

  it('that refers to a note is its fields, and null if the note is hidden', () => {
    const page = (path: string): object => ({
      status: 'open',
      file: {
        path,
        name: 'N',
        link: new Link(path),
        tasks: dataArray([listItem({ path, line: 3, text: 't', task: true })]),
      },
    });
    const shown = flat(page('A.md')) as Record<string, unknown>;
    expect(shown).toMatchObject({
      status: 'open',
      file: { path: 'A.md', link: 'A.md', tasks: [{ text: 't', line: 3, link: 'A.md' }] },
    });
    expect(
      flat([
        page('Private/B.md'),
        listItem({ path: 'Private/B.md', line: 1, text: 'secret' }),
        new Map([[new Link('A.md'), { path: 'Private/B.md' }]]),
      ]),
    ).toEqual([null, null, { 'A.md': null }]);
  });

  it('is recognized by its methods even if Array.isArray takes data arrays for lists, as the query plugin makes it', () => {
    const known = Array.isArray;
    const array = dataArray([1, dataArray([new Link('A.md')])]);
    try {
      Array.isArray = (value: unknown): value is unknown[] =>
        known(value) || (value as { where?: unknown } | null)?.where !== undefined;
      expect(flat([array, { list: array }])).toEqual([[1, ['A.md']], { list: [1, ['A.md']] }]);
    } finally {
      Array.isArray = known;
    }
  });

  it('names notes in one Unicode form', () => {
    expect(flat(new Link('Cafe\u0301.md'))).toBe('Caf\u00e9.md');
  });

  it('nested beyond reason ends in null, and one that multiplies itself is refused', () => {
    let deep: unknown = 'end';
    for (let i = 0; i < 10_000; i++) deep = [deep];
    expect(JSON.stringify(flat(deep))).toMatch(/^\[+null\]+$/);
    let wide: unknown = 1;
    for (let i = 0; i < 30; i++) wide = [wide, wide];
    expect(() => flat(wide)).toThrow(expect.objectContaining({ code: 'too_large' }));
  });

  it('of plain JSON stays as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const plain: unknown = JSON.parse(JSON.stringify(value));
        expect(flat(plain)).toEqual(plain);
      }),
      { seed: 7, numRuns: 200 },
    );
  });
});

describe('a table', () => {
  it('has headers and rows, without ids as with them', () => {
    const date = DateTime.fromISO('2026-01-02', { zone: 'utc' });
    const values = [[new Link('A.md'), date], dataArray([new Link('B.md'), null])];
    expect(normalize({ type: 'table', headers: ['File', 'due'], values, idMeaning: { type: 'path' } })).toEqual({
      kind: 'table',
      headers: ['File', 'due'],
      rows: [
        ['A.md', '2026-01-02T00:00:00.000Z'],
        ['B.md', null],
      ],
    });
    expect(normalize({ type: 'table', headers: dataArray(['due']), values: [[date]] })).toMatchObject({
      headers: ['due'],
      rows: [['2026-01-02T00:00:00.000Z']],
    });
  });

  it('keeps grouped rows as lists of objects', () => {
    const rows = dataArray([{ file: { link: new Link('A.md') } }]);
    expect(normalize({ type: 'table', headers: ['Group', 'rows'], values: [['x', rows]] })).toMatchObject({
      rows: [['x', [{ file: { link: 'A.md' } }]]],
    });
  });
});

describe('tasks', () => {
  const task = (line: number, more: object = {}): Record<string, unknown> =>
    listItem({ path: 'A.md', line, text: `t${line}`, task: true, ...more });

  it('have every field, dates as ISO texts, and children', () => {
    const due = DateTime.fromISO('2026-05-06', { zone: 'utc' });
    const child = listItem({ path: 'A.md', line: 2, text: 'why', tags: ['#x'] });
    const item = task(1, {
      children: dataArray([child]),
      tags: dataArray(['#y']),
      status: 'x',
      checked: true,
      completed: true,
      due,
      scheduled: 'someday',
      created: null,
    });
    expect(normalize({ type: 'task', values: [item] })).toEqual({
      kind: 'task',
      items: [
        {
          task: true,
          text: 't1',
          path: 'A.md',
          line: 1,
          tags: ['#y'],
          status: 'x',
          checked: true,
          completed: true,
          fullyCompleted: false,
          due: '2026-05-06T00:00:00.000Z',
          scheduled: 'someday',
          children: [{ task: false, text: 'why', path: 'A.md', line: 2, tags: ['#x'], children: [] }],
        },
      ],
    });
  });

  it('in groups of groups become one list, each item once', () => {
    const values = dataArray([
      {
        key: 'a',
        rows: [
          { key: 1, rows: dataArray([task(1), task(2)]) },
          { key: 2, rows: [task(3)] },
        ],
      },
      { key: 'b', rows: [task(2), listItem({ path: 'B.md', line: 2, text: 'other note' })] },
    ]);
    const { items } = normalize({ type: 'task', values }) as { items: { path: string; line: number }[] };
    expect(items.map(({ path, line }) => `${path} ${line}`)).toEqual(['A.md 1', 'A.md 2', 'A.md 3', 'B.md 2']);
  });

  it('that are their own children, or groups that hold themselves, end', () => {
    const item = task(1);
    item['children'] = [item, task(2)];
    const group = { key: 'g', rows: [item] as unknown[] };
    group.rows.push(group);
    expect(normalize({ type: 'task', values: [group] })).toMatchObject({
      items: [{ line: 1, children: [{ line: 2 }] }],
    });
  });
});

it('a list has its values, a calendar its events, each on a day', () => {
  expect(
    normalize({ type: 'list', values: dataArray([new Link('A.md'), 'text']), primaryMeaning: { type: 'path' } }),
  ).toEqual({ kind: 'list', values: ['A.md', 'text'] });
  const date = DateTime.fromISO('2026-05-06', { zone: 'utc' });
  expect(
    normalize({
      type: 'calendar',
      values: [
        { date, link: new Link('A.md'), value: [1] },
        { date, link: new Link('B.md') },
        { date: '2026-05-06', link: new Link('C.md') },
        { date: null, link: new Link('D.md') },
        { date: 'soon', link: new Link('E.md') },
      ],
    }),
  ).toEqual({
    kind: 'calendar',
    events: [
      { date: '2026-05-06T00:00:00.000Z', link: 'A.md', value: [1] },
      { date: '2026-05-06T00:00:00.000Z', link: 'B.md' },
      { date: '2026-05-06', link: 'C.md' },
    ],
  });
});

describe('whatever the query plugin answers', () => {
  const trap = new Proxy(
    {},
    {
      get: () => {
        throw new Error('trap');
      },
      has: () => {
        throw new Error('trap');
      },
      ownKeys: () => {
        throw new Error('trap');
      },
    },
  );
  const { proxy: revoked, revoke } = Proxy.revocable<unknown[]>([], {});
  revoke();

  it.each([
    [
      'a table of traps',
      { type: 'table', headers: [trap, Symbol('h'), null], values: [trap, [trap, revoked], revoked, null] },
    ],
    ['a list of traps', { type: 'list', values: [trap, revoked, { key: trap, value: revoked }] }],
    [
      'tasks of traps',
      {
        type: 'task',
        values: [
          trap,
          revoked,
          { key: trap, rows: [trap, revoked] },
          { task: true, line: NaN, path: trap, tags: revoked, children: trap, due: trap, text: Symbol('t') },
        ],
      },
    ],
    [
      'events of traps',
      {
        type: 'calendar',
        values: [trap, revoked, { date: trap, link: Object.create(null) as unknown, value: trap }, null],
      },
    ],
    ['no values', { type: 'list' }],
    ['no headers', { type: 'table', values: [[1]] }],
  ])('%s: it has the shape that was promised', (_what, value) => {
    expect(normalize(value)).toHaveProperty('kind', value.type);
  });
});

it('a result of another type is refused with its name', () => {
  expect(() => runSteps(normalizeResult({ type: 'graph' }, () => false))).toThrow(/"graph"/);
});

it('nothing reveals a hidden note, if recognizable as one', () => {
  const [own, secret] = [new Link('A.md'), new Link('Private/B.md')];
  expect(
    normalize({ type: 'table', headers: ['File', 'links'], values: [[own, [secret, own]], dataArray([secret, 1])] }),
  ).toMatchObject({ rows: [['A.md', [null, 'A.md']]] });
  expect(
    normalize({ type: 'list', values: dataArray([secret, own, listPair(secret, 1), listPair(own, secret)]) }),
  ).toMatchObject({ values: ['A.md', { key: 'A.md', value: null }] });
  expect(flat(['Private/B.md', 'A.md', 'not Private/B.md'])).toEqual([null, 'A.md', 'not Private/B.md']);
  const tasks = [own, secret].map(({ path }) => listItem({ path, line: 1, text: 't', task: true }));
  expect(normalize({ type: 'task', values: [{ key: 'g', rows: tasks }] })).toMatchObject({ items: [{ path: 'A.md' }] });
  const date = DateTime.fromISO('2026-05-06', { zone: 'utc' });
  const { events } = normalize({
    type: 'calendar',
    values: [
      { date, link: secret },
      { date, link: own },
    ],
  }) as { events: unknown[] };
  expect(events).toHaveLength(1);
});
