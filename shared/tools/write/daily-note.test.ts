import { afterEach, describe, expect, it } from 'vitest';
import { momentIn } from '../../kit/time/calendar.ts';
import { openBench, removeBenches, type WritingBench } from '../test-support/writing-bench.ts';

afterEach(removeBenches);

const today = (format: string): string => momentIn('en', Date.now()).format(format);

async function open(files: Record<string, string>, config: Record<string, unknown> = {}): Promise<WritingBench> {
  const json = Object.entries(config).map(([name, value]) => [`.obsidian/${name}.json`, JSON.stringify(value)]);
  return openBench({ ...files, ...(Object.fromEntries(json) as Record<string, string>) });
}

describe('daily_note', () => {
  it('reads the note, or says that there is none', async () => {
    const bench = await open({ '2026-01-04.md': 'A day.\n' });
    expect(await bench.call('daily_note', { date: '2026-01-04' })).toEqual({
      path: '2026-01-04.md',
      exists: true,
      content: 'A day.\n',
    });
    expect(await bench.call('daily_note')).toEqual({ path: `${today('YYYY-MM-DD')}.md`, exists: false });
    expect((await bench.refused('daily_note', { date: 'some day' })).code).toBe('invalid_arguments');
    expect(Object.keys(bench.files())).toEqual(['2026-01-04.md']);
  });

  it('is where the app says, begins as its template, and is filled with its own day', async () => {
    const bench = await open(
      {
        'T/Daily.md': '---\ntags: [day]\n---\n# {{title}}\n{{date:dddd D MMMM}}\n\n## Tasks\n- [ ] plan\n\n## Notes\n',
      },
      {
        'daily-notes': { folder: 'Journal/', format: 'YYYY/MM/YYYY-MM-DD', template: 'T/Daily' },
        templates: { folder: 'T' },
      },
    );
    expect(
      await bench.call('daily_note', { date: '2026-01-07', content: '- [ ] call Anna', heading: 'Tasks' }),
    ).toMatchObject({ path: 'Journal/2026/01/2026-01-07.md', created: true });
    expect(bench.text('Journal/2026/01/2026-01-07.md')).toBe(
      '---\ntags: [day]\n---\n# 2026-01-07\nWednesday 7 January\n\n## Tasks\n- [ ] plan\n- [ ] call Anna\n\n## Notes\n',
    );
    expect(
      await bench.call('daily_note', { date: '2026-01-07', content: 'Slept well.', heading: 'Health' }),
    ).toMatchObject({ created: false, diff: expect.stringContaining('+## Health') as string });
    expect(bench.text('Journal/2026/01/2026-01-07.md').endsWith('## Notes\n\n## Health\n\nSlept well.\n')).toBe(true);
    expect(await bench.call('search', { query: 'slept', mode: 'fulltext' })).toMatchObject({
      data: [{ path: 'Journal/2026/01/2026-01-07.md' }],
    });
  });

  it('says that the note ends in code that nothing closes, to which what is added belongs', async () => {
    const bench = await openBench({ '2026-01-07.md': '# A\n\n# Log\n\n```\ncode\n' });
    const call = { date: '2026-01-07', content: '- one' };
    const told = expect.stringContaining('ends in a code block that is never closed, from line 5 on') as string;
    for (const more of [{}, { heading: 'Log' }, { heading: 'New' }])
      expect(await bench.call('daily_note', { ...call, ...more })).toMatchObject({ warning: told });
    expect(await bench.call('daily_note', { ...call, heading: 'A' })).not.toHaveProperty('warning');
  });

  it('adds a heading that is missing to the section that the path names, once', async () => {
    const bench = await openBench({ '2026-01-07.md': '# Work\nw\n\n## Calls\nc\n\n# Home\nh\n' });
    for (const content of ['- one', '- two'])
      await bench.call('daily_note', { date: '2026-01-07', content, heading: 'Work > Log' });
    expect(bench.text('2026-01-07.md')).toBe('# Work\nw\n\n## Calls\nc\n\n## Log\n\n- one\n- two\n\n# Home\nh\n');
  });

  it('adds all of a path that is missing, once, below the parent that the path names', async () => {
    const bench = await openBench({ '2026-01-07.md': '# A\n\n# Log\n\n## Log\n\n### Deep\n', '2026-01-08.md': 'x\n' });
    for (const content of ['- one', '- two']) {
      await bench.call('daily_note', { date: '2026-01-08', content, heading: 'Work  > Log > Calls' });
      await bench.call('daily_note', { date: '2026-01-07', content, heading: 'Log > Log > New' });
    }
    expect(bench.text('2026-01-08.md')).toBe('x\n\n## Work\n\n### Log\n\n#### Calls\n\n- one\n- two\n');
    expect(bench.text('2026-01-07.md')).toBe('# A\n\n# Log\n\n## Log\n\n### Deep\n\n### New\n\n- one\n- two\n');
  });

  it('does not add a heading again that has other quotes', async () => {
    const bench = await openBench({ '2026-01-07.md': '## Today’s log\n\na\n' });
    await bench.call('daily_note', { date: '2026-01-07', content: 'b', heading: "Today's log" });
    expect(bench.text('2026-01-07.md')).toBe('## Today’s log\n\na\n\nb\n');
  });

  it('says how to choose one of several equal headings', async () => {
    const bench = await openBench({ '2026-01-07.md': '# Log\n\n# Log\n' });
    for (const heading of ['Log', 'Log > New']) {
      const { code, hint } = await bench.refused('daily_note', { date: '2026-01-07', content: 'x', heading });
      expect([code, hint]).toEqual(['multiple_matches', expect.stringContaining('`headingIndex` of edit_note')]);
    }
  });

  it('names the setting whose format makes no file name', async () => {
    const core = await open({}, { 'daily-notes': { format: 'YYYY:MM:DD' } });
    expect(await core.refused('daily_note', { content: 'x' })).toMatchObject({
      code: 'path_not_allowed',
      hint: expect.stringMatching(/^The path comes from the format "YYYY:MM:DD" of .*daily-notes\.json/) as string,
    });
    const periodic = await open(
      {},
      {
        'community-plugins': ['periodic-notes'],
        'plugins/periodic-notes/data': { weekly: { enabled: true, format: 'gggg|ww' } },
      },
    );
    expect(await periodic.refused('daily_note', { content: 'x', period: 'week' })).toMatchObject({
      hint: expect.stringMatching(/"gggg\|ww" of .*week.*Periodic Notes.*periodic-notes\/data\.json/) as string,
    });
  });

  it('adds no heading below the sixth level', async () => {
    const bench = await openBench({ '2026-01-07.md': '###### Six\n' });
    const { code } = await bench.refused('daily_note', { date: '2026-01-07', content: 'x', heading: 'Six > Seven' });
    expect([code, bench.text('2026-01-07.md')]).toEqual(['heading_not_found', '###### Six\n']);
  });

  it('is made without content only if asked', async () => {
    const bench = await open({});
    await bench.call('daily_note', { date: '2026-01-07', create: true });
    expect(bench.text('2026-01-07.md')).toBe('');
    await bench.call('daily_note', { date: '2026-01-07', content: 'x' });
    expect(bench.text('2026-01-07.md')).toBe('x');
    await bench.call('daily_note', { date: '2026-01-08', content: 'x' });
    expect(bench.text('2026-01-08.md')).toBe('x\n');
  });

  it('keeps text apart from a task, table or callout that it would become part of', async () => {
    const bench = await open(
      {
        'T/Daily.md': '## Log\n\n| time | what |\n| --- | --- |\n| 8:00 | tea |\n',
        '2026-01-04.md': '- [ ] Buy milk\n',
      },
      { 'daily-notes': { template: 'T/Daily' } },
    );
    await bench.call('daily_note', { date: '2026-01-04', content: 'It rained.' });
    await bench.call('daily_note', { date: '2026-01-05', content: 'It rained.' });
    expect(bench.text('2026-01-04.md')).toBe('- [ ] Buy milk\n\nIt rained.\n');
    expect(bench.text('2026-01-05.md')).toMatch(/\| 8:00 \| tea \|\n\nIt rained\.\n$/);
    expect(await bench.call('list_tasks', {})).toMatchObject({ tasks: [{ text: 'Buy milk' }] });
  });

  it('says so if its template has code that only the app runs', async () => {
    const bench = await open(
      { 'T/Daily.md': '<%* tp.file.move("x") -%>\n# {{date}}\n' },
      { 'daily-notes': { template: 'T/Daily' } },
    );
    expect(await bench.call('daily_note', { date: '2026-01-08', content: 'It rained.' })).toMatchObject({
      created: true,
      warning: expect.stringContaining('Templater') as string,
    });
    expect(await bench.call('daily_note', { date: '2026-01-08', content: 'More.' })).not.toHaveProperty('warning');
  });

  it('says so if its template is missing or hidden', async () => {
    const bench = await open(
      { 'T/Secret.md': 'secret', '.vaultloomignore': 'T/\n' },
      { 'daily-notes': { template: 'T/Secret' } },
    );
    expect(await bench.call('daily_note', { date: '2026-01-07', create: true })).toMatchObject({
      warning: 'Its template "T/Secret" was not found.',
    });
    expect(bench.text('2026-01-07.md')).toBe('');
  });

  it('follows the Periodic Notes plugin, in its older and its newer settings', async () => {
    const plugin = (settings: unknown): Record<string, unknown> => ({
      'community-plugins': ['periodic-notes'],
      'plugins/periodic-notes/data': settings,
      'daily-notes': { folder: 'Core' },
    });
    const old = await open(
      {},
      plugin({
        daily: { enabled: false },
        weekly: { enabled: true, format: 'gggg-[KW]ww', folder: 'W', template: '' },
      }),
    );
    expect(await old.call('daily_note', { date: '2026-01-07', period: 'week' })).toMatchObject({
      path: 'W/2026-KW02.md',
    });
    expect(await old.call('daily_note', { date: '2026-01-07' })).toMatchObject({ path: 'Core/2026-01-07.md' });
    const fresh = await open(
      {},
      plugin({
        activeCalendarSet: 'b',
        calendarSets: [{ id: 'a' }, { id: 'b', day: { enabled: true, folder: 'D', templatePath: '' } }],
      }),
    );
    expect(await fresh.call('daily_note', { date: '2026-01-07' })).toMatchObject({ path: 'D/2026-01-07.md' });
    for (const [period, path] of [
      ['month', '2026-01.md'],
      ['quarter', '2026-Q1.md'],
      ['year', '2026.md'],
    ])
      expect(await fresh.call('daily_note', { date: '2026-01-07', period })).toMatchObject({ path });
  });

  describe('fills its template', () => {
    const made = async (
      template: string,
      config: Record<string, unknown>,
      input: { date: string; period?: string },
    ): Promise<string> => {
      const bench = await open({ 'T/D.md': template }, config);
      const { path } = (await bench.call('daily_note', { ...input, create: true })) as { path: string };
      return bench.text(path);
    };
    const ours = { 'daily-notes': { folder: 'Daily', format: 'YYYY-MM-DD ddd', template: 'T/D' } };
    const periodic = (periods: Record<string, object>): Record<string, unknown> => ({
      'community-plugins': ['periodic-notes'],
      'plugins/periodic-notes/data': Object.fromEntries(
        Object.entries(periods).map(([name, one]) => [name, { enabled: true, template: 'T/D.md', ...one }]),
      ),
      templates: { dateFormat: 'D MMMM', timeFormat: '[at] HH' },
    });
    const friday = { date: '2026-11-27' };
    const neighbours = '<< [[{{yesterday}}]] | [[{{tomorrow}}]] >>\n';

    it('with links to the notes of the days around it, by their names', async () => {
      const links = '<< [[2026-11-26 Thu]] | [[2026-11-28 Sat]] >>\n';
      expect(await made(neighbours, ours, friday)).toBe(links);
      expect(await made(neighbours, periodic({ daily: { folder: 'Daily', format: 'YYYY-MM-DD ddd' } }), friday)).toBe(
        links,
      );
    });

    it('with names alone where the format has folders', async () => {
      const config = { 'daily-notes': { ...ours['daily-notes'], format: 'YYYY/MM/YYYY-MM-DD' } };
      expect(await made(neighbours, config, friday)).toBe('<< [[2026-11-26]] | [[2026-11-28]] >>\n');
      const daily = periodic({ daily: { format: 'YYYY/MM/DD-MM' } });
      expect(await made('{{date}} [[{{yesterday}}]]\n', daily, friday)).toBe('27-11 [[26-11]]\n');
    });

    it('with links to days from a week too', async () => {
      const config = periodic({ daily: { format: 'YYYY-MM-DD ddd' }, weekly: { format: 'gggg-[KW]ww' } });
      expect(await made('{{date}} [[{{yesterday}}]]\n', config, { ...friday, period: 'week' })).toBe(
        '2026-KW48 [[2026-11-26 Thu]]\n',
      );
    });

    it('with its own name as the date if Periodic Notes makes it', async () => {
      const config = periodic({ daily: { format: 'YYYY-MM-DD ddd' } });
      expect(await made('{{date}} {{title}} {{date+1d}} {{date:D MMM}}\n', config, friday)).toBe(
        '2026-11-27 Fri 2026-11-27 Fri 2026-11-28 Sat 27 Nov\n',
      );
      expect(await made('{{time}}\n', config, friday)).toMatch(/^\d\d:\d\d\n$/);
    });

    it('with dates and times as Templates writes them if the app makes it', async () => {
      const config = { ...ours, templates: { dateFormat: 'YYYY/MM/DD', timeFormat: '[at] HH' } };
      expect(await made('{{date}} {{time}}\n', config, friday)).toMatch(/^2026\/11\/27 at \d\d\n$/);
    });
  });

  it('tells nothing of a hidden place, and leaves the vault for no format', async () => {
    const bench = await open(
      { 'Private/2026-01-07.md': 'x', '.vaultloomignore': 'Private/\n' },
      {
        'daily-notes': { folder: 'Private' },
      },
    );
    const there = await bench.refused('daily_note', { date: '2026-01-07' });
    const missing = await bench.refused('daily_note', { date: '2026-01-08' });
    expect([there.code, there.message.replace('07', '08')]).toEqual(['path_not_allowed', missing.message]);
    expect(there.hint).toBe(missing.hint);
    expect(there.hint).toMatch(/^Notes elsewhere can .* the folder "Private" of/);
    const outside = await open({}, { 'daily-notes': { folder: '../..', format: 'YYYY' } });
    const refused = await outside.refused('daily_note', { content: 'x' });
    expect(refused.code).toBe('path_outside_vault');
    expect(refused.hint).toMatch(
      /^The path comes from the format "YYYY" and the folder "..\/.." of .*daily-notes\.json/,
    );
  });
});
