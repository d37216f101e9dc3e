import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches, type WritingBench } from '../test-support/writing-bench.ts';

afterEach(removeBenches);

const NOTES = { 'A.md': 'a\n', 'B.md': 'See [[A]].\r\n', 'Kept/Secret.md': 'The [[A]] of it.\n' };

interface Row {
  id: string;
  paths: string[];
  files?: { path: string; diff: string }[];
}

async function changesOf(bench: Pick<WritingBench, 'call'>, args: Record<string, unknown> = {}): Promise<Row[]> {
  const { runs } = (await bench.call('list_changes', args)) as { runs: { changes: Row[] }[] };
  return runs.flatMap(({ changes }) => changes);
}

async function newest(bench: Pick<WritingBench, 'call'>): Promise<string> {
  return (await changesOf(bench))[0]?.id ?? '';
}

describe('list_changes', () => {
  it('lists runs, newest first, filters them, and shows the diffs of one', async () => {
    const bench = await openBench(NOTES);
    const other = await bench.another({ client: 'another' });
    await bench.call('edit_note', { name: 'A', mode: 'append', content: 'b' });
    await other.call('move_note', { source: 'A', destination: 'In/C' });
    await bench.call('create_note', { title: 'New', content: 'n' });
    const { runs, total } = (await bench.call('list_changes')) as { runs: Record<string, unknown>[]; total: number };
    expect(total).toBe(2);
    expect(runs).toMatchObject([
      { client: 'a test', changes: [{ tool: 'create_note', paths: ['New.md'] }, { paths: ['A.md'] }] },
      { client: 'another', changes: [{ tool: 'move_note', paths: ['A.md', 'In/C.md', 'B.md', 'Kept/Secret.md'] }] },
    ]);
    expect(await changesOf(bench, { client: 'Another' })).toHaveLength(1);
    expect(await changesOf(bench, { path: 'in/' })).toHaveLength(1);
    expect(await changesOf(bench, { path: 'A' })).toHaveLength(2);
    expect(await changesOf(bench, { since: '1h' })).toHaveLength(3);
    expect(await changesOf(bench, { since: '2999-01-01' })).toEqual([]);
    expect((await bench.refused('list_changes', { since: 'soon' })).code).toBe('invalid_arguments');
    const [shown] = await changesOf(bench, { id: (await changesOf(bench, { path: 'A' }))[0]?.id });
    expect(shown?.files).toMatchObject([{ path: 'A.md', diff: expect.stringContaining('+b') as string }]);
    expect((await bench.refused('list_changes', { id: 'nothing' })).code).toBe('invalid_arguments');
  });

  it('finds a note by its name alone, and says what of the filters fits nothing', async () => {
    const bench = await openBench({ 'In/Plan.md': 'a\n', 'Other/Plan.md': 'b\n' });
    await bench.call('edit_note', { name: 'In/Plan', mode: 'append', content: 'x' });
    for (const path of ['In/Plan', 'plan', 'Plan.md', 'in']) expect(await changesOf(bench, { path })).toHaveLength(1);
    for (const path of ['Other/Plan', 'Pla', 'Nowhere/'])
      expect(await bench.call('list_changes', { path })).toEqual({
        runs: [],
        total: 0,
        hint: `No change by tools is of "${path}", as the path of a note or folder.`,
      });
    expect(await bench.call('list_changes', { client: 'tests' })).toMatchObject({
      hint: 'None is by "tests"; clients: "a test".',
    });
    expect(await bench.call('list_changes', { path: 'In', since: '2999-01-01' })).toEqual({ runs: [], total: 0 });
  });

  it('names nothing hidden', async () => {
    const bench = await openBench(NOTES);
    await bench.call('edit_note', { name: 'Secret', mode: 'append', content: 'x' });
    const hidden = await newest(bench);
    await bench.call('move_note', { source: 'A', destination: 'C' });
    bench.put('.vaultloomignore', 'Kept/\n');
    const [moved, ...others] = await changesOf(bench);
    expect([moved?.paths, others]).toEqual([['A.md', 'C.md', 'B.md'], []]);
    const [shown] = await changesOf(bench, { id: moved?.id });
    expect(JSON.stringify(shown)).not.toContain('Secret');
    for (const tool of ['list_changes', 'undo_change'])
      expect((await bench.refused(tool, { id: hidden })).message).toBe(`There is no change "${hidden}".`);
    bench.put('Kept/Secret.md', 'rewritten');
    const conflict = await bench.refused('undo_change', { id: moved?.id });
    expect(conflict.code).toBe('undo_conflict');
    expect(JSON.stringify(conflict.toBody())).not.toContain('Secret');
  });
});

describe('undo_change', () => {
  it('takes one change back, byte for byte, in the name of the caller', async () => {
    const bench = await openBench(NOTES);
    await bench.call('move_note', { source: 'A', destination: 'In/C' });
    expect(bench.text('B.md')).toBe('See [[C]].\r\n');
    const id = await newest(bench);
    const planned = await bench.call('undo_change', { id, dryRun: true });
    expect(planned).toMatchObject({ dryRun: true, undone: [id], total: 3 });
    expect(bench.has('In/C.md')).toBe(true);
    expect(await bench.call('undo_change', { id })).toMatchObject({ undone: [id] });
    expect(bench.files()).toEqual(NOTES);
    expect((await bench.writing.writer.history.list())[0]).toMatchObject({
      tool: 'undo_change',
      client: 'a test',
      undoes: id,
    });
    expect((await bench.refused('undo_change', { id })).message).toBe('This is undone already.');
    await bench.call('undo_change', { id: await newest(bench) });
    expect(bench.has('In/C.md')).toBe(true);
  });

  it('takes the caller’s newest change that still stands as the last', async () => {
    const bench = await openBench(NOTES);
    const other = await bench.another({ client: 'another' });
    await bench.call('edit_note', { name: 'A', mode: 'append', content: '1' });
    await bench.call('edit_note', { name: 'A', mode: 'append', content: '2' });
    await other.call('edit_note', { name: 'B', mode: 'append', content: '3' });
    await bench.call('undo_change', { id: 'last' });
    expect(bench.text('A.md')).toBe('a\n1\n');
    await bench.call('undo_change', { id: 'last' });
    expect(bench.files()).toEqual({ ...NOTES, 'B.md': 'See [[A]].\r\n3\r\n' });
    expect((await bench.refused('undo_change', { id: 'last' })).code).toBe('invalid_arguments');
  });

  it('takes a whole run back as one change', async () => {
    const bench = await openBench(NOTES);
    await bench.call('create_note', { title: 'New', directory: 'Made', content: 'n' });
    await bench.call('edit_note', { name: 'New', mode: 'append', content: 'more' });
    await bench.call('move_note', { source: 'A', destination: 'In/C' });
    await bench.call('delete_note', { name: 'B', confirm: true });
    const { runs } = (await bench.call('list_changes')) as { runs: { run: string }[] };
    expect(await bench.call('undo_change', { run: runs[0]?.run })).toMatchObject({
      undone: { length: 4 },
      id: expect.any(String) as string,
    });
    expect(bench.files()).toEqual(NOTES);
    await bench.call('undo_change', { id: await newest(bench) });
    expect(bench.text('In/C.md')).toBe('a\n');
    expect(bench.has('B.md')).toBe(false);
  });

  it('says which undo a change is undone by at present, and of a run, too', async () => {
    const bench = await openBench(NOTES);
    await bench.call('edit_note', { name: 'A', mode: 'append', content: '1' });
    const edit = await newest(bench);
    const { runs } = (await bench.call('list_changes')) as { runs: { run: string }[] };
    const undoerOf = async (): Promise<string | undefined> =>
      (await bench.writing.writer.history.list()).find(({ id }) => id === edit)?.undoneBy;
    await bench.call('undo_change', { id: edit });
    const first = await newest(bench);
    for (const wanted of [{ id: edit }, { run: runs[0]?.run }]) {
      const { message, details } = await bench.refused('undo_change', wanted);
      expect([message, details]).toEqual(['This is undone already.', { undoneBy: first }]);
    }
    await bench.call('undo_change', { id: first });
    expect(bench.text('A.md')).toBe('a\n1\n');
    expect(await undoerOf()).toBeUndefined();
    await bench.call('undo_change', { id: edit });
    const second = await newest(bench);
    expect(await undoerOf()).toBe(second);
    expect((await bench.refused('undo_change', { id: edit })).details).toEqual({ undoneBy: second });
  });

  it('names a later change of a note that had another name then', async () => {
    const bench = await openBench(NOTES);
    const steps = [
      { tool: 'edit_note', args: { name: 'A', mode: 'append', content: '1' } },
      { tool: 'move_note', args: { source: 'A', destination: 'In/C' } },
      { tool: 'edit_note', args: { name: 'In/C', mode: 'append', content: '2' } },
    ];
    const ids: string[] = [];
    for (const { tool, args } of steps) {
      await bench.call(tool, args);
      ids.push((await newest(bench)) ?? '');
    }
    const [first, move, second] = ids;
    await bench.call('undo_change', { id: move });
    expect(bench.text('A.md')).toBe('a\n1\n2\n');
    const { code, hint, details } = await bench.refused('undo_change', { id: first });
    expect([code, details?.['changes']]).toEqual(['undo_conflict', [second]]);
    expect(hint).toContain('Undo the later changes first');
    await bench.call('undo_change', { id: second });
    await bench.call('undo_change', { id: first });
    expect(bench.files()).toEqual(NOTES);
  });

  it('says of an unknown run that it is a run', async () => {
    const bench = await openBench(NOTES);
    await bench.call('edit_note', { name: 'A', mode: 'append', content: '1' });
    for (const dryRun of [true, false]) {
      const { code, message, details } = await bench.refused('undo_change', { run: 'nothing', dryRun });
      expect([code, message]).toEqual(['invalid_arguments', 'There is no run "nothing".']);
      expect(details).toEqual({ run: 'nothing' });
    }
  });

  it('refuses if later changes would be lost, and says whose', async () => {
    const bench = await openBench(NOTES);
    await bench.call('edit_note', { name: 'A', mode: 'append', content: '1' });
    const id = await newest(bench);
    await bench.call('edit_note', { name: 'A', mode: 'prepend', content: '2' });
    const later = await newest(bench);
    expect((await bench.refused('undo_change', { id })).toBody()).toMatchObject({
      code: 'undo_conflict',
      details: { paths: ['A.md'], changes: [later] },
    });
    await bench.call('undo_change', { id: 'last' });
    bench.put('A.md', 'a person was here\n');
    expect((await bench.refused('undo_change', { id, dryRun: true })).toBody()).toMatchObject({
      code: 'undo_conflict',
      details: { paths: ['A.md'], changes: [] },
    });
    expect(bench.text('A.md')).toBe('a person was here\n');
  });

  it('names an undo that is in the way, which can be undone like any change', async () => {
    const bench = await openBench(NOTES);
    await bench.call('edit_note', { name: 'A', mode: 'append', content: '1' });
    const first = await newest(bench);
    await bench.call('edit_note', { name: 'A', mode: 'append', content: '2' });
    const second = await newest(bench);
    await bench.writing.writer.undo(first, { force: true });
    const undo = await newest(bench);
    expect((await bench.refused('undo_change', { id: 'last' })).toBody()).toMatchObject({
      code: 'undo_conflict',
      hint: expect.stringContaining('Undo the later changes first') as string,
      details: { paths: ['A.md'], changes: [undo] },
    });
    await bench.call('undo_change', { id: undo });
    expect(await bench.call('undo_change', { id: second })).toMatchObject({ undone: [second] });
    expect(bench.text('A.md')).toBe('a\n1\n');
  });

  it('undoes an edit made under another name before the move was undone', async () => {
    const bench = await openBench(NOTES);
    await bench.call('move_note', { source: 'A', destination: 'C' });
    const move = await newest(bench);
    await bench.call('edit_note', { name: 'C', mode: 'append', content: '1' });
    await bench.call('undo_change', { id: move });
    await bench.call('undo_change', { id: 'last' });
    expect(bench.files()).toEqual(NOTES);
  });

  it('undoes an edit where the note is now, and leaves another that has its old name', async () => {
    const bench = await openBench(NOTES);
    await bench.call('edit_note', { name: 'A', mode: 'append', content: '1' });
    const id = await newest(bench);
    await bench.call('move_note', { source: 'A', destination: 'In/C' });
    bench.put('A.md', 'another\n');
    expect(await bench.call('undo_change', { id, dryRun: true })).toMatchObject({ files: [{ path: 'In/C.md' }] });
    expect(await bench.call('undo_change', { id })).toMatchObject({ paths: ['In/C.md'] });
    expect([bench.text('A.md'), bench.text('In/C.md')]).toEqual(['another\n', 'a\n']);
  });

  it('takes a note out of a name that it got later only if that is undone first', async () => {
    const bench = await openBench(NOTES);
    await bench.call('move_note', { source: 'A', destination: 'C' });
    const id = await newest(bench);
    await bench.call('move_note', { source: 'C', destination: 'D' });
    const later = await newest(bench);
    expect((await bench.refused('undo_change', { id })).toBody()).toMatchObject({
      code: 'undo_conflict',
      details: { paths: expect.arrayContaining(['D.md']) as string[], changes: [later] },
    });
    await bench.call('undo_change', { id: later });
    await bench.call('undo_change', { id });
    expect(bench.files()).toEqual(NOTES);
  });

  it('does not name the place of a note that the person has hidden since', async () => {
    const bench = await openBench(NOTES);
    await bench.call('edit_note', { name: 'A', mode: 'append', content: '1' });
    const id = await newest(bench);
    await bench.call('move_note', { source: 'A', destination: 'Kept/Diary' });
    bench.put('.vaultloomignore', 'Kept/\n');
    const refused = await bench.refused('undo_change', { id });
    expect(refused.toBody()).toMatchObject({ code: 'undo_conflict', details: { paths: ['A.md'] } });
    expect(JSON.stringify(refused.toBody())).not.toContain('Diary');
    expect(bench.text('Kept/Diary.md')).toBe('a\n1\n');
  });

  it('keeps what the person has typed and not saved', async () => {
    let typed = false;
    const bench = await openBench(NOTES, {
      prepareWrite: () => {
        if (typed) bench.put('A.md', 'a\n1\ntyped\n');
      },
    });
    await bench.call('edit_note', { name: 'A', mode: 'append', content: '1' });
    typed = true;
    expect((await bench.refused('undo_change', { id: 'last' })).code).toBe('undo_conflict');
    expect(bench.text('A.md')).toBe('a\n1\ntyped\n');
  });

  it('is never recorded as the person, whatever the client calls itself', async () => {
    const bench = await openBench(NOTES, { client: 'The App' });
    await bench.call('edit_note', { name: 'A', mode: 'append', content: '1' });
    await bench.call('undo_change', { id: 'last' });
    expect((await bench.writing.writer.history.list()).map(({ client }) => client)).toEqual([
      'The App (client)',
      'The App (client)',
    ]);
  });

  it('neither makes nor removes a note that is hidden by now', async () => {
    const bench = await openBench({ ...NOTES, 'Open/D.md': 'd' });
    await bench.call('move_note', { source: 'D', destination: 'Other/D' });
    bench.put('.vaultloomignore', 'Open/\n');
    const [change] = await bench.writing.writer.history.list();
    expect((await bench.refused('undo_change', { id: change?.id })).code).toBe('invalid_arguments');
    expect(bench.has('Other/D.md')).toBe(true);
  });

  it('asks for one change, or one run', async () => {
    const bench = await openBench(NOTES);
    for (const args of [{}, { id: 'last', run: 'x' }])
      expect((await bench.refused('undo_change', args)).code).toBe('invalid_arguments');
    expect((await bench.refused('undo_change', { id: 'last', run: 'x' })).message).toBe(
      '`id` and `run` cannot both be given.',
    );
  });
});
