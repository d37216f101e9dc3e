import { describe, expect, it } from 'vitest';
import { entry, matching, runBaseText } from './base-test-kit.ts';

const NOTES = [
  entry(
    'Alpha.md',
    {
      status: 'active',
      pages: 3,
      due: '2026-03-01',
      done: false,
      author: '[[Zed]]',
      'due-date': 'soon',
      'two words': 1,
    },
    { tags: ['#project', '#Area/Home'] },
  ),
  entry(
    'Books/Beta.md',
    {
      status: 'done',
      pages: 12,
      due: '2026-03-01T18:30:00',
      done: true,
      authors: ['Ann', 'Bo'],
      author: '[[Books/Zed|Z]]',
    },
    { tags: ['#project/side'], size: 5_000 },
  ),
  entry(
    'Books/Old/Gamma.md',
    { status: 'Active', pages: '7', rating: null, dims: { size: { w: 20 } }, done: 'no' },
    { mtime: Date.UTC(2020, 0, 1), ctime: Date.UTC(2019, 5, 5) },
  ),
  entry('Books/Zed.md', undefined),
];

function names(filter: unknown): string {
  return matching(filter, NOTES)
    .map((path) => path.replace(/^.*\/|\.md$/g, ''))
    .join(' ');
}

describe('string expressions', () => {
  it.each([
    ['status == "active"', 'Alpha'],
    ["status == 'active'", 'Alpha'],
    ['"active" == status', 'Alpha'],
    ['status != "active"', 'Beta Gamma Zed'],
    ['pages > 3', 'Beta Gamma'],
    ['pages >= 3', 'Alpha Beta Gamma'],
    ['pages < 12', 'Alpha Gamma'],
    ['pages <= 12', 'Alpha Beta Gamma'],
    ['pages > -1.5e0', 'Alpha Beta Gamma'],
    ['done == true', 'Beta'],
    ['done == false', 'Alpha'],
    ['done', 'Beta Gamma'],
    ['!done', 'Alpha Zed'],
    ['!(status == "active") && pages', 'Beta Gamma'],
    ['status == "active" || status == "done"', 'Alpha Beta'],
    ['status == "done" && pages > 20 || status == "active"', 'Alpha'],
    ['status == "done" && (pages > 20 || file.size > 1000)', 'Beta'],
    ['!status == false', 'Alpha Beta Gamma'],
    ['rating == null', 'Alpha Beta Gamma Zed'],
    ['status != null', 'Alpha Beta Gamma'],
    ['frontmatter.status == "active"', 'Alpha'],
    ['note.status == "active"', 'Alpha'],
    ['note["status"] == "active"', 'Alpha'],
    ["note['two words'] == 1", 'Alpha'],
    ['note["due-date"] == "soon"', 'Alpha'],
    ['frontmatter.dims.size.w == 20', 'Gamma'],
    ['dims["size"].w >= 20', 'Gamma'],
    ['dims.size.w.deeper == null', 'Alpha Beta Gamma Zed'],
    ['status == "act\\u0069ve"', 'Alpha'],
    ['true', 'Alpha Beta Gamma Zed'],
    ['false || 0 || "" || null', ''],
  ])('%s', (expression, expected) => {
    expect(names(expression)).toBe(expected);
  });
});

describe('file properties and methods', () => {
  it.each([
    ['file.name == "Alpha"', 'Alpha'],
    ['file.path == "Books/Beta.md"', 'Beta'],
    ['file.folder == "Books"', 'Beta Zed'],
    ['file.folder == "/"', 'Alpha'],
    ['file.ext == "md"', 'Alpha Beta Gamma Zed'],
    ['file.size > 1000', 'Beta'],
    ['file.mtime < "2021-01-01"', 'Gamma'],
    ['file.ctime < "2020-01-01T00:00:00Z"', 'Gamma'],
    ['file.mtime > 1700000000000', 'Alpha Beta Zed'],
    ['file.tags', 'Alpha Beta'],
    ['file["name"] == "Alpha"', 'Alpha'],
    ['file.hasTag("project")', 'Alpha Beta'],
    ['file.hasTag("#project/side")', 'Beta'],
    ['file.hasTag("PROJECT/side", "area")', 'Alpha Beta'],
    ['file.hasTag("proj")', ''],
    ['file.hasTag("")', ''],
    ['!file.hasTag("project")', 'Gamma Zed'],
    ['file.inFolder("Books")', 'Beta Gamma Zed'],
    ['file.inFolder("/Books/Old/")', 'Gamma'],
    ['file.inFolder("Book")', ''],
    ['file.inFolder("/")', 'Alpha Beta Gamma Zed'],
    ['file.inFolder(status)', ''],
  ])('%s', (expression, expected) => {
    expect(names(expression)).toBe(expected);
  });
});

describe('trees and conditions', () => {
  it.each<[unknown, string]>([
    [{ and: ['pages > 3', { status: 'done' }] }, 'Beta'],
    [{ or: ['pages > 10', { status: 'active' }] }, 'Alpha Beta'],
    [{ not: { status: 'done' } }, 'Alpha Gamma Zed'],
    [{ not: ['status == "done"', 'status == "active"'] }, 'Gamma Zed'],
    [{ not: 'file.inFolder("Books")' }, 'Alpha'],
    [{ not: { and: [{ status: 'done' }, { pages: 12 }] } }, 'Alpha Gamma Zed'],
    [{ and: [{ or: [{ not: ['done'] }, 'file.size > 1000'] }, 'pages'] }, 'Alpha Beta'],
    [{ status: 'active' }, 'Alpha'],
    [{ 'note.status': 'active' }, 'Alpha'],
    [{ 'frontmatter.dims.size.w': 20 }, 'Gamma'],
    [{ 'file.folder': 'Books' }, 'Beta Zed'],
    [{ 'note["two words"]': 1 }, 'Alpha'],
    [{ 'two words': 1 }, 'Alpha'],
    [{ 'due-date': 'soon' }, 'Alpha'],
    [{ pages: { '>=': 3, '<': 12 } }, 'Alpha Gamma'],
    [{ pages: { '==': 3 } }, 'Alpha'],
    [{ status: { '!=': 'active' } }, 'Beta Gamma Zed'],
    [{ status: 'active', pages: 4 }, ''],
    [{ done: true }, 'Beta'],
    [{ rating: null }, 'Alpha Beta Gamma Zed'],
    [{ authors: ['Ann', 'Bo'] }, 'Beta'],
    [{ dims: { '==': { size: { w: 20 } } } }, 'Gamma'],
    [true, 'Alpha Beta Gamma Zed'],
    [null, 'Alpha Beta Gamma Zed'],
  ])('%j', (filter, expected) => {
    expect(names(filter)).toBe(expected);
  });

  it('treats a group without filters as no condition, since the app leaves such groups behind', () => {
    for (const empty of [{ and: [] }, { or: [] }, { not: [] }, { and: null }, { or: [{ and: [] }, null, ''] }]) {
      expect(names(empty)).toBe('Alpha Beta Gamma Zed');
      expect(names({ and: [empty, { status: 'done' }] })).toBe('Beta');
      expect(names({ or: [empty, { status: 'done' }] })).toBe('Beta');
    }
  });
});

describe('comparisons', () => {
  it.each([
    ['a list never equals a single value', 'authors == "Ann"', ''],
    ['and differs from it', 'authors != "Ann"', 'Alpha Beta Gamma Zed'],
    ['dates are compared as points in time', 'due > "2026-03-01"', 'Beta'],
    ['dates of different spelling are equal', 'due == "2026-03-01T00:00"', 'Alpha'],
    ['a text that is a number has an order with numbers', 'pages == 7 || pages > 6', 'Beta Gamma'],
    ['but does not equal one', 'pages == 7', ''],
    ['missing values have no order', 'rating < 5 || rating >= 0', ''],
    ['so that its negation is true', '!(pages > 3)', 'Alpha Zed'],
    ['texts are equal letter by letter', 'status == "Active"', 'Gamma'],
    ['and are ordered without regard to letter case', 'status < "B"', 'Alpha Gamma'],
    ['lists and maps have no order', 'authors > "A" || dims > 1', ''],
    ['links are equal by the file they lead to', 'author == "[[Zed#Part|label]]"', 'Alpha Beta'],
    ['and not to the text of their label', 'author == "Z"', ''],
  ])('%s', (_rule, expression, expected) => {
    expect(names(expression)).toBe(expected);
  });

  it('compares links that lead nowhere by their text', () => {
    const notes = [entry('a.md', { up: '[[Nowhere|x]]' }), entry('b.md', { up: '[[Elsewhere]]' })];
    expect(matching('up == "[[Nowhere]]"', notes)).toEqual(['a.md']);
  });
});

describe('a part of a value', () => {
  it.each([
    ['status.length > 5', 'Alpha Gamma'],
    ['note.authors.length == 2', 'Beta'],
    ['due.year == 2026', 'Alpha Beta'],
    ['due.hour', 'Beta'],
  ])('%s is its field', (expression, expected) => {
    expect(names(expression)).toBe(expected);
  });

  it('is a nested property if the value is a map', () => {
    expect(
      matching('dims.length == 4', [
        entry('a.md', { dims: { length: 4 } }),
        entry('b.md', {}),
        entry('c.md', { dims: 5 }),
      ]),
    ).toEqual(['a.md']);
  });
});

describe('hostile frontmatter', () => {
  const cyclic: Record<string, unknown> = { status: 'ok' };
  cyclic['self'] = cyclic;
  const trap = new Proxy(
    {},
    {
      getOwnPropertyDescriptor: () => {
        throw new Error('trap');
      },
      ownKeys: () => {
        throw new Error('trap');
      },
    },
  );
  const withGetter = Object.defineProperty({}, 'status', {
    get: () => {
      throw new Error('called');
    },
    enumerable: true,
  });

  it('neither runs nor throws', () => {
    const notes = [
      entry('cyclic.md', cyclic),
      entry('getter.md', withGetter),
      entry('trap.md', trap),
      entry('trap-inside.md', { status: trap }),
      entry('odd.md', { status: () => 'ok' }),
      entry('text.md', 'status'),
    ];
    expect(matching('status == "ok"', notes)).toEqual(['cyclic.md']);
    expect(matching('self.self.self.status == "ok"', notes)).toEqual(['cyclic.md']);
  });

  it('is taken once, however often an expression names it', () => {
    let walks = 0;
    const big = new Proxy(['a'], {
      ownKeys: (target) => {
        walks++;
        return Reflect.ownKeys(target);
      },
    });
    expect(matching(`${'big && '.repeat(500)}big == big`, [entry('a.md', { big })])).toEqual(['a.md']);
    expect(walks).toBe(1);
  });

  it.each(['__proto__', 'constructor', 'toString', 'constructor.name', '__proto__.polluted', 'note["__proto__"]'])(
    'has no inherited %s',
    (name) => {
      expect(matching(`${name} == null`, [entry('a.md', { a: 1 })])).toEqual(['a.md']);
    },
  );
});

describe('the language of the app', () => {
  const NOW = new Date(2026, 2, 5, 1).getTime();
  const yaml =
    "formulas: {month: \"due.format('D. MMMM')\", ago: due.relative(), text: due + '', sum: \"(due + '1d').toString()\"}\nviews: [{name: v, order: [formula.month, formula.ago, formula.text, formula.sum]}]";
  const valuesIn = (language?: string) => {
    const notes = [entry('a.md', { due: '2026-03-02' })];
    const [row] = runBaseText(yaml, 'v', notes, { now: NOW, language }).rows;
    return ['month', 'ago', 'text', 'sum'].map((name) => row?.[`formula.${name}`]);
  };

  it.each([
    [undefined, '2. March', '3 days ago'],
    ['de', '2. März', 'vor 3 Tagen'],
    ['pt-BR', '2. março', 'há 3 dias'],
    ['xx', '2. March', '3 days ago'],
  ])('is that of format() and relative(), and of no other text: %s', (language, month, ago) => {
    expect(valuesIn(language)).toEqual([month, ago, '2026-03-02', '2026-03-03']);
  });
});
