import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EngineHost } from '../../engine/engine.ts';
import { Bench } from '../../meaning/embedding-test-kit.ts';
import { listNotesInput, searchInput } from '../../protocol/schemas/find.ts';
import { listTasksInput } from '../../protocol/schemas/tasks.ts';

let bench: Bench;
let engine: EngineHost;

beforeAll(async () => {
  bench = await Bench.with({
    'Work/Plans/P.md': 'P\n',
    'A.md':
      '---\ndue: 2026-12-01\nrating: 3\nstatus: active\nend: 31.12.2026\nyear: 2020\n---\nWords\n\n- [ ] Task 📅 2026-12-01\n',
    'B.md': '---\ndue: 2026-11-20T10:00\nrating: "4"\nstatus: waiting\nend: 1.2.2026\nyear: 2021\n---\nWords\n',
    'D.md': 'Mood:: good\n\n- item [level:: 3] (**Last Seen**:: now)\n\ngenre: none\n',
    'C.md': '---\ndue: soon\nrating: 10\ntags: [garden]\n---\nWords\n',
  });
  engine = await bench.start({
    createEmbedder: () => Promise.resolve(null),
    learnTerms: () => Promise.resolve(false),
  });
}, 60_000);
afterAll(() => bench.remove());

const listed = async (where: unknown): Promise<string | undefined> =>
  (await engine.listNotes(listNotesInput.parse({ where }))).hint;

const searched = async (input: object): Promise<string> =>
  ((await engine.search(searchInput.parse(input))).hints ?? []).join(' ');

describe('what a `where` orders otherwise than it seems is said, also where notes were found', () => {
  it.each(['next week', '31.12.2026', 'Dec 31, 2026', 'in 3 days', 'now', 20_261_231, true, ['2026-12-31']])(
    'dates and %j',
    async (operand) => {
      const hint = await listed({ due: { '<': operand } });
      expect(hint).toContain(`"due" is a date, ${JSON.stringify(operand)} is none`);
      expect(hint).toContain('"+7d"');
    },
  );

  it.each(['three', '2026-01-01', null])('numbers and %j', async (operand) => {
    expect(await listed({ rating: { '>=': operand } })).toContain(
      `"rating" is a number, ${JSON.stringify(operand)} is none`,
    );
  });

  it.each<[unknown, string]>([
    [{ 'file.mtime': { '>': 'last week' } }, '"file.mtime" is a date'],
    [{ 'file.size': { '>': '1k' } }, '"file.size" is a number'],
    [{ not: { due: { '>': 'next week' } } }, '"due" is a date'],
    [{ or: [{ 'note.due': { '>': 'next week' } }] }, '"due" is a date'],
    [
      { end: { '<': '2026-12-31' } },
      'No value of "end" is a date that "2026-12-31" could be compared with: "1.2.2026"',
    ],
    [{ status: { '>': 3 } }, 'No value of "status" is a number that 3 could be compared with: "active", "waiting".'],
  ])('%j', async (where, words) => {
    expect(await listed(where)).toContain(words);
  });

  it.each([
    { due: { '<': '2026-12-31' } },
    { due: { '<': 'today' } },
    { due: { '>=': '+7d' } },
    { due: { '>': '2026-W01' } },
    { due: { '>': 2025 } },
    { due: { '<': '2026-12-31T10:00Z' } },
    { rating: { '>': 3 } },
    { rating: { '<': '4' } },
    { year: { '>': 2019 } },
    { year: { '>': '2019' } },
    { status: { '>': 'a' } },
    { 'file.mtime': { '>': '7d' } },
    { 'file.size': { '>': 1 } },
    { 'file.name': { '<': '2026' } },
  ])('but not of %j', async (where) => {
    expect(await listed(where)).toBeUndefined();
  });

  it('in a search and for tasks, too', async () => {
    const where = { due: { '<': 'next week' } };
    expect(await searched({ query: 'words', where })).toContain('"due" is a date');
    expect(await searched({ query: 'Words', mode: 'regex', where })).toContain('"due" is a date');
    expect((await engine.listTasks(listTasksInput.parse({ where }))).hint).toContain('"due" is a date');
  });
});

describe('a search that finds nothing', () => {
  it.each<[unknown, string]>([
    [{ statsu: 'active' }, 'No note has the property "statsu". Near: "status"'],
    [{ status: 'Active' }, '"status" has "active", which is not the same as "Active".'],
    [{ tags: 'gardn' }, 'No note has the tag "gardn". Near: "garden".'],
  ])('says what is wrong with %j', async (where, words) => {
    expect(await searched({ query: 'words', mode: 'fulltext', where })).toContain(words);
    expect(await searched({ query: 'Words', mode: 'regex', where })).toContain(words);
  });
});

it('tasks are told from their notes: a property that only tasks have is asked for in another way', async () => {
  const { hint } = await engine.listTasks(listTasksInput.parse({ where: { priority: 'high' } }));
  expect(hint).toContain('No note has the property "priority".');
  expect(hint).toContain('`where` is about the note.');
  expect((await engine.listTasks(listTasksInput.parse({ where: { genre: 'x' } }))).hint).not.toContain('`where`');
});

describe('an inline field, which is no property, is named as such', () => {
  it.each([
    ['mood', 'Mood::'],
    ['Mood', 'Mood::'],
    ['level', 'level::'],
    ['last seen', 'Last Seen**::'],
  ])('%s', async (name, written) => {
    const words = `"${name}" is an inline field (\`${written} …\`) in the text of "D.md"`;
    expect(await listed({ [name]: { exists: true } })).toContain(words);
    expect((await engine.listTasks(listTasksInput.parse({ where: { [name]: 1 } }))).hint).toContain(words);
    const hint = await searched({ query: 'words', mode: 'fulltext', where: { [name]: 1 } });
    expect(hint).toContain(words);
    const pattern = /finds its lines: (".*")\.$/u.exec((await listed({ [name]: 1 })) ?? '')?.[1] ?? '""';
    const { rows } = await engine.search(searchInput.parse({ query: JSON.parse(pattern) as string, mode: 'regex' }));
    expect(rows).toMatchObject([{ path: 'D.md' }]);
  });

  it('in the first note by path, not in the one that came first', async () => {
    for (const path of ['Z.md', 'Y.md']) {
      await bench.write(path, 'Hue:: blue\n');
      await engine.refresh({ paths: [path] });
    }
    expect(await listed({ hue: 1 })).toContain('in the text of "Y.md"');
  });

  it('but not what only looks so', async () => {
    expect(await listed({ genre: 'x' })).toBe('No note has the property "genre".');
  });
});

it.each([
  ['file.mtime', 'modified'],
  ['ctime', 'created'],
  ['file.backlinks', 'incoming'],
])('what lists sort by has other names in `where`: %s', async (sort, own) => {
  expect((await engine.listNotes(listNotesInput.parse({ sort }))).hint).toContain(`Near: "${own}".`);
});

describe('names of files that are written otherwise', () => {
  it.each<[unknown, string]>([
    [{ 'file.name': 'A.md' }, '"file.name" is written "A".'],
    [{ 'file.path': { '=': 'A' } }, '"file.path" is written "A.md".'],
    [{ or: [{ 'file.ext': '.md' }] }, '"file.ext" is written "md".'],
    [{ 'file.folder': 'Work/Plans/' }, '"file.folder" is written "Work/Plans".'],
    [{ 'file.folder': '' }, '"file.folder" is written "/".'],
    [{ 'file.folder': 'work/plans' }, 'There is no folder "work/plans" with notes in it. Near: "Work/Plans"'],
    [{ 'file.folder': 'Work' }, 'No note lies in "Work" itself; the argument `directory`'],
  ])('%j', async (where, words) => {
    expect(await listed(where)).toContain(words);
  });

  it.each([{ 'file.path': { contains: 'Nowhere' } }, { 'file.folder': 'Work/Plans', 'file.name': 'Q' }])(
    'but not of %j',
    async (where) => {
      expect(await listed(where)).toBeUndefined();
    },
  );
});
