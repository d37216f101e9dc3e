import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches, type WritingBench } from '../../test-support/writing-bench.ts';

afterEach(removeBenches);

const isWindows = process.platform === 'win32';
const caseMatters = !existsSync(import.meta.filename.toUpperCase());

const LINKS =
  '[[Soup]] [[soup|hot]] ![[Soup]] [[Soup#Steps]] [[Soup^b1]] [s](Recipes/Soup.md) [s](Recipes/Soup.md#Steps)';
const REWRITTEN =
  '[[Broth]] [[Broth|hot]] ![[Broth]] [[Broth#Steps]] [[Broth^b1]] [s](Archive/Old/Broth.md) [s](Archive/Old/Broth.md#Steps)';

describe('move_note', () => {
  it('moves the note into new folders, rewrites every link to it, and says how many', async () => {
    const bench = await openBench({
      'Home.md': `${LINKS}\n`,
      'Recipes/Soup.md': '# Steps\n\nHot. ^b1\n',
      'Menu.md': '- [[Soup]]\n',
      'Code.md': '`[[Soup]]`\n\n```\n[[Soup]]\n```\n',
    });
    const moved = await bench.call('move_note', { source: 'Soup', destination: 'Archive/Old/Broth.md' });
    expect(moved).toEqual({
      from: 'Recipes/Soup.md',
      to: 'Archive/Old/Broth.md',
      linksRewritten: { files: 2, occurrences: 8 },
      stubsPruned: 0,
    });
    expect(bench.files()).toEqual({
      'Home.md': `${REWRITTEN}\n`,
      'Archive/Old/Broth.md': '# Steps\n\nHot. ^b1\n',
      'Menu.md': '- [[Broth]]\n',
      'Code.md': '`[[Soup]]`\n\n```\n[[Soup]]\n```\n',
    });
    expect(bench.has('Recipes')).toBe(true);
  });

  it.skipIf(isWindows)('moves files whose names not every system can store, if they keep them', async () => {
    const notes = { 'Why?.md': 'Since.\n', 'Q/What is "X"?.md': '[[Why?]]\n', 'Q/Jr..md': '', 'Q/a?.png': '' };
    const bench = await openBench(notes);
    const moved = await bench.call('move_note', { source: 'Why?', destination: 'Old/' });
    expect(moved).toMatchObject({ to: 'Old/Why?.md' });
    expect(await bench.call('move_note', { source: 'Q', destination: 'Old/Questions' })).toMatchObject({ moved: 3 });
    await bench.call('move_note', { source: 'Old/Questions/a?.png', destination: '/' });
    expect(Object.keys(bench.files()).sort()).toEqual([
      'Old/Questions/Jr..md',
      'Old/Questions/What is "X"?.md',
      'Old/Why?.md',
      'a?.png',
    ]);
    for (let left = 3; left > 0; left--) await bench.call('undo_change', { id: 'last' });
    expect(bench.files()).toEqual(notes);
    expect(await bench.refused('move_note', { source: 'Why?', destination: 'Who?' })).toMatchObject({
      code: 'path_not_allowed',
      details: { suggestion: 'Who.md' },
    });
  });

  it('goes into a folder that is there in other letter case, and not next to a file of its name', async () => {
    const bench = await openBench({ 'Soup.md': '', 'a.png': '', 'In/b.md': '', 'Archive/Old/Stew.md': '' });
    const moved = async (source: string, destination: string): Promise<unknown> =>
      (await bench.call('move_note', { source, destination }))['to'];
    expect(await moved('Soup', 'archive/old/')).toBe('Archive/Old/Soup.md');
    expect(await moved('a.png', 'ARCHIVE/new/')).toBe('Archive/new/a.png');
    expect(await moved('In', 'archive/OLD/')).toBe('Archive/Old/In');
    expect(await moved('Soup', 'archive/old/soup')).toBe('Archive/Old/soup.md');
    const taken = { source: 'soup', destination: 'Archive/Old/stew' };
    expect(await bench.refused('move_note', taken)).toMatchObject({
      code: 'note_exists',
      message: 'There is a file "Archive/Old/Stew.md" already.',
    });
  });

  it('rewrites links in comments too, and nothing else in them', async () => {
    const note = (name: string): string =>
      `a %% [[${name}|x]] %% b\n\n%%\r\n- [ ] #todo [[${name}]]  \n\n\`[[Soup]]\` <!-- [[Soup]] -->\n%% c\n`;
    const bench = await openBench({ 'Home.md': note('Soup'), 'Recipes/Soup.md': '' });
    expect(await bench.call('move_note', { source: 'Soup', destination: 'Broth' })).toMatchObject({
      linksRewritten: { files: 1, occurrences: 2 },
    });
    expect(bench.files()).toEqual({ 'Home.md': note('Broth'), 'Broth.md': '' });
  });

  it('says so if the new name is that of a folder, which may have been meant', async () => {
    const bench = await openBench({ 'Soup.md': '', 'Old/Stew.md': '', 'Old/Pot.md': '', 'Archive/Bread.md': '' });
    const intoArchive = 'give "Archive/".';
    const args = { source: 'Soup', destination: 'Archive' };
    for (const dryRun of [true, false])
      expect(await bench.call('move_note', { ...args, dryRun })).toMatchObject({
        to: 'Archive.md',
        warning: expect.stringContaining(intoArchive) as string,
      });
    expect(await bench.call('move_note', { source: 'Old', destination: 'Archive' })).toMatchObject({
      to: 'Archive',
      moved: 2,
      warning: expect.stringContaining(intoArchive) as string,
    });
    for (const [source, destination] of [
      ['Archive/', 'Old'],
      ['Old/Bread', 'Old/Loaf'],
      ['Archive.md', 'Old/'],
      ['Old/Archive', 'Old.md'],
    ])
      expect(await bench.call('move_note', { source, destination })).not.toHaveProperty('warning');
  });

  it('keeps the graph as it was, under the new name, immediately', async () => {
    const bench = await openBench({
      'Home.md': '[[Soup]]\n',
      'Recipes/Soup.md': 'Lentils, [[Bread]] and [[Salt]].\n',
      'Bread.md': '',
    });
    await bench.call('move_note', { source: 'Soup', destination: 'Broth' });
    expect(await bench.call('find_connections', { name: 'Broth', includeStubs: true })).toMatchObject({
      data: [{ outgoing: [{ path: 'Bread.md' }, { path: '_stub/Salt.md' }], incoming: [{ path: 'Home.md' }] }],
    });
    expect(await bench.call('search', { query: 'lentils', mode: 'fulltext' })).toMatchObject({
      data: [{ path: 'Broth.md' }],
    });
    expect(await bench.refused('read_note', { name: 'Recipes/Soup.md' })).toMatchObject({ code: 'note_not_found' });
    const { notes } = (await bench.call('list_notes')) as { notes: { path: string }[] };
    expect(notes.map(({ path }) => path)).toEqual(['Bread.md', 'Broth.md', 'Home.md', '_stub/Salt.md']);
  });

  it('as a dry run says what would be rewritten, exactly what a move then rewrites, and touches nothing', async () => {
    const files = { 'Home.md': `${LINKS}\n`, 'Menu.md': '[[Soup]]\n', 'Recipes/Soup.md': 'me: [[Soup]]\n' };
    const bench = await openBench(files);
    const args = { source: 'Soup', destination: 'Broth' };
    const linksRewritten = { files: 3, occurrences: 9 };
    expect(await bench.call('move_note', { ...args, dryRun: true })).toEqual({
      dryRun: true,
      from: 'Recipes/Soup.md',
      to: 'Broth.md',
      linksRewritten,
      files: [
        { path: 'Recipes/Soup.md', occurrences: 1 },
        { path: 'Home.md', occurrences: 7 },
        { path: 'Menu.md', occurrences: 1 },
      ],
    });
    expect(bench.files()).toEqual(files);
    expect(await bench.call('move_note', args)).toMatchObject({ linksRewritten });
  });

  it('there and back leaves every byte as it was', async () => {
    const files = {
      'Home.md': `\uFEFF---\nup: "[[Soup]]"\n---\r\n${LINKS.replace('soup', 'Soup')}\r\n| [[Soup\\|x]] |\n|-|`,
      'Recipes/Soup.md': '[[Soup]] [[#Steps]] ![p](../pot.png) [n](./Bread.md)\n\n# Steps',
      'Recipes/Bread.md': '[[./Soup]]',
      'Journal/Today.md': '[[../Recipes/Soup]] [[Recipes/Soup]]',
      'Board.canvas':
        '{\n\t"nodes":[\n\t\t{"id":"1","type":"file","file":"Recipes/Soup.md","x":0,"y":0,"width":1,"height":1}\n\t],\n\t"edges":[]\n}',
      'pot.png': 'picture',
    };
    const bench = await openBench(files);
    await bench.call('move_note', { source: 'Soup', destination: 'x/y/Broth' });
    expect(bench.text('Board.canvas')).toBe(files['Board.canvas'].replace('Recipes/Soup.md', 'x/y/Broth.md'));
    await bench.call('move_note', { source: 'Broth', destination: 'Recipes/Soup' });
    expect(bench.files()).toEqual(files);
  });

  it('rewrites the links of canvases, on text and file cards, and of hidden canvases, which no answer names', async () => {
    const board = (text: string, file: string): string =>
      `{\r\n  "nodes": [{"id":"a","type":"text","text":${JSON.stringify(text)},"x":1.0,"mine":[ ]},\r\n    {"type":"file","file":"${file}","subpath":"#Steps","id":"b"}],\r\n  "edges": [] }`;
    const bench = await openBench({
      '.vaultloomignore': 'Private/\n',
      'Recipes/Soup.md': '# Steps\n',
      'Board.canvas': board('é "[[Soup]]" [Soup](Recipes/Soup.md#Steps)\n`[[Soup]]`', 'Recipes/Soup.md'),
      'Private/Board.canvas': board('[[Recipes/Soup|Soup]]', 'recipes/soup.md'),
      'Other.canvas': board('[[Bread]]', 'Bread.md'),
      'Broken.canvas': '{"nodes":[{"type":"file","file":"Recipes/Soup.md"}]',
    });
    const { 'Other.canvas': other, 'Broken.canvas': broken } = bench.files();
    const shown = await bench.call('move_note', { source: 'Soup', destination: 'Archive/Broth', dryRun: true });
    expect(shown).toMatchObject({
      linksRewritten: { files: 2, occurrences: 5 },
      files: [{ path: 'Board.canvas', occurrences: 3 }],
    });
    expect(await bench.call('move_note', { source: 'Soup', destination: 'Archive/Broth' })).toMatchObject({
      linksRewritten: { files: 2, occurrences: 5 },
    });
    expect(bench.files()).toEqual({
      '.vaultloomignore': 'Private/\n',
      'Archive/Broth.md': '# Steps\n',
      'Board.canvas': board('é "[[Broth]]" [Broth](Archive/Broth.md#Steps)\n`[[Soup]]`', 'Archive/Broth.md'),
      'Private/Board.canvas': board('[[Archive/Broth|Broth]]', 'Archive/Broth.md'),
      'Other.canvas': other,
      'Broken.canvas': broken,
    });
    expect(await bench.call('read_note', { name: 'Broth' })).toMatchObject({
      data: { incoming: [{ path: 'Board.canvas', title: 'Board' }] },
    });
  });

  it('rewrites a card the app has written since the index looked', async () => {
    const bench = await openBench({ 'Soup.md': 'x', 'Board.canvas': '{}' });
    bench.put('Board.canvas', '{"nodes":[{"type":"text","text":"[[Soup]]"}]}');
    expect(await bench.call('move_note', { source: 'Soup', destination: 'Broth' })).toMatchObject({
      linksRewritten: { files: 1, occurrences: 1 },
    });
    expect(bench.text('Board.canvas')).toBe('{"nodes":[{"type":"text","text":"[[Broth]]"}]}');
  });

  it('rewrites notes that are excluded from search, and those hidden from assistants, which no answer names', async () => {
    const bench = await openBench({
      '.obsidian/app.json': '{"userIgnoreFilters":["Archive/"]}',
      '.vaultloomignore': 'Private/\n',
      'Archive/Old.md': '[[Soup]]\n',
      'Private/Diary.md': '[[Soup]] [[Soup]]\n',
      'Soup.md': '',
    });
    const shown = await bench.call('move_note', { source: 'Soup', destination: 'Broth', dryRun: true });
    expect(shown).toMatchObject({
      linksRewritten: { files: 2, occurrences: 3 },
      files: [{ path: 'Archive/Old.md', occurrences: 1 }],
    });
    expect(JSON.stringify(shown)).not.toContain('Private');
    expect(await bench.call('move_note', { source: 'Soup', destination: 'Broth' })).toMatchObject({
      linksRewritten: { files: 2, occurrences: 3 },
    });
    expect([bench.text('Archive/Old.md'), bench.text('Private/Diary.md')]).toEqual([
      '[[Broth]]\n',
      '[[Broth]] [[Broth]]\n',
    ]);
  });

  it.each([false, true])('names no hidden note whose links forbid the new name, dry run: %s', async (dryRun) => {
    const bench = await openBench({
      '.vaultloomignore': 'Private/\n',
      'Private/Diary.md': '[[Soup]]\n',
      'Soup.md': '',
    });
    const error = await bench.refused('move_note', { source: 'Soup', destination: 'Soup #1', dryRun });
    expect(error).toMatchObject({
      code: 'invalid_arguments',
      message: 'A file that the person keeps from assistants cannot be rewritten as needed.',
      hint: 'Choose a name without any of # | ^ [ ] % \\.',
    });
    expect(JSON.stringify({ ...error, text: error.message })).not.toMatch(/Private|Diary/);
    expect(bench.text('Soup.md')).toBe('');
  });

  it.each([
    ['Release 2.0', 'Release 2.0.md'],
    ['v1.5/Notes.md', 'v1.5/Notes.md'],
    ['/Folder/Broth', 'Folder/Broth.md'],
    ['Folder/', 'Folder/Soup.md'],
    ['Cafe\u0301', 'Caf\u00e9.md'],
    ['Folder/Broth.MD', 'Folder/Broth.MD'],
    ['[[Folder/Broth]]', 'Folder/Broth.md'],
    [' [[Folder/]] ', 'Folder/Soup.md'],
  ])('to %j goes to %j', async (destination, to) => {
    const bench = await openBench({ 'Soup.md': 'x', 'Home.md': '[[Soup]]' });
    expect(await bench.call('move_note', { source: 'Soup', destination })).toMatchObject({ from: 'Soup.md', to });
    expect(Object.keys(bench.files()).sort()).toEqual(['Home.md', to].sort());
    expect(await bench.call('read_note', { name: to })).toMatchObject({
      data: { path: to, incoming: [{ path: 'Home.md' }] },
    });
  });

  it('changes letter case only; links match in any case, and stay', async () => {
    const bench = await openBench({ 'soup.md': '[[soup]]\n', 'Home.md': '[[soup]] [[Soup]]\n' });
    expect(await bench.call('move_note', { source: 'soup', destination: 'Soup' })).toMatchObject({
      from: 'soup.md',
      to: 'Soup.md',
    });
    expect(Object.keys(bench.files()).sort()).toEqual(['Home.md', 'Soup.md']);
    expect(bench.text('Home.md')).toBe('[[soup]] [[Soup]]\n');
    expect(await bench.call('read_note', { name: 'Soup.md' })).toMatchObject({
      data: { path: 'Soup.md', incoming: [{ path: 'Home.md' }] },
    });
    const { total } = await bench.call('list_notes');
    expect(total).toBe(2);
  });

  it('that changes letter case only counts the links that show the name, whose shown text changes', async () => {
    const bench = await openBench({
      'soup.md': '',
      'Home.md': '[[soup]] [[soup|soup]] [soup](soup.md) [x](soup.md)\n',
      'C.md': '---\nk: "[[soup|soup]]"\n---\n[[soup|it]]\n',
    });
    const args = { source: 'soup', destination: 'Soup' };
    expect(await bench.call('move_note', { ...args, dryRun: true })).toMatchObject({
      linksRewritten: { files: 2, occurrences: 3 },
      files: [
        { path: 'C.md', occurrences: 1 },
        { path: 'Home.md', occurrences: 2 },
      ],
    });
    expect(await bench.call('move_note', args)).toMatchObject({ linksRewritten: { files: 2, occurrences: 3 } });
    expect(bench.text('Home.md')).toBe('[[soup]] [[soup|Soup]] [Soup](soup.md) [x](soup.md)\n');
    expect(bench.text('C.md')).toBe('---\nk: "[[soup|Soup]]"\n---\n[[soup|it]]\n');
  });

  it('if the disk ignores letter case, does not replace a note spelled otherwise', async ({ skip }) => {
    const bench = await openBench({ 'Soup.md': 'one', 'Broth.md': 'two' });
    skip(!bench.has('SOUP.md'), 'this disk tells letter case apart');
    expect(await bench.refused('move_note', { source: 'Soup', destination: 'broth' })).toMatchObject({
      code: 'note_exists',
    });
    expect(bench.files()).toEqual({ 'Soup.md': 'one', 'Broth.md': 'two' });
  });

  it('never replaces a note, not even one created since the index looked', async () => {
    const bench = await openBench({ 'Soup.md': 'one', 'Broth.md': 'two', 'Home.md': '[[Soup]]' });
    const before = bench.files();
    for (const dryRun of [true, false])
      expect(await bench.refused('move_note', { source: 'Soup', destination: 'Broth', dryRun })).toMatchObject({
        code: 'note_exists',
      });
    bench.put('New.md', 'three');
    expect(await bench.refused('move_note', { source: 'Soup', destination: 'New' })).toMatchObject({
      code: 'note_exists',
    });
    expect(bench.files()).toEqual({ ...before, 'New.md': 'three' });
  });

  it('onto a stub gives its links the note; a note with stubs of its own keeps them', async () => {
    const bench = await openBench({ 'Home.md': '[[Broth]] [[Soup]]\n', 'Soup.md': '[[Salt]]\n' });
    expect(await bench.call('move_note', { source: 'Soup', destination: 'Broth' })).toMatchObject({
      stubsPruned: 1,
      linksRewritten: { files: 1, occurrences: 1 },
    });
    expect(bench.text('Home.md')).toBe('[[Broth]] [[Broth]]\n');
    const { notes } = (await bench.call('list_notes')) as { notes: { path: string }[] };
    expect(notes.map(({ path }) => path)).toEqual(['Broth.md', 'Home.md', '_stub/Salt.md']);
  });

  it('of two notes with one filename moves the one whose path is given, and rewrites only its links', async () => {
    const bench = await openBench({
      'a/Notes.md': 'A',
      'b/Notes.md': 'B',
      'Home.md': '[[a/Notes]] [[b/Notes]]\n',
      'b/Near.md': '[[Notes]]\n',
    });
    expect(await bench.refused('move_note', { source: 'Notes', destination: 'Moved' })).toMatchObject({
      code: 'ambiguous_note',
      details: { total: 2 },
    });
    await bench.call('move_note', { source: 'b/Notes', destination: 'Moved' });
    expect(bench.text('Home.md')).toBe('[[a/Notes]] [[Moved]]\n');
    expect(await resolvesTo(bench, 'b/Near.md')).toEqual(['Moved.md']);
  });

  it('keeps other links right if the new name makes them mean another note', async () => {
    const bench = await openBench({ 'deep/er/Notes.md': 'N', 'Home.md': '[[Notes]]\n', 'Soup.md': 'S' });
    await bench.call('move_note', { source: 'Soup', destination: 'Notes' });
    expect(bench.text('Home.md')).toBe('[[deep/er/Notes]]\n');
    expect(await resolvesTo(bench, 'Home.md')).toEqual(['deep/er/Notes.md']);
  });

  it.each([
    ['the app’s folder', '.obsidian/plugins/x', 'path_not_allowed'],
    ['outside', '../Soup', 'path_outside_vault'],
    ['outside, encoded', '%2e%2e/Soup', 'path_outside_vault'],
    ['outside, absolute', '//server/Soup', 'path_outside_vault'],
    ['a drive', 'C:\\Soup', 'path_outside_vault'],
    ['a name that not every system can store', 'a/b?.md', 'path_not_allowed'],
    ['where it is', 'Soup', 'invalid_arguments'],
    ['where it is, with a slash', '/Soup.md', 'invalid_arguments'],
    ['nothing', '', 'invalid_arguments'],
    ['blanks', '   ', 'path_not_allowed'],
  ])('refuses to move to %s, also as a dry run', async (_where, destination, code) => {
    const bench = await openBench({ 'Soup.md': 'x', 'Home.md': '[[Soup]]' });
    for (const dryRun of [false, true])
      expect(await bench.refused('move_note', { source: 'Soup', destination, dryRun })).toMatchObject({ code });
    expect(bench.files()).toEqual({ 'Soup.md': 'x', 'Home.md': '[[Soup]]' });
  });

  it.skipIf(process.platform === 'win32')('goes into a folder that is there with a name like "Acme Inc."', async () => {
    const bench = await openBench({ 'Clients/Acme Inc./Home.md': '[[Soup]]', 'Soup.md': 'x', 'Sub/A.md': 'a' });
    for (const dryRun of [true, false]) {
      const move = { source: 'Soup', destination: 'Clients/acme inc./', dryRun };
      expect(await bench.call('move_note', move)).toMatchObject({ to: 'Clients/Acme Inc./Soup.md' });
    }
    await bench.call('move_note', { source: 'Sub/', destination: 'Clients/Acme Inc./' });
    for (const destination of ['Clients/Other Inc./', 'Clients/Acme Inc./Why?/'])
      expect(await bench.refused('move_note', { source: 'Home', destination })).toMatchObject({
        code: 'path_not_allowed',
      });
    const files = ['Home.md', 'Soup.md', 'Sub/A.md'].map((name) => `Clients/Acme Inc./${name}`);
    expect(Object.keys(bench.files()).sort()).toEqual(files);
  });

  it('of a note with links in a file that is not UTF-8 changes nothing at all', async () => {
    const bench = await openBench({
      'Soup.md': 'x',
      'latin.md': Buffer.concat([Buffer.from('[[Soup]] '), Buffer.from([0xff])]),
      'Home.md': '[[Soup]]',
    });
    const before = bench.files();
    for (const dryRun of [true, false]) {
      expect(await bench.refused('move_note', { source: 'Soup', destination: 'Broth', dryRun })).toMatchObject({
        code: 'file_not_utf8',
        message: expect.stringMatching(/"latin\.md".* Links in it would have to be rewritten; nothing was moved\.$/),
        hint: expect.stringContaining('save it as UTF-8'),
      });
    }
    expect(bench.files()).toEqual(before);
  });

  it('does not name a hidden file with links that is not UTF-8', async () => {
    const latin = Buffer.concat([Buffer.from('[[Soup]] '), Buffer.from([0xff])]);
    const bench = await openBench({ 'Soup.md': 'x', 'Private/latin.md': latin, '.vaultloomignore': 'Private/\n' });
    for (const dryRun of [true, false]) {
      const error = await bench.refused('move_note', { source: 'Soup', destination: 'Broth', dryRun });
      expect(error.code).toBe('file_not_utf8');
      expect(JSON.stringify(error.toBody())).not.toMatch(/latin|Private/);
    }
  });

  it('rewrites links made since the index looked', async () => {
    const bench = await openBench({ 'Soup.md': 'x', 'Home.md': 'see [[Soup]]\n' });
    bench.put('Home.md', 'new: [[Soup]] and [[Soup]]\n');
    expect(await bench.call('move_note', { source: 'Soup', destination: 'Broth' })).toMatchObject({
      linksRewritten: { occurrences: 2 },
    });
    expect(bench.text('Home.md')).toBe('new: [[Broth]] and [[Broth]]\n');
  });

  it('of a note with a hundred links to it is one entry of the history, which undo takes back whole', async () => {
    const linking = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`n/${i}.md`, `${i} [[Soup]]\n`]));
    const bench = await openBench({ 'Soup.md': 'x', ...linking });
    const before = bench.files();
    expect(await bench.call('move_note', { source: 'Soup', destination: 'a/Broth' })).toMatchObject({
      linksRewritten: { files: 100, occurrences: 100 },
    });
    const [entry, ...older] = await bench.writing.writer.history.list();
    expect([entry?.tool, entry?.client, older]).toEqual(['move_note', 'a test', []]);
    await bench.writing.writer.undo(entry?.id ?? '');
    expect(bench.files()).toEqual(before);
  });
});

async function resolvesTo(bench: WritingBench, name: string): Promise<string[]> {
  const { data } = (await bench.call('read_note', { name })) as { data: { outgoing: { path: string }[] } };
  return data.outgoing.map(({ path }) => path);
}

describe('move_note of what is no note', () => {
  const FILES = {
    'Home.md':
      '![[photo.png]] ![p](Projects/img/photo.png) [[Projects/Plan]] [[Plan|Plan]] [x](Projects/Sub/Deep.md)\n',
    'Projects/Plan.md': '[[Sub/Deep]] [d](Sub/Deep.md) ![](img/photo.png) [[Home]]\r\n',
    'Projects/Sub/Deep.md': '[up](../Plan.md) [[../Plan]]\n',
    'Projects/img/photo.png': new Uint8Array([137, 80, 0, 255]),
    'Board.canvas':
      '{"nodes":[{"id":"1","type":"file","file":"Projects/img/photo.png","x":0,"y":0,"width":1,"height":1}],"edges":[]}',
  };

  it('moves an attachment, and takes it back', async () => {
    const bench = await openBench(FILES);
    const before = bench.files();
    expect(await bench.call('move_note', { source: 'Projects/img/photo.png', destination: 'Media/pic' })).toEqual({
      from: 'Projects/img/photo.png',
      to: 'Media/pic.png',
      linksRewritten: { files: 3, occurrences: 4 },
      stubsPruned: 0,
    });
    expect(bench.text('Home.md')).toContain('![[pic.png]] ![p](Media/pic.png)');
    expect(bench.text('Board.canvas')).toContain('"file":"Media/pic.png"');
    await bench.call('undo_change', { id: 'last' });
    expect(bench.files()).toEqual(before);
  });

  it.each(['G.md', 'In/G.MD', 'pic.jpg', 'G.canvas'])('keeps its ending: "%s" is refused', async (destination) => {
    const bench = await openBench({ 'pic.png': 'p', 'A.md': '![[pic.png]]\n' });
    for (const dryRun of [true, false])
      expect(await bench.refused('move_note', { source: 'pic.png', destination, dryRun })).toMatchObject({
        code: 'invalid_arguments',
        hint: expect.stringContaining('.png'),
      });
    expect(bench.files()).toEqual({ 'pic.png': 'p', 'A.md': '![[pic.png]]\n' });
  });

  it.each([
    ['pic.png', 'Figure 2.1', 'Figure 2.1.png'],
    ['pic.png', 'G.PNG', 'G.PNG'],
    ['Scan.PDF', 'In/Bill', 'In/Bill.PDF'],
    ['LICENSE', 'COPYING', 'COPYING'],
    ['LICENSE', 'In/', 'In/LICENSE'],
  ])('keeps its ending: %s to "%s" is %s', async (source, destination, to) => {
    const bench = await openBench({ 'pic.png': 'p', 'Scan.PDF': 's', LICENSE: 'l' });
    expect(await bench.call('move_note', { source, destination })).toMatchObject({ to });
    expect(bench.has(to)).toBe(true);
  });

  it.each([
    ['attachment', { source: 'pic.png', destination: 'In/pic.png' }, 'another name'],
    ['folder', { source: 'Pics', destination: 'In' }, 'one by one'],
  ])('merges no %s, and says so where the place is taken', async (kind, args, way) => {
    const files = { 'pic.png': 'p', 'In/pic.png': 'q', 'Pics/N.md': 'n', 'In/N.md': 'm' };
    const bench = await openBench(files);
    for (const dryRun of [true, false]) {
      const refused = await bench.refused('move_note', { ...args, onExists: 'merge', dryRun });
      expect(refused).toMatchObject({ code: 'note_exists', hint: expect.stringContaining(way) });
      expect(refused.message).toContain(`is not for ${kind}s`);
    }
    expect(bench.files()).toEqual(files);
    expect(await bench.call('move_note', { ...args, destination: 'New.png', onExists: 'merge' })).toMatchObject({
      to: 'New.png',
    });
  });

  it('of an attachment or folder as a Markdown link writes it', async () => {
    const bench = await openBench({ 'my img/p 1.png': 'x', 'q%201.png': 'y', 'H.md': '![](my%20img/p%201.png)\n' });
    await bench.call('move_note', { source: 'my%20img/p%201.png', destination: 'my img/p 2.png' });
    expect(bench.text('H.md')).toBe('![](my%20img/p%202.png)\n');
    await bench.call('move_note', { source: '/my%20img/', destination: 'pictures' });
    await bench.call('move_note', { source: 'q%201.png', destination: 'r.png' });
    expect(Object.keys(bench.files()).sort()).toEqual(['H.md', 'pictures/p 2.png', 'r.png']);
  });

  it('of an attachment named without its path says which path to give', async () => {
    const bench = await openBench({ 'Scans/Plan.pdf': 'pdf', 'Old/plan.PDF': 'pdf', 'A.md': '' });
    const error = await bench.refused('move_note', { source: 'Plan.pdf', destination: 'Attachments/' });
    expect(error).toMatchObject({ code: 'note_not_found', details: { suggestions: [] } });
    expect(error.hint).toContain('"Scans/Plan.pdf"');
    expect(error.hint).toContain('"Old/plan.PDF"');
    expect(await bench.call('move_note', { source: 'Scans/Plan.pdf', destination: 'Attachments/' })).toMatchObject({
      to: 'Attachments/Plan.pdf',
    });
  });

  it('moves a folder with all in it, and takes it back', async () => {
    const bench = await openBench(FILES);
    const before = bench.files();
    const args = { source: 'projects/', destination: 'Archive/Old' };
    const shown = await bench.call('move_note', { ...args, dryRun: true });
    expect(shown).toMatchObject({ dryRun: true, from: 'Projects', to: 'Archive/Old', moved: 3 });
    expect(bench.files()).toEqual(before);
    expect(await bench.call('move_note', args)).toMatchObject({ moved: 3, linksRewritten: shown['linksRewritten'] });
    const { 'Archive/Old/img/photo.png': photo, ...texts } = bench.files();
    expect(photo).toBeDefined();
    expect(texts).toEqual({
      'Home.md':
        '![[photo.png]] ![p](Archive/Old/img/photo.png) [[Archive/Old/Plan]] [[Plan|Plan]] [x](Archive/Old/Sub/Deep.md)\n',
      'Archive/Old/Plan.md': FILES['Projects/Plan.md'],
      'Archive/Old/Sub/Deep.md': FILES['Projects/Sub/Deep.md'],
      'Board.canvas': FILES['Board.canvas'].replace('Projects', 'Archive/Old'),
    });
    expect(bench.has('Projects')).toBe(false);
    expect((await bench.writing.writer.history.list()).length).toBe(1);
    await bench.call('undo_change', { id: 'last' });
    expect(bench.files()).toEqual(before);
    expect(bench.has('Archive')).toBe(false);
  });

  it.runIf(caseMatters)('changes only the letter case of a folder; links match in any case, and stay', async () => {
    const bench = await openBench({
      'notes/One.md': '[[notes/sub/Two]]\n',
      'notes/sub/Two.md': '',
      'Home.md': '[[notes/One]] [x](notes/sub/Two.md)\n',
    });
    const before = bench.files();
    expect(await bench.call('move_note', { source: 'notes', destination: 'Notes' })).toMatchObject({
      from: 'notes',
      to: 'Notes',
      moved: 2,
    });
    expect(Object.keys(bench.files()).sort()).toEqual(['Home.md', 'Notes/One.md', 'Notes/sub/Two.md']);
    expect(bench.has('notes')).toBe(false);
    expect(await bench.call('read_note', { name: 'Notes/One.md' })).toMatchObject({
      data: { incoming: [{ path: 'Home.md' }], outgoing: [{ path: 'Notes/sub/Two.md' }] },
    });
    expect(await bench.call('read_note', { name: 'Home' })).toMatchObject({
      data: { outgoing: [{ path: 'Notes/One.md' }, { path: 'Notes/sub/Two.md' }] },
    });
    await bench.call('undo_change', { id: 'last' });
    expect(bench.files()).toEqual(before);
    expect(await bench.refused('move_note', { source: 'notes', destination: 'notes' })).toMatchObject({
      code: 'invalid_arguments',
      message: expect.stringContaining('already there') as string,
    });
  });

  it('says how the letter case of a folder changes on a disk that ignores it', async ({ skip }) => {
    const bench = await openBench({ 'notes/One.md': '1', 'Home.md': '[[notes/One]]' });
    skip(!bench.has('NOTES'), 'this disk tells letter case apart');
    expect(await bench.refused('move_note', { source: 'notes', destination: 'Notes' })).toMatchObject({
      code: 'invalid_arguments',
      hint: expect.stringContaining('"Notes 2"') as string,
    });
  });

  it('reads the path of a folder as the folder, even if a note in it has its name', async () => {
    const files = { 'Projects/Projects.md': 'p', 'Projects/One.md': 'o' };
    const bench = await openBench(files);
    expect(await bench.call('move_note', { source: 'Projects', destination: 'Archive/' })).toMatchObject({ moved: 2 });
    expect(Object.keys(bench.files()).sort()).toEqual(['Archive/Projects/One.md', 'Archive/Projects/Projects.md']);
    const other = await openBench({ ...files, 'Projects.md': 'top' });
    expect(await other.call('move_note', { source: 'Projects', destination: 'Plans' })).toMatchObject({
      from: 'Projects.md',
      to: 'Plans.md',
    });
  });

  it.runIf(caseMatters)(
    'of places that differ in letter case or Unicode form only, moves the one that is named',
    async () => {
      const bench = await openBench({
        'Plan/One.md': '',
        'plan/Two.md': '',
        'Caf\u00e9/Three.md': '',
        'Cafe\u0301/Four.md': '',
        'Pic.png': 'P',
        'pic.png': 'p',
      });
      const move = (source: string, destination: string): Promise<Record<string, unknown>> =>
        bench.call('move_note', { source, destination });
      expect(await bench.refused('move_note', { source: 'PLAN', destination: 'Old' })).toMatchObject({
        code: 'ambiguous_note',
        details: { candidates: ['Plan', 'plan'], total: 2 },
      });
      expect(await bench.refused('move_note', { source: 'PIC.png', destination: 'x/' })).toMatchObject({
        details: { candidates: ['Pic.png', 'pic.png'] },
      });
      expect(await move('plan', 'Old')).toMatchObject({ from: 'plan', to: 'Old', moved: 1 });
      expect(await move('Cafe\u0301', 'Bar')).toMatchObject({ moved: 1 });
      expect(await move('pic.png', 'x/')).toMatchObject({ from: 'pic.png', to: 'x/pic.png' });
      expect(bench.files()).toEqual({
        'Plan/One.md': '',
        'Old/Two.md': '',
        'Caf\u00e9/Three.md': '',
        'Bar/Four.md': '',
        'Pic.png': 'P',
        'x/pic.png': 'p',
      });
      expect(await move('PLAN', 'Later')).toMatchObject({ from: 'Plan', moved: 1 });
    },
  );

  it('reads / as the root of the vault', async () => {
    const bench = await openBench({ 'In/Deep/N.md': '[[M]]', 'In/M.md': '', 'In/pic.png': 'p' });
    const move = (source: string): Promise<Record<string, unknown>> =>
      bench.call('move_note', { source, destination: '/' });
    expect(await move('In/M')).toMatchObject({ to: 'M.md' });
    expect(await move('In/pic.png')).toMatchObject({ to: 'pic.png' });
    expect(await move('In/Deep')).toMatchObject({ to: 'Deep', moved: 1 });
    expect(Object.keys(bench.files()).sort()).toEqual(['Deep/N.md', 'M.md', 'pic.png']);
    expect(await bench.refused('move_note', { source: 'M', destination: '/' })).toMatchObject({
      code: 'invalid_arguments',
    });
  });

  it('refuses to replace, to lose itself, and to touch what is hidden', async () => {
    const bench = await openBench({ ...FILES, 'Other/Plan.md': 'x', 'Kept/K.md': 'k', '.vaultloomignore': 'Kept/\n' });
    const before = bench.files();
    const code = async (source: string, destination: string): Promise<string> =>
      (await bench.refused('move_note', { source, destination })).code;
    expect(await code('Projects', 'Other')).toBe('note_exists');
    expect(await code('Projects', 'Projects/Sub/In')).toBe('invalid_arguments');
    expect(await code('Projects', 'Projects')).toBe('invalid_arguments');
    expect(await code('Projects', '../out')).toBe('path_outside_vault');
    expect(await code('Projects', '.obsidian/x')).toBe('path_not_allowed');
    expect(await code('Kept', 'Open')).toBe('note_not_found');
    expect(await code('Projects', 'Kept/In')).toBe('path_not_allowed');
    expect(await code('Nowhere/', 'Open')).toBe('note_not_found');
    expect(bench.files()).toEqual(before);
  });
});

describe('move_note that keeps or joins', () => {
  it('keeps the old name as an alias', async () => {
    const bench = await openBench({ 'A.md': '---\naliases: [First]\n---\nme: [[A]]\n', 'B.md': '[[A]]' });
    await bench.call('move_note', { source: 'A', destination: 'In/C', keepAlias: true });
    expect(bench.text('In/C.md')).toBe('---\naliases: [First, A]\n---\nme: [[C]]\n');
    await bench.call('move_note', { source: 'C', destination: 'D/', keepAlias: true });
    expect(bench.text('D/C.md')).toContain('aliases: [First, A]\n');
    await bench.call('move_note', { source: 'B', destination: 'E', keepAlias: true });
    expect(bench.text('E.md')).toBe('---\naliases:\n  - B\n---\n[[C]]');
  });

  it('merges a note into the one that is there, as one change', async () => {
    const files = {
      'A.md': '---\ntitle: The A\ntags: [red, blue]\nstatus: open\nmore: 1\n---\n\nFrom A, see [[B]] and [[A#H]].\n',
      'In/B.md': '---\ntags: [blue]\nstatus: done\n---\nOf B, see [[A]].\n',
      'C.md': '[[A]] [a](A.md) [[A|A]]\n',
    };
    const bench = await openBench(files);
    const args = { source: 'A', destination: 'In/B', onExists: 'merge' };
    expect((await bench.refused('move_note', { ...args, onExists: 'refuse' })).code).toBe('note_exists');
    expect(await bench.call('move_note', { ...args, dryRun: true })).toMatchObject({ dryRun: true, merged: true });
    expect(bench.files()).toEqual(files);
    expect(await bench.call('move_note', { ...args, keepAlias: true })).toMatchObject({ merged: true, to: 'In/B.md' });
    expect(bench.text('In/B.md')).toBe(
      '---\ntags: [blue, red]\nstatus: done\nmore: 1\naliases:\n  - A\n---\nOf B, see [[B]].\n\nFrom A, see [[B]] and [[B#H]].\n',
    );
    expect(bench.text('C.md')).toBe('[[B]] [a](In/B.md) [[B|B]]\n');
    expect([bench.has('A.md'), bench.systemTrash()]).toEqual([false, ['A.md']]);
    await bench.call('undo_change', { id: 'last' });
    expect(bench.files()).toEqual(files);
  });

  it('merging says which links find a heading or block of the other note', async () => {
    const bench = await openBench({
      'A.md': '# A\n\n## Notes\n\ntext ^one\n\n## Own\n\n[[#Notes]]\n',
      'B.md': '# B\n\n## Notes\n\ntext ^one\n',
      'Home.md': '[[A#Notes]] [[A#^one|x]] [[A#Own]] [[A]] [[B#Notes]]\n',
    });
    const args = { source: 'A', destination: 'B', onExists: 'merge' };
    const { warning } = await bench.call('move_note', { ...args, dryRun: true });
    expect(warning).toContain('"#Notes" in "B.md", "#Notes" in "Home.md", "#^one" in "Home.md". ');
    expect(await bench.call('move_note', args)).toMatchObject({ merged: true, warning });
    const other = await openBench({ 'A.md': '## Notes\n', 'B.md': '## Log\n', 'Home.md': '[[A#Notes]]\n' });
    expect(await other.call('move_note', args)).not.toHaveProperty('warning');
  });

  it('merging says so of links that stay as written, and of canvases', async () => {
    const card = { id: '1', type: 'file', file: 'x/A.md', subpath: '#Notes' };
    const text = { id: '2', type: 'text', text: '[[x/A#Notes]]' };
    const bench = await openBench({
      'x/A.md': '## Notes\n',
      'y/A.md': '## Notes\n',
      'x/Home.md': '[[A#Notes]] [[A]]\n',
      'y/Home.md': '[[A#Notes]]\n',
      'Board.canvas': JSON.stringify({ nodes: [card, text], edges: [] }),
    });
    const { warning } = await bench.call('move_note', { source: 'x/A', destination: 'y/A', onExists: 'merge' });
    const named = String(warning)
      .match(/"#Notes" in "[^"]*"/g)
      ?.sort();
    expect(named).toEqual(['"#Notes" in "Board.canvas"', '"#Notes" in "Board.canvas"', '"#Notes" in "x/Home.md"']);
  });

  it('merges properties whose names differ in letter case alone', async () => {
    const bench = await openBench({
      'A.md': '---\nTags: [red]\nstatus: open\n---\n',
      'B.md': '---\ntags: [blue]\nStatus: done\n---\nOf B.\n',
    });
    await bench.call('move_note', { source: 'A', destination: 'B', onExists: 'merge' });
    expect(bench.text('B.md')).toBe('---\ntags: [blue, red]\nStatus: done\n---\nOf B.\n');
  });

  it('copies properties of a merged note as they are written, and leaves the items of united lists alone', async () => {
    const bench = await openBench({
      'S.md':
        '---\nstatus:\nversion: 1.10\nid: 12345678901234567890\nzip: 00501 # c\nday: 2024-01-01\ntags: [other]\n---\nsource\n',
      'T.md': '---\ntags:\n  - "x" # why\n  - 1.10\n---\ntarget\n',
    });
    await bench.call('move_note', { source: 'S', destination: 'T', onExists: 'merge' });
    expect(bench.text('T.md')).toBe(
      '---\ntags:\n  - "x" # why\n  - 1.10\n  - other\nstatus:\nversion: 1.10\nid: 12345678901234567890\nzip: 00501 # c\nday: 2024-01-01\n---\ntarget\n\nsource\n',
    );
  });

  const ITEMS = `[1.10, "a: b", 'c', 0x1F, d e, 12345678901234567890, !!str 2.0]`;
  const IN_LINES = `\n  - 1.10\n  - "a: b"\n  - 'c'\n  - 0x1F\n  - d e\n  - 12345678901234567890\n  - "2.0"`;
  it.each<[string, string, string, string]>([
    ['into a list in lines', ITEMS, '\n  - "x" # why', `\n  - "x" # why${IN_LINES}`],
    ['into a list in lines at the margin', ITEMS, '\n- x', `\n- x${IN_LINES.replaceAll('  - ', '- ')}`],
    ['into one in brackets', ITEMS, ' [x]', ` [x, ${ITEMS.slice(1).replace('!!str 2.0', '"2.0"')}`],
    ['out of lines', '\n  - 1.10 # new\n  - h, i # j', '\n  - x', '\n  - x\n  - 1.10 # new\n  - h, i # j'],
    ['out of lines into brackets', '\n  - 1.10 # new\n  - "f, g"\n  - h, i', ' [ x ]', ' [ x, 1.10, "f, g", "h, i" ]'],
    ['into a property without a value', ITEMS, '', IN_LINES],
    ['into an empty list', ITEMS, ' []', IN_LINES],
    ['to a single value', ITEMS, ' 2.50 # c', ` # c\n  - 2.50${IN_LINES}`],
    ['that are one value', ' 1.10 # new', ' [2.50]', ' [2.50, 1.10]'],
    ['that are one value, to none', ' 1.10', '', ' 1.10'],
    ['that are not scalars', ' [[2.0, 3], {k: 1.0}]', '\n  - x', '\n  - x\n  - [2.0, 3]\n  - {k: 1.0}'],
  ])('adds items of a merged note as they are written, %s', async (_, given, own, expected) => {
    const bench = await openBench({
      'S.md': `---\nlist: ${given}\n---\n`,
      'T.md': `---\nlist:${own}\nother: 1.0\n---\ntext\n`,
    });
    await bench.call('move_note', { source: 'S', destination: 'T', onExists: 'merge' });
    expect(bench.text('T.md')).toBe(`---\nlist:${expected}\nother: 1.0\n---\ntext\n`);
  });

  it('keeps a single alias as it is written, in the list that it becomes', async () => {
    const bench = await openBench({ 'K.md': '---\naliases: 1.10 # why\n---\nx\n' });
    await bench.call('move_note', { source: 'K', destination: 'K2', keepAlias: true });
    expect(bench.text('K2.md')).toBe('---\naliases: # why\n  - 1.10\n  - K\n---\nx\n');
  });

  it('keeps the other aliases as they are written', async () => {
    const bench = await openBench({ 'K.md': '---\naliases:\n  - 1.10\n  - "q" # why\n---\nx\n' });
    await bench.call('move_note', { source: 'K', destination: 'K2', keepAlias: true });
    expect(bench.text('K2.md')).toBe('---\naliases:\n  - 1.10\n  - "q" # why\n  - K\n---\nx\n');
  });

  it('keeps the footnotes of merged notes apart', async () => {
    const bench = await openBench({
      'A.md': 'Of A[^1].\n\n[^1]: Source of A\n',
      'B.md': 'Of B[^1].\n\n[^1]: Source of B\n',
    });
    await bench.call('move_note', { source: 'A', destination: 'B', onExists: 'merge' });
    const text = bench.text('B.md');
    for (const line of ['Of A[^2].', '[^2]: Source of A', 'Of B[^1].', '[^1]: Source of B'])
      expect(text).toContain(line);
  });

  it('rewrites the background image of a canvas group, and takes it back', async () => {
    const canvas = (path: string): string =>
      `{"nodes":[{"id":"g","type":"group","label":"Sky","background":"${path}","backgroundStyle":"ratio"}],"edges":[]}`;
    const bench = await openBench({ 'Board.canvas': canvas('img/sky.png'), 'img/sky.png': 'x' });
    expect(await bench.call('move_note', { source: 'img/sky.png', destination: 'pictures/' })).toMatchObject({
      linksRewritten: { files: 1, occurrences: 1 },
    });
    expect(bench.text('Board.canvas')).toBe(canvas('pictures/sky.png'));
    await bench.call('undo_change', { id: 'last' });
    expect(bench.text('Board.canvas')).toBe(canvas('img/sky.png'));
  });
});

describe('a note with a folder of its name next to it', () => {
  const FILES = { 'Wiki/Team.md': '[a](Team/a.md)\n', 'Wiki/Team/a.md': 'A\n', 'Wiki/Team/b.pdf': '%PDF' };
  const WARNING =
    'This moves the note "Wiki/Team.md", not the 2 files in the folder "Wiki/Team". To move the folder, give "Wiki/Team/".';

  it.each(['Wiki/Team', 'Team'])('is told to be the note if %s is moved', async (source) => {
    const bench = await openBench(FILES);
    const move = { source, destination: 'Wiki/Crew' };
    expect(await bench.call('move_note', { ...move, dryRun: true })).toMatchObject({ warning: WARNING });
    expect(await bench.call('move_note', move)).toMatchObject({ to: 'Wiki/Crew.md', warning: WARNING });
    expect(bench.has('Wiki/Team/a.md')).toBe(true);
  });

  it.each(['Wiki/Team.md', 'Wiki/Team/'])('needs no word if %s is moved', async (source) => {
    const bench = await openBench(FILES);
    expect(await bench.call('move_note', { source, destination: 'Wiki/Crew' })).not.toHaveProperty('warning');
  });
});

describe('symlinks in a folder that is moved', () => {
  const WARNING = 'Symlinks are not moved. These stay where they are: "A/inner/shelf", "A/link.md".';

  it.skipIf(process.platform === 'win32')('stay, and are named, unless they are hidden', async () => {
    const bench = await openBench({
      'A/a.md': 'a\n',
      'A/inner/b.md': 'b\n',
      'B/b.md': 'b\n',
      '.vaultloomignore': 'secret.md\n',
    });
    symlinkSync('a.md', join(bench.root, 'A/link.md'));
    symlinkSync('a.md', join(bench.root, 'A/secret.md'));
    symlinkSync('a.md', join(bench.root, 'A/.dot'));
    symlinkSync('../../B', join(bench.root, 'A/inner/shelf'));
    const move = { source: 'A/', destination: 'C' };
    expect(await bench.call('move_note', { ...move, dryRun: true })).toMatchObject({ warning: WARNING });
    expect(await bench.call('move_note', move)).toMatchObject({ moved: 2, warning: WARNING });
    expect([bench.has('C/a.md'), bench.has('A/inner')]).toEqual([true, true]);
    expect(await bench.call('move_note', { source: 'B/', destination: 'D' })).not.toHaveProperty('warning');
  });
});
