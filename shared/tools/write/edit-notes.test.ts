import { afterEach, describe, expect, it } from 'vitest';
import { MOST_ANSWER_BYTES } from '../call/bounded-answer.ts';
import { openBench, removeBenches } from '../test-support/writing-bench.ts';

afterEach(removeBenches);

const NOTES = {
  'A.md': '---\nstatus: open # now\n---\n#job\r\n',
  'In/B.md': '\uFEFFtext #job',
  'In/C.md': '---\nstatus: done\n---\n',
};
const done = { mode: 'patch_frontmatter', key: 'status', value: 'done' };

interface Edited {
  notes: { path: string; changed: boolean; diff: string; diffTruncated?: boolean }[];
  total: number;
  previewId?: string;
}

describe('edit_note in several notes', () => {
  it('makes the same edit in each, as one change, and takes it back', async () => {
    const bench = await openBench(NOTES);
    expect(await bench.call('edit_note', { names: ['A', 'In/B.md', 'C', 'a'], ...done })).toEqual({
      mode: 'patch_frontmatter',
      notes: [
        { path: 'A.md', changed: true, diff: expect.stringMatching(/^@@.*\n/) as string },
        { path: 'In/B.md', changed: true, diff: expect.stringContaining('+status: done') as string },
        { path: 'In/C.md', changed: false, diff: '' },
      ],
      total: 3,
    });
    expect(bench.files()).toEqual({
      'A.md': '---\nstatus: done # now\n---\n#job\r\n',
      'In/B.md': '\uFEFF---\nstatus: done\n---\ntext #job',
      'In/C.md': NOTES['In/C.md'],
    });
    expect(await bench.writing.writer.history.list()).toMatchObject([{ tool: 'edit_note', files: { length: 2 } }]);
    await bench.call('undo_change', { id: 'last' });
    expect(bench.files()).toEqual(NOTES);
  });

  it('takes the notes of a folder, or with a tag', async () => {
    const bench = await openBench(NOTES);
    const edits = [
      { mode: 'append', content: 'one' },
      { mode: 'append', content: 'two' },
    ];
    expect(await bench.call('edit_note', { directory: 'in', edits })).toMatchObject({
      total: 2,
      notes: [{ path: 'In/B.md' }, { path: 'In/C.md' }],
    });
    expect(bench.text('In/B.md')).toBe('\uFEFFtext #job\none\ntwo');
    expect(await bench.call('edit_note', { tag: '#job', directory: 'In', ...done })).toMatchObject({ total: 1 });
    expect(await bench.call('edit_note', { tag: 'jobs', ...done })).toMatchObject({
      total: 0,
      hint: expect.stringContaining('job') as string,
    });
  });

  it('says, before anything is written, that `where` orders otherwise than it seems', async () => {
    const bench = await openBench({ 'A.md': '---\ndue: 2026-12-01\n---\n', 'B.md': '---\ndue: 2027-12-01\n---\n' });
    const args = { where: { due: { '<': 'next week' } }, ...done };
    const hint = expect.stringContaining('"due" is a date, "next week" is none') as string;
    expect(await bench.call('edit_note', { ...args, dryRun: true })).toMatchObject({ total: 2, hint });
    expect(await bench.call('edit_note', args)).toMatchObject({ total: 2, hint });
  });

  it('takes the notes whose properties are as wanted', async () => {
    const bench = await openBench(NOTES);
    expect(await bench.call('edit_note', { where: { status: 'open' }, ...done })).toMatchObject({
      notes: [{ path: 'A.md', changed: true }],
      total: 1,
    });
  });

  it('changes all or nothing, and says where it failed', async () => {
    const bench = await openBench(NOTES);
    const args = { names: ['A', 'B', 'C'], mode: 'replace_window', search: '#job', content: '#task' };
    expect((await bench.refused('edit_note', args)).toBody()).toMatchObject({
      code: 'edit_failed',
      details: { code: 'no_match', path: 'In/C.md', failed: [{ path: 'In/C.md', code: 'no_match' }], failedTotal: 1 },
    });
    expect((await bench.refused('edit_note', { ...args, names: ['A', 'None'] })).code).toBe('note_not_found');
    expect(bench.files()).toEqual(NOTES);
  });

  it.each([
    { names: ['A'], name: 'A' },
    { names: ['A'], tag: 'job' },
    {},
    { names: Array.from({ length: 501 }, () => 'A') },
  ])('refuses %j', async (args) => {
    const bench = await openBench(NOTES);
    expect((await bench.refused('edit_note', { ...args, ...done })).code).toBe('invalid_arguments');
  });

  it('refuses what is about one note', async () => {
    const bench = await openBench(NOTES);
    const args = { names: ['A'], mode: 'replace_window', from_buffer: true };
    expect((await bench.refused('edit_note', args)).code).toBe('invalid_arguments');
  });

  it('shows it first, and then makes it if no note has changed', async () => {
    const bench = await openBench(NOTES);
    const dryRun = { tag: 'job', ...done, dryRun: true };
    const shown = (await bench.call('edit_note', dryRun)) as unknown as Edited;
    expect(shown).toMatchObject({ dryRun: true, total: 2, notes: [{ path: 'A.md' }, { path: 'In/B.md' }] });
    expect(bench.files()).toEqual(NOTES);
    bench.put('In/B.md', 'changed #job');
    expect((await bench.refused('apply_edit_preview', { previewId: shown.previewId })).code).toBe('preview_stale');
    expect(bench.text('A.md')).toBe(NOTES['A.md']);
    const again = (await bench.call('edit_note', dryRun)) as unknown as Edited;
    expect(await bench.call('apply_edit_preview', { previewId: again.previewId })).toMatchObject({
      applied: true,
      total: 2,
    });
    expect(bench.text('In/B.md')).toBe('---\nstatus: done\n---\nchanged #job');
    expect((await bench.refused('apply_edit_preview', { previewId: again.previewId })).code).toBe('preview_not_found');
  });

  it('shows every one of 500 notes within the bound of an answer', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [`Folder/A note of some length ${i}.md`, `line\n`.repeat(20)]),
    );
    const bench = await openBench(files);
    const shown = (await bench.call('edit_note', {
      directory: 'Folder',
      mode: 'append',
      content: 'A sentence that is added.',
      dryRun: true,
    })) as unknown as Edited;
    expect(shown.total).toBe(500);
    expect(shown.notes).toHaveLength(500);
    expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThan(MOST_ANSWER_BYTES);
    await bench.call('apply_edit_preview', { previewId: shown.previewId });
    expect(Object.values(bench.files()).every((text) => text.endsWith('line\nA sentence that is added.\n'))).toBe(true);
  });
});
