import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches } from '../../test-support/writing-bench.ts';

afterEach(removeBenches);

const NOTES = {
  'A.md': '# A\n\n## One\n\nFirst.\n\n## Two\n\nSecond.\n',
  'C#1.md': 'Sharp.\n',
  'B.md': 'See [[A#One]].\n',
};

describe('a name that means a part of a note', () => {
  it.each([
    ['append', 'A.md#One'],
    ['prepend', 'A.md#One'],
    ['append', '[[A#A#One]]'],
    ['append', 'A#^id'],
    ['append', 'A^id'],
  ])('%s to "%s" is refused, with the way', async (mode, name) => {
    const bench = await openBench(NOTES);
    for (const args of [
      { name, mode, content: 'x' },
      { name, mode, content: 'x', dryRun: true },
      { names: ['B', name], mode, content: 'x' },
      { name, edits: [{ mode, content: 'x' }] },
    ]) {
      const { code, hint } = await bench.refused('edit_note', args);
      expect([args, code]).toEqual([args, 'invalid_arguments']);
      if (name.includes('One')) expect(hint).toMatch(/`patch_heading` with `heading` "(A > )?One" and `headingOp` /);
      expect(hint).toContain('name it "A.md"');
    }
    expect(bench.files()).toEqual(NOTES);
  });

  it.each([
    [{ mode: 'patch_heading', heading: 'One', headingOp: 'append', content: 'x' }, 'First.\n\nx\n\n## Two'],
    [{ mode: 'patch_heading', heading: 'A > One', headingOp: 'append', content: 'x' }, 'First.\n\nx\n\n## Two'],
    [{ mode: 'replace_window', search: 'First.', content: 'x' }, '## One\n\nx\n'],
    [{ mode: 'at_line', line: 5, content: 'x' }, '## One\n\nx\n'],
    [{ mode: 'patch_frontmatter', key: 'k', value: 1 }, '---\nk: 1\n---\n'],
  ])('%j says where it writes itself', async (edit, expected) => {
    const bench = await openBench(NOTES);
    await bench.call('edit_note', { name: 'A#One', ...edit });
    expect(bench.text('A.md')).toContain(expected);
  });

  it('and another heading contradict each other', async () => {
    const bench = await openBench(NOTES);
    const edit = { name: 'A#One', mode: 'patch_heading', heading: 'Two', content: 'x' };
    expect(await bench.refused('edit_note', edit)).toMatchObject({ code: 'invalid_arguments' });
    expect(bench.files()).toEqual(NOTES);
  });

  it.each([
    ['delete_note', { name: 'A#One', confirm: true }],
    ['delete_note', { name: 'A#One', confirm: true, dryRun: true }],
    ['move_note', { source: 'A#One', destination: 'D.md' }],
    ['move_note', { source: 'A#One', destination: 'B.md', onExists: 'merge' }],
    ['link_notes', { source: 'A#One', target: 'B', context: 'See' }],
  ])('%s %j does not take the whole note instead', async (tool, args) => {
    const bench = await openBench(NOTES);
    expect(await bench.refused(tool, args)).toMatchObject({
      code: 'invalid_arguments',
      hint: expect.stringContaining('"A.md"'),
    });
    expect(bench.files()).toEqual(NOTES);
  });

  it("is none where it is the note's own name, or says nothing", async () => {
    const bench = await openBench(NOTES);
    await bench.call('edit_note', { name: 'C#1', mode: 'append', content: 'x' });
    await bench.call('edit_note', { name: 'A#', mode: 'append', content: 'x' });
    expect(bench.text('C#1.md')).toBe('Sharp.\nx\n');
    expect(bench.text('A.md')).toBe(`${NOTES['A.md']}x\n`);
  });
});
