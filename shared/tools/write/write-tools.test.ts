import { appendFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { VaultLoomError } from '../../protocol/errors.ts';
import { openBench, removeBenches } from '../test-support/writing-bench.ts';

afterEach(removeBenches);

/** A call of each writing tool on a vault of `Soup.md` and `In/Note.md`, and where it writes. */
const CALLS: [tool: string, args: Record<string, unknown>][] = [
  ['create_note', { title: 'New', content: 'x' }],
  ['edit_note', { name: 'Soup', mode: 'append', content: 'x' }],
  ['edit_note', { name: 'Soup', mode: 'append', content: 'x', dryRun: true }],
  ['link_notes', { source: 'Soup', target: 'In/Note', context: 'See' }],
  ['link_notes', { source: 'Soup', target: 'In/Note', context: 'See', dryRun: true }],
  ['move_note', { source: 'Soup', destination: 'In/Soup' }],
  ['move_note', { source: 'In/Note', destination: 'Note' }],
  ['move_note', { source: 'Soup', destination: 'In/Soup', dryRun: true }],
  ['delete_note', { name: 'Soup', confirm: true }],
  ['delete_note', { name: 'Soup', confirm: true, dryRun: true }],
];
const VAULT = { 'Soup.md': 'Hot.\n', 'In/Note.md': '[[Soup]]\n' };

describe('a write after which the index cannot be asked', () => {
  it.each([
    ...CALLS.filter(([, { dryRun }]) => dryRun !== true),
    ['edit_note', { names: ['Soup', 'In/Note'], mode: 'append', content: 'x' }] as const,
    ['daily_note', { content: 'x' }] as const,
  ])('is answered as written, with a warning: %s %j', async (tool, args) => {
    const bench = await openBench(VAULT);
    const gone = new VaultLoomError('index_not_ready', 'The vault is still being indexed.');
    let isAsked = false;
    bench.engine.refresh = () => {
      isAsked = true;
      bench.engine.linkFacts = () => Promise.reject(gone);
      bench.engine.readNote = () => Promise.reject(gone);
      return Promise.reject(gone);
    };
    const answer = await bench.call(tool, args);
    expect((answer['data'] ?? answer) as object).toMatchObject({
      warning: expect.stringContaining('This is written. The index has not read it yet'),
    });
    expect(isAsked).toBe(true);
    expect(bench.files()).not.toEqual(VAULT);
  });

  it('is answered even if the index takes long', async () => {
    const bench = await openBench(VAULT);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    bench.engine.refresh = () => {
      setImmediate(() => vi.advanceTimersByTime(60_000));
      return new Promise(() => undefined);
    };
    const answer = await bench.call('edit_note', { name: 'Soup', mode: 'append', content: 'x' });
    vi.useRealTimers();
    expect(answer).toMatchObject({ changed: true, warning: expect.stringContaining('written') });
  });
});

describe('what limits writing', () => {
  it.each(CALLS)('VAULT_LOOM_READ_ONLY refuses %s %j, nothing touched', async (tool, args) => {
    const bench = await openBench(VAULT, { env: { VAULT_LOOM_READ_ONLY: '1' } });
    expect(await bench.refused(tool, args)).toMatchObject({ code: 'read_only' });
    expect(bench.files()).toEqual(VAULT);
  });

  it.each(CALLS)('VAULT_LOOM_FOLDERS refuses %s %j outside of them, nothing touched', async (tool, args) => {
    const bench = await openBench(VAULT, { env: { VAULT_LOOM_FOLDERS: 'In' } });
    expect(await bench.refused(tool, args)).toMatchObject({
      code: 'path_not_allowed',
      message: expect.stringContaining('VAULT_LOOM_FOLDERS'),
    });
    expect(bench.files()).toEqual(VAULT);
  });

  it('VAULT_LOOM_FOLDERS allows writing inside, but no move with links outside', async () => {
    const bench = await openBench(
      { 'Home.md': '[[Note]]\n', 'In/Note.md': 'x\n' },
      { env: { VAULT_LOOM_FOLDERS: 'In, Elsewhere' } },
    );
    expect(await bench.call('create_note', { title: 'New', content: '', directory: 'In/deeper' })).toMatchObject({
      path: 'In/deeper/New.md',
    });
    expect(await bench.call('edit_note', { name: 'In/Note', mode: 'append', content: 'y' })).toMatchObject({
      changed: true,
    });
    expect(await bench.call('move_note', { source: 'New', destination: 'Elsewhere/New' })).toMatchObject({
      to: 'Elsewhere/New.md',
    });
    const before = bench.files();
    for (const dryRun of [true, false]) {
      expect(await bench.refused('move_note', { source: 'Note', destination: 'In/Renamed', dryRun })).toMatchObject({
        code: 'path_not_allowed',
        message: expect.stringContaining('Home.md'),
      });
    }
    expect(bench.files()).toEqual(before);
  });

  it.skipIf(process.platform === 'win32').each(['Q: why.md', 'Old%2FPage.md'])(
    'a file whose name reads like another place: %s is refused with the way out, and named by a move that needs it',
    async (name) => {
      const files = { [name]: '[[Note]]\n', 'Note.md': 'x\n' };
      const bench = await openBench(files);
      const rename = expect.stringContaining('ask the person to rename it') as unknown;
      expect(await bench.refused('edit_note', { name, mode: 'append', content: 'y' })).toMatchObject({ hint: rename });
      expect(await bench.refused('delete_note', { name, confirm: true })).toMatchObject({ hint: rename });
      for (const dryRun of [true, false]) {
        const refused = await bench.refused('move_note', { source: 'Note', destination: 'Other', dryRun });
        expect(refused).toMatchObject({ hint: rename, message: expect.stringContaining(name) as unknown });
        expect(refused.message).toContain('Links in it would have to be rewritten');
      }
      expect(bench.files()).toEqual(files);
    },
  );

  it('a preview is not a way around them', async () => {
    const bench = await openBench(VAULT);
    const { previewId } = await bench.call('edit_note', { name: 'Soup', mode: 'append', content: 'x', dryRun: true });
    bench.writing.rules.readOnly = true;
    expect(await bench.refused('apply_edit_preview', { previewId })).toMatchObject({ code: 'read_only' });
    expect(bench.files()).toEqual(VAULT);
  });
});

describe('notes that are hidden from assistants', () => {
  const HIDDEN = { '.vaultloomignore': 'Private/\n', 'Private/Diary.md': 'secret [[Soup]]\n', 'Soup.md': 'Hot.\n' };

  it.each([
    ['edit_note', { name: 'Private/Diary.md', mode: 'append', content: 'x' }],
    ['edit_note', { name: 'Diary', mode: 'append', content: 'x', dryRun: true }],
    ['link_notes', { source: 'Private/Diary', target: 'Soup', context: 'x' }],
    ['move_note', { source: 'Private/Diary.md', destination: 'Diary' }],
    ['delete_note', { name: 'Private/Diary.md', confirm: true }],
  ])('cannot be written by any name: %s %j', async (tool, args) => {
    const bench = await openBench(HIDDEN);
    const error = await bench.refused(tool, args);
    expect(error).toMatchObject({ code: 'note_not_found', details: { suggestions: [] } });
    expect(bench.files()).toEqual(HIDDEN);
  });

  it('are not mentioned if they link to a deleted note', async () => {
    const bench = await openBench({ ...HIDDEN, '.obsidian/app.json': '{"trashOption":"none"}' });
    expect(JSON.stringify(await bench.call('delete_note', { name: 'Soup', confirm: true }))).not.toContain('Diary');
    expect(await bench.call('list_notes')).toEqual({ notes: [], total: 0 });
  });
});

describe('notes that are excluded from search', () => {
  it('can be written', async () => {
    const bench = await openBench({
      '.obsidian/app.json': '{"userIgnoreFilters":["Archive/"],"trashOption":"none"}',
      'Archive/Old.md': 'x\n',
    });
    expect(await bench.call('edit_note', { name: 'Old', mode: 'append', content: 'y' })).toMatchObject({
      path: 'Archive/Old.md',
      changed: true,
    });
    expect(await bench.call('delete_note', { name: 'Archive/Old', confirm: true })).toMatchObject({ deleted: true });
  });
});

describe('at the same time', () => {
  it('100 appends give 100 lines', async () => {
    const bench = await openBench({ 'Log.md': '' });
    await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        bench.call('edit_note', { name: 'Log', mode: 'append', content: `line ${i}` }),
      ),
    );
    expect(linesOf(bench.text('Log.md'))).toEqual(range('line', 100));
    expect(await bench.writing.writer.history.list()).toHaveLength(100);
  });

  it('appends of two bridges are all kept', async () => {
    const bench = await openBench({ 'Log.md': '' });
    const other = await bench.another();
    await Promise.all(
      Array.from({ length: 60 }, (_, i) =>
        (i % 2 === 0 ? bench : other).call('edit_note', { name: 'Log', mode: 'append', content: `line ${i}` }),
      ),
    );
    expect(linesOf(bench.text('Log.md'))).toEqual(range('line', 60));
  });

  it('of several calls creating one note, one succeeds', async () => {
    const bench = await openBench({});
    const other = await bench.another();
    const ends = await Promise.allSettled(
      range('text', 10).map((content, i) =>
        (i % 2 === 0 ? bench : other).call('create_note', { title: 'One', content, frontmatter: { title: null } }),
      ),
    );
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(ends.flatMap((end) => (end.status === 'rejected' ? [(end.reason as { code: string }).code] : []))).toEqual(
      Array(9).fill('note_exists'),
    );
    expect(bench.text('One.md')).toBe(`${range('text', 10)[ends.findIndex(({ status }) => status === 'fulfilled')]}\n`);
  });

  it('moves of notes linked from one note all succeed', async () => {
    const names = range('n', 12);
    const bench = await openBench({
      'Home.md': names.map((name) => `[[${name}]]\n`).join(''),
      ...Object.fromEntries(names.map((name) => [`${name}.md`, `[[Home]] [[${names[0] ?? ''}]]\n`])),
    });
    await Promise.all(names.map((name) => bench.call('move_note', { source: name, destination: `moved/${name} too` })));
    expect(bench.text('Home.md')).toBe(names.map((name) => `[[${name} too]]\n`).join(''));
    for (const name of names) expect(bench.text(`moved/${name} too.md`)).toBe(`[[Home]] [[${names[0] ?? ''} too]]\n`);
    expect(await bench.call('list_notes')).toMatchObject({ total: 13 });
  });

  it('moves of notes linked from one note succeed or say that it changed, even by two bridges', async () => {
    const names = range('n', 8);
    const bench = await openBench({
      'Home.md': names.map((name) => `[[${name}]]\n`).join(''),
      ...Object.fromEntries(names.map((name) => [`${name}.md`, ''])),
    });
    const callers = [bench, await bench.another()];
    const ends = await Promise.allSettled(
      names.map((name, i) => callers[i % 2]?.call('move_note', { source: name, destination: `moved/${name} too` })),
    );
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject({ code: 'file_changed' });
    expect(bench.text('Home.md')).toBe(
      names.map((name, i) => (ends[i]?.status === 'fulfilled' ? `[[${name} too]]\n` : `[[${name}]]\n`)).join(''),
    );
    expect(ends.some(({ status }) => status === 'fulfilled')).toBe(true);
  });

  it('a move and edits of the notes it rewrites lose nothing', async () => {
    const notes = Object.fromEntries(range('n', 10).map((name) => [`${name}.md`, '[[Soup]]\n']));
    const bench = await openBench({ 'Soup.md': 'Hot.\n', ...notes });
    await Promise.all([
      ...Object.keys(notes).map((name) => bench.call('edit_note', { name, mode: 'append', content: 'before' })),
      bench.call('move_note', { source: 'Soup', destination: 'Broth' }),
      ...Object.keys(notes).map((name) => bench.call('edit_note', { name, mode: 'append', content: 'after' })),
    ]);
    for (const name of Object.keys(notes)) expect(linesOf(bench.text(name))).toEqual(['[[Broth]]', 'after', 'before']);
    expect(await bench.call('read_note', { name: 'Broth' })).toMatchObject({
      data: { incoming: expect.objectContaining({ length: 10 }) },
    });
  });
});

describe('a change by another program between reading and writing', () => {
  const once = (act: () => void): (() => void) => {
    let done = false;
    return () => {
      if (!done) act();
      done = true;
    };
  };

  it('is kept along with the edit if it still applies', async () => {
    const bench = await openBench({ 'Log.md': 'start\n' });
    const file = join(bench.root, 'Log.md');
    const caller = await bench.another({ afterRead: once(() => appendFileSync(file, 'by hand\n')) });
    expect(await caller.call('edit_note', { name: 'Log', mode: 'append', content: 'by tool' })).toMatchObject({
      changed: true,
      diff: expect.stringContaining(' by hand\n+by tool'),
    });
    expect(bench.text('Log.md')).toBe('start\nby hand\nby tool\n');
  });

  it('is an error if the edit no longer applies, and is kept', async () => {
    const bench = await openBench({ 'Log.md': 'start\n' });
    const caller = await bench.another({ afterRead: once(() => bench.put('Log.md', 'all new\n')) });
    expect(
      await caller.refused('edit_note', { name: 'Log', mode: 'replace_window', search: 'start', content: 'end' }),
    ).toMatchObject({ code: 'file_changed' });
    expect(bench.text('Log.md')).toBe('all new\n');
  });

  it('that never stops is an error in the end, with every line kept', async () => {
    let count = 0;
    const bench = await openBench({ 'Log.md': '' });
    const file = join(bench.root, 'Log.md');
    const caller = await bench.another({ afterRead: () => appendFileSync(file, `by hand ${count++}\n`) });
    expect(await caller.refused('edit_note', { name: 'Log', mode: 'append', content: 'by tool' })).toMatchObject({
      code: 'file_changed',
    });
    expect(linesOf(bench.text('Log.md'))).toEqual(range('by hand', count));
  });

  it('makes a preview stale', async () => {
    const bench = await openBench({ 'Log.md': 'start\n' });
    const reads: (() => void)[] = [() => undefined, () => bench.put('Log.md', 'by hand\n')];
    const caller = await bench.another({ afterRead: () => reads.shift()?.() });
    const { previewId } = await caller.call('edit_note', { name: 'Log', mode: 'append', content: 'x', dryRun: true });
    expect(await caller.refused('apply_edit_preview', { previewId })).toMatchObject({
      code: expect.stringMatching(/^(?:preview_stale|file_changed)$/),
    });
    expect(bench.text('Log.md')).toBe('by hand\n');
  });

  it('of a note that a move rewrites is part of what is rewritten', async () => {
    const bench = await openBench({ 'Home.md': '[[Soup]]\n', 'Soup.md': 'Hot.\n' });
    const caller = await bench.another({ afterRead: once(() => bench.put('Home.md', 'new: [[Soup]] [[Soup]]\n')) });
    expect(await caller.call('move_note', { source: 'Soup', destination: 'Broth' })).toMatchObject({
      linksRewritten: { files: 1, occurrences: 2 },
    });
    expect(bench.files()).toEqual({ 'Home.md': 'new: [[Broth]] [[Broth]]\n', 'Broth.md': 'Hot.\n' });
  });

  it('that takes up the destination of a move leaves both notes', async () => {
    const bench = await openBench({ 'Home.md': '[[Soup]]\n', 'Soup.md': 'Hot.\n' });
    const caller = await bench.another({ afterRead: once(() => bench.put('Broth.md', 'by hand\n')) });
    expect(await caller.refused('move_note', { source: 'Soup', destination: 'Broth' })).toMatchObject({
      code: 'note_exists',
    });
    expect(bench.files()).toEqual({ 'Home.md': '[[Soup]]\n', 'Soup.md': 'Hot.\n', 'Broth.md': 'by hand\n' });
  });
});

describe('an editor with unsaved text', () => {
  const UNSAVED = 'saved\ntyped by the person [[Soup]]\n';
  const files = { 'Open.md': 'saved\n', 'Soup.md': 'Hot.\n', '.obsidian/app.json': '{"trashOption":"local"}' };

  it.each([
    ['edit_note', { name: 'Open', mode: 'append', content: 'by tool' }, { 'Open.md': `${UNSAVED}by tool\n` }],
    [
      'edit_note',
      { name: 'Open', mode: 'replace_window', search: 'typed by the person', content: 'by tool' },
      { 'Open.md': 'saved\nby tool [[Soup]]\n' },
    ],
    ['link_notes', { source: 'Open', target: 'Soup', context: 'See' }, { 'Open.md': `${UNSAVED}\nSee [[Soup]]\n` }],
    ['move_note', { source: 'Open', destination: 'Moved' }, { 'Moved.md': UNSAVED }],
    ['delete_note', { name: 'Open', confirm: true }, { '.trash/Open.md': UNSAVED }],
  ])('is saved before %s %j looks', async (tool, args, expected) => {
    const bench = await openBench(files);
    let unsaved: string | undefined = UNSAVED;
    const caller = await bench.another({
      prepareWrite: (paths) => {
        if (paths.includes('Open.md') && unsaved !== undefined) bench.put('Open.md', unsaved);
        unsaved = undefined;
      },
    });
    await caller.call(tool, args);
    expect(bench.files()).toEqual({ 'Soup.md': 'Hot.\n', ...expected });
  });

  it.each([
    ['move_note', { source: 'Open', destination: 'Moved', keepAlias: true }],
    ['move_note', { source: 'Open', destination: 'Moved', keepAlias: true, dryRun: true }],
    ['edit_note', { name: 'Open', mode: 'append', content: 'x', dryRun: true }],
  ])('is let go again if %s %j fails after it was saved', async (tool, args) => {
    const bench = await openBench({ ...files, 'Open.md': '---\na: [\n---\n' });
    const told: string[] = [];
    const caller = await bench.another({
      prepareWrite: (paths) => {
        told.push(`prepare ${String(paths.includes('Open.md'))}`);
        if (tool === 'edit_note') rmSync(join(bench.root, 'Open.md'));
      },
      afterWrite: (paths) => void told.push(`after ${String(paths.includes('Open.md'))}`),
    });
    await caller.refused(tool, args);
    expect(told).toEqual(['prepare true', 'after true']);
  });

  it('is asked for before the note is read, and again before it is written: what is saved between the two stays', async () => {
    const bench = await openBench(files);
    let asked = 0;
    const caller = await bench.another({
      prepareWrite: () => {
        if (++asked <= 2) bench.put('Open.md', ['saved\ntyped\n', 'saved\ntyped\nand more\n'][asked - 1] ?? '');
      },
    });
    await caller.call('edit_note', { name: 'Open', mode: 'replace_window', search: 'typed', content: 'by tool' });
    expect(bench.text('Open.md')).toBe('saved\nby tool\nand more\n');
    expect(asked).toBe(4);
  });

  it.each([
    ['above', 'typed\none\ntwo\nthree\n', null],
    ['into the line', 'one\ntwo typed\nthree\n', null],
    ['below', 'one\ntwo\nthree\ntyped\n', 'one\ntwo\nby tool\nthree\ntyped\n'],
    ['elsewhere above, with the same number of lines', 'one typed\ntwo\nthree\n', 'one typed\ntwo\nby tool\nthree\n'],
  ])('does not shift the line that at_line names: typed %s', async (_where, unsaved, expected) => {
    const bench = await openBench({ 'Open.md': 'one\ntwo\nthree\n' });
    const caller = await bench.another({ prepareWrite: () => bench.put('Open.md', unsaved) });
    const args = { name: 'Open', mode: 'at_line', line: 2, lineOp: 'after', content: 'by tool' };
    for (const dryRun of [true, false]) {
      if (expected === null)
        expect(await caller.refused('edit_note', { ...args, dryRun })).toMatchObject({ code: 'file_changed' });
      else await caller.call('edit_note', { ...args, dryRun });
      bench.put('Open.md', dryRun ? 'one\ntwo\nthree\n' : bench.text('Open.md'));
    }
    expect(bench.text('Open.md')).toBe(expected ?? unsaved);
  });

  it('is followed if another program has moved the line that at_line names', async () => {
    const bench = await openBench({ 'Open.md': 'one\ntwo\nthree\n' });
    let isFirst = true;
    const caller = await bench.another({
      afterRead: () => {
        if (isFirst) bench.put('Open.md', 'zero\none\ntwo\nthree\n');
        isFirst = false;
      },
    });
    await caller.call('edit_note', { name: 'Open', mode: 'at_line', line: 2, lineOp: 'after', content: 'by tool' });
    expect(bench.text('Open.md')).toBe('zero\none\ntwo\nby tool\nthree\n');
  });

  it('that cannot be settled refuses the call immediately, and nothing is written', async () => {
    const bench = await openBench(files);
    let asked = 0;
    const caller = await bench.another({
      prepareWrite: () => {
        asked++;
        throw new VaultLoomError('file_changed', 'It is open in the app.', { details: { isOpenInApp: true } });
      },
    });
    expect(await caller.refused('edit_note', { name: 'Open', mode: 'append', content: 'x' })).toMatchObject({
      code: 'file_changed',
      message: 'It is open in the app.',
    });
    expect([asked, bench.text('Open.md')]).toEqual([1, 'saved\n']);
  });
});

describe('a note whose name holds a line break', () => {
  it.runIf(process.platform !== 'win32')(
    'can be edited, linked from, moved, deleted, and have all of that undone',
    async () => {
      const before = { 'a\nb.md': 'Hot.\n', 'in\r\n/c\td.md': 'Cold.\n', 'Soup.md': 'x\n' };
      const bench = await openBench({ ...before, '.obsidian/app.json': '{"trashOption":"local"}' });
      expect(await bench.call('edit_note', { name: 'a\nb.md', mode: 'append', content: 'more' })).toMatchObject({
        path: 'a\nb.md',
        changed: true,
      });
      expect(await bench.call('edit_note', { name: 'in\r\n/c\td.md', mode: 'prepend', content: 'more' })).toMatchObject(
        { changed: true },
      );
      expect(await bench.call('link_notes', { source: 'a\nb.md', target: 'Soup', context: 'See' })).toMatchObject({
        inserted: true,
      });
      expect(await bench.call('move_note', { source: 'a\nb.md', destination: 'Plain' })).toMatchObject({
        from: 'a\nb.md',
        to: 'Plain.md',
      });
      expect(await bench.call('delete_note', { name: 'in\r\n/c\td.md', confirm: true })).toMatchObject({
        deleted: true,
      });
      expect(bench.files()).toMatchObject({ 'Plain.md': 'Hot.\nmore\n\nSee [[Soup]]\n', 'Soup.md': 'x\n' });
      const entries = await bench.writing.writer.history.list();
      expect(entries).toHaveLength(5);
      for (const { id } of entries) await bench.writing.writer.undo(id);
      expect(bench.files()).toEqual(before);
    },
  );

  it('is not allowed as a new name', async () => {
    const bench = await openBench({ 'Soup.md': 'x\n' });
    expect(await bench.refused('create_note', { title: 'a\nb', content: '' })).toMatchObject({
      code: 'path_not_allowed',
    });
    expect(await bench.refused('move_note', { source: 'Soup', destination: 'a\nb' })).toMatchObject({
      code: 'path_not_allowed',
    });
  });
});

describe('history', () => {
  it('has every change with its tool, client and paths, and undo restores the start', async () => {
    const before = { 'Home.md': '\uFEFFSee [[Soup]] and [[New]].\r\n', 'Soup.md': 'Hot.' };
    const bench = await openBench({ ...before, '.obsidian/app.json': '{"trashOption":"none"}' });
    await bench.call('create_note', { title: 'New', content: 'x' });
    await bench.call('edit_note', { name: 'Soup', mode: 'prepend', content: '# Top' });
    const { previewId } = await bench.call('edit_note', {
      name: 'Soup',
      mode: 'patch_frontmatter',
      key: 'a.b',
      value: [1],
      dryRun: true,
    });
    await bench.call('apply_edit_preview', { previewId });
    await bench.call('link_notes', { source: 'New', target: 'Soup', context: 'See' });
    await bench.call('move_note', { source: 'Soup', destination: 'a/b/Broth' });
    await bench.call('delete_note', { name: 'Broth', confirm: true });
    const { history } = bench.writing.writer;
    const entries = await history.list();
    expect(entries.map(({ tool, client, files }) => [tool, client, files.map(({ path }) => path).sort()])).toEqual([
      ['delete_note', 'a test', ['a/b/Broth.md']],
      ['move_note', 'a test', ['Home.md', 'New.md', 'Soup.md']],
      ['link_notes', 'a test', ['New.md']],
      ['apply_edit_preview', 'a test', ['Soup.md']],
      ['edit_note', 'a test', ['Soup.md']],
      ['create_note', 'a test', ['New.md']],
    ]);
    for (const { id } of entries) await bench.writing.writer.undo(id);
    expect(bench.files()).toEqual(before);
  });
});

describe('what read_note suggests for a dangling link', () => {
  it('is a note that links back by path, if the title is not a valid file name', async () => {
    const bench = await openBench({ 'x/Home.md': '---\ntitle: Welcome\n---\n[[Missing]]\n' });
    const { context } = (await bench.call('read_note', { name: 'x/Home' })) as {
      context: { next_actions: { tool: string; args: Record<string, unknown> }[] };
    };
    const action = context.next_actions.find(({ tool }) => tool === 'create_note');
    await bench.call(action?.tool ?? '', action?.args);
    expect(await bench.call('read_note', { name: 'Missing' })).toMatchObject({
      data: { outgoing: [{ path: 'x/Home.md' }], incoming: [{ path: 'x/Home.md' }] },
    });
  });
});

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .sort();
}

function range(name: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${name} ${i}`).sort();
}
