import { mkdirSync, renameSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openBench, removeBenches, type WritingBench } from './test-support/writing-bench.ts';

afterEach(removeBenches);

const VAULT = {
  'Home.md': '# Home\n\nSee [[Zebra plans]] and [[Garden]] and [[Fence]].\n',
  'Garden.md': '# Garden\n\n[[Fence]] [[Home]] [[Zebra plans]]\n',
  'Fence.md': '[[Garden]] [[Home]]\n',
  'Private/Zebra plans.md':
    '---\ntags: [stripes]\naliases: [Okapi]\n---\n# Zebra heading\n\nThe quaggas [[Home]] [[Garden]] [[Fence]] [[Zebra stub]].\n',
};
const HIDE = 'Private/\n';

/** A call of each tool that reads, that could find the note. */
const READS: [tool: string, args: Record<string, unknown>][] = [
  ['search', { query: 'quaggas', mode: 'fulltext' }],
  ['search', { query: 'quaggas', mode: 'hybrid', unique: 'chunks' }],
  ['search', { query: 'okapi' }],
  ['list_notes', { includeStubs: true }],
  ['list_notes', { directory: 'Private' }],
  ['list_notes', { tag: 'stripes' }],
  ['read_note', { name: 'Fence' }],
  ['read_note', { name: 'Fence', mode: 'full' }],
  ['find_connections', { name: 'Fence', depth: 3 }],
  ['find_connections', { name: 'Fence', returnSubgraph: true }],
  ['find_path_between', { from: 'Fence', to: 'Home', includeCommon: true }],
  ['detect_themes', {}],
  ['rank_notes', { metric: 'influence', minIncomingLinks: 0 }],
  ['rank_notes', { metric: 'bridging' }],
  ['index_status', {}],
];
/** Calls that name the note; they must behave as if there were none. */
const NAMED: [tool: string, args: Record<string, unknown>][] = [
  ['read_note', { name: 'Private/Zebra plans.md' }],
  ['read_note', { name: 'Zebra' }],
  ['read_note', { name: 'Okapi' }],
  ['find_connections', { name: 'Zebra plans' }],
  ['find_path_between', { from: 'Home', to: 'Zebra plans' }],
  ['edit_note', { name: 'Private/Zebra plans.md', mode: 'append', content: 'x' }],
  ['edit_note', { name: 'Zebra plans', mode: 'append', content: 'x', dryRun: true }],
  ['link_notes', { source: 'Zebra plans', target: 'Home', context: 'x' }],
  ['move_note', { source: 'Zebra plans', destination: 'Zebra' }],
  ['delete_note', { name: 'Private/Zebra plans.md', confirm: true }],
];

async function warm(bench: WritingBench): Promise<void> {
  for (const [tool, args] of READS) await bench.call(tool, args);
}

describe('a line in .vaultloomignore', () => {
  it.each(READS)('holds for the next call of %s %j', async (tool, args) => {
    const bench = await openBench(VAULT);
    await warm(bench);
    bench.put('.vaultloomignore', HIDE);
    // A name the caller used may come back in a hint.
    const answer = Object.values(args).reduce<string>(
      (text, said) => text.replaceAll(JSON.stringify(JSON.stringify(said)).slice(1, -1), ''),
      JSON.stringify(await bench.call(tool, args)),
    );
    expect(answer).not.toMatch(/private|quagga|zebra heading|stripes|okapi|"title":"zebra/i);
  });

  it.each(NAMED)('holds for the next call of %s %j', async (tool, args) => {
    const bench = await openBench(VAULT);
    await warm(bench);
    bench.put('.vaultloomignore', HIDE);
    const error = await bench.refused(tool, args);
    expect(error).toMatchObject({ code: 'note_not_found' });
    expect(JSON.stringify({ ...error.toBody(), message: '' })).not.toMatch(/private|okapi/i);
    expect(bench.files()).toEqual({ ...VAULT, '.vaultloomignore': HIDE });
  });

  it('holds for a preview from before it', async () => {
    const bench = await openBench(VAULT);
    const { previewId } = await bench.call('edit_note', {
      name: 'Zebra plans',
      mode: 'append',
      content: 'x',
      dryRun: true,
    });
    bench.put('.vaultloomignore', HIDE);
    expect(await bench.refused('apply_edit_preview', { previewId })).toMatchObject({ code: 'note_not_found' });
    expect(bench.text('Private/Zebra plans.md')).toBe(VAULT['Private/Zebra plans.md']);
  });

  it('holds for a call that is still waiting its turn, and no editor is saved for it', async () => {
    const saved: string[] = [];
    const bench = await openBench(VAULT, {
      prepareWrite: (paths) => saved.push(...paths),
      afterRead: () => bench.put('.vaultloomignore', HIDE),
    });
    const append = (content: string): Promise<unknown> =>
      bench.call('edit_note', { name: 'Zebra plans', mode: 'append', content });
    // Either may get its turn first.
    const outcomes = await Promise.allSettled([append('first'), append('second')]);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    expect(refused).toMatchObject([{ code: 'note_not_found' }]);
    const text = bench.text('Private/Zebra plans.md');
    expect(['first', 'second'].filter((content) => text.includes(content))).toHaveLength(1);
    expect(saved).not.toHaveLength(0);
    expect(saved.length).toBeLessThanOrEqual(2);
  });

  it.each([
    [
      'overwritten with the same number of bytes and the same times',
      (file: string) => {
        const { atime, mtime } = statSync(file);
        writeFileSync(file, 'Private/\n');
        utimesSync(file, atime, mtime);
      },
    ],
    [
      'replaced by rename',
      (file: string) => {
        writeFileSync(`${file}.new`, 'Private/\n');
        renameSync(`${file}.new`, file);
      },
    ],
    [
      'removed and made again',
      (file: string) => {
        rmSync(file);
        writeFileSync(file, 'Private/\n');
      },
    ],
  ])('takes effect immediately when the file is %s', async (_how, change) => {
    const bench = await openBench({ ...VAULT, '.vaultloomignore': 'Nothing/\n' });
    expect(await bench.call('read_note', { name: 'Zebra plans' })).toBeDefined();
    change(join(bench.root, '.vaultloomignore'));
    expect(await bench.refused('read_note', { name: 'Zebra plans' })).toMatchObject({ code: 'note_not_found' });
    rmSync(join(bench.root, '.vaultloomignore'));
    expect(await bench.call('search', { query: 'quaggas' })).toMatchObject({
      data: [{ path: 'Private/Zebra plans.md' }],
    });
  });

  it('is not forgotten while the file is being saved in place', async () => {
    const bench = await openBench({ ...VAULT, '.vaultloomignore': HIDE });
    expect(await bench.refused('read_note', { name: 'Zebra plans' })).toMatchObject({ code: 'note_not_found' });
    bench.put('.vaultloomignore', '');
    setTimeout(() => bench.put('.vaultloomignore', `${HIDE}More/\n`), 10);
    expect(await bench.refused('read_note', { name: 'Zebra plans' })).toMatchObject({ code: 'note_not_found' });
  });

  it('leaves no label of a theme made from what it hides', async () => {
    const notes = Object.fromEntries(
      Array.from({ length: 4 }, (_, i) => [
        `Private/Okapi ${i}.md`,
        `[[Home]] ${[0, 1, 2, 3].map((j) => `[[Okapi ${j}]]`).join(' ')}\n`,
      ]),
    );
    const bench = await openBench({ 'Home.md': '[[Okapi 1]] [[Fence]]\n', 'Fence.md': '[[Home]]\n', ...notes });
    expect(JSON.stringify(await bench.call('detect_themes'))).toMatch(/okapi/i);
    bench.put('.vaultloomignore', HIDE);
    expect(JSON.stringify(await bench.call('detect_themes'))).not.toMatch(/okapi|private/i);
    expect(JSON.stringify((await bench.refused('detect_themes', { themeId: 'okapi' })).toBody().details)).not.toMatch(
      /okapi|private/i,
    );
  });

  it('applies to the app’s excluded files, too', async () => {
    const bench = await openBench(VAULT);
    await warm(bench);
    bench.put('.obsidian/app.json', '{"userIgnoreFilters": ["Private/"]}');
    expect(await bench.call('search', { query: 'quaggas', mode: 'fulltext' })).toMatchObject({ data: [] });
    expect(JSON.stringify(await bench.call('rank_notes', { metric: 'influence', minIncomingLinks: 0 }))).not.toContain(
      'Private/',
    );
    expect(await bench.call('read_note', { name: 'Zebra plans' })).toMatchObject({
      data: { path: 'Private/Zebra plans.md' },
    });
  });
});

describe('a hidden place', () => {
  const HIDDEN = { ...VAULT, '.vaultloomignore': `${HIDE}Loose.md\n` };

  it.each([
    ['create_note', (name: string) => ({ title: name, content: 'x', directory: 'Private' })],
    ['create_note', (name: string) => ({ title: name, content: 'x', directory: 'private/' })],
    ['create_note', (name: string) => ({ title: name, content: 'x', directory: `Private/${name}.md` })],
    ['move_note', (name: string) => ({ source: 'Home', destination: `Private/${name}` })],
    ['move_note', (name: string) => ({ source: 'Home', destination: `Private/${name}.md`, dryRun: true })],
  ])('is refused by %s the same whether or not a note is there', async (tool, argsFor) => {
    const bench = await openBench(HIDDEN);
    const [there, absent] = [
      await bench.refused(tool, argsFor('Zebra plans')),
      await bench.refused(tool, argsFor('Nothing here')),
    ];
    expect(there.code).toBe('path_not_allowed');
    expect(JSON.stringify(absent.toBody()).replaceAll('Nothing here', 'Zebra plans')).toBe(
      JSON.stringify(there.toBody()),
    );
    expect(bench.files()).toEqual(HIDDEN);
  });

  it('is refused by its own name at the root, in any letter case', async () => {
    const bench = await openBench(HIDDEN);
    for (const title of ['Loose', 'LOOSE'])
      expect(await bench.refused('create_note', { title, content: '' })).toMatchObject({ code: 'path_not_allowed' });
  });

  it.skipIf(process.platform === 'win32')('is refused by way of a symlink', async () => {
    const bench = await openBench(HIDDEN);
    symlinkSync('Private', join(bench.root, 'Public'));
    for (const title of ['Zebra plans', 'New'])
      expect(await bench.refused('create_note', { title, content: '', directory: 'Public' })).toMatchObject({
        code: 'path_not_allowed',
      });
    expect(await bench.refused('move_note', { source: 'Home', destination: 'Public/Zebra plans' })).toMatchObject({
      code: 'path_not_allowed',
    });
  });

  it('shows no stub that would reveal what is there', async () => {
    const bench = await openBench(HIDDEN);
    const told = async (target: string): Promise<string> => {
      await bench.call('link_notes', { source: 'Fence', target, context: 'See' });
      return JSON.stringify([
        await bench.call('list_notes', { includeStubs: true }),
        await bench.call('find_connections', { name: 'Fence' }),
      ]);
    };
    expect(await told('Private/Nothing here')).not.toContain('Nothing here');
    expect(await told('Private/Zebra plans')).not.toContain('Zebra plans');
  });

  it('still has its links rewritten when a visible note moves', async () => {
    const bench = await openBench(HIDDEN);
    expect(await bench.call('move_note', { source: 'Home', destination: 'House' })).toMatchObject({ to: 'House.md' });
    expect(bench.text('Private/Zebra plans.md')).toContain('[[House]]');
  });

  it('hides everything if its rules cannot be read', async () => {
    const bench = await openBench(VAULT);
    mkdirSync(join(bench.root, 'rules'));
    symlinkSync(join(bench.root, 'rules', 'loop'), join(bench.root, 'rules', 'loop'));
    symlinkSync(join(bench.root, 'rules', 'loop'), join(bench.root, '.vaultloomignore'));
    const second = await bench.another();
    expect(await second.call('list_notes')).toMatchObject({ total: 0 });
    expect(await second.call('index_status')).toMatchObject({
      warnings: [{ path: '.vaultloomignore', message: expect.stringContaining('every note is hidden') }],
    });
  });
});

describe('the person’s editor', () => {
  const VAULT_OF_LINKS = { 'Home.md': '[[Note]]\n', 'In/Note.md': 'x\n' };

  it.each([
    ['edit_note', { name: 'Home', mode: 'append', content: 'x', dryRun: true }, { VAULT_LOOM_READ_ONLY: '1' }],
    ['edit_note', { name: 'Home', mode: 'append', content: 'x', dryRun: true }, { VAULT_LOOM_FOLDERS: 'In' }],
    ['edit_note', { name: 'Home', mode: 'append', content: 'x' }, { VAULT_LOOM_FOLDERS: 'In' }],
    ['move_note', { source: 'Note', destination: 'In/Renamed' }, { VAULT_LOOM_FOLDERS: 'In' }],
    ['move_note', { source: 'Note', destination: 'In/Renamed', dryRun: true }, { VAULT_LOOM_FOLDERS: 'In' }],
    ['delete_note', { name: 'Home', confirm: true }, { VAULT_LOOM_FOLDERS: 'In' }],
  ])('is not saved for a call of %s that is refused: %j under %j', async (tool, args, env) => {
    const saved: string[] = [];
    const bench = await openBench(VAULT_OF_LINKS, {
      env: env as Record<string, string>,
      prepareWrite: (paths) => saved.push(...paths),
    });
    expect(['read_only', 'path_not_allowed']).toContain((await bench.refused(tool, args)).code);
    expect(saved).toEqual([]);
  });

  it('is not saved for a note that cannot be created', async () => {
    const saved: string[] = [];
    const bench = await openBench(VAULT_OF_LINKS, { prepareWrite: (paths) => saved.push(...paths) });
    expect(await bench.refused('create_note', { title: 'Home', content: '' })).toMatchObject({ code: 'note_exists' });
    expect(saved).toEqual([]);
  });
});
