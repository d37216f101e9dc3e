import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { NextAction } from '../../protocol/schemas/common.ts';
import { openBench, removeBenches } from '../test-support/writing-bench.ts';

afterEach(removeBenches);

const trash = (trashOption: string) => ({ '.obsidian/app.json': JSON.stringify({ trashOption }) });
/** `Old` has one link in, one out to a note, and two stubs one of which is its own. */
const NOTES = {
  'Home.md': 'See [[Old]], [[Shared stub]].\n',
  'Soup.md': 'Hot.\n',
  'Old.md': 'Stale: [[Soup]], [[Own stub]], [[Own stub|again]], [[Shared stub]].\n',
};

describe('delete_note', () => {
  it('takes the note out of the vault and out of every answer, counting exactly', async () => {
    const bench = await openBench({ ...NOTES, ...trash('none') });
    const { data } = await bench.call('delete_note', { name: 'Old', confirm: true });
    expect(data).toEqual({ path: 'Old.md', deleted: true, deletedFromIndex: { edges: 4, stubsPruned: 1 } });
    expect(Object.keys(bench.files()).sort()).toEqual(['Home.md', 'Soup.md']);
    expect(await bench.call('search', { query: 'stale', mode: 'fulltext' })).toMatchObject({ data: [] });
    expect(await bench.refused('read_note', { name: 'Old.md' })).toMatchObject({ code: 'note_not_found' });
    expect(await bench.call('read_note', { name: 'Soup' })).toMatchObject({ data: { incoming: [] } });
    const { notes } = (await bench.call('list_notes')) as { notes: { path: string }[] };
    expect(notes.map(({ path }) => path)).toEqual(['Home.md', 'Soup.md', '_stub/Old.md', '_stub/Shared stub.md']);
  });

  it('says of a mere link target where its links are', async () => {
    const bench = await openBench(NOTES);
    for (const name of ['Own stub', '_stub/Own stub.md'])
      expect(await bench.refused('delete_note', { name, confirm: true })).toMatchObject({
        code: 'note_not_found',
        hint: expect.stringContaining('no file to delete') as unknown,
      });
    expect(await bench.call('read_note', { name: '_stub/Own stub.md' })).toMatchObject({
      data: { incoming: [{ path: 'Old.md' }] },
    });
  });

  it('as a dry run says what would be deleted, and touches nothing', async () => {
    const bench = await openBench({ ...NOTES, ...trash('none') });
    expect(await bench.call('delete_note', { name: 'Old', confirm: true, dryRun: true })).toEqual({
      dryRun: true,
      path: 'Old.md',
      inboundLinks: 1,
      stubsToPrune: 1,
    });
    expect(bench.files()).toEqual(NOTES);
    expect(await bench.writing.writer.history.list()).toEqual([]);
  });

  it('counts the links of canvases, whose cards then lead to a stub', async () => {
    const board = JSON.stringify({
      nodes: [
        { type: 'text', text: '[[Old]] ![[Old#x]]' },
        { type: 'file', file: 'Old.md' },
      ],
    });
    const bench = await openBench({ ...NOTES, ...trash('none'), 'Board.canvas': board });
    expect(await bench.call('delete_note', { name: 'Old', confirm: true, dryRun: true })).toMatchObject({
      inboundLinks: 4,
      stubsToPrune: 1,
    });
    expect(await bench.call('delete_note', { name: 'Old', confirm: true })).toMatchObject({
      data: { deletedFromIndex: { edges: 5, stubsPruned: 1 } },
    });
    expect(await bench.call('read_note', { name: '_stub/Old.md' })).toMatchObject({
      data: { incoming: [{ path: 'Board.canvas', title: 'Board' }, { path: 'Home.md' }] },
    });
  });

  it('suggests the notes left without links, with a working call, only if links to it went too', async () => {
    const bench = await openBench({ ...NOTES, ...trash('none') });
    const { context } = (await bench.call('delete_note', { name: 'Old', confirm: true })) as {
      context: { state: object; next_actions: NextAction[] };
    };
    expect(context).toEqual({
      state: {},
      next_actions: [
        { description: expect.any(String), tool: 'rank_notes', args: { metric: 'influence', minIncomingLinks: 0 } },
        { description: expect.any(String), tool: 'list_notes', args: { links: 'no_incoming' } },
      ],
    });
    const [ranked, listed] = await Promise.all(context.next_actions.map(({ tool, args }) => bench.call(tool, args)));
    expect(ranked).toHaveProperty('influence');
    expect(listed).toMatchObject({ notes: expect.arrayContaining([expect.objectContaining({ path: 'Soup.md' })]) });
    expect(await bench.call('delete_note', { name: 'Soup', confirm: true })).toEqual({
      path: 'Soup.md',
      deleted: true,
      deletedFromIndex: { edges: 0, stubsPruned: 0 },
    });
  });

  it.each([
    ['system', 'system trash', ['Soup.md'], false],
    ['local', '.trash/Soup.md', [], true],
    ['none', undefined, [], false],
  ])('moves to where the vault’s setting says: %s', async (option, trashedTo, inSystem, inLocal) => {
    const bench = await openBench({ 'Soup.md': 'Hot.\n', ...trash(option) });
    const deleted = await bench.call('delete_note', { name: 'Soup', confirm: true });
    expect(deleted['trashedTo']).toBe(trashedTo);
    expect(bench.has('Soup.md')).toBe(false);
    expect(bench.systemTrash()).toEqual(process.platform === 'win32' ? [] : inSystem);
    expect(bench.has('.trash/Soup.md')).toBe(inLocal);
  });

  it('never replaces what is already in the trash', async () => {
    const bench = await openBench({ 'a/Soup.md': 'one', 'b/Soup.md': 'two', ...trash('local') });
    expect(await bench.call('delete_note', { name: 'a/Soup', confirm: true })).toMatchObject({
      trashedTo: '.trash/Soup.md',
    });
    expect(await bench.call('delete_note', { name: 'b/Soup', confirm: true })).toMatchObject({
      trashedTo: '.trash/Soup 2.md',
    });
    expect(bench.files()).toEqual({ '.trash/Soup.md': 'one', '.trash/Soup 2.md': 'two' });
  });

  it('needs confirm to be true', async () => {
    const bench = await openBench({ ...NOTES });
    for (const args of [{}, { confirm: false }, { confirm: 'true' }, { confirm: 1 }, { dryRun: true }]) {
      expect(await bench.refused('delete_note', { name: 'Old', ...args })).toMatchObject({
        code: 'invalid_arguments',
        message: expect.stringContaining('confirm'),
      });
    }
    expect(bench.files()).toEqual(NOTES);
  });

  it('of two notes with one filename deletes neither, and a mistyped name deletes nothing', async () => {
    const bench = await openBench({ 'a/Notes.md': '1', 'b/Notes.md': '2', 'Recipes.md': '3' });
    expect(await bench.refused('delete_note', { name: 'Notes', confirm: true })).toMatchObject({
      code: 'ambiguous_note',
      details: { total: 2 },
    });
    expect(await bench.refused('delete_note', { name: 'Recpies', confirm: true })).toMatchObject({
      code: 'note_not_found',
      details: { suggestions: [{ path: 'Recipes.md', title: 'Recipes' }] },
    });
    expect(Object.keys(bench.files())).toHaveLength(3);
  });

  it('of a note that another program has just removed says so', async () => {
    const bench = await openBench({ 'a.md': '1' });
    rmSync(join(bench.root, 'a.md'));
    expect(await bench.refused('delete_note', { name: 'a.md', confirm: true })).toMatchObject({
      code: 'note_not_found',
    });
  });

  it('has nothing to delete in a stub', async () => {
    const bench = await openBench(NOTES);
    expect(await bench.refused('delete_note', { name: '_stub/Own stub.md', confirm: true })).toMatchObject({
      code: 'note_not_found',
    });
  });
});
