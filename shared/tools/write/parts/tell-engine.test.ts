import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches, type WritingBench } from '../../test-support/writing-bench.ts';

afterEach(removeBenches);

describe('an app that cannot be told that a write is over', () => {
  const open = (): Promise<WritingBench> =>
    openBench(
      { 'A.md': 'Tea.\n', 'B.md': 'See [[A]].\n' },
      {
        afterWrite: () => {
          throw new Error('The app is gone.');
        },
      },
    );

  it.each([
    ['edit_note', { name: 'A', mode: 'append', content: 'Milk.', dryRun: true }],
    ['edit_note', { names: ['A', 'B'], mode: 'append', content: 'Milk.', dryRun: true }],
    ['move_note', { source: 'A', destination: 'C', dryRun: true }],
  ])('spoils no dry run of %s (%j)', async (tool, args) => {
    const bench = await open();
    expect(await bench.call(tool, args)).toMatchObject({ dryRun: true });
  });

  it.each([
    ['edit_note', { name: 'A', mode: 'replace_window', search: 'Coffee', content: 'Tea' }, 'no_match'],
    ['edit_note', { names: ['A', 'B'], mode: 'replace_window', search: 'Coffee', content: 'Tea' }, 'edit_failed'],
    ['edit_note', { names: ['A', 'B'], mode: 'at_line', line: 9, content: 'x', dryRun: true }, 'edit_failed'],
    ['create_note', { title: 'A', content: 'Again.' }, 'note_exists'],
    ['move_note', { source: 'A', destination: 'B' }, 'note_exists'],
  ])('hides no error of %s (%j)', async (tool, args, code) => {
    const bench = await open();
    expect(await bench.refused(tool, args)).toMatchObject({ code });
  });
});
