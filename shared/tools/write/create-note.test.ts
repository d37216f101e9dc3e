import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches } from '../test-support/writing-bench.ts';

afterEach(removeBenches);

it.skipIf(process.platform === 'win32')(
  'goes into a folder that is there, whose name not every system can store',
  async () => {
    const bench = await openBench({ 'Clients/Acme Inc./Home.md': 'x' });
    expect(
      await bench.call('create_note', { title: 'Call', content: 'c', directory: 'clients/acme inc.' }),
    ).toMatchObject({
      path: 'Clients/Acme Inc./Call.md',
    });
    for (const directory of ['Clients/Other Inc.', 'Clients/Acme Inc./Why?'])
      expect(await bench.refused('create_note', { title: 'Call', content: 'c', directory })).toMatchObject({
        code: 'path_not_allowed',
      });
    expect(
      await bench.refused('create_note', { title: 'Why?', content: 'c', directory: 'Clients/Acme Inc.' }),
    ).toMatchObject({ code: 'path_not_allowed' });
    expect(Object.keys(bench.files())).toEqual(['Clients/Acme Inc./Call.md', 'Clients/Acme Inc./Home.md']);
  },
);

describe('create_note', () => {
  it('writes the note with its title, and says how many links lead to it', async () => {
    const bench = await openBench({ 'Home.md': 'See [[Soup]] and [[Soup|the soup]].\n' });
    const created = await bench.call('create_note', {
      title: 'Soup',
      content: 'Hot.\n',
      frontmatter: { servings: 4, tags: ['dinner'] },
    });
    expect(created).toEqual({ path: 'Soup.md', title: 'Soup', created: true, linksResolved: 2, stubsPruned: 1 });
    expect(bench.text('Soup.md')).toBe('---\ntitle: Soup\nservings: 4\ntags:\n  - dinner\n---\nHot.\n');
  });

  it('takes the title from the frontmatter that was given, and writes none for null', async () => {
    const bench = await openBench({});
    expect(
      await bench.call('create_note', { title: 'a', content: 'x', frontmatter: { title: 'Another' } }),
    ).toMatchObject({ path: 'a.md', title: 'Another' });
    expect(await bench.call('create_note', { title: 'b', content: 'x\n', frontmatter: { title: null } })).toMatchObject(
      { path: 'b.md', title: 'b' },
    );
    expect(bench.text('b.md')).toBe('x\n');
  });

  it('goes into a folder that is there in other letter case, and not next to a note of its name', async () => {
    const bench = await openBench({ 'Projects/House/House.md': '' });
    const made = { title: 'New', content: 'x', directory: 'projects/house/Plans' };
    expect(await bench.call('create_note', made)).toMatchObject({ path: 'Projects/House/Plans/New.md' });
    expect(
      await bench.refused('create_note', { title: 'house', content: 'x', directory: 'Projects/House' }),
    ).toMatchObject({ code: 'note_exists', details: { path: 'Projects/House/House.md' } });
    expect(Object.keys(bench.files()).sort()).toEqual(['Projects/House/House.md', 'Projects/House/Plans/New.md']);
  });

  it('turns a stub into the note: its links lead there immediately, and the stub is gone', async () => {
    const bench = await openBench({ 'Home.md': 'See [[Soup]].\n', 'Menu.md': '- [[Soup#Today]]\n' });
    expect(await bench.call('read_note', { name: '_stub/Soup.md' })).toMatchObject({
      data: { incoming: [{ path: 'Home.md' }, { path: 'Menu.md' }] },
    });
    await bench.call('create_note', { title: 'Soup', content: 'Made of lentils.' });
    expect(await bench.call('read_note', { name: 'Soup' })).toMatchObject({
      data: { incoming: [{ path: 'Home.md' }, { path: 'Menu.md' }] },
    });
    expect(await bench.call('find_connections', { name: 'Home', includeStubs: true })).toMatchObject({
      data: [{ outgoing: [{ path: 'Soup.md' }] }],
    });
    expect(await bench.call('search', { query: 'lentils', mode: 'fulltext' })).toMatchObject({
      data: [{ path: 'Soup.md' }],
    });
    expect(await bench.refused('read_note', { name: '_stub/Soup.md' })).toMatchObject({ code: 'note_not_found' });
  });

  it('makes the folders it needs, given with slashes or without', async () => {
    const bench = await openBench({});
    for (const [title, directory] of [
      ['a', 'Projects/New'],
      ['b', '/Projects/New/'],
      ['c', ''],
    ])
      await bench.call('create_note', { title, content: '', directory });
    expect(Object.keys(bench.files()).sort()).toEqual(['Projects/New/a.md', 'Projects/New/b.md', 'c.md']);
  });

  it('keeps a dot in the title, and normalizes its letters', async () => {
    const bench = await openBench({});
    expect(await bench.call('create_note', { title: 'Release 2.0', content: '' })).toMatchObject({
      path: 'Release 2.0.md',
      title: 'Release 2.0',
    });
    expect(await bench.call('create_note', { title: 'Cafe\u0301', content: '' })).toMatchObject({
      path: 'Caf\u00e9.md',
    });
  });

  it('says that no link can hold the name, and drops the ending .md from the title', async () => {
    const bench = await openBench({});
    expect(await bench.call('create_note', { title: 'C# tips', content: '' })).toMatchObject({
      path: 'C# tips.md',
      warning: expect.stringContaining('"C# tips"'),
    });
    const created = await bench.call('create_note', { title: 'Soup.md', content: '' });
    expect(created).toMatchObject({ path: 'Soup.md', title: 'Soup' });
    expect(created).not.toHaveProperty('warning');
  });

  it('says which links it takes from a note of its name', async () => {
    const bench = await openBench({
      'Sessions/Notes.md': 'n',
      'Home.md': '[[Notes]] and [[Notes#a]], [[Sessions/Notes]].\n',
      'Far/away/from/here/Notes.md': 'f',
    });
    const made = await bench.call('create_note', { title: 'Notes', directory: 'In', content: 'x' });
    expect(made).toMatchObject({
      linksResolved: 2,
      warning:
        'Links that give this note\'s name alone lead here now: 2 that led to "Sessions/Notes.md". If that was not meant, take the note back and give it another title.',
    });
    const apart = await bench.call('create_note', {
      title: 'Notes',
      directory: 'Further/from/home/still',
      content: 'x',
    });
    expect(apart).toMatchObject({ linksResolved: 0 });
    expect(apart).not.toHaveProperty('warning');
  });

  it('says which note has its name as the title or an alias', async () => {
    const bench = await openBench({
      'People/Sir Boris.md': '---\naliases: [Boris]\n---\n',
      'Hall.md': '---\ntitle: The Great Hall\n---\n',
      'a/Twin.md': '---\naliases: [Two]\n---\n',
      'b/Twin.md': '---\naliases: [Two]\n---\n',
      'C.md': '',
    });
    const warning = (called: string): string =>
      `This name is the title or an alias of ${called}. If that note was meant, take the new one back.`;
    for (const [title, called] of [
      ['boris', '"People/Sir Boris.md"'],
      ['The Great Hall', '"Hall.md"'],
      ['Two', '"a/Twin.md", "b/Twin.md"'],
    ] as const)
      expect(await bench.call('create_note', { title, content: '', directory: 'New' })).toMatchObject({
        warning: warning(called),
      });
    for (const title of ['Twin', 'Hall 2', 'Bori'])
      expect(await bench.call('create_note', { title, content: '', directory: 'New' })).not.toHaveProperty('warning');
    expect((await bench.call('create_note', { title: 'C# tips', content: '' })).warning).not.toContain('an alias');
  });

  it('names no hidden note', async () => {
    const bench = await openBench({
      '.vaultloomignore': 'Private/\n',
      'Private/deep/below/Diary.md': '---\naliases: [Dear]\n---\n',
      'Home.md': '[[Diary]]\n',
    });
    for (const title of ['Diary', 'Dear'])
      expect(await bench.call('create_note', { title, content: '' })).not.toHaveProperty('warning');
  });

  it('never replaces a note', async () => {
    const bench = await openBench({ 'Soup.md': 'old' });
    expect(await bench.refused('create_note', { title: 'Soup', content: 'new' })).toMatchObject({
      code: 'note_exists',
      details: { path: 'Soup.md' },
    });
    expect(bench.text('Soup.md')).toBe('old');
  });

  it('never replaces a note created since the index looked', async () => {
    const bench = await openBench({});
    bench.put('Soup.md', 'by hand');
    expect(await bench.refused('create_note', { title: 'Soup', content: 'new' })).toMatchObject({
      code: 'note_exists',
    });
    expect(bench.text('Soup.md')).toBe('by hand');
  });

  it('refuses the name of a canvas or a base, unless it is that of a note', async () => {
    const bench = await openBench({ 'Soup.md': 'old' });
    for (const title of ['Plan.canvas', 'Rows.BASE'])
      expect(await bench.refused('create_note', { title, content: '' })).toMatchObject({ code: 'invalid_arguments' });
    expect(await bench.refused('move_note', { source: 'Soup', destination: 'In/Soup.canvas' })).toMatchObject({
      code: 'invalid_arguments',
      message: '"In/Soup.canvas" would be a note called "In/Soup.canvas.md", and no canvas.',
    });
    expect(await bench.call('create_note', { title: 'Plan.canvas.md', content: '' })).toMatchObject({
      path: 'Plan.canvas.md',
    });
    expect(await bench.call('create_note', { title: 'Release 2.0', content: '' })).toMatchObject({
      path: 'Release 2.0.md',
    });
  });

  it('if the disk ignores letter case, does not replace a note spelled otherwise', async ({ skip }) => {
    const bench = await openBench({ 'Soup.md': 'old' });
    skip(!bench.has('SOUP.md'), 'this disk tells letter case apart');
    expect(await bench.refused('create_note', { title: 'soup', content: 'new' })).toMatchObject({
      code: 'note_exists',
    });
    expect(bench.text('Soup.md')).toBe('old');
  });

  it.each([
    ['AC/DC', 'AC-DC'],
    ['Why?', 'Why'],
    ['Plan: next', 'Plan - next'],
    ['con', 'con note'],
    ['.hidden', 'hidden'],
    ['ends in a dot.', 'ends in a dot'],
    ['a\\b', 'a-b'],
    ['x'.repeat(300), 'x'.repeat(252)],
  ])('refuses the title %j and offers one that works', async (title, suggestion) => {
    const bench = await openBench({});
    const error = await bench.refused('create_note', { title, content: 'x' });
    expect(error).toMatchObject({
      code: 'path_not_allowed',
      details: { suggestion },
      hint: expect.stringContaining(suggestion.slice(0, 100)),
    });
    expect(bench.files()).toEqual({});
    expect(await bench.call('create_note', { title: suggestion, content: 'x' })).toMatchObject({
      path: `${suggestion}.md`,
    });
  });

  it.each([
    [
      'content that opens with frontmatter',
      { title: 'a', content: '---\nx: 1\n---\nbody' },
      { code: 'invalid_arguments', hint: expect.stringContaining('frontmatter') },
    ],
    [
      'a folder outside the vault',
      { title: 'a', content: '', directory: '../elsewhere' },
      { code: 'path_outside_vault' },
    ],
    ['an absolute folder', { title: 'a', content: '', directory: '//server/share' }, { code: 'path_outside_vault' }],
    ['the app’s folder', { title: 'a', content: '', directory: '.obsidian' }, { code: 'path_not_allowed' }],
    ['the folder of stubs', { title: 'a', content: '', directory: '_stub' }, { code: 'path_not_allowed' }],
    ['a blank title', { title: '  ', content: '' }, { code: 'invalid_arguments' }],
  ])('refuses %s', async (_what, args, error) => {
    const bench = await openBench({});
    expect(await bench.refused('create_note', args)).toMatchObject(error);
    expect(bench.files()).toEqual({});
  });

  it('creates nothing in a folder hidden from assistants, and does not reveal what is there', async () => {
    const files = { '.vaultloomignore': 'Private/\n', 'Private/Diary.md': 'x\n' };
    const bench = await openBench(files);
    const [there, absent] = [
      await bench.refused('create_note', { title: 'Diary', content: '', directory: 'Private' }),
      await bench.refused('create_note', { title: 'Other', content: '', directory: 'Private' }),
    ];
    expect(there).toMatchObject({
      code: 'path_not_allowed',
      message: 'The path "Private/Diary.md" lies where the person keeps notes from assistants (.vaultloomignore).',
    });
    expect({ ...absent.toBody(), details: {} }).toEqual({
      ...there.toBody(),
      message: there.message.replace('Diary', 'Other'),
      details: {},
    });
    expect(bench.files()).toEqual(files);
  });
});

describe('create_note as the app makes notes', () => {
  it('keeps its content apart from a task that ends the template', async () => {
    const bench = await openBench({
      'Project.md': '# {{title}}\n\n- [ ] first step\n',
      'With.md': '---\na: 1\n---\n> a\n',
    });
    await bench.call('create_note', { title: 'Kitchen', template: 'Project', content: 'New tiles.' });
    await bench.call('create_note', { title: 'Hall', template: 'With', content: 'New lamp.' });
    expect(bench.text('Kitchen.md')).toMatch(/- \[ \] first step\n\nNew tiles\.\n$/);
    expect(bench.text('Hall.md')).toMatch(/> a\n\nNew lamp\.\n$/);
  });

  it('begins with a template of the templates folder', async () => {
    const bench = await openBench({
      '.obsidian/templates.json': '{"folder":"T","dateFormat":"DD.MM.YYYY"}',
      'T/Meeting.md': '---\nkind: meeting # as ever\n---\n# {{title}}\n\n## Notes\n',
      'T/Plain.md': 'On {{date:[the day]}}.\n',
    });
    await bench.call('create_note', {
      title: 'Kickoff',
      template: 'Meeting',
      content: 'Hello.',
      frontmatter: { with: ['Anna'] },
    });
    expect(bench.text('Kickoff.md')).toBe(
      '---\nkind: meeting # as ever\ntitle: Kickoff\nwith:\n  - Anna\n---\n# Kickoff\n\n## Notes\nHello.\n',
    );
    await bench.call('create_note', { title: 'Plain', directory: 'In', template: 'T/Plain.md', content: '' });
    expect(bench.text('In/Plain.md')).toBe('---\ntitle: Plain\n---\nOn the day.\n');
    expect((await bench.refused('create_note', { title: 'x', template: 'None', content: '' })).code).toBe(
      'note_not_found',
    );
  });

  it('takes a template in other letter case, and names those that are there', async () => {
    const bench = await openBench({
      '.obsidian/templates.json': '{"folder":"T"}',
      'T/Literature note.md': 'lit',
      'T/Caf\u0065\u0301.md': 'café',
      'T/picture.png': '',
    });
    for (const [title, template, text] of [
      ['a', 'literature note', 'lit'],
      ['b', 't/LITERATURE NOTE.md', 'lit'],
      ['c', 'caf\u00e9', 'café'],
    ] as const) {
      await bench.call('create_note', { title, template, content: '' });
      expect(bench.text(`${title}.md`)).toContain(`\n${text}\n`);
    }
    expect(await bench.refused('create_note', { title: 'd', template: 'Literatur', content: '' })).toMatchObject({
      code: 'note_not_found',
      hint: 'Templates lie in "T/": "Caf\u00e9", "Literature note".',
    });
  });

  it('says that code of Templater in its template was not run', async () => {
    const bench = await openBench({
      'T/Meeting.md': '---\ndate: <% tp.date.now("YYYY-MM-DD") %>\n---\n# {{title}}\n',
      'T/Plain.md': 'a <b> 5% {{title}}\n',
    });
    const made = await bench.call('create_note', { title: 'Kickoff', template: 'T/Meeting', content: '' });
    expect(made.warning).toMatch(/^The template "T\/Meeting\.md" has code of the plugin Templater/);
    expect(bench.text('Kickoff.md')).toContain('date: <% tp.date.now("YYYY-MM-DD") %>\n');
    const plain = await bench.call('create_note', { title: 'Plain', template: 'T/Plain', content: '' });
    expect(plain).not.toHaveProperty('warning');
  });

  it('goes to the folder of new notes unless a folder is given', async () => {
    const bench = await openBench({
      '.obsidian/app.json': '{"newFileLocation":"folder","newFileFolderPath":"Inbox"}',
    });
    expect(await bench.call('create_note', { title: 'a', content: '' })).toMatchObject({ path: 'Inbox/a.md' });
    expect(await bench.call('create_note', { title: 'b', content: '', directory: '' })).toMatchObject({ path: 'b.md' });
  });

  it('says which of its links lead nowhere', async () => {
    const bench = await openBench({ 'A.md': 'a' });
    expect(
      await bench.call('create_note', { title: 'b', content: '[[A]] [[Nowhere]] [there](In/There.md)' }),
    ).toMatchObject({ unresolvedLinks: ['In/There', 'Nowhere'] });
    expect(await bench.call('create_note', { title: 'c', content: '[[A]]' })).not.toHaveProperty('unresolvedLinks');
  });
});
