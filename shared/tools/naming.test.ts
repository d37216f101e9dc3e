import { readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches, type WritingBench } from './test-support/writing-bench.ts';

afterEach(removeBenches);

const NFC = 'caf\u00e9.md';
const NFD = 'cafe\u0301.md';

describe('the wrong note is never touched', () => {
  const VAULT = {
    'X.md': 'The one.\n',
    'Notes on X.md': 'Of X.\n',
    'Collaborate on a Shared vault.md': 'See [[X]].\n',
    'Golden.md': 'Gold.\n',
    'Titled.md': '---\ntitle: Fresh\n---\n',
  };
  const CALLS: [tool: string, args: (name: string) => Record<string, unknown>][] = [
    ['edit_note', (name) => ({ name, mode: 'append', content: 'x' })],
    ['edit_note', (name) => ({ name, mode: 'append', content: 'x', dryRun: true })],
    ['link_notes', (name) => ({ source: name, target: 'Golden', context: 'See' })],
    ['move_note', (name) => ({ source: name, destination: 'elsewhere/Moved' })],
    ['delete_note', (name) => ({ name, confirm: true })],
    ['delete_note', (name) => ({ name, confirm: true, dryRun: true })],
  ];

  it.each(CALLS)(
    '%s %j of a file created just now takes that file, not one whose name contains it',
    async (tool, args) => {
      for (const name of ['Shared.md', 'X# y.md', 'Fresh.md', 'Fresh']) {
        const bench = await openBench(VAULT);
        const path = name.endsWith('.md') ? name : `${name}.md`;
        bench.put(path, 'Made by another program.\n');
        const before = bench.files();
        const answer = await bench.call(tool, args(name));
        expect(JSON.stringify(answer)).toContain(JSON.stringify(path).slice(1, -1));
        const after = bench.files();
        for (const other of Object.keys(VAULT))
          expect([name, other, after[other]]).toEqual([name, other, before[other]]);
      }
    },
  );

  it.each(CALLS)('%s %j of a note that another program deleted touches no other', async (tool, args) => {
    const bench = await openBench(VAULT);
    rmSync(join(bench.root, 'X.md'));
    const before = bench.files();
    expect(await bench.refused(tool, args('X.md'))).toMatchObject({ code: 'note_not_found' });
    expect(bench.files()).toEqual(before);
  });

  it.each([false, true])('delete_note takes no part of a name (dryRun: %s)', async (dryRun) => {
    const bench = await openBench(VAULT);
    const before = bench.files();
    expect(await bench.refused('delete_note', { name: 'old', confirm: true, dryRun })).toMatchObject({
      code: 'note_not_found',
      details: { suggestions: [{ path: 'Golden.md', title: 'Golden' }] },
    });
    expect(bench.files()).toEqual(before);
    expect(await bench.call('edit_note', { name: 'old', mode: 'append', content: 'x' })).toMatchObject({
      path: 'Golden.md',
    });
  });

  it('search sees an undo from the command line immediately, and no old title after a move', async () => {
    const bench = await openBench(VAULT);
    const commandLine = await bench.another();
    await bench.call('edit_note', { name: 'Golden', mode: 'append', content: 'A zeppelin.' });
    const found = async (query: string): Promise<unknown> =>
      ((await bench.call('search', { query, mode: 'fulltext' })).data as { path: string }[]).map(({ path }) => path);
    expect(await found('zeppelin')).toEqual(['Golden.md']);
    const [last] = await commandLine.writing.writer.history.list();
    await commandLine.writing.writer.undo(last?.id ?? '');
    expect(await found('zeppelin')).toEqual([]);
    renameSync(join(bench.root, 'Golden.md'), join(bench.root, 'Silver.md'));
    expect(await bench.refused('read_note', { name: 'Golden' })).toMatchObject({ code: 'note_not_found' });
  });

  it('a note renamed by another program just now is edited under its new name', async () => {
    const bench = await openBench(VAULT);
    renameSync(join(bench.root, 'Golden.md'), join(bench.root, 'Silver.md'));
    expect(await bench.call('edit_note', { name: 'Silver', mode: 'append', content: 'x' })).toMatchObject({
      path: 'Silver.md',
    });
    expect(await bench.refused('delete_note', { name: 'Golden', confirm: true })).toMatchObject({
      code: 'note_not_found',
    });
  });
});

describe('twins, whose names differ only in Unicode form', () => {
  const open = async (): Promise<WritingBench | null> => {
    const bench = await openBench({
      [NFC]: 'Composed.\n',
      [NFD]: 'Decomposed.\n',
      'Home.md': `[[${NFC.slice(0, -3)}]] and [[${NFD.slice(0, -3)}]]\n`,
    });
    return readdirSync(bench.root).filter((name) => name.normalize('NFC') === NFC).length === 2 ? bench : null;
  };

  it.each([
    [NFC, NFD],
    [NFD, NFC],
  ])('%j is read, edited, linked, moved and deleted, and %j stays', async (path, other) => {
    const bench = await open();
    if (bench === null) return;
    const otherText = bench.text(other);
    expect(await bench.call('read_note', { name: path, mode: 'full' })).toMatchObject({
      data: { path, content: bench.text(path) },
    });
    expect(await bench.call('edit_note', { name: path, mode: 'append', content: 'More.' })).toMatchObject({ path });
    expect(bench.text(path)).toContain('More.');
    const { previewId } = await bench.call('edit_note', {
      name: path,
      mode: 'append',
      content: 'Previewed.',
      dryRun: true,
    });
    expect(await bench.call('apply_edit_preview', { previewId })).toMatchObject({ path });
    expect(bench.text(path)).toContain('Previewed.');
    expect(await bench.call('link_notes', { source: path, target: 'Home', context: 'See' })).toMatchObject({
      source: path,
    });
    expect(bench.text(path)).toContain('[[Home]]');
    expect(await bench.call('link_notes', { source: 'Home', target: path, context: 'See' })).toMatchObject({
      target: path,
    });
    const linked = (await bench.call('find_connections', { name: path })) as {
      data: { incoming: { path: string }[] }[];
    };
    expect(linked.data[0]?.incoming.map((note) => note.path)).toEqual(['Home.md']);

    expect(await bench.call('move_note', { source: path, destination: 'Moved' })).toMatchObject({
      from: path,
      to: 'Moved.md',
    });
    expect(bench.text('Home.md')).toContain(`[[${other.slice(0, -3)}]]`);
    expect(bench.text('Home.md')).not.toContain(`[[${path.slice(0, -3)}]]`);
    const [moved] = await bench.writing.writer.history.list();
    await bench.writing.writer.undo(moved?.id ?? '');
    await bench.engine.refresh({ paths: [NFC, NFD, 'Moved.md', 'Home.md'] });
    expect(bench.text(path)).toContain('Previewed.');
    expect(bench.text('Home.md')).toContain(`[[${path.slice(0, -3)}]]`);

    const kept = bench.text(path);
    expect(await bench.call('delete_note', { name: path, confirm: true })).toMatchObject({ data: { path } });
    expect(readdirSync(bench.root)).not.toContain(path);
    const [deleted] = await bench.writing.writer.history.list();
    await bench.writing.writer.undo(deleted?.id ?? '');
    expect(bench.text(path)).toBe(kept);
    expect(bench.text(other)).toBe(otherText);
    expect(
      readdirSync(bench.root)
        .filter((name) => name.normalize('NFC') === NFC)
        .sort(),
    ).toEqual([NFC, NFD].sort());
  });

  it('any other spelling is ambiguous for every tool, and nothing is touched', async () => {
    const bench = await open();
    if (bench === null) return;
    const before = bench.files();
    const name = 'CAFE\u0301.md';
    for (const [tool, args] of [
      ['read_note', { name }],
      ['edit_note', { name, mode: 'append', content: 'x' }],
      ['link_notes', { source: 'Home', target: name, context: 'See' }],
      ['move_note', { source: name, destination: 'Moved' }],
      ['delete_note', { name, confirm: true }],
      ['find_connections', { name }],
    ] as const) {
      expect([tool, (await bench.refused(tool, args)).code]).toEqual([tool, 'ambiguous_note']);
    }
    expect(bench.files()).toEqual(before);
  });

  it('create_note and move_note create no twin', async () => {
    const bench = await openBench({ [NFD]: 'Decomposed.\n', 'Home.md': 'x\n' });
    expect(await bench.refused('create_note', { title: NFC.slice(0, -3), content: 'x' })).toMatchObject({
      code: 'note_exists',
    });
    expect(await bench.refused('move_note', { source: 'Home', destination: NFC })).toMatchObject({
      code: 'note_exists',
    });
  });
});

describe('a name that only a canvas or a base has', () => {
  it.each([
    ['Board', 'is a canvas. Read its cards with read_note {"name": "Plans/Board.canvas"}'],
    ['plans/board', 'is a canvas. Read its cards with read_note {"name": "Plans/Board.canvas"}'],
    ['[[Books]]', 'is a base. Ask it with base_query {"file": "Books.base"'],
  ])('%s says so, with the call that handles it', async (name, words) => {
    const bench = await openBench({
      'Plans/Board.canvas': '{}',
      'Books.base': 'views: []\n',
      'Board meeting.md': 'm',
      'Books.pdf': 'p',
    });
    expect(await bench.refused('read_note', { name })).toMatchObject({
      code: 'note_not_found',
      hint: expect.stringContaining(words) as string,
    });
  });

  it.each(['Plans/Board.canvas', 'Board', 'Books.base', 'plan.pdf'])(
    'a tool that would write to %s says that none does',
    async (name) => {
      const bench = await openBench({ 'Plans/Board.canvas': '{}', 'Books.base': 'views: []\n', 'plan.pdf': 'p' });
      const none = { hint: expect.stringContaining('No tool edits or deletes it; move_note moves it.') as string };
      expect(await bench.refused('edit_note', { name, mode: 'append', content: 'x' })).toMatchObject(none);
      expect(await bench.refused('delete_note', { name, confirm: true })).toMatchObject(none);
      expect((await bench.refused('find_connections', { name })).hint).not.toContain('move_note');
    },
  );

  it('is a note of that name if there is one', async () => {
    const bench = await openBench({
      'Board.canvas': '{}',
      'Notes/Board.md': 'm',
      'Deck.md': '---\naliases: Kanban\n---\n',
      'Kanban.canvas': '{}',
    });
    expect(await bench.call('read_note', { name: 'Board' })).toMatchObject({ data: { path: 'Notes/Board.md' } });
    expect(await bench.call('read_note', { name: 'Kanban' })).toMatchObject({ data: { path: 'Deck.md' } });
  });
});
