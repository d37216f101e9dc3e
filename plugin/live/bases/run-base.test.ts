import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VaultLoomError } from '../../../shared/protocol/errors.ts';
import { httpStatus } from '../../../shared/protocol/http.ts';
import { baseQueryOutput } from '../../../shared/protocol/schemas/live.ts';
import { Slicer } from '../../../shared/kit/concurrency/slices.ts';
import type { BaseApp } from './run-base.ts';
import { appOver, askBase, HOST, writeFiles } from './bases-app-test-kit.ts';

const ALL = 'filters: file.ext == "md"\nviews:\n  - type: table\n    name: All\n    order: [status, file.tags]\n';

const OUTSIDE = /not a path inside the vault/;

let parent: string;
let root: string;
let app: BaseApp;

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'base-query-'));
  root = join(parent, 'vault');
  await writeFiles(parent, { 'outside.base': ALL });
  await writeFiles(root, {
    'One.md': '---\nstatus: open\ntags: [a, "#b"]\n---\ntext #inline and #a\n',
    'Dir/Two.md': 'no frontmatter',
    'Dir/Broken.md': '---\nstatus: "open\n---\n',
    'Secret/Hidden.md': '---\nstatus: open\n---\n',
    '.vaultloomignore': 'Secret/\n',
    'Bases/All.base': ALL,
    'Bases/Bäse.BASE': ALL,
    'Secret/Own.base': ALL,
    '.obsidian/plugins.base': ALL,
    '.trash/Old.base': ALL,
    'Bases/Big.base': `${ALL}# ${'x'.repeat(700_000)}`,
    'Folder.base/in.txt': '',
    'Bases/not-a-base.txt': ALL,
  });
  app = await appOver(root);
});

afterAll(() => rm(parent, { recursive: true, force: true }));

async function failure(request: unknown, over: BaseApp = app, appVersion = HOST.appVersion): Promise<VaultLoomError> {
  const error = await askBase(over, request, { ...HOST, appVersion }).then(
    () => new Error('no error came'),
    (thrown: unknown) => thrown,
  );
  if (error instanceof VaultLoomError) return error;
  throw error;
}

describe('a base query', () => {
  it('answers the rows of a view of a file', async () => {
    const before = Date.now();
    const answer = await askBase(app, { file: 'Bases/All.base', view: 'All' });
    expect(baseQueryOutput.parse(answer)).toEqual(answer);
    expect(answer).toMatchObject({
      view: 'All',
      total: 3,
      rows: [
        { file: { name: 'Broken', path: 'Dir/Broken.md' }, status: null },
        { file: { name: 'One', path: 'One.md' }, status: 'open', 'file.tags': ['#a', '#b', '#inline'] },
        { file: { name: 'Two', path: 'Dir/Two.md' }, status: null, 'file.tags': [] },
      ],
    });
    expect(Date.parse(answer.executedAt)).toBeGreaterThanOrEqual(before);
    expect(answer.executedAt).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
  });

  it('has attachments and bases among its rows', async () => {
    const { rows } = await askBase(app, { yaml: 'views: {v: {filters: "file.ext != \\"md\\""}}', view: 'v' });
    expect(rows.map(({ file }) => file.path)).toEqual([
      'Bases/All.base',
      'Bases/Bäse.BASE',
      'Bases/Big.base',
      'Folder.base/in.txt',
      'Bases/not-a-base.txt',
    ]);
  });

  it('answers the same of inline source', async () => {
    const [file, inline] = await Promise.all([
      askBase(app, { file: 'Bases/All.base', view: 'All' }),
      askBase(app, { yaml: ALL, view: 'All' }),
    ]);
    expect(inline.rows).toEqual(file.rows);
  });

  it('reads the file where both are given', async () => {
    expect((await askBase(app, { file: 'Bases/All.base', yaml: 'nonsense', view: 'All' })).total).toBe(3);
  });

  it('finds a file in either Unicode form, its extension in either letter case', async () => {
    expect((await askBase(app, { file: 'Bases/Bäse.BASE'.normalize('NFD'), view: 'All' })).total).toBe(3);
  });

  it('shows no note that .vaultloomignore hides', async () => {
    const { rows, total } = await askBase(app, { yaml: 'views: {v: {filters: "status == \\"open\\""}}', view: 'v' });
    expect([rows.map((row) => row.file.path), total]).toEqual([['One.md'], 1]);
  });

  it('gives other work its turn', async () => {
    let turns = 0;
    const slicer = new Slicer(0, () => {
      turns++;
      return Promise.resolve();
    });
    await askBase(app, { yaml: ALL, view: 'All' }, { ...HOST, slicer });
    expect(turns).toBeGreaterThan(1);
  });
});

describe('bad_request', () => {
  it.each<[unknown, RegExp]>([
    [{ yaml: ALL }, /"view"/],
    [{ yaml: ALL, view: '' }, /"view"/],
    [{ yaml: ALL, view: 5 }, /"view"/],
    [{ yaml: ALL, view: 'x'.repeat(1_001) }, /"view"/],
    [{ view: 'All' }, /Neither "file" nor "yaml"/],
    [{ file: null, yaml: null, view: 'All' }, /Neither "file" nor "yaml"/],
    [{ file: '', view: 'All' }, /"file"/],
    [{ file: ['a'], view: 'All' }, /"file"/],
    [{ yaml: '', view: 'All' }, /"yaml"/],
    [{ yaml: { views: {} }, view: 'All' }, /"yaml"/],
    [{ yaml: 'x'.repeat(100_001), view: 'All' }, /"yaml"/],
    [null, /not an object/],
    ['All', /not an object/],
    [[], /not an object/],
  ])('case %#', async (request, words) => {
    const error = await failure(request);
    expect([error.code, httpStatus(error.code)]).toEqual(['bad_request', 400]);
    expect(error.message).toMatch(words);
    expect(error.hint).toContain('view');
  });
});

describe('base_file_read_failed', () => {
  it.each([
    ['../outside.base', OUTSIDE],
    ['Bases/../../outside.base', OUTSIDE],
    ['/etc/passwd.base', OUTSIDE],
    ['/Bases/All.base', OUTSIDE],
    ['C:/Bases/All.base', OUTSIDE],
    ['One.md:stream.base', OUTSIDE],
    ['Bases\\All.base', OUTSIDE],
    ['Bases//All.base', OUTSIDE],
    ['./Bases/All.base', OUTSIDE],
    ['Bases/All.base\0', OUTSIDE],
    ['.obsidian/plugins.base', /hidden folder/],
    ['.trash/Old.base', /hidden folder/],
    ['Bases/.hidden.base', /hidden folder/],
    ['.base', /hidden folder/],
    ['One.md', /the note has no base block/],
    ['Bases/not-a-base.txt', /does not end in "\.base"/],
    ['Bases/Missing.base', /no such file/],
    ['Folder.base', /no such file/],
    ['Secret/Own.base', /no such file/],
    ['%2e%2e/outside.base', /no such file/],
  ])('%j', async (file, reason) => {
    const error = await failure({ file, view: 'All' });
    expect([error.code, httpStatus(error.code)]).toEqual(['base_file_read_failed', 400]);
    expect(error.message).toMatch(reason);
    expect(error.message).not.toContain(parent);
    expect(error.hint).toContain('.base');
  });

  it.each([
    ['out of the vault', () => join(parent, 'outside.base'), /leads out of the vault/],
    ['into a hidden folder', () => join(root, '.obsidian', 'plugins.base'), /left out/],
  ])('if it is a symlink that leads %s', async (_where, target, reason) => {
    const link = join(root, 'Bases', 'Link.base');
    await symlink(target(), link);
    const error = await failure({ file: 'Bases/Link.base', view: 'All' });
    await rm(link);
    expect(error.code).toBe('base_file_read_failed');
    expect(error.message).toMatch(reason);
  });

  it('when the adapter cannot read the file, without its words', async () => {
    const adapter = {
      ...app.vault.adapter,
      read: (path: string) =>
        path.endsWith('.base') ? Promise.reject(new Error(`EACCES ${root}`)) : app.vault.adapter.read(path),
    };
    const error = await failure(
      { file: 'Bases/All.base', view: 'All' },
      { ...app, vault: { ...app.vault, adapter } as BaseApp['vault'] },
    );
    expect(error.code).toBe('base_file_read_failed');
    expect(error.message).not.toContain(root);
  });
});

describe('what the app must have', () => {
  it.each(['1.9.14', '0.16.0', '1.9', '', 'unknown'])('version %j is unsupported_obsidian_version', async (version) => {
    const error = await failure({ yaml: ALL, view: 'All' }, app, version);
    expect([error.code, httpStatus(error.code)]).toEqual(['unsupported_obsidian_version', 424]);
    expect(error.message).toContain('1.10.0');
  });

  it.each(['1.10.0', '1.10', '1.13.1', '2.0.0', '1.10.0-beta', 'v1.11.4'])('version %j will do', async (appVersion) => {
    expect((await askBase(app, { yaml: ALL, view: 'All' }, { ...HOST, appVersion })).total).toBe(3);
  });

  it.each<[string, unknown]>([
    ['no enabled plugin', { getEnabledPluginById: () => null }],
    ['a plugin that is off', { plugins: { bases: { enabled: false } } }],
    ['no such plugin', { plugins: {} }],
  ])('Bases count as off with %s: bases_not_enabled', async (_what, internalPlugins) => {
    const error = await failure({ yaml: ALL, view: 'All' }, { ...app, internalPlugins } as BaseApp);
    expect([error.code, httpStatus(error.code)]).toEqual(['bases_not_enabled', 424]);
    expect(error.hint).toContain('Core plugins');
  });

  it.each<[string, unknown]>([
    ['an enabled plugin', { getEnabledPluginById: (id: string) => (id === 'bases' ? {} : null) }],
    ['a plugin that is on', { plugins: { bases: { enabled: true } } }],
    ['an app that does not say', {}],
    ['an app without a list of core plugins', undefined],
  ])('Bases count as on with %s', async (_what, internalPlugins) => {
    expect((await askBase({ ...app, internalPlugins } as BaseApp, { yaml: ALL, view: 'All' })).total).toBe(3);
  });

  it('is checked after the request and before the base', async () => {
    const off = { ...app, internalPlugins: { getEnabledPluginById: () => null } } as BaseApp;
    expect((await failure({ view: '' }, off)).code).toBe('bad_request');
    expect((await failure({ yaml: '[', view: 'v' }, off)).code).toBe('bases_not_enabled');
    expect((await failure({ yaml: '[', view: 'v' }, off, '1.9.0')).code).toBe('unsupported_obsidian_version');
  });
});

it('a base is answered base_eval_error or unsupported_construct with status 400', async () => {
  const codes = await Promise.all([
    failure({ yaml: 'views: {}', view: 'v' }),
    failure({ file: 'Bases/Big.base', view: 'All' }),
    failure({ yaml: 'views: {v: {filters: "never()"}}', view: 'v' }),
  ]);
  expect(codes.map(({ code }) => [code, httpStatus(code)])).toEqual([
    ['base_eval_error', 400],
    ['base_eval_error', 400],
    ['unsupported_construct', 400],
  ]);
});

it('a .vaultloomignore that cannot be read stops the query, so that nothing hidden shows', async () => {
  const adapter = { ...app.vault.adapter, read: () => Promise.reject(new Error('EACCES')) };
  expect(
    (await failure({ yaml: ALL, view: 'All' }, { ...app, vault: { ...app.vault, adapter } as BaseApp['vault'] })).code,
  ).toBe('internal');
});
