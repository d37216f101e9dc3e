import { describe, expect, it } from 'vitest';
import type { HistoryEntry } from '../../../shared/writing/journal/history.ts';
import { namesAfter } from '../../../shared/writing/journal/renames.ts';
import { plainWords } from '../words/said.ts';
import { activityRows, changeWords, hasMenu, type ActivityRow } from './activity-rows.ts';
import { nothingRead, readingsByClient, readingsByNote } from './reading-rows.ts';

const NOW = new Date(2026, 10, 22, 18, 0);
const at = (hour: number, minute = 0, day = 22): string => new Date(2026, 10, day, hour, minute).toISOString();
const entry = (id: string, time: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  time,
  tool: 'edit_note',
  client: 'claude-code',
  files: [{ kind: 'edit', path: `In/${id}.md` }],
  ...more,
});
const shown = (rows: readonly ActivityRow[]): string[] =>
  rows.map(({ kind, claim, title, undo, isUndone }) =>
    [
      kind,
      claim,
      plainWords(title),
      isUndone ? '(undone)' : '',
      undo === null ? '' : `[${undo.label}: ${undo.ids.join(' ')}]`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  );

describe('activityRows', () => {
  it('shows days, runs and changes, and calls a name a claim', () => {
    const entries = [entry('b', at(10, 1)), entry('a', at(10)), entry('z', at(9, 0, 21), { client: '' })];
    expect(shown(activityRows(entries, NOW, 50).rows)).toEqual([
      'day Today',
      'run says it is Claude Code [Undo this run: b a]',
      'change Edited b [Undo this change: b]',
      'change Edited a [Undo this change: a]',
      'day Yesterday',
      'run An assistant without a name [Undo this run: z]',
      'change Edited z [Undo this change: z]',
    ]);
  });

  it('redoes what was undone by undoing the undo', () => {
    const entries = [
      entry('u', at(11), { tool: 'undo', client: 'the app', undoes: 'a', files: [{ kind: 'edit', path: 'In/a.md' }] }),
      entry('b', at(10, 1)),
      entry('a', at(10)),
    ];
    expect(shown(activityRows(entries, NOW, 50).rows).slice(1)).toEqual([
      'run You [Undo this run: u]',
      'change Undone: Edited a [Undo this change: u]',
      'run says it is Claude Code [Undo this run: b]',
      'change Edited b [Undo this change: b]',
      'change Edited a (undone) [Redo this change: u]',
    ]);
  });

  it('tells notes of the same name apart by their folders', () => {
    const files = (path: string, more: object = {}): Partial<HistoryEntry> => ({
      files: [{ kind: 'edit', path, ...more }],
    });
    const entries = [
      entry('u', at(11), { tool: 'undo', client: 'the app', undoes: 'b', ...files('notes.md') }),
      entry('c', at(10, 2), files('حديقة/Notes.md', { kind: 'move', to: 'Out/Notes.md' })),
      entry('b', at(10, 1), files('notes.md')),
      entry('a', at(10), files('Garden/Beds/Notes.md')),
      entry('z', at(9), files('Garden/Alone.md')),
    ];
    const changes = activityRows(entries, NOW, 50).rows.filter(({ kind }) => kind === 'change');
    expect(changes.map(({ detail }) => detail.split(' · ').slice(0, -1).join(' · '))).toEqual([
      'Top folder',
      'from \u2068حديقة\u2069',
      expect.stringMatching(/^Top folder · /u),
      'Garden / Beds',
      '',
    ]);
  });

  it('offers a menu only where there is something in it', () => {
    const undone = [
      entry('u', at(11), { tool: 'undo', client: 'the app', undoes: 'a', files: [] }),
      entry('a', at(10), { files: [] }),
    ];
    const { rows } = activityRows(undone, NOW, 50);
    expect(rows.filter(({ kind }) => kind === 'run').map(hasMenu)).toEqual([true, false]);
    const readings = [{ time: at(12), client: 'b', tool: 'search', paths: ['In/A.md'] }];
    const read = readingsByClient({ readings, isHidden: () => false, now: NOW }, 50).rows;
    expect(read.map((row) => [row.kind, hasMenu(row)])).toEqual([
      ['day', false],
      ['run', false],
      ['note', true],
    ]);
  });

  it('calls the undo of an undo a redo', () => {
    const undo = { tool: 'undo', client: 'the app' };
    const entries = [
      entry('v', at(11, 1), { ...undo, undoes: 'u' }),
      entry('u', at(11), { ...undo, undoes: 'a' }),
      entry('a', at(10)),
    ];
    expect(activityRows(entries, NOW, 50).rows.map(({ title }) => plainWords(title))).toEqual([
      'Today',
      'You',
      'Redone: Edited a',
      'Undone: Edited a',
      'Claude Code',
      'Edited a',
    ]);
  });

  it('leads to notes under the names that they have now', () => {
    const renamed = [{ time: at(12), from: 'In/a.md', to: 'In/z.md' }];
    const { rows } = activityRows([entry('b', at(13)), entry('a', at(10))], NOW, 50, namesAfter(renamed));
    expect(rows.flatMap(({ paths }) => paths)).toEqual(['In/b.md', 'In/z.md']);
  });

  it('names the person for the rename of a missing note', () => {
    const files: HistoryEntry['files'] = [
      { kind: 'edit', path: 'In/a.md' },
      { kind: 'edit', path: 'b.md' },
    ];
    const { rows } = activityRows([entry('a', at(10), { tool: 'rename_missing', client: 'the app', files })], NOW, 50);
    expect(shown(rows).slice(1)).toEqual([
      'run You [Undo this run: a]',
      'change Renamed a missing note, in a and 1 more note [Undo this change: a]',
    ]);
  });

  it('believes no client that calls itself the person', () => {
    const { rows } = activityRows([entry('a', at(10), { client: 'the app' })], NOW, 50);
    expect(shown(rows)[1]).toBe('run says it is the app [Undo this run: a]');
  });

  it('knows everything since a row', () => {
    const entries = [entry('c', at(11), { client: 'other' }), entry('b', at(10, 1)), entry('a', at(10))];
    const { rows } = activityRows(entries, NOW, 50);
    expect(rows.find(({ key }) => key === 'change b')?.since).toEqual(['c', 'b']);
    expect(rows.find(({ key }) => key === 'run a')?.since).toEqual(['c', 'b', 'a']);
  });

  it('leaves alone what was done and undone within a run, or since a row', () => {
    const undo = (id: string, undoes: string): HistoryEntry =>
      entry(id, at(12, 1), { tool: 'undo', client: 'the app', undoes });
    const ofRow = (entries: HistoryEntry[], key: string): { undo: readonly string[]; since: readonly string[] } => {
      const row = activityRows(entries, NOW, 50).rows.find((one) => one.key === key);
      return { undo: row?.undo?.ids ?? [], since: row?.since ?? [] };
    };
    const undone = [undo('u', 'b'), entry('b', at(10, 1)), entry('a', at(10))];
    expect(ofRow(undone, 'change a')).toEqual({ undo: ['a'], since: ['a'] });
    expect(ofRow(undone, 'run a')).toEqual({ undo: ['a'], since: ['a'] });
    expect(ofRow(undone, 'run u')).toEqual({ undo: ['u'], since: ['u'] });
    // Undone and redone: all is as it was before.
    const redone = [undo('v', 'u'), ...undone];
    expect(ofRow(redone, 'run u')).toEqual({ undo: [], since: [] });
    expect(ofRow(redone, 'run a')).toEqual({ undo: ['b', 'a'], since: ['b', 'a'] });
    expect(ofRow(redone, 'change b')).toEqual({ undo: ['b'], since: ['b'] });
  });

  it('shows the newest first, and that there are more', () => {
    const entries = Array.from({ length: 30 }, (_, index) =>
      entry(String(99 - index), at(17 - (index % 15), 0, 22 - Math.floor(index / 15))),
    );
    const { rows, hasMore } = activityRows(entries, NOW, 10);
    expect([rows.length, hasMore, rows[2]?.key]).toEqual([11, true, 'change 99']);
  });

  it('cuts a run of hundreds, which can be undone as a whole', () => {
    const run = Array.from({ length: 900 }, (_, index) => entry(String(900 - index), at(17)));
    const most = activityRows(run, NOW, 60);
    expect([most.rows.length, most.hasMore]).toEqual([60, true]);
    expect(most.rows[1]).toMatchObject({ kind: 'run', undo: { ids: { length: 900 } } });
    expect(activityRows(run, NOW, 902)).toMatchObject({ rows: { length: 902 }, hasMore: false });
    // Not its head alone.
    const after = activityRows([...[1, 2, 3].map((n) => entry(`last ${n}`, at(17, 30))), ...run], NOW, 6);
    expect([after.rows.length, after.hasMore]).toEqual([5 + 1 + 20, true]);
  });
});

it('says what a change did', () => {
  const words = (...files: HistoryEntry['files']): string => plainWords(changeWords({ files }));
  expect(words({ kind: 'create', path: 'In/A.md' })).toBe('Created A');
  expect(words({ kind: 'move', path: 'In/A.md', to: 'In/B.md' })).toBe('Moved A to B');
  expect(words({ kind: 'move', path: 'In/A.md', to: 'Out/A.md' }, { kind: 'edit', path: 'C.md' })).toBe(
    'Moved A to Out, links in 1 note',
  );
  expect(
    words(
      { kind: 'edit', path: 'C.md' },
      { kind: 'move', path: 'In/A.md', to: 'Out/A.md' },
      { kind: 'move', path: 'In/B.md', to: 'Out/B.md' },
      { kind: 'edit', path: 'D.md' },
    ),
  ).toBe('Moved A to Out and 1 more note, links in 2 notes');
  expect(words({ kind: 'move', path: 'In/A.md', to: 'A.md' })).toBe('Moved A to the top folder');
  expect(words({ kind: 'move', path: 'In/A.md', to: 'Out/B.md' })).toBe('Moved A to Out/B');
  expect(words({ kind: 'edit', path: 'A.md' }, { kind: 'delete', path: 'B.md' }, { kind: 'edit', path: 'C.md' })).toBe(
    'Deleted B, edited 2 notes',
  );
  expect(
    words({ kind: 'delete', path: 'B.md' }, { kind: 'delete', path: 'C.md' }, { kind: 'edit', path: 'A.md' }),
  ).toBe('Deleted B and 1 more note, edited 1 note');
  expect(words({ kind: 'edit', path: 'A.md' }, { kind: 'edit', path: 'B.md' })).toBe('Edited A and 1 more note');
});

describe('readings', () => {
  const readings = [
    { time: at(12), client: 'b', tool: 'search', paths: ['In/A.md', 'B.md'] },
    { time: at(11), client: 'a', tool: 'read_note', paths: ['In/A.md'] },
    { time: at(10, 0, 21), client: 'a', tool: 'read_note', paths: ['C.md', 'C.md'] },
  ];

  const shown = { readings, isHidden: (path: string): boolean => path === 'C.md', now: NOW };

  it('say, if there are none, since when, once the log was cleared', () => {
    expect(nothingRead(null, NOW)).toContain('in the last 30 days');
    expect(nothingRead(at(13), NOW)).toMatch(/^Nothing since .*1.*, when you cleared the log\./u);
    expect(nothingRead(new Date(2026, 8, 1).toISOString(), NOW)).toContain('in the last 30 days');
  });

  it('are shown by note, the last seen first', () => {
    const { rows } = readingsByNote(shown, 50);
    expect(
      rows.map(({ title, detail }) => `${plainWords(title)}: ${detail.replace(/last [^·]*?(?= ·|$)/u, 'last')}`),
    ).toEqual([
      'A: says it is b · says it is a · seen 2 times · last',
      'B: says it is b · seen once · last',
      'C: says it is a · seen once · last · kept from assistants',
    ]);
    expect(rows[0]?.paths).toEqual(['In/A.md']);
    expect(rows.map(({ isKept }) => isKept)).toEqual([false, false, true]);
    expect(readingsByNote(shown, 2).hasMore).toBe(true);
  });

  it('tell notes of the same name apart by their folders', () => {
    const paths = ['Garden/Beds/Notes.md', 'notes.md', 'حديقة/Notes.md', 'Garden/Alone.md'];
    const same = { ...shown, readings: [{ time: at(17), client: 'a', tool: 'search', paths }] };
    const places = ['Garden / Beds · ', 'Top folder · ', '\u2068حديقة\u2069 · ', ''];
    for (const [rows, who] of [
      [readingsByNote(same, 50).rows, 'says it is a · '],
      [readingsByClient(same, 50).rows.filter(({ kind }) => kind === 'note'), ''],
    ] as const)
      expect(rows.map(({ detail }) => detail.replace(/seen once.*$/u, ''))).toEqual(
        places.map((place) => `${place}${who}`),
      );
  });

  it('cut a long name of a client, so that it is seen when and how often', () => {
    const long = { ...shown, readings: [{ time: at(17), client: 'x'.repeat(200), tool: 'search', paths: ['A.md'] }] };
    expect(readingsByNote(long, 50).rows[0]?.detail).toMatch(/^says it is x{19}… · seen once · last /u);
  });

  it('are cut where a client saw hundreds of notes', () => {
    const paths = Array.from({ length: 900 }, (_, index) => `In/${index}.md`);
    const many = { ...shown, readings: [{ time: at(17), client: 'a', tool: 'read_note', paths }] };
    const { rows, hasMore } = readingsByClient(many, 60);
    expect([rows.length, hasMore, rows[1]?.detail]).toEqual([60, true, '900 notes']);
    expect(readingsByClient(many, 902)).toMatchObject({ rows: { length: 902 }, hasMore: false });
  });

  it('are shown by day and client', () => {
    expect(readingsByClient(shown, 50).rows.map(({ kind, title }) => `${kind} ${plainWords(title)}`)).toEqual([
      'day Today',
      'run b',
      'note A',
      'note B',
      'run a',
      'note A',
      'day Yesterday',
      'run a',
      'note C',
    ]);
    expect(new Set(readingsByClient(shown, 50).rows.map(({ key }) => key)).size).toBe(9);
  });
});
