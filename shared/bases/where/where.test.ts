import { describe, expect, it } from 'vitest';
import { entry, errorOf, vaultOf } from '../base-test-kit.ts';
import { readWhere } from './where.ts';

const NOTES = [
  entry(
    'Books/Emma.md',
    { status: 'read', rating: 5, finished: '2026-02-01', authors: ['[[Jane Austen]]', 'Anon'], 'Shelf Mark': 'B 2' },
    {
      tags: ['#book/novel', '#Classic'],
      mtime: Date.UTC(2026, 2, 1),
      links: [{ target: 'Jane Austen' }, { target: 'Plan#Now' }],
    },
  ),
  entry(
    'Books/Dune.md',
    { status: 'Reading', rating: '4', finished: null, size: { width: 3 } },
    { tags: ['#book'], links: [{ target: 'Lost' }] },
  ),
  entry('Notes/Plan.md', { done: false, due: '2026-03-02T10:00', tags: 'plan' }, { tags: ['#plan'] }),
  entry('Notes/Jane Austen.md', { done: true }),
  entry('cover.png', undefined, { size: 5_000 }),
];

function names(where: unknown): string {
  const test = readWhere(where, vaultOf(NOTES));
  return NOTES.filter((note) => test.meets(note))
    .map(({ path }) => path.replace(/^.*\/|\.md$/g, ''))
    .join(', ');
}

describe('where', () => {
  it('takes quotes and dashes as they are typed or printed', () => {
    const printed = entry('a.md', { cook: 'Anna\u2019s', years: ['2020\u20132021'], said: '\u201cno\u201d\u2026' });
    const typed = entry('b.md', { cook: "Anna's", years: ['2020-2021'], said: '"no"...' });
    for (const note of [printed, typed]) {
      const meets = (where: unknown): boolean => readWhere(where, vaultOf([note])).meets(note);
      for (const cook of ["Anna's", 'Anna\u2019s']) {
        expect([meets({ cook }), meets({ cook: { '!=': cook } })]).toEqual([true, false]);
        expect(meets({ cook: { contains: cook.slice(3) } })).toBe(true);
      }
      expect([meets({ years: '2020\u20132021' }), meets({ years: '2020-2021' })]).toEqual([true, true]);
      expect(meets({ said: { contains: '"no' } })).toBe(true);
      expect(meets({ said: { matches: '^"no"' } })).toBe(true);
      expect(meets({ cook: 'Annas' })).toBe(false);
    }
  });

  it('takes properties and texts in any Unicode form', () => {
    const note = entry('Reise.md', { 'La\u0308nge': 5, Ort: 'Ko\u0308ln', Orte: ['Mu\u0308nchen', 'Bonn'] });
    const meets = (where: unknown): boolean => readWhere(where, vaultOf([note])).meets(note);
    expect(meets({ Länge: 5 })).toBe(true);
    expect(meets({ länge: { '>': 4 } })).toBe(true);
    expect(meets({ Ort: 'Köln' })).toBe(true);
    expect(meets({ Ort: 'Ko\u0308ln' })).toBe(true);
    expect(meets({ Ort: { '!=': 'Köln' } })).toBe(false);
    expect(meets({ Ort: { contains: 'öl' } })).toBe(true);
    expect(meets({ Orte: 'München' })).toBe(true);
    expect(meets({ Orte: ['München', 'Bonn'] })).toBe(true);
    expect(meets({ Ort: { matches: '^Köl' } })).toBe(true);
    expect(meets({ Orte: { matches: '^M.nchen$' } })).toBe(true);
    expect(meets({ Ort: 'Koln' })).toBe(false);
  });

  it.each<[unknown, string]>([
    [{}, 'Emma, Dune, Plan, Jane Austen, cover.png'],
    [{ status: 'read' }, 'Emma'],
    [{ status: 'reading' }, ''],
    [{ Status: { '=': 'read' } }, 'Emma'],
    [{ 'Shelf Mark': 'B 2' }, 'Emma'],
    [{ authors: 'Anon' }, 'Emma'],
    [{ authors: '[[Jane Austen|Jane]]' }, 'Emma'],
    [{ authors: ['[[Jane Austen]]', 'Anon'] }, 'Emma'],
    [{ authors: { '!=': 'Anon' } }, 'Dune, Plan, Jane Austen, cover.png'],
    [{ authors: { contains: 'Anon' } }, 'Emma'],
    [{ authors: { contains: 'Ano' } }, ''],
    [{ status: { contains: 'ead' } }, 'Emma, Dune'],
    [{ status: { contains: 'Read' } }, 'Dune'],
    [{ rating: { '>=': 4 } }, 'Emma, Dune'],
    [{ rating: { '>': 4, '<': 9 } }, 'Emma'],
    [{ rating: { '=': 4 } }, ''],
    [{ finished: { '<': '2026-02-02' } }, 'Emma'],
    [{ due: { '>': '2026-03-02' } }, ''],
    [{ due: { '>=': '2026-03-02' } }, 'Plan'],
    [{ due: '2026-03-02T10:00:00' }, 'Plan'],
    [{ finished: { exists: true } }, 'Emma'],
    [{ done: { exists: false } }, 'Emma, Dune, cover.png'],
    [{ done: false }, 'Plan'],
    [{ finished: null }, 'Dune, Plan, Jane Austen, cover.png'],
    [{ 'size.width': 3 }, 'Dune'],
    [{ 'Size.Width': 3 }, 'Dune'],
    [{ 'size.height': 3 }, ''],
    [{ 'note.size.width': { '<=': 3 } }, 'Dune'],
    [{ status: { matches: '^[Rr]ead' } }, 'Emma, Dune'],
    [{ authors: { matches: 'Austen' } }, 'Emma'],
    [{ tags: 'book' }, 'Emma, Dune'],
    [{ tags: '#BOOK/novel' }, 'Emma'],
    [{ tags: ['book', 'classic'] }, 'Emma'],
    [{ tags: { contains: 'book' }, 'file.tags': { '!=': 'classic' } }, 'Dune'],
    [{ tags: { exists: true } }, 'Emma, Dune, Plan'],
    [{ tags: { matches: '^#b' } }, 'Emma, Dune'],
    [{ tags: { matches: '^book$' } }, 'Dune'],
    [{ 'file.tags': { matches: '/^CLASSIC$/i' } }, 'Emma'],
    [{ status: { matches: '/^read/i' } }, 'Emma, Dune'],
    [{ status: { matches: '/^read/' } }, 'Emma'],
    [{ 'file.path': { matches: '/E' } }, 'Emma'],
    [{ 'file.path': { matches: '/Emma/' } }, ''],
    [{ 'file.path': { matches: '/emma/i' } }, 'Emma'],
    [{ 'file.folder': 'Notes' }, 'Plan, Jane Austen'],
    [{ 'file.ext': { '!=': 'md' } }, 'cover.png'],
    [{ 'file.mtime': { '>=': '2026-02-01' } }, 'Emma'],
    [{ 'file.size': { '>': 1_000 } }, 'cover.png'],
    [{ or: [{ status: 'read' }, { done: true }] }, 'Emma, Jane Austen'],
    [{ and: [{ tags: 'book' }, { not: { status: 'read' } }] }, 'Dune'],
    [{ not: [{ tags: 'book' }, { 'file.ext': 'png' }] }, 'Plan, Jane Austen'],
    [{ and: [{ tags: 'book' }, { not: {} }, { not: { status: 'read' } }] }, 'Dune'],
    [{ tags: 'book', rating: 5 }, 'Emma'],
    [{ or: [] }, 'Emma, Dune, Plan, Jane Austen, cover.png'],
    [{ constructor: { exists: true } }, ''],
    [{ 'file.links': { contains: 'Nobody' } }, ''],
    [{ 'file.links': { contains: 'Jane Austen' } }, 'Emma'],
    [{ 'file.links': { contains: '[[Jane Austen]]' } }, 'Emma'],
    [{ 'file.backlinks': { contains: 'Emma' } }, 'Plan, Jane Austen'],
    [{ 'file.links': { contains: 'Lost' } }, 'Dune'],
  ])('%j', (where, expected) => {
    expect(names(where)).toBe(expected);
  });

  it.each<[unknown, string]>([
    [{ due: 'today' }, 'Plan'],
    [{ due: { '!=': 'today' } }, 'Emma, Dune, Jane Austen, cover.png'],
    [{ due: { '<=': 'today' } }, 'Plan'],
    [{ due: { '>': 'today' } }, ''],
    [{ due: { '<': 'tomorrow', '>': 'Yesterday' } }, 'Plan'],
    [{ due: { '>=': '+1' } }, ''],
    [{ finished: { '<': '-7d' } }, 'Emma'],
    [{ finished: { '<': '-30d' } }, ''],
    [{ 'file.mtime': { '>=': '7d' } }, 'Emma'],
    [{ status: { '>': 'today' } }, ''],
    [{ status: { '<': 'today' } }, ''],
    [{ status: { '<=': '+1' } }, ''],
    [{ status: { '>': '-7d' } }, ''],
    [{ status: { '!=': 'today' }, tags: 'book' }, 'Emma, Dune'],
    [{ rating: { '>': '-1' } }, 'Emma, Dune'],
  ])('%j on the second of March', (where, expected) => {
    const test = readWhere(where, vaultOf(NOTES), { now: new Date(2026, 2, 2, 15).getTime() });
    const found = NOTES.filter((note) => test.meets(note)).map(({ path }) => path.replace(/^.*\/|\.md$/g, ''));
    expect(found.join(', ')).toBe(expected);
  });

  it.each<[unknown, string, RegExp]>([
    [{ due: { '<': '7d' } }, 'due.<', /may be in the past or in the future/],
    [{ $or: [{ status: 'read' }] }, '$or', /`where\.\$or` is not a property/],
    [[], 'where', /`where` is a list/],
    ['status', 'where', /`where` is the text "status"/],
    [{ status: { like: 'x' } }, 'status.like', /unknown operator "like"/],
    [{ status: { '>': 3, '~': 4 } }, 'status.~', /unknown operator "~"/],
    [{ status: {} }, 'status', /compares with nothing/],
    [{ or: { a: 1 } }, 'or', /`where\.or` is an object, where a list/],
    [{ or: ['a'] }, 'or[0]', /`where\.or\[0\]` is the text "a"/],
    [{ not: 'a' }, 'not', /`where\.not` is the text/],
    [{ 'file.day': 1 }, 'file.day', /no such property/],
    [{ rating: { exists: 'yes' } }, 'rating.exists', /true or false is expected/],
    [{ status: { matches: '(' } }, 'status.matches', /not a usable regular expression/],
    [{ status: { matches: '/(/i' } }, 'status.matches', /not a usable regular expression/],
    [{ status: { matches: 5 } }, 'status.matches', /a regular expression is expected/],
    [{ '': 1 }, 'where', /names no property/],
    [{ and: [{ or: [{ status: { in: [] } }] }] }, 'and[0].or[0].status.in', /unknown operator "in"/],
  ])('%j is refused, naming the fragment', (where, fragment, words) => {
    const error = errorOf(() => names(where));
    expect(error.code).toBe('invalid_arguments');
    expect(error.message).toMatch(words);
    expect(error.details?.['fragment']).toBe(fragment);
    expect(error.hint).toBeTruthy();
  });

  it('says how a pattern is written', () => {
    const { message, hint } = errorOf(() => names({ status: { matches: '(a' } }));
    expect(message).toMatch(/Unterminated group\.$/u);
    expect(hint).toContain('backslash');
  });

  describe('compares dates with all of a day, week, month or year', () => {
    const dated = [
      entry('text.md', { due: 'someday' }),
      entry('day.md', { due: '2026-11-30' }, { mtime: new Date(2026, 10, 30, 12).getTime() }),
      entry('time.md', { due: '2026-11-30T18:00' }),
      entry('next.md', { due: '2026-12-01' }),
      entry('month.md', { due: '2026-11' }),
      entry('year.md', { due: 2026 }),
      entry('2026-11.md', { list: ['2025-01-01', '2026-11-02'] }),
    ];
    const found = (where: unknown): string => {
      const test = readWhere(where, vaultOf(dated));
      return dated
        .filter((note) => test.meets(note))
        .map(({ path }) => path.replace('.md', ''))
        .join(', ');
    };

    it.each<[unknown, string]>([
      [{ due: { '>': '2026-11-30' } }, 'next'],
      [{ due: { '<=': '2026-11-30' } }, 'day, time, month'],
      [{ due: '2026-11-30' }, 'day, time'],
      [{ due: { '>': '2026-11' } }, 'next'],
      [{ due: { '>=': '2026-11' } }, 'day, time, next, month'],
      [{ due: { '<': '2026-12' } }, 'day, time, month'],
      [{ due: { '<=': '2026-11' } }, 'day, time, month'],
      [{ due: '2026-11' }, 'day, time, month'],
      [{ due: '2026' }, 'day, time, next, month'],
      [{ due: { '!=': '2026-11' } }, 'text, next, year, 2026-11'],
      [{ due: { '>': '2025' } }, 'day, time, next, month, year'],
      [{ due: { '>': '2026' } }, ''],
      [{ due: { '>=': 2026 } }, 'day, time, next, year'],
      [{ due: { '>': 2026 } }, ''],
      [{ due: { '=': 2026 } }, 'day, time, next, year'],
      [{ due: { '<': '2027-01-01T00:00' } }, 'day, time, next, month'],
      [{ 'file.mtime': '2026-11' }, 'day'],
      [{ 'file.mtime': { '>': 2026 } }, ''],
      [{ 'file.basename': { '=': '2026-11' } }, '2026-11'],
      [{ 'file.basename': { '=': '2026' } }, ''],
      [{ list: '2026-11' }, '2026-11'],
      [{ due: '2026-13' }, ''],
      [{ due: '2026-W49' }, 'day, time, next'],
      [{ due: { '>': '2026-W48' } }, 'day, time, next'],
      [{ due: { '<': '2026-W50' } }, 'day, time, next, month'],
      [{ due: { '>=': '2026-W50' } }, ''],
    ])('%j', (where, expected) => {
      expect(found(where)).toBe(expected);
    });

    it.each(['2026-13', '2026-W60', '2026-02-30', '2026-02-30T10:00', '2026-11-30T25:00'])(
      '%s is refused as a bound',
      (bound) => {
        const error = errorOf(() => found({ due: { '<': bound } }));
        expect(error.code).toBe('invalid_arguments');
        expect(error.message).toContain(`"${bound}", which is not a date`);
      },
    );
  });

  it('is refused if it is too deep', () => {
    let where: unknown = { a: 1 };
    for (let depth = 0; depth < 40; depth++) where = { not: where };
    expect(errorOf(() => names(where)).message).toContain('deeper than 32 levels');
  });

  it('ends with a pattern that would take too long', () => {
    const note = entry('a.md', { text: `${'a'.repeat(40)}!` });
    const where = readWhere({ text: { matches: '^(a+)+$' } }, vaultOf([note]));
    expect(errorOf(() => where.meets(note))).toMatchObject({ code: 'invalid_arguments' });
  });

  it('matches patterns in long texts of many files', () => {
    const many = Array.from({ length: 100 }, (_, at) => entry(`${String(at)}.md`, { text: 'word '.repeat(20_000) }));
    const where = readWhere({ text: { matches: 'nothing' } }, vaultOf(many));
    expect(many.filter((note) => where.meets(note))).toEqual([]);
  });
});
