import { afterEach, describe, expect, it } from 'vitest';
import type { ReviewRules } from '../../protocol/plugin-settings.ts';
import type { ReviewAnswer } from '../../protocol/review.ts';
import { openBench, removeBenches, type Caller, type WritingBench } from '../test-support/writing-bench.ts';
import { carryOut, planForeign } from './carry-out.ts';
import type { Review, ReviewQuestion } from './review.ts';

const ID = 'review-00000000-0000-4000-8000-000000000000';
const NOTE = 'One.\nTwo.\nThree.\nFour.\n';
const rules = (reviewMode: ReviewRules['reviewMode'], more: Partial<ReviewRules> = {}): ReviewRules => ({
  reviewMode,
  reviewClients: [{ client: 'a test', mode: 'write' }],
  reviewFolders: [],
  ...more,
});

afterEach(removeBenches);

/** A person who answers as the test says, and a plugin that writes as the real one does. */
class Person implements Review {
  current: ReviewRules = rules('ask-always');
  asked: ReviewQuestion[] = [];
  /** What happens while the person thinks. */
  meanwhile: () => Promise<void> | void = () => undefined;
  answer: 'yes' | Pick<ReviewAnswer, 'decision' | 'reason'> = 'yes';
  plugin: Caller | null = null;
  collected: ReviewAnswer = { id: ID, decision: 'pending' };

  rules(): Promise<ReviewRules> {
    return Promise.resolve(this.current);
  }

  async ask(question: ReviewQuestion, signal: AbortSignal): Promise<ReviewAnswer> {
    this.asked.push(question);
    await this.meanwhile();
    if (this.answer !== 'yes') return { id: ID, ...this.answer };
    const { plugin } = this;
    if (plugin === null) throw new Error('no plugin');
    const call = { ...question, folders: question.folders ?? null };
    const plan = await planForeign(call, plugin, signal);
    const done = await carryOut(call, plugin, { fingerprint: plan?.fingerprint ?? '' }, signal);
    if (done.plan !== undefined) throw new Error('the plan changed');
    return { id: ID, decision: 'approved', result: done.result };
  }

  collect(): Promise<ReviewAnswer> {
    return Promise.resolve(this.collected);
  }
}

async function open(files: Record<string, string>, env: Record<string, string> = {}): Promise<[WritingBench, Person]> {
  const person = new Person();
  const bench = await openBench(files, { review: person, env });
  person.plugin = await bench.another();
  return [bench, person];
}

const append = { name: 'A', mode: 'append', content: 'Five.' };

describe('a writing call', () => {
  it('that names a part of a note is refused before anybody is asked', async () => {
    const [bench, person] = await open({ 'A.md': '## One\n' });
    for (const [tool, args] of [
      ['edit_note', { ...append, name: 'A#One' }],
      ['edit_note', { ...append, name: undefined, names: ['A#One'] }],
      ['delete_note', { name: 'A#One', confirm: true }],
    ] as const)
      expect(await bench.refused(tool, args)).toMatchObject({ code: 'invalid_arguments' });
    expect(person.asked).toEqual([]);
  });

  it('is made at once where nothing is asked', async () => {
    const [bench, person] = await open({ 'A.md': NOTE });
    person.current = rules('write');
    expect(await bench.call('edit_note', append)).toMatchObject({ changed: true });
    expect(person.asked).toEqual([]);
  });

  it('is shown, then made by the plugin on a yes, and answers as it always does', async () => {
    const [bench, person] = await open({ 'A.md': NOTE });
    person.meanwhile = () => expect(bench.text('A.md')).toBe(NOTE);
    expect(await bench.call('edit_note', append)).toMatchObject({ path: 'A.md', mode: 'append', changed: true });
    expect(bench.text('A.md')).toBe(`${NOTE}Five.\n`);
    expect(person.asked).toMatchObject([{ tool: 'edit_note', paths: ['A.md'], client: 'a test', folders: null }]);
    expect(person.asked[0]?.diff).toContain('+Five.');
  });

  it('of undo_change is shown, too, and names the change to the plugin', async () => {
    const [bench, person] = await open({ 'A.md': NOTE });
    person.current = rules('write');
    await bench.call('edit_note', append);
    const [{ id } = { id: '' }] = await bench.writing.writer.history.list();
    person.current = rules('ask-always');
    expect(await bench.call('undo_change', { id: 'last' })).toMatchObject({ undone: [id], paths: ['A.md'] });
    expect(person.asked).toMatchObject([{ tool: 'undo_change', args: { id }, paths: ['A.md'] }]);
    expect(person.asked[0]?.diff).toContain('-Five.');
    expect(bench.text('A.md')).toBe(NOTE);
    expect((await bench.writing.writer.history.list())[0]).toMatchObject({ client: 'a test', undoes: id });
  });

  it.each([
    ['create_note', { title: 'New', content: 'x' }, ['New.md']],
    ['link_notes', { source: 'A', target: 'B', context: 'See' }, ['A.md']],
    ['move_note', { source: 'A', destination: 'In/' }, ['A.md', 'In/A.md', 'B.md']],
    ['delete_note', { name: 'A', confirm: true }, ['A.md']],
  ])('of %s is shown, too', async (tool, args, paths) => {
    const [bench, person] = await open({ 'A.md': NOTE, 'B.md': '[to A](A.md)\n' });
    const before = bench.files();
    person.answer = { decision: 'declined', reason: 'Not now.' };
    expect(await bench.refused(tool, args)).toMatchObject({ code: 'declined', details: { reason: 'Not now.' } });
    expect(bench.files()).toEqual(before);
    expect(person.asked[0]?.paths.sort()).toEqual([...paths].sort());
    person.answer = 'yes';
    await bench.call(tool, args);
    expect(bench.files()).not.toEqual(before);
  });

  it('that writes nothing is not shown', async () => {
    const [bench, person] = await open({ 'A.md': NOTE });
    expect(await bench.call('edit_note', { ...append, dryRun: true })).toMatchObject({ dryRun: true });
    const same = { name: 'A', mode: 'replace_window', search: 'One.', content: 'One.' };
    expect(await bench.call('edit_note', same)).toMatchObject({ changed: false });
    expect(await bench.refused('edit_note', { ...append, name: 'Nothing' })).toMatchObject({ code: 'note_not_found' });
    expect(await bench.refused('create_note', { title: 'A', content: '' })).toMatchObject({ code: 'note_exists' });
    expect(person.asked).toEqual([]);
  });

  it('holds no path while the person thinks: another write of the same note goes through', async () => {
    const [bench, person] = await open({ 'A.md': NOTE });
    const other = await bench.another();
    person.meanwhile = async () => {
      await other.call('edit_note', { name: 'A', mode: 'prepend', content: 'Zero.' });
    };
    await bench.call('edit_note', append);
    expect(bench.text('A.md')).toBe(`Zero.\n${NOTE}Five.\n`);
  });

  it('answers `pending_review` when there is no answer yet, and its answer can be collected', async () => {
    const [bench, person] = await open({ 'A.md': NOTE });
    person.answer = { decision: 'pending' };
    expect(await bench.refused('edit_note', append)).toMatchObject({
      code: 'pending_review',
      details: { reviewId: ID },
    });
    const collect = { previewId: ID };
    expect(await bench.refused('apply_edit_preview', collect)).toMatchObject({ code: 'pending_review' });
    person.collected = { id: ID, decision: 'approved', result: { path: 'A.md' }, partlyApplied: true };
    expect(await bench.call('apply_edit_preview', collect)).toEqual({
      decision: 'approved',
      result: { path: 'A.md' },
      partlyApplied: true,
    });
    person.collected = { id: ID, decision: 'declined', reason: 'No.' };
    expect(await bench.call('apply_edit_preview', collect)).toEqual({ decision: 'declined', reason: 'No.' });
    expect(person.asked).toHaveLength(1);
  });

  it('is refused in read only, but not a dry run', async () => {
    const [bench, person] = await open({ 'A.md': NOTE });
    person.current = rules('read-only');
    expect(await bench.refused('edit_note', append)).toMatchObject({ code: 'read_only' });
    expect(await bench.call('edit_note', { ...append, dryRun: true })).toMatchObject({ dryRun: true });
    expect([bench.text('A.md'), person.asked]).toEqual([NOTE, []]);
  });

  it('is shown only if it is risky where the person wants that', async () => {
    const [bench, person] = await open({ 'A.md': NOTE });
    person.current = rules('ask-risky');
    await bench.call('edit_note', append);
    expect(person.asked).toEqual([]);
    await bench.call('delete_note', { name: 'A', confirm: true });
    expect([person.asked.length, bench.has('A.md')]).toEqual([1, false]);
  });

  it('is judged again on what is about to be written, if the note has changed since it was planned', async () => {
    const person = new Person();
    person.current = rules('ask-risky');
    person.answer = { decision: 'declined' };
    let reads = 0;
    const bench = await openBench(
      { 'A.md': 'One.\nTwo.\nThree.\n' },
      {
        review: person,
        afterRead: () => {
          // After the plan, before the turn on the path: the line is half of the note now.
          if (++reads === 1) bench.put('A.md', 'One.\n');
        },
      },
    );
    expect(
      await bench.refused('edit_note', { name: 'A', mode: 'replace_window', search: 'One.', content: 'Uno.' }),
    ).toMatchObject({ code: 'declined' });
    expect([bench.text('A.md'), person.asked.length]).toEqual(['One.\n', 1]);
  });

  it('carries what only this process knows: a preview, and a passage that was not found', async () => {
    const [bench, person] = await open({ 'A.md': NOTE });
    const { previewId } = await bench.call('edit_note', { ...append, dryRun: true });
    expect(await bench.call('apply_edit_preview', { previewId })).toMatchObject({ applied: true, path: 'A.md' });
    expect(bench.text('A.md')).toBe(`${NOTE}Five.\n`);
    await bench.refused('edit_note', { name: 'A', mode: 'replace_window', search: 'Tvo and Thre', content: 'Zwei.' });
    const retry = { name: 'A', mode: 'replace_window', from_buffer: true, search: 'Tvo.' };
    expect(await bench.call('edit_note', retry)).toMatchObject({ changed: true });
    expect(bench.text('A.md')).toContain('Zwei.');
    expect(person.asked.map(({ tool, args }) => [tool, JSON.stringify(args).includes('from_buffer')])).toEqual([
      ['edit_note', false],
      ['edit_note', false],
    ]);
    expect(await bench.refused('apply_edit_preview', { previewId })).toMatchObject({ code: 'preview_not_found' });
  });

  it('names its notes by path, as they were meant when it was made', async () => {
    const [bench, person] = await open({ 'In/A.md': NOTE, 'In/B.md': NOTE, 'Out/C.md': '[[A]]\n' });
    person.answer = { decision: 'declined' };
    const calls = [
      ['delete_note', { name: 'a', confirm: true }, { name: 'In/A.md' }],
      ['move_note', { source: 'A', destination: 'Out/' }, { source: 'In/A.md', destination: 'Out/' }],
      ['move_note', { source: 'Out', destination: 'Away' }, { source: 'Out/', destination: 'Away' }],
      ['link_notes', { source: 'A', target: 'B', context: 'Both.' }, { source: 'In/A.md', target: 'In/B.md' }],
      ['link_notes', { source: 'A', target: 'None yet', context: 'Soon.' }, { source: 'In/A.md', target: 'None yet' }],
    ] as const;
    for (const [tool, given, args] of calls) {
      expect(await bench.refused(tool, given)).toMatchObject({ code: 'declined' });
      expect(person.asked.at(-1)).toMatchObject({ tool, args });
    }
  });

  it('keeps to the folders that its own server may write to', async () => {
    const [bench, person] = await open({ 'In/A.md': NOTE, 'B.md': NOTE }, { VAULT_LOOM_FOLDERS: 'In' });
    expect(await bench.refused('edit_note', { ...append, name: 'B' })).toMatchObject({ code: 'path_not_allowed' });
    await bench.call('edit_note', append);
    expect(person.asked).toMatchObject([{ folders: ['In'] }]);
    const call = { tool: 'edit_note', args: { ...append, name: 'B' }, client: 'x', folders: ['In'] };
    await expect(planForeign(call, bench, new AbortController().signal)).rejects.toMatchObject({
      code: 'path_not_allowed',
    });
  });
});

describe('a foreign call', () => {
  const signal = new AbortController().signal;
  const call = { tool: 'edit_note', args: append, client: 'someone', folders: null };

  it('writes nothing if the note has changed so that something else would be written', async () => {
    const bench = await openBench({ 'A.md': NOTE });
    const plan = await planForeign(call, bench, signal);
    bench.put('A.md', 'Other.\n');
    const done = await carryOut(call, bench, { fingerprint: plan?.fingerprint ?? '' }, signal);
    expect(done).toMatchObject({ plan: { files: [{ before: 'Other.\n', after: 'Other.\nFive.\n' }] } });
    expect(bench.text('A.md')).toBe('Other.\n');
  });

  it('is about the notes that it named, wherever they were moved to since', async () => {
    const bench = await openBench({ 'In/A.md': NOTE, 'In/B.md': NOTE, 'C.md': NOTE });
    const askedAt = Date.now() - 1_000;
    await bench.call('move_note', { source: 'In/A.md', destination: 'Out/Again.md' });
    await bench.call('move_note', { source: 'C.md', destination: 'In/A.md' });
    const calls = [
      ['edit_note', { ...append, name: 'In/A.md' }],
      ['edit_note', { ...append, name: undefined, names: ['In/A.md', 'In/B.md'] }],
      ['delete_note', { name: 'In/A.md', confirm: true }],
      ['move_note', { source: 'In/A.md', destination: 'Else/' }],
      ['link_notes', { source: 'In/A.md', target: 'In/B.md', context: 'Both.' }],
    ] as const;
    for (const [tool, args] of calls) {
      const plan = await planForeign({ ...call, tool, args, askedAt }, bench, signal);
      expect(plan?.files[0]?.path, tool).toBe('Out/Again.md');
    }
    const link = { source: 'In/B.md', target: 'In/A.md', context: 'Both.' };
    const linking = await planForeign({ ...call, tool: 'link_notes', args: link, askedAt }, bench, signal);
    expect(linking?.files).toMatchObject([{ path: 'In/B.md', after: expect.stringContaining('[[Again]]') as string }]);
    const edit = { ...call, args: { ...append, name: 'In/A.md' }, askedAt };
    const plan = await planForeign(edit, bench, signal);
    expect(await carryOut(edit, bench, { fingerprint: plan?.fingerprint ?? '' }, signal)).toMatchObject({
      result: { path: 'Out/Again.md' },
    });
    expect([bench.text('Out/Again.md'), bench.text('In/A.md')]).toEqual([`${NOTE}Five.\n`, NOTE]);
    const later = { ...call, args: { ...append, name: 'In/A.md' }, askedAt: Date.now() + 1_000 };
    expect((await planForeign(later, bench, signal))?.files).toMatchObject([{ path: 'In/A.md' }]);
  });

  it.each([
    ['create_note', { title: 'New', content: 'x', directory: 'In' }, 'Out/New.md'],
    ['create_note', { title: 'New', content: 'x', directory: '/In/Deep/er/' }, 'Out/Deep/er/New.md'],
    ['create_note', { title: 'New', content: 'x', directory: 'Inner' }, 'Inner/New.md'],
    ['move_note', { source: 'C.md', destination: 'In/' }, 'Out/C.md'],
    ['move_note', { source: 'C.md', destination: 'In/In.md' }, 'Out/In.md'],
    ['move_note', { source: 'In/A.md', destination: 'In/Z.md' }, 'Out/Z.md'],
    ['move_note', { source: 'In/', destination: 'Else' }, 'Else/A.md'],
  ])('%s %j makes no folder again that was renamed since', async (tool, args, path) => {
    const bench = await openBench({ 'In/A.md': NOTE, 'C.md': NOTE });
    const askedAt = Date.now() - 1_000;
    await bench.call('move_note', { source: 'In', destination: 'Away' });
    await bench.call('move_note', { source: 'Away', destination: 'Out' });
    const plan = await planForeign({ ...call, tool, args, askedAt }, bench, signal);
    expect(plan?.files.map((file) => (file.kind === 'move' ? file.to : file.path))).toContain(path);
    const later = { ...call, tool, args, askedAt: Date.now() + 1_000 };
    if (tool === 'create_note')
      expect((await planForeign(later, bench, signal))?.files).not.toMatchObject([{ path: 'Out/New.md' }]);
  });

  it('goes to a folder that is there, whichever notes were moved out of it', async () => {
    const bench = await openBench({ 'In/A.md': NOTE, 'In/B.md': NOTE });
    const askedAt = Date.now() - 1_000;
    await bench.call('move_note', { source: 'In/A.md', destination: 'Out/A.md' });
    const making = { ...call, tool: 'create_note', args: { title: 'New', content: 'x', directory: 'In' }, askedAt };
    expect((await planForeign(making, bench, signal))?.files).toMatchObject([{ path: 'In/New.md' }]);
    await bench.call('move_note', { source: 'In/B.md', destination: 'Out/B.md' });
    expect((await planForeign(making, bench, signal))?.files).toMatchObject([{ path: 'In/New.md' }]);
  });

  it('is led to no hidden folder by a move', async () => {
    const bench = await openBench({ 'In/A.md': NOTE });
    const askedAt = Date.now() - 1_000;
    await bench.call('move_note', { source: 'In', destination: 'Own' });
    bench.put('.vaultloomignore', 'Own/\n');
    const making = { ...call, tool: 'create_note', args: { title: 'New', content: 'x', directory: 'In' }, askedAt };
    expect((await planForeign(making, bench, signal))?.files).toMatchObject([{ path: 'In/New.md' }]);
  });

  it('is led to no hidden note by a move', async () => {
    const bench = await openBench({ 'In/A.md': NOTE });
    const askedAt = Date.now() - 1_000;
    await bench.call('move_note', { source: 'In/A.md', destination: 'Own/A.md' });
    bench.put('.vaultloomignore', 'Own/\n');
    const edit = { ...call, args: { ...append, name: 'In/A.md' }, askedAt };
    await expect(planForeign(edit, bench, signal)).rejects.toThrow(/In\/A\.md/u);
  });

  it('shows the content of a deleted note, and deletes no other', async () => {
    const bench = await openBench({ 'A.md': NOTE });
    const gone = { ...call, tool: 'delete_note', args: { name: 'A', confirm: true } };
    const plan = await planForeign(gone, bench, signal);
    expect(plan?.files).toEqual([{ kind: 'delete', path: 'A.md', before: NOTE }]);
    bench.put('A.md', `${NOTE}More.\n`);
    expect(await carryOut(gone, bench, { fingerprint: plan?.fingerprint ?? '' }, signal)).toHaveProperty('plan');
    expect(bench.has('A.md')).toBe(true);
  });

  it('is made in part, and says what of it was written', async () => {
    const bench = await openBench({ 'A.md': NOTE });
    const edits = [
      { mode: 'replace_window', search: 'One.', content: 'Uno.' },
      { mode: 'replace_window', search: 'Four.', content: 'Cuatro.' },
    ];
    const two = { ...call, args: { name: 'A', edits } };
    const plan = await planForeign(two, bench, signal);
    const text = NOTE.replace('Four.', 'Cuatro.');
    const done = await carryOut(two, bench, { fingerprint: plan?.fingerprint ?? '', text }, signal);
    expect(done).toMatchObject({ partlyApplied: true, result: { path: 'A.md', changed: true, bytes: text.length } });
    expect(done.result?.['diff']).not.toContain('Uno');
    expect(bench.text('A.md')).toBe(text);
    const [entry] = await bench.writing.writer.history.list();
    expect(entry).toMatchObject({ tool: 'edit_note', client: 'someone' });
  });

  it('is refused unless its tool writes and its arguments are right', async () => {
    const bench = await openBench({ 'A.md': NOTE });
    const refused = (tool: string, args: Record<string, unknown>) =>
      expect(planForeign({ ...call, tool, args }, bench, signal)).rejects.toMatchObject({ code: 'invalid_arguments' });
    await refused('read_note', { name: 'A' });
    await refused('rm', {});
    await refused('apply_edit_preview', { previewId: 'x' });
    await refused('edit_note', { name: 'A', mode: 'replace_window', from_buffer: true });
    await refused('edit_note', { name: 'A', mode: 'append', content: 7 });
    await refused('delete_note', { name: 'A' });
  });
});
