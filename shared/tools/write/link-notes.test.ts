import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches } from '../test-support/writing-bench.ts';

afterEach(removeBenches);

const NOTES = { 'Home.md': '# Home\n\nWelcome.\n', 'Recipes/Soup.md': 'Hot.\n' };

describe('link_notes', () => {
  it('puts the sentence with the link at the end, and the graph has it immediately', async () => {
    const bench = await openBench(NOTES);
    const linked = await bench.call('link_notes', { source: 'Home', target: 'soup', context: 'What we eat:' });
    expect(linked).toEqual({
      source: 'Home.md',
      target: 'Recipes/Soup.md',
      line: 5,
      text: 'What we eat: [[Soup]]',
      inserted: true,
    });
    expect(bench.text('Home.md')).toBe('# Home\n\nWelcome.\n\nWhat we eat: [[Soup]]\n');
    expect(await bench.call('find_connections', { name: 'Soup' })).toMatchObject({
      data: [{ hop: 1, incoming: [{ path: 'Home.md' }] }],
    });
    expect(await bench.call('read_note', { name: 'Soup', mode: 'full' })).toMatchObject({
      data: { incoming: [{ context: 'What we eat: [[Soup]]' }] },
    });
  });

  it.each([
    ["B#It's so", '[[B#It’s so]]'],
    ["B#One#It's so", '[[B#One#It’s so]]'],
    ['B#one#it’s so', '[[B#one#it’s so]]'],
  ])('leads to the heading with its own quotes: %s', async (target, link) => {
    const bench = await openBench({ ...NOTES, 'B.md': '# One\n\n## It’s so\n' });
    expect(await bench.call('link_notes', { source: 'Home', target, context: 'See' })).toMatchObject({
      text: `See ${link}`,
    });
  });

  it('leads to the note that such a link means, if the target is the end of a path', async () => {
    const notes = { ...NOTES, 'dup/a/README.md': '# Use\n', 'dup/b/README.md': '', '.vaultloomignore': 'dup/c/\n' };
    const bench = await openBench({ ...notes, 'dup/c/README.md': '' });
    const link = (target: string): Promise<unknown> =>
      bench.call('link_notes', { source: 'Home', target, context: 'See', dryRun: true });
    expect(await link('a/README')).toMatchObject({ target: 'dup/a/README.md', wouldAppend: 'See [[dup/a/README]]' });
    expect(await link('[[a/readme#Use|x]]')).toMatchObject({ wouldAppend: 'See [[dup/a/README#Use]]' });
    expect(await bench.refused('link_notes', { source: 'Home', target: 'a/README#No', context: 'See' })).toMatchObject({
      code: 'heading_not_found',
    });
    expect(await link('c/README')).toMatchObject({ target: '_stub/c/README.md' });
  });

  it('leads to a file that is no note, if the target is one', async () => {
    const files = { 'files/paper.pdf': '', 'Board.canvas': '{}', 'Kept.pdf': '', '.vaultloomignore': 'Kept.pdf\n' };
    const bench = await openBench({ ...NOTES, ...files });
    const link = (target: string): Promise<Record<string, unknown>> =>
      bench.call('link_notes', { source: 'Home', target, context: 'See' });
    expect(await link('files/paper.pdf')).toMatchObject({ target: 'files/paper.pdf', text: 'See [[paper.pdf]]' });
    expect(await link('paper.pdf#page=3')).toMatchObject({ text: 'See [[paper.pdf#page=3]]' });
    expect(await link('[[Board.canvas]]')).not.toHaveProperty('targetStub');
    expect(await link('Kept.pdf')).toMatchObject({ target: '_stub/Kept.pdf.md', targetStub: true });
    const markdown = await openBench({ ...files, 'Home.md': '', '.obsidian/app.json': '{"useMarkdownLinks":true}' });
    const args = { source: 'Home', target: 'Board.canvas', context: 'See' };
    expect(await markdown.call('link_notes', args)).toMatchObject({
      target: 'Board.canvas',
      text: 'See [Board.canvas](Board.canvas)',
    });
  });

  it.each([
    ['Soup', 'We eat [[Recipes/Soup|soup]] today.'],
    ['Soup', 'We eat [soup](Recipes/Soup.md#Top) today.'],
    ['Soup#Top', 'We eat [[soup#Top|soup]] today.'],
    ['Bread', 'We eat [[bread|some]] today.'],
  ])('adds no second link to %s to a sentence that has one: %s', async (target, context) => {
    const bench = await openBench({ 'Home.md': '', 'Recipes/Soup.md': '# Top\n' });
    expect(await bench.call('link_notes', { source: 'Home', target, context })).toMatchObject({ text: context });
  });

  it('adds the link to a sentence that has one to elsewhere', async () => {
    const bench = await openBench({ 'Home.md': '', 'Recipes/Soup.md': '# Top\n' });
    const args = { source: 'Home', target: 'Soup#Top', context: 'We eat [[Soup]]:' };
    expect(await bench.call('link_notes', args)).toMatchObject({ text: `${args.context} [[Soup#Top]]` });
  });

  it('as a dry run returns the line and writes nothing', async () => {
    const bench = await openBench(NOTES);
    const shown = await bench.call('link_notes', {
      source: 'Home',
      target: 'Soup',
      context: 'What we eat:',
      dryRun: true,
    });
    expect(shown).toEqual({
      dryRun: true,
      source: 'Home.md',
      target: 'Recipes/Soup.md',
      wouldAppend: 'What we eat: [[Soup]]',
    });
    expect(bench.files()).toEqual(NOTES);
    expect(await bench.writing.writer.history.list()).toEqual([]);
    bench.put('Home.md', new Uint8Array([0xff, 0xfe, 0x41]));
    const args = { source: 'Home', target: 'Soup', context: 'What we eat:' };
    expect(await bench.refused('link_notes', { ...args, dryRun: true })).toMatchObject({ code: 'file_not_utf8' });
  });

  it('does not write the same line twice', async () => {
    const bench = await openBench(NOTES);
    const args = { source: 'Home', target: 'Soup', context: 'What we eat:' };
    await bench.call('link_notes', args);
    const before = bench.text('Home.md');
    expect(await bench.call('link_notes', args)).toEqual({
      source: 'Home.md',
      target: 'Recipes/Soup.md',
      line: 5,
      text: 'What we eat: [[Soup]]',
      inserted: false,
    });
    expect(bench.text('Home.md')).toBe(before);
    expect(await bench.writing.writer.history.list()).toHaveLength(1);
  });

  const PARTS = '# B\n\n## Two: *more*\n\ntext ^ab-1\n\n# C\n\n## Three\n\n# D\n\n## Three\n\n## Four\n\n## Four\n';

  it.each([
    ['B#Two: more', '[[B#Two *more*]]'],
    ['[[B#two: more|shown]]', '[[B#Two *more*]]'],
    ['B#^AB-1', '[[B#^AB-1]]'],
    ['B^ab-1', '[[B#^ab-1]]'],
    ['B.md#C#Three', '[[B#C#Three]]'],
    ['B#D > Three', '[[B#D#Three]]'],
    ['B#B > Two: more', '[[B#B#Two more]]'],
    ['B#', '[[B]]'],
  ])('leads to the part that the target means: %s', async (target, link) => {
    const bench = await openBench({ 'Home.md': '# Home\n', 'B.md': PARTS });
    const args = { source: 'Home', target, context: 'See' };
    expect(await bench.call('link_notes', args)).toMatchObject({ target: 'B.md', text: `See ${link}` });
    expect(bench.text('Home.md')).toBe(`# Home\n\nSee ${link}\n`);
    expect(await bench.call('describe_vault', { of: 'unresolved' })).toMatchObject({ total: 0 });
  });

  it('refuses a part that the target does not have, or has more than once', async () => {
    const bench = await openBench({ 'Home.md': '# Home\n', 'B.md': PARTS });
    const refused = (target: string): Promise<unknown> =>
      bench.refused('link_notes', { source: 'Home', target, context: 'See' });
    expect(await refused('B#Tow more')).toMatchObject({
      code: 'heading_not_found',
      hint: expect.stringContaining('Did you mean "Two: more"?'),
    });
    expect(await refused('B#Three')).toMatchObject({
      code: 'multiple_matches',
      hint: 'Name it with the headings above it, such as "Note#Parent#Heading".',
    });
    expect(await refused('B#Four')).toMatchObject({
      code: 'multiple_matches',
      hint: expect.stringMatching(/^No link tells them apart/),
    });
    expect(await refused('B#^no')).toMatchObject({
      code: 'block_not_found',
      details: { blocks: [{ id: 'ab-1', line: 5 }] },
    });
    expect(bench.text('Home.md')).toBe('# Home\n');
  });

  it('to a name without a note creates a stub', async () => {
    const bench = await openBench(NOTES);
    const linked = await bench.call('link_notes', { source: 'Home', target: '[[Bread]]', context: 'To write:' });
    expect(linked).toEqual({
      source: 'Home.md',
      target: '_stub/Bread.md',
      line: 5,
      text: 'To write: [[Bread]]',
      inserted: true,
      targetStub: true,
    });
    expect(await bench.call('read_note', { name: '_stub/Bread.md' })).toMatchObject({
      data: { incoming: [{ path: 'Home.md' }] },
    });
    expect(await bench.call('link_notes', { source: 'Soup', target: '_stub/Bread.md', context: 'With' })).toMatchObject(
      { target: '_stub/Bread.md', text: 'With [[Bread]]', targetStub: true },
    );
  });

  it.each([
    ['shortest', '[[Soup]]'],
    ['relative', '[[../Recipes/Soup]]'],
    ['absolute', '[[Recipes/Soup]]'],
  ])('writes the path form that the app is set to: %s', async (newLinkFormat, link) => {
    const bench = await openBench({
      'Recipes/Soup.md': '',
      'Journal/Today.md': '',
      '.obsidian/app.json': JSON.stringify({ newLinkFormat }),
    });
    expect(await bench.call('link_notes', { source: 'Today', target: 'Soup', context: 'Ate' })).toMatchObject({
      text: `Ate ${link}`,
    });
    expect(await bench.call('read_note', { name: 'Today' })).toMatchObject({
      data: { outgoing: [{ path: 'Recipes/Soup.md' }] },
    });
  });

  it.each([
    ['shortest', '[Pea soup](Pea%20soup.md)'],
    ['relative', '[Pea soup](../Recipes/Pea%20soup.md)'],
    ['absolute', '[Pea soup](Recipes/Pea%20soup.md)'],
  ])('writes Markdown links if the app is set to: %s', async (newLinkFormat, link) => {
    const settings = { newLinkFormat, useMarkdownLinks: true, alwaysUpdateLinks: false };
    const bench = await openBench({
      'Recipes/Pea soup.md': '',
      'Journal/Today.md': '',
      '.obsidian/app.json': JSON.stringify(settings),
    });
    const args = { source: 'Today', target: 'Pea soup', context: 'Ate' };
    expect(await bench.call('link_notes', { ...args, dryRun: true })).toMatchObject({ wouldAppend: `Ate ${link}` });
    expect(await bench.call('link_notes', args)).toMatchObject({ text: `Ate ${link}` });
    expect(await bench.call('link_notes', args)).toMatchObject({ inserted: false });
    expect(await bench.call('read_note', { name: 'Today' })).toMatchObject({
      data: { outgoing: [{ path: 'Recipes/Pea soup.md' }] },
    });
    expect(await bench.call('link_notes', { ...args, target: 'Peas to come' })).toMatchObject({
      text: 'Ate [Peas to come](Peas%20to%20come.md)',
      target: '_stub/Peas to come.md',
      targetStub: true,
    });
    expect(await bench.call('read_note', { name: '_stub/Peas to come.md' })).toMatchObject({
      data: { incoming: [{ path: 'Journal/Today.md' }] },
    });
  });

  it('names the path if the filename alone means another note', async () => {
    const bench = await openBench({ 'Home.md': '', 'a/Notes.md': '', 'b/Notes.md': '' });
    expect(await bench.refused('link_notes', { source: 'Home', target: 'Notes', context: 'See' })).toMatchObject({
      code: 'ambiguous_note',
      details: {
        candidates: [
          { path: 'a/Notes.md', title: 'Notes' },
          { path: 'b/Notes.md', title: 'Notes' },
        ],
      },
    });
    expect(await bench.call('link_notes', { source: 'Home', target: 'b/Notes', context: 'See' })).toMatchObject({
      target: 'b/Notes.md',
      text: 'See [[b/Notes]]',
    });
    expect(await bench.call('find_connections', { name: 'Home' })).toMatchObject({
      data: [{ outgoing: [{ path: 'b/Notes.md' }] }],
    });
  });

  it('goes before footnotes and block ids, in the line ends of the file', async () => {
    const bench = await openBench({
      ...NOTES,
      'Long.md': 'Text[^1].\r\n\r\n[^1]: a footnote\r\n',
      'List.md': '- one\n- two\n\n^list',
    });
    expect(await bench.call('link_notes', { source: 'Long', target: 'Soup', context: 'See' })).toMatchObject({
      line: 3,
    });
    expect(bench.text('Long.md')).toBe('Text[^1].\r\n\r\nSee [[Soup]]\r\n\r\n[^1]: a footnote\r\n');
    await bench.call('link_notes', { source: 'List', target: 'Soup', context: 'See' });
    expect(bench.text('List.md')).toBe('See [[Soup]]\n\n- one\n- two\n\n^list');
  });

  it('refuses a note as its own target, and a source that does not exist', async () => {
    const bench = await openBench(NOTES);
    expect(await bench.refused('link_notes', { source: 'Home', target: 'home.md', context: 'x' })).toMatchObject({
      code: 'invalid_arguments',
    });
    expect(await bench.refused('link_notes', { source: 'Nowhere', target: 'Soup', context: 'x' })).toMatchObject({
      code: 'note_not_found',
    });
    await bench.call('link_notes', { source: 'Home', target: 'Later', context: 'x' });
    expect(await bench.refused('link_notes', { source: '_stub/Later.md', target: 'Soup', context: 'x' })).toMatchObject(
      { code: 'note_not_found', hint: expect.stringContaining('create_note') },
    );
  });
});
