import { describe, expect, it } from 'vitest';
import { entry, errorOf, runBaseText } from './base-test-kit.ts';

const NOTES = [
  entry(
    'Books/Emma.md',
    {
      title: 'Emma',
      rating: 5,
      read: '2026-02-01',
      genres: ['novel'],
      'first-edition': 1815,
      'Read by (who)': 'Ann',
      status: 'done',
    },
    { tags: ['#book'] },
  ),
  entry(
    'Books/Dune.md',
    { title: 'Dune', rating: 4, read: '2026-01-10', more: { pages: 412 }, status: 'done' },
    { tags: ['#book/sf'] },
  ),
  entry('Books/Beowulf.md', { title: 'Beowulf', rating: 4, read: null, status: 'open' }, { tags: ['#book'] }),
  entry('Notes/Reading.md', { title: 'Reading', status: 'open' }),
];

/** As the app writes its files. */
const APP_BASE = `
filters:
  and:
    - file.hasTag("book")
    - '!file.inFolder("Archive")'
properties:
  note.title:
    displayName: Title
  file.name:
    displayName: Book
formulas: {}
views:
  - type: table
    name: Read
    filters:
      and:
        - status == "done"
        - or:
            - rating >= 4
            - file.hasTag("classic")
    groupBy:
      property: note.status
      direction: DESC
    order:
      - file.name
      - note.rating
      - read
      - first-edition
      - Read by (who)
    sort:
      - property: note.read
        direction: ASC
    limit: 10
    columnSize:
      file.name: 231
      note.rating: 80
    rowHeight: medium
    summaries:
      note.rating: Average
  - type: cards
    name: "Gallery: all"
    order: [file.name]
    sort:
      - property: rating
        direction: DESC
      - property: file.name
        direction: ASC
    image: note.cover
    imageFit: contain
    imageAspectRatio: 1.5
    cardSize: 180
  - type: map
    name: Map
    coordinates: note.where
    markerIcon: note.icon
`;

/** The same in the shorter spelling (docs/bases.md, 'A base'). */
const SPEC_BASE = `
filters: {and: ['file.hasTag("book")', {not: {file.folder: Archive}}]}
views:
  Read:
    filters: {and: [{status: done}, {or: [{rating: {">=": 4}}, 'file.hasTag("classic")']}]}
    sort: [{column: read, direction: asc}]
    columns: [file.name, note.rating, read, first-edition, Read by (who)]
    limit: 10
`;

describe('both spellings of a base', () => {
  it.each([
    ['the app', APP_BASE],
    ['the spec', SPEC_BASE],
  ])('run: that of %s', (_whose, yaml) => {
    const { rows, total } = runBaseText(yaml, 'Read', NOTES);
    expect({ rows, total }).toEqual({
      total: 2,
      rows: [
        {
          file: { name: 'Dune', path: 'Books/Dune.md' },
          'file.name': 'Dune',
          'note.rating': 4,
          read: '2026-01-10',
          'first-edition': null,
          'Read by (who)': null,
        },
        {
          file: { name: 'Emma', path: 'Books/Emma.md' },
          'file.name': 'Emma',
          'note.rating': 5,
          read: '2026-02-01',
          'first-edition': 1815,
          'Read by (who)': 'Ann',
        },
      ],
    });
  });

  it('group, sum up and name columns as the app does', () => {
    expect(runBaseText(APP_BASE, 'Read', NOTES)).toMatchObject({
      groups: [{ value: 'done', count: 2 }],
      summaries: { 'note.rating': { name: 'Average', value: 4.5 } },
      columns: [
        { column: 'file.name', name: 'Book' },
        { column: 'note.rating', name: 'note.rating' },
        { column: 'read', name: 'read' },
        { column: 'first-edition', name: 'first-edition' },
        { column: 'Read by (who)', name: 'Read by (who)' },
      ],
    });
  });

  it('ignore what only concerns appearance', () => {
    expect(runBaseText(APP_BASE, 'Gallery: all', NOTES).rows.map(({ file }) => file.name)).toEqual([
      'Emma',
      'Beowulf',
      'Dune',
    ]);
    expect(runBaseText(APP_BASE, 'Map', NOTES).total).toBe(3);
  });

  it('run with CRLF and a byte order mark', () => {
    expect(runBaseText(`\uFEFF${APP_BASE.replaceAll('\n', '\r\n')}`, 'Read', NOTES).total).toBe(2);
  });

  it('treat an empty view as all notes, by name, with just the file', () => {
    expect(runBaseText('views: {All: }', 'All', NOTES).rows).toEqual([
      { file: { name: 'Beowulf', path: 'Books/Beowulf.md' } },
      { file: { name: 'Dune', path: 'Books/Dune.md' } },
      { file: { name: 'Emma', path: 'Books/Emma.md' } },
      { file: { name: 'Reading', path: 'Notes/Reading.md' } },
    ]);
  });

  it('name a view without a name by its type', () => {
    expect(runBaseText('views: [{type: table}]', 'table', NOTES).total).toBe(4);
  });
});

describe('sort', () => {
  function order(sort: unknown, notes = NOTES): string[] {
    return runBaseText(JSON.stringify({ views: { v: { sort } } }), 'v', notes).rows.map(({ file }) => file.name);
  }

  it.each<[unknown, string[]]>([
    [['rating'], ['Beowulf', 'Dune', 'Emma', 'Reading']],
    [[{ column: 'rating', direction: 'desc' }], ['Emma', 'Beowulf', 'Dune', 'Reading']],
    [
      [
        { property: 'note.rating', direction: 'DESC' },
        { property: 'file.name', direction: 'DESC' },
      ],
      ['Emma', 'Dune', 'Beowulf', 'Reading'],
    ],
    [[{ column: 'read' }], ['Dune', 'Emma', 'Beowulf', 'Reading']],
    [[{ column: 'read', direction: 'desc' }], ['Emma', 'Dune', 'Beowulf', 'Reading']],
    [
      ['more.pages', { column: 'title', direction: 'desc' }],
      ['Dune', 'Reading', 'Emma', 'Beowulf'],
    ],
    // As queries order.
    [['rating desc'], ['Emma', 'Beowulf', 'Dune', 'Reading']],
    [
      ['note.rating  DESC ', 'file.name Desc'],
      ['Emma', 'Dune', 'Beowulf', 'Reading'],
    ],
    [['rating asc'], ['Beowulf', 'Dune', 'Emma', 'Reading']],
    [['note["rating"] desc'], ['Emma', 'Beowulf', 'Dune', 'Reading']],
    [[], ['Beowulf', 'Dune', 'Emma', 'Reading']],
    [null, ['Beowulf', 'Dune', 'Emma', 'Reading']],
  ])('%j', (sort, expected) => {
    expect(order(sort)).toEqual(expected);
  });

  it('by a property whose name ends in a direction, if it is written as a property', () => {
    const notes = [entry('a.md', { 'short desc': 'y', short: 2 }), entry('b.md', { 'short desc': 'x', short: 1 })];
    expect(order([{ property: 'short desc' }], notes)).toEqual(['b', 'a']);
    expect(order(['short desc'], notes)).toEqual(['a', 'b']);
    expect(order(['desc'], [entry('a.md', { desc: 2 }), entry('b.md', { desc: 1 })])).toEqual(['b', 'a']);
  });

  it('puts numbers before dates before texts before booleans before lists and maps, and empty values last in both directions', () => {
    const values: [string, unknown][] = [
      ['null', null],
      ['empty', ''],
      ['no-items', []],
      ['map', { a: 1 }],
      ['list', ['a']],
      ['true', true],
      ['false', false],
      ['b', 'b'],
      ['A', 'A'],
      ['a', 'a'],
      ['date', '2026-01-02'],
      ['earlier', '2026-01-01T23:00'],
      ['ten', 10],
      ['nine', 9],
    ];
    const notes = values.map(([name, v]) => entry(`${name}.md`, { v }));
    const ascending = ['nine', 'ten', 'earlier', 'date', 'A', 'a', 'b', 'false', 'true', 'list', 'map'];
    expect(order(['v'], notes)).toEqual([...ascending, 'empty', 'no-items', 'null']);
    expect(order([{ column: 'v', direction: 'desc' }], notes)).toEqual([
      ...ascending.reverse(),
      'empty',
      'no-items',
      'null',
    ]);
  });

  it.each<[unknown, string]>([
    ['rating', 'the text "rating"'],
    [{ column: 'rating' }, 'a map'],
    [[5], 'the number 5'],
    [[{ direction: 'asc' }], 'nothing'],
    [[{ column: '' }], 'the text ""'],
    [[{ column: 'rating', direction: 'up' }], 'the text "up"'],
    [[{ column: 'rating', direction: 1 }], 'the number 1'],
    [[['rating']], 'a list'],
  ])('is malformed as %j', (sort, words) => {
    const error = errorOf(() => order(sort));
    expect(error.code).toBe('base_eval_error');
    expect(error.message).toMatch(/^`sort:` is malformed/);
    expect(error.message).toContain(words);
  });
});

describe('limit', () => {
  it.each([
    [0, 0],
    [2, 2],
    [100, 4],
  ])('%i gives %i rows of 4', (limit, rows) => {
    const answer = runBaseText(`views: {v: {limit: ${String(limit)}}}`, 'v', NOTES);
    expect([answer.rows.length, answer.total]).toEqual([rows, 4]);
  });

  it.each(['-1', '1.5', '"2"', '[]', 'true', '.inf'])('%s is refused', (limit) => {
    expect(errorOf(() => runBaseText(`views: {v: {limit: ${limit}}}`, 'v', NOTES))).toMatchObject({
      code: 'base_eval_error',
      message: expect.stringContaining('`limit:`') as string,
    });
  });
});

describe('columns', () => {
  function row(columns: unknown, note = entry('Dir/Note.md', {}), key = 'columns'): Record<string, unknown> {
    return runBaseText(JSON.stringify({ views: [{ name: 'v', [key]: columns }] }), 'v', [note]).rows[0] ?? {};
  }

  it('are named as they are written, or by their `as`', () => {
    const note = entry('Dir/Note.md', { status: 'open', 'two words': 2, deep: { er: { key: [1] } } });
    const columns = [
      'status',
      'note.status',
      'frontmatter.deep.er',
      'note["two words"]',
      'two words',
      { column: 'status', as: 'State' },
      { property: 'absent' },
    ];
    expect(row(columns, note)).toEqual({
      file: { name: 'Note', path: 'Dir/Note.md' },
      status: 'open',
      'note.status': 'open',
      'frontmatter.deep.er': { key: [1] },
      'note["two words"]': 2,
      'two words': 2,
      State: 'open',
      absent: null,
    });
  });

  it('of the file appear next to the file', () => {
    const note = entry('Dir/Note.md', {}, { size: 7, tags: ['#a', '#b/c'] });
    expect(
      row(
        ['file.name', 'file.path', 'file.folder', 'file.ext', 'file.size', 'file.ctime', 'file.mtime', 'file.tags'],
        note,
      ),
    ).toEqual({
      file: { name: 'Note', path: 'Dir/Note.md' },
      'file.name': 'Note',
      'file.path': 'Dir/Note.md',
      'file.folder': 'Dir',
      'file.ext': 'md',
      'file.size': 7,
      'file.ctime': '2026-01-01T00:00:00.000Z',
      'file.mtime': '2026-01-02T00:00:00.000Z',
      'file.tags': ['#a', '#b/c'],
    });
  });

  it('give plain JSON for any frontmatter', () => {
    const cyclic: unknown[] = [1];
    cyclic.push(cyclic);
    const note = entry('n.md', {
      date: new Date(0),
      bad: new Date(NaN),
      fn: () => 1,
      big: 1n,
      nan: NaN,
      link: '[[A|b]]',
      list: [new Date(0), ['[[A]]']],
      cyclic,
      __proto__x: 1,
    });
    const given = row(['date', 'bad', 'fn', 'big', 'nan', 'link', 'list', 'cyclic'], note);
    expect(given).toMatchObject({
      date: '1970-01-01T00:00:00.000Z',
      bad: null,
      fn: null,
      big: null,
      nan: 'NaN',
      link: '[[A|b]]',
      list: ['1970-01-01T00:00:00.000Z', ['[[A]]']],
    });
    expect(JSON.stringify(given['cyclic']).length).toBeLessThan(1_000);
  });

  it('may be named like inherited keys without harm', () => {
    const note = entry('n.md', JSON.parse('{"__proto__": {"polluted": 1}, "constructor": 2}'));
    const given = row([{ column: '__proto__' }, 'constructor', { column: 'constructor', as: 'toString' }], note);
    expect(Object.keys(given)).toEqual(['file', '__proto__', 'constructor', 'toString']);
    expect(Object.hasOwn(given, '__proto__')).toBe(true);
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype);
    expect(given['polluted']).toBeUndefined();
  });

  it('listed twice are shown once', () => {
    expect(Object.keys(row(['a', 'a', { column: 'a' }]))).toEqual(['file', 'a']);
  });

  it('come from `order` if `columns` is not a list', () => {
    expect(Object.keys(row(['file.name', 'a'], undefined, 'order'))).toEqual(['file', 'file.name', 'a']);
    expect(Object.keys(runBaseText('views: [{name: v, columns: 3, order: [a]}]', 'v', NOTES).rows[0] ?? {})).toEqual([
      'file',
      'a',
    ]);
  });

  it.each<[unknown, RegExp]>([
    ['status', /`columns:` is the text "status"/],
    [[5], /A column is the number 5/],
    [[''], /A column is the text ""/],
    [[{ as: 'x' }], /A column is a map/],
    [[{ column: 'a', as: '' }], /"as" of column "a"/],
    [[{ column: 'a', as: 5 }], /"as" of column "a" is the number 5/],
    [[{ column: 'a', as: 'b' }, 'b'], /Two columns are named "b"/],
    [[{ column: 'a', as: 'file' }], /cannot be named "file"/],
  ])('are malformed as %j', (columns, words) => {
    const error = errorOf(() => row(columns));
    expect(error.code).toBe('base_eval_error');
    expect(error.message).toMatch(words);
  });
});

describe('a document that is not a base gives base_eval_error', () => {
  const bomb = [
    'a: &a [x,x,x,x,x,x,x,x,x,x]',
    ...'bcdefgh'.split('').map(
      (key, at) =>
        `${key}: &${key} [${Array(10)
          .fill(`*${'abcdefg'.charAt(at)}`)
          .join(',')}]`,
    ),
    'views: {v: {}}',
  ].join('\n');

  it.each([
    ['empty', '', /no `views:`/],
    ['a comment alone', '# nothing', /no `views:`/],
    ['a text', 'hello', /not a map/],
    ['a list', '- a', /not a map/],
    ['without views', 'filters: a', /no `views:`/],
    ['views of null', 'views:', /no `views:`/],
    ['views of text', 'views: all', /`views:` is the text "all"/],
    ['an empty list of views', 'views: []', /no view "v"; it has none/],
    ['a view that is a text', 'views: [v]', /View 1 of the base is the text "v"/],
    ['a view in a map that is a text', 'views: {v: table}', /view "v" is the text "table"/],
    [
      'an unknown view',
      'views: [{name: One}, {name: Two}, {type: cards}]',
      /no view "v"; it has "One", "Two", "cards"/,
    ],
    ['a view in other letter case', 'views: {V: {}}', /no view "v"; it has "V"/],
    ['two views of one name', 'views: [{name: v}, {name: v}]', /2 views named "v"/],
    ['two views of one name in a map', 'views:\n  v: {}\n  v: {}', /occurs twice/],
    ['a filter that is a number', 'views: {v: {filters: 5}}', /A filter is the number 5/],
    ['a filter that is a list', 'views: {v: {filters: [a]}}', /A filter is a list/],
    ['an `and` that is a map', 'views: {v: {filters: {and: {a: 1}}}}', /"and" holds a map/],
    ['an `or` that is a text', 'views: {v: {filters: {or: a}}}', /"or" holds the text "a"/],
    ['a comparison with nothing', 'views: {v: {filters: {a: {}}}}', /compares with nothing/],
    ['a list in a list of filters', 'filters: {and: [[a]]}\nviews: {v: {}}', /A filter is a list/],
    ['YAML with a quote left open', 'views:\n  v:\n    filters: "a', /not valid YAML.*line 3, column/],
    ['YAML with a text after a quoted one', 'views:\n  v:\n    filters: "a" == b', /not valid YAML.*line 3, column/],
    ['YAML with a bad indent', 'views:\n   a: 1\n  b: 2', /not valid YAML.*line 3, column/],
    ['an expression that YAML takes for a tag', 'views:\n  v:\n    filters: !done', /not valid YAML.*tag.*line 3/i],
    ['two documents', 'views: {v: {}}\n---\nviews: {v: {}}', /more than one YAML document/],
    ['an alias of nothing', 'views: *v', /alias/i],
    ['an alias bomb', bomb, /more than 10000 values/],
    ['a deep list', `views: ${'['.repeat(40)}${']'.repeat(40)}`, /nested deeper/],
    ['a hopelessly deep list', `views: ${'['.repeat(45_000)}${']'.repeat(45_000)}`, /nested too deep/],
    ['a hopelessly deep row of dashes', '- '.repeat(40_000), /nested too deep/],
    ['too large', `# ${'x'.repeat(100_000)}`, /larger than 100000/],
    ['a pair within a pair, without end', `{${'"a": 1 '.repeat(10_000)}}`, /nested too deep/],
    ['key after key on one line', `a: ${'a: '.repeat(10_000)}`, /nested too deep/],
    ['error after error', `[${',,'.repeat(10_000)}]`, /not valid YAML: Unexpected ,.*line 1,/],
    ['an error inside another', '- "\\z"\n- "\\z"', /not valid YAML: Invalid escape.*line 1,/],
    ['directive after directive', '%a b\n'.repeat(5_000), /not valid YAML.*line 1,/],
    ['document after document', '---\n'.repeat(5_000), /more than one YAML document/],
    ['too many values', `a: [${'"",'.repeat(12_000)}]\nviews: {v: {}}`, /more than 10000/],
    ['too many words', `a: [${'1,'.repeat(20_000)}]\nviews: {v: {}}`, /more than 30000 words and marks/],
    ['too long an expression', `views: {v: {filters: "${'a || '.repeat(3_000)}a"}}`, /longer than 10000/],
    ['too many parentheses', `views: {v: {filters: "${'('.repeat(100)}a${')'.repeat(100)}"}}`, /nested deeper than 64/],
    ['too many negations', `views: {v: {filters: "${'!'.repeat(4_000)}a"}}`, /nested deeper than 64/],
    ['too long a chain of keys', `views: {v: {filters: "a${'.a'.repeat(4_000)}"}}`, /nested deeper than 64/],
  ])('%s', (_what, yaml, words) => {
    const error = errorOf(() => runBaseText(yaml, 'v', NOTES));
    expect(error.code).toBe('base_eval_error');
    expect(error.message).toMatch(words);
  });

  it('names at most twenty views of many, and in the details', () => {
    const error = errorOf(() =>
      runBaseText(
        `views: [${Array.from({ length: 500 }, (_, at) => `{name: View ${String(at)}}`).join(', ')}]`,
        'v',
        NOTES,
      ),
    );
    expect(error.message).toContain('"View 19" and 480 more');
    expect(error.details?.['views']).toHaveLength(20);
  });
});

it('long chains of && and || do not count as depth', () => {
  const chain = Array(1_000).fill('status').join(' && ');
  expect(runBaseText(`views: {v: {filters: '${chain}'}}`, 'v', NOTES).total).toBe(4);
});
