import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches } from '../test-support/writing-bench.ts';

afterEach(removeBenches);

const SOUP =
  '---\ntitle: Soup\n# how many\nservings: 04\n---\n# Soup\n\nBoil the water.\n\n## Steps\n\n1. Cut.\n2. Cook.\n\n## Notes\n\nHot.\n';

describe('edit_note', () => {
  it('gives the diff, what changed and how large the file is', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    expect(await bench.call('edit_note', { name: 'Soup', mode: 'append', content: 'Spicy. [[Bread]]' })).toEqual({
      path: 'Soup.md',
      mode: 'append',
      diff: expect.stringMatching(
        /^--- .*Soup\.md.*\n\+\+\+ .*Soup\.md.*\n@@ -\d+,3 \+\d+,4 @@\n ## Notes\n \n Hot\.\n\+Spicy\. \[\[Bread\]\]\n$/,
      ),
      changed: true,
      bytes: SOUP.length + 'Spicy. [[Bread]]\n'.length,
    });
    expect(bench.text('Soup.md')).toBe(`${SOUP}Spicy. [[Bread]]\n`);
  });

  it('appends above the settings of a board, also in several notes', async () => {
    const board = '## To do\n\n- [ ] one\n\n\n%% kanban:settings\n```\n{"kanban-plugin":"board"}\n```\n%%';
    const bench = await openBench({ 'A.md': board, 'B.md': board });
    await bench.call('edit_note', { name: 'A', mode: 'append', content: '- [ ] two' });
    await bench.call('edit_note', { names: ['A', 'B'], mode: 'append', content: '- [ ] three' });
    expect(bench.text('A.md')).toBe(board.replace('one', 'one\n- [ ] two\n- [ ] three'));
    expect(bench.text('B.md')).toBe(board.replace('one', 'one\n- [ ] three'));
  });

  it.each([
    ['a task', '- [ ] Buy milk\n'],
    ['a table', '| a |\n| - |\n'],
    ['a footnote', 'x[^1]\n\n[^1]: A source.\n'],
  ])(
    'appends text that does not become part of %s, also with other edits, in several notes and in a preview',
    async (_, text) => {
      const bench = await openBench({ 'A.md': text, 'B.md': text, 'C.md': text, 'D.md': text });
      const append = { mode: 'append', content: 'Some text.' };
      await bench.call('edit_note', { name: 'A', ...append });
      await bench.call('edit_note', { name: 'B', edits: [{ mode: 'patch_frontmatter', key: 'k', value: 1 }, append] });
      await bench.call('edit_note', { names: ['C'], ...append });
      const { previewId } = await bench.call('edit_note', { name: 'D', ...append, dryRun: true });
      await bench.call('apply_edit_preview', { previewId });
      const expected = `${text}\nSome text.\n`;
      expect(bench.text('A.md')).toBe(expected);
      expect(bench.text('B.md')).toBe(`---\nk: 1\n---\n${expected}`);
      expect(bench.text('C.md')).toBe(expected);
      expect(bench.text('D.md')).toBe(expected);
    },
  );

  it('is seen immediately by every tool that reads', async () => {
    const bench = await openBench({ 'Soup.md': SOUP, 'Bread.md': 'Crust.\n' });
    await bench.call('edit_note', { name: 'Soup', mode: 'append', content: 'Serve with coriander and [[Bread]].' });
    expect(await bench.call('search', { query: 'coriander', mode: 'fulltext' })).toMatchObject({
      data: [{ path: 'Soup.md' }],
    });
    expect(await bench.call('read_note', { name: 'Soup', mode: 'full' })).toMatchObject({
      data: { content: expect.stringContaining('coriander') },
    });
    expect(await bench.call('find_connections', { name: 'Bread' })).toMatchObject({
      data: [{ incoming: [{ path: 'Soup.md' }] }],
    });
    await bench.call('edit_note', { name: 'Soup', mode: 'patch_frontmatter', key: 'tags', value: ['dinner'] });
    expect(await bench.call('list_notes', { tag: 'dinner' })).toMatchObject({ notes: [{ path: 'Soup.md' }] });
    await bench.call('edit_note', { name: 'Soup', mode: 'replace_window', search: ' and [[Bread]]', content: '' });
    expect(await bench.call('read_note', { name: 'Bread' })).toMatchObject({ data: { incoming: [] } });
  });

  it.each([
    ['append', { content: 'Last.' }, `${SOUP}Last.\n`],
    ['prepend', { content: 'First.\n' }, SOUP.replace('# Soup\n', 'First.\n# Soup\n')],
    ['replace_window', { search: 'Boil the water.', content: 'Heat it.' }, SOUP.replace('Boil the water.', 'Heat it.')],
    [
      'replace_window',
      { search: 'Boil  the water', content: 'Heat it.', fuzzy: true },
      SOUP.replace('Boil the water.', 'Heat it.'),
    ],
    [
      'patch_heading',
      { heading: 'Soup > Steps', content: '1. Wait.\n' },
      SOUP.replace('1. Cut.\n2. Cook.', '1. Wait.'),
    ],
    ['patch_frontmatter', { key: 'servings', value: 6 }, SOUP.replace('servings: 04', 'servings: 6')],
    ['patch_frontmatter', { key: 'title', valueJson: 'null' }, SOUP.replace('title: Soup\n', '')],
    ['at_line', { line: 8, content: 'Heat it.' }, SOUP.replace('Boil the water.', 'Heat it.')],
    ['at_line', { line: 8, lineOp: 'delete' }, SOUP.replace('Boil the water.\n', '')],
  ])('%s %j', async (mode, args, expected) => {
    const bench = await openBench({ 'Soup.md': SOUP });
    expect(await bench.call('edit_note', { name: 'Soup', mode, ...args })).toMatchObject({
      path: 'Soup.md',
      mode,
      changed: true,
    });
    expect(bench.text('Soup.md')).toBe(expected);
  });

  it('keeps BOM, line ends and a missing final newline of a file', async () => {
    const bench = await openBench({ 'a.md': '\uFEFFone\r\ntwo\nthree\r\nfour' });
    await bench.call('edit_note', { name: 'a', mode: 'append', content: 'five\nsix' });
    expect(bench.text('a.md')).toBe('\uFEFFone\r\ntwo\nthree\r\nfour\r\nfive\r\nsix');
    await bench.call('edit_note', { name: 'a', mode: 'replace_window', search: 'one\ntwo', content: 'ONE\nTWO' });
    expect(bench.text('a.md')).toMatch(/^\uFEFFONE\r\nTWO\nthree\r\n/);
  });

  it('tells how much patch_heading consumed', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    const { removedLen } = await bench.call('edit_note', {
      name: 'Soup',
      mode: 'patch_heading',
      heading: 'Steps',
      content: 'None.',
    });
    expect(removedLen).toBe('1. Cut.\n2. Cook.'.length);
  });

  it('that changes nothing writes nothing', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    expect(
      await bench.call('edit_note', { name: 'Soup', mode: 'replace_window', search: 'Hot.', content: 'Hot.' }),
    ).toEqual({ path: 'Soup.md', mode: 'replace_window', diff: '', changed: false, bytes: SOUP.length });
    expect(await bench.writing.writer.history.list()).toEqual([]);
  });

  it('refuses bytes that are not UTF-8, which can still be read', async () => {
    const bytes = Buffer.from([0x61, 0xff, 0x0a]);
    const bench = await openBench({ 'latin.md': bytes });
    expect(await bench.refused('edit_note', { name: 'latin', mode: 'append', content: 'x' })).toMatchObject({
      code: 'file_not_utf8',
    });
    expect(
      await bench.refused('edit_note', { name: 'latin', mode: 'append', content: 'x', dryRun: true }),
    ).toMatchObject({ code: 'file_not_utf8' });
    expect(bench.files()).toEqual({ 'latin.md': bytes.toString() });
  });

  it('leaves invalid frontmatter alone', async () => {
    const text = '---\nkey: "unclosed\n---\nbody\n';
    const bench = await openBench({ 'a.md': text });
    expect(
      await bench.refused('edit_note', { name: 'a', mode: 'patch_frontmatter', key: 'x', value: 1 }),
    ).toMatchObject({ code: 'frontmatter_invalid' });
    expect(bench.text('a.md')).toBe(text);
  });

  it.each([
    [{ mode: 'patch_heading', heading: 'Nothing', content: 'x' }, 'heading_not_found'],
    [{ mode: 'at_line', line: 2, content: 'x' }, 'frontmatter_line'],
    [{ mode: 'at_line', line: 99, content: 'x' }, 'invalid_arguments'],
    [{ mode: 'append' }, 'invalid_arguments'],
    [{ content: 'x' }, 'invalid_arguments'],
    [{ mode: 'burn', content: 'x' }, 'invalid_arguments'],
  ])('%j is refused with %s, nothing touched', async (args, code) => {
    const bench = await openBench({ 'Soup.md': SOUP });
    expect(await bench.refused('edit_note', { name: 'Soup', ...args })).toMatchObject({ code });
    expect(bench.files()).toEqual({ 'Soup.md': SOUP });
  });

  it('of a heading that occurs twice names each place, and takes the one asked for', async () => {
    const bench = await openBench({ 'a.md': '# x\n\none\n\n# x\n\ntwo\n' });
    const args = { name: 'a', mode: 'patch_heading', heading: 'x', content: 'new' };
    const error = await bench.refused('edit_note', args);
    expect(error.toBody()).toMatchObject({
      code: 'multiple_matches',
      name: 'MultipleMatchesError',
      message: expect.stringMatching(/^MultipleMatchesError/),
      details: {
        matches: [
          { line: 1, text: '# x' },
          { line: 5, text: '# x' },
        ],
      },
    });
    await bench.call('edit_note', { ...args, headingIndex: 1 });
    expect(bench.text('a.md')).toMatch(/^# x\n\none\n\n# x\n\n?new\n/);
  });

  it('of a note under a different name touches none', async () => {
    const bench = await openBench({ 'a/Notes.md': '1', 'b/Notes.md': '2', 'Recipes.md': '3' });
    expect(await bench.refused('edit_note', { name: 'Notes', mode: 'append', content: 'x' })).toMatchObject({
      code: 'ambiguous_note',
      details: { total: 2 },
    });
    expect(await bench.refused('edit_note', { name: 'Recpies', mode: 'append', content: 'x' })).toMatchObject({
      code: 'note_not_found',
      details: { suggestions: [{ path: 'Recipes.md' }] },
    });
    expect(bench.files()).toEqual({ 'a/Notes.md': '1', 'b/Notes.md': '2', 'Recipes.md': '3' });
  });

  it('finds a note by a unique part of its name', async () => {
    const bench = await openBench({ 'Recipes/Lentil soup.md': 'x\n', 'Other.md': '' });
    expect(await bench.call('edit_note', { name: 'lentil', mode: 'append', content: 'y' })).toMatchObject({
      path: 'Recipes/Lentil soup.md',
    });
  });
});

describe('several edits', () => {
  it('build on each other, in one write', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    const edits = [
      { mode: 'replace_window', search: 'Hot.', content: 'Warm.' },
      { mode: 'replace_window', search: 'Warm.', content: 'Cold.' },
      { mode: 'patch_frontmatter', key: 'servings', value: 2 },
    ];
    const result = await bench.call('edit_note', { name: 'Soup', edits });
    expect(result).toEqual({
      path: 'Soup.md',
      diff: expect.stringContaining('+Cold.'),
      changed: true,
      bytes: expect.any(Number),
    });
    expect(bench.text('Soup.md')).toBe(SOUP.replace('Hot.', 'Cold.').replace('servings: 04', 'servings: 2'));
    expect(await bench.writing.writer.history.list()).toHaveLength(1);
  });

  it('share the mode of the call if they name none', async () => {
    const bench = await openBench({ 'a.md': 'x\n' });
    expect(
      await bench.call('edit_note', { name: 'a', mode: 'append', edits: [{ content: '1' }, { content: '2' }] }),
    ).toMatchObject({ mode: 'append' });
    expect(bench.text('a.md')).toBe('x\n1\n2\n');
  });

  it('are all dropped if one fails, which is named', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    const edits = [
      { mode: 'append', content: 'x' },
      { mode: 'patch_heading', heading: 'Nothing', content: 'x' },
      { mode: 'append', content: 'y' },
    ];
    expect(await bench.refused('edit_note', { name: 'Soup', edits })).toMatchObject({
      code: 'edit_failed',
      details: { index: 1, code: 'heading_not_found' },
    });
    expect(bench.files()).toEqual({ 'Soup.md': SOUP });
  });
});

describe('a passage that is not found', () => {
  const args = { name: 'Soup', mode: 'replace_window', search: 'Boil all of the waters', content: 'Heat it.' };

  it('is reported with the closest ones, and can be tried again without sending it', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    expect(await bench.refused('edit_note', args)).toMatchObject({
      code: 'no_match',
      details: {
        closest: [
          { line: 8, text: 'Boil the water.', score: expect.any(Number) },
          ...Array<unknown>(2).fill(expect.anything()),
        ],
      },
      hint: expect.stringContaining('from_buffer'),
    });
    expect(
      await bench.call('edit_note', { name: 'Soup', mode: 'replace_window', from_buffer: true, dryRun: true }),
    ).toMatchObject({ diff: expect.stringContaining('+Heat it.') });
    expect(await bench.call('edit_note', { name: 'Soup', mode: 'replace_window', from_buffer: true })).toMatchObject({
      changed: true,
    });
    expect(bench.text('Soup.md')).toBe(SOUP.replace('Boil the water.', 'Heat it.'));
    expect(await bench.refused('edit_note', { name: 'Soup', mode: 'replace_window', from_buffer: true })).toMatchObject(
      { code: 'invalid_arguments' },
    );
  });

  it('is kept for its own note only, only the last one, for ten minutes', async () => {
    const bench = await openBench({ 'Soup.md': SOUP, 'Other.md': SOUP });
    await bench.refused('edit_note', { ...args, content: 'first' });
    await bench.refused('edit_note', { ...args, content: 'second' });
    expect(
      await bench.refused('edit_note', { name: 'Other', mode: 'replace_window', from_buffer: true }),
    ).toMatchObject({ code: 'invalid_arguments' });
    expect(
      await bench.call('edit_note', { name: 'Soup', mode: 'replace_window', from_buffer: true, dryRun: true }),
    ).toMatchObject({ diff: expect.stringContaining('+second') });
    bench.later(10 * 60_000);
    expect(await bench.refused('edit_note', { name: 'Soup', mode: 'replace_window', from_buffer: true })).toMatchObject(
      { code: 'invalid_arguments' },
    );
  });

  it('among several edits is kept too', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    expect(
      await bench.refused('edit_note', {
        name: 'Soup',
        mode: 'replace_window',
        edits: [
          { search: 'Hot.', content: 'Cold.' },
          { search: args.search, content: args.content },
        ],
      }),
    ).toMatchObject({ code: 'edit_failed', details: { index: 1, code: 'no_match' } });
    expect(await bench.call('edit_note', { name: 'Soup', mode: 'replace_window', from_buffer: true })).toMatchObject({
      changed: true,
    });
    expect(bench.text('Soup.md')).toBe(SOUP.replace('Boil the water.', 'Heat it.'));
  });
});

describe('a passage that is not found among several edits, or in several notes', () => {
  const edit = { mode: 'replace_window', search: 'Boil all of the waters', content: 'Heat it.' };
  const closest = { fuzzy: true, fuzzyThreshold: 0.5 };

  it('is not repeated alone: the other edits would be left out', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    const more = { mode: 'append', content: 'Serve.' };
    const { hint } = await bench.refused('edit_note', { name: 'Soup', edits: [more, edit] });
    expect(hint).toContain('`fuzzyThreshold: 0.5`');
    expect(hint).not.toContain('from_buffer');
    await bench.call('edit_note', { name: 'Soup', edits: [more, { ...edit, ...closest }] });
    expect(bench.text('Soup.md')).toBe(`${SOUP.replace('Boil the water.', 'Heat it.')}Serve.\n`);
  });

  it.each([{ names: ['Soup', 'Stew'] }, { names: ['Soup'] }])('in $names is not looked for in a buffer', async (of) => {
    const bench = await openBench({ 'Soup.md': SOUP, 'Stew.md': SOUP });
    const { hint } = await bench.refused('edit_note', { ...of, ...edit });
    expect(hint).toContain('`fuzzyThreshold: 0.5`');
    expect(hint).not.toContain('from_buffer');
    await bench.call('edit_note', { ...of, ...edit, ...closest });
    expect(bench.text('Soup.md')).toBe(SOUP.replace('Boil the water.', 'Heat it.'));
  });
});

it('a passage that several notes word otherwise is shown before the closest ones are taken', async () => {
  const bench = await openBench({ 'Soup.md': SOUP, 'Stew.md': SOUP });
  const edit = { mode: 'replace_window', search: 'Boil all of the waters', content: 'Heat it.' };
  for (const of of [edit, { edits: [edit] }]) {
    const call = { names: ['Soup', 'Stew'], ...of };
    expect((await bench.refused('edit_note', call)).hint).toMatch(/repeat the whole call with `dryRun: true`/);
    const alone = await bench.refused('edit_note', { ...call, names: ['Soup'] });
    expect(alone.hint).toContain('to take the closest passage');
  }
});

describe('a note that ends in code that nothing closes', () => {
  const CODE = '# A\n\n```js\nlet a;\n';
  const told = expect.stringContaining('ends in a code block that is never closed, from line 3 on') as string;

  it.each([{ mode: 'append' }, { mode: 'patch_heading', heading: 'A', headingOp: 'append' }])(
    'is named by what adds to it: %j',
    async (edit) => {
      const bench = await openBench({ 'A.md': CODE, 'B.md': CODE, 'C.md': '# A\n' });
      const call = { ...edit, content: '- new' };
      expect(await bench.call('edit_note', { name: 'A', ...call, dryRun: true })).toMatchObject({ warning: told });
      expect(await bench.call('edit_note', { name: 'A', ...call })).toMatchObject({ changed: true, warning: told });
      expect(await bench.call('edit_note', { names: ['B', 'C'], ...call })).toMatchObject({ total: 2, warning: told });
      expect(await bench.call('edit_note', { name: 'C', ...call })).not.toHaveProperty('warning');
    },
  );

  it('is named when another note is merged into it', async () => {
    const bench = await openBench({ 'A.md': CODE, 'B.md': 'text\n' });
    expect(await bench.call('move_note', { source: 'B', destination: 'A', onExists: 'merge' })).toMatchObject({
      merged: true,
      warning: told,
    });
  });
});

it('a date is written as the app does if the property is one for the app', async () => {
  const bench = await openBench({
    '.obsidian/types.json': '{"types":{"Due":"date","at":"datetime","said":"text"}}',
    'A.md': 'text\n',
    'B.md': 'text\n',
  });
  const patch = { mode: 'patch_frontmatter', key: 'due', value: '2026-11-29' };
  await bench.call('edit_note', { name: 'A', ...patch });
  const { previewId } = await bench.call('edit_note', { names: ['B'], ...patch, dryRun: true });
  await bench.call('apply_edit_preview', { previewId });
  for (const name of ['A.md', 'B.md']) expect(bench.text(name)).toBe('---\ndue: 2026-11-29\n---\ntext\n');
  const frontmatter = { due: '2026-11-29', at: '2026-11-29T08:30', said: '2026-11-29' };
  await bench.call('create_note', { title: 'C', content: 'text', frontmatter });
  expect(bench.text('C.md')).toBe(
    '---\ntitle: C\ndue: 2026-11-29\nat: 2026-11-29T08:30\nsaid: "2026-11-29"\n---\ntext\n',
  );
});

it('an edit at a line that an edit before it in the call has moved is told', async () => {
  const bench = await openBench({ 'A.md': 'one\ntwo\nthree\n' });
  const edits = [
    { mode: 'at_line', line: 1, lineOp: 'delete' },
    { mode: 'at_line', line: 2, lineOp: 'delete' },
  ];
  const warning = expect.stringContaining('edits[1] is at "three", and line 2 was "two"') as string;
  expect(await bench.call('edit_note', { name: 'A', edits, dryRun: true })).toMatchObject({ warning });
  expect(await bench.call('edit_note', { name: 'A', edits: edits.toReversed() })).not.toHaveProperty('warning');
  expect(bench.text('A.md')).toBe('three\n');
});

it('says that a new heading stands between another and its text, also in a dry run', async () => {
  const bench = await openBench({ 'A.md': '## Done\n\n- [x] old\n' });
  const edit = { name: 'A', mode: 'patch_heading', heading: 'Done', content: '## Waiting\n\n- [ ] new' };
  const warning = expect.stringContaining('the text of "Done" stands under the new heading "Waiting"') as string;
  expect(await bench.call('edit_note', { ...edit, headingOp: 'after', dryRun: true })).toMatchObject({ warning });
  expect(await bench.call('edit_note', { ...edit, headingOp: 'append' })).not.toHaveProperty('warning');
  expect(bench.text('A.md')).toBe('## Done\n\n- [x] old\n\n## Waiting\n\n- [ ] new\n');
});

describe('a preview', () => {
  const dry = { name: 'Soup', mode: 'append', content: 'Spicy.', dryRun: true };

  it('shows the diff and writes nothing; applying it writes just that', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    const preview = await bench.call('edit_note', dry);
    expect(preview).toEqual({
      dryRun: true,
      previewId: expect.any(String),
      expiresAt: expect.stringMatching(/^\d{4}-.*Z$/),
      path: 'Soup.md',
      mode: 'append',
      diff: expect.stringContaining('+Spicy.'),
    });
    expect(bench.files()).toEqual({ 'Soup.md': SOUP });
    const applied = await bench.call('apply_edit_preview', { previewId: preview['previewId'] });
    expect(applied).toEqual({ path: 'Soup.md', applied: true, diff: preview['diff'], bytes: SOUP.length + 7 });
    expect(bench.text('Soup.md')).toBe(`${SOUP}Spicy.\n`);
    expect(await bench.call('search', { query: 'spicy', mode: 'fulltext' })).toMatchObject({
      data: [{ path: 'Soup.md' }],
    });
  });

  it('can be applied once', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    const { previewId } = await bench.call('edit_note', dry);
    await bench.call('apply_edit_preview', { previewId });
    expect(await bench.refused('apply_edit_preview', { previewId })).toMatchObject({ code: 'preview_not_found' });
    expect(bench.text('Soup.md')).toBe(`${SOUP}Spicy.\n`);
  });

  it('applied twice concurrently is written once', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    const { previewId } = await bench.call('edit_note', dry);
    const ends = await Promise.allSettled([1, 2, 3].map(() => bench.call('apply_edit_preview', { previewId })));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(bench.text('Soup.md')).toBe(`${SOUP}Spicy.\n`);
  });

  it('holds for five minutes', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    const { previewId } = await bench.call('edit_note', dry);
    bench.later(5 * 60_000);
    expect(await bench.refused('apply_edit_preview', { previewId })).toMatchObject({ code: 'preview_not_found' });
    expect(bench.files()).toEqual({ 'Soup.md': SOUP });
  });

  it.each([
    [
      'a change of the file',
      (put: (path: string, text: string) => void) => put('Soup.md', `${SOUP}By hand.\n`),
      'preview_stale',
    ],
    [
      'a change of one byte with the same size',
      (put: (path: string, text: string) => void) => put('Soup.md', SOUP.replace('Hot', 'Hat')),
      'preview_stale',
    ],
  ])('is stale after %s', async (_what, change, code) => {
    const bench = await openBench({ 'Soup.md': SOUP });
    const { previewId } = await bench.call('edit_note', dry);
    change(bench.put);
    const changed = bench.text('Soup.md');
    expect(await bench.refused('apply_edit_preview', { previewId })).toMatchObject({ code });
    expect(await bench.refused('apply_edit_preview', { previewId })).toMatchObject({ code: 'preview_not_found' });
    expect(bench.text('Soup.md')).toBe(changed);
  });

  it('of a deleted note is refused, and the note stays deleted', async () => {
    const bench = await openBench({ 'Soup.md': SOUP, '.obsidian/app.json': '{"trashOption":"none"}' });
    const { previewId } = await bench.call('edit_note', dry);
    await bench.call('delete_note', { name: 'Soup', confirm: true });
    expect(await bench.refused('apply_edit_preview', { previewId })).toMatchObject({ code: 'note_not_found' });
    expect(bench.files()).toEqual({});
  });

  it('of an edit that fails gives the same error as the edit', async () => {
    const bench = await openBench({ 'Soup.md': SOUP });
    expect(
      await bench.refused('edit_note', {
        name: 'Soup',
        mode: 'patch_heading',
        heading: 'Nothing',
        content: '',
        dryRun: true,
      }),
    ).toMatchObject({ code: 'heading_not_found' });
    expect(await bench.refused('apply_edit_preview', { previewId: 'made-up' })).toMatchObject({
      code: 'preview_not_found',
    });
  });
});
