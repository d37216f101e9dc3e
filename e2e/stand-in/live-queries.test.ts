import { copyFile, cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { build } from 'esbuild';
import type { App } from 'obsidian';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { INSTALL_INSTRUCTIONS } from '../../shared/protocol/errors.ts';
import { baseQueryOutput, dqlResult } from '../../shared/protocol/schemas/live.ts';
import { evaluatedCode } from '../driver/driver.ts';
import { startSandboxProcess, type SandboxProcess } from '../driver/sandbox-process.ts';
import { freePort } from '../driver/free-port.ts';

/**
 * Queries all the way: an MCP client, the server, HTTP, the built plugin in the sandbox app, the stand-in query plugin,
 * and back.
 */

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const PATIENT = { timeout: 20_000, interval: 25 };

interface QueryPlugin {
  api?: unknown;
  mostAtOnce: number;
  held: (() => void)[];
}

type HostApp = App & {
  plugins: {
    plugins: Record<string, QueryPlugin | undefined>;
    manifests: Record<string, unknown>;
    enabledPlugins: Set<string>;
    enablePlugin(id: string): Promise<unknown>;
    disablePlugin(id: string): Promise<unknown>;
  };
  internalPlugins: { getPluginById(id: string): { enable(): Promise<void>; disable(): Promise<void> } };
};

let folder: string;
let vault: string;
let bundle: string;
let sandbox: SandboxProcess;
let client: Client;

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'live-queries-')));
  vault = join(folder, 'Odd garden');
  await writeVault();
  [bundle, sandbox] = await Promise.all([
    bundleForNode('bridge/cli.ts'),
    startSandboxProcess({ vaultPath: vault, dataDir: join(folder, 'data') }),
  ]);
  client = new Client({ name: 'live-queries', version: '0' });
  const env = {
    PATH: process.env['PATH'] ?? '',
    VAULT_PATH: vault,
    VAULT_LOOM_DATA_DIR: join(folder, 'data'),
    VAULT_LOOM_CONFIG_DIR: join(folder, 'config'),
  };
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [bundle], env, stderr: 'ignore' }));
  // The client then checks results against the output schemas.
  await client.listTools();
  await vi.waitFor(async () => expect(await call('index_status')).toMatchObject({ host: 'plugin' }), PATIENT);
}, 120_000);

afterAll(async () => {
  await client.close();
  await sandbox.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

async function writeVault(): Promise<void> {
  const plugins = join(vault, '.obsidian', 'plugins');
  await cp(join(ROOT, 'dist', 'plugin'), join(plugins, 'vault-loom'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  });
  await build({
    entryPoints: [join(ROOT, 'e2e/stand-in/fixtures/dataview/main.ts')],
    bundle: true,
    format: 'cjs',
    platform: 'browser',
    external: ['obsidian'],
    outfile: join(plugins, 'dataview', 'main.js'),
    logLevel: 'error',
  });
  await copyFile(
    join(ROOT, 'e2e/stand-in/fixtures/dataview/manifest.json'),
    join(plugins, 'dataview', 'manifest.json'),
  );
  const files: Record<string, string> = {
    '.obsidian/app.json': '{}',
    '.obsidian/community-plugins.json': '["vault-loom", "dataview"]',
    '.obsidian/plugins/vault-loom/data.json': JSON.stringify({ embedder: 'none', port: await freePort() }),
    '.vaultloomignore': 'private/\n',
    'Soil.md':
      '---\nstatus: active\npriority: 3\ndue: 2026-03-01\ntags: [project, garden/beds]\nowner: {name: Ann, team: [x, y]}\n---\nWorms. #inline\n',
    'beds/Compost.md': '---\nstatus: done\npriority: 10\ndue: 2026-02-01\n---\nKitchen scraps.\n',
    'beds/Ünï “q” (1).md': '---\nstatus: active\n---\n',
    'private/Diary.md': '---\nstatus: active\n---\n[[Soil]] and [[Compost]]\n',
    'private/x.csv': 'kind\nsecret\n',
    'seeds.csv': 'kind\nbean\n',
    'Bases/Spec.base':
      'views:\n  Open:\n    filters: {and: [{status: active}, {not: {file.folder: beds}}]}\n    columns: [{column: frontmatter.owner, as: who}, due, file.tags]\n',
    'Bases/App.base':
      "filters:\n  and:\n    - 'priority > 0'\nproperties:\n  status: {displayName: State}\nviews:\n  - type: table\n    name: By priority\n    order: [file.name, note.status]\n    sort: [{property: note.priority, direction: DESC}]\n    limit: 1\n",
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(vault, path)), { recursive: true });
    await writeFile(join(vault, path), text);
  }
}

interface ToolError {
  code: string;
  message: string;
  details?: Record<string, unknown>;
}

/** The tool's structured result; rejects with the error that it answered. */
async function call(name: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
  const [block] = content as { text: string }[];
  if (isError !== true) return structuredContent as Record<string, unknown>;
  const { error } = JSON.parse(block?.text ?? '{}') as { error: ToolError };
  throw Object.assign(new Error(error.message), error);
}

const dql = (query: string, more: Record<string, unknown> = {}) =>
  call('dql_query', { query, ...more }).then((result) => dqlResult.parse(result));
const base = (args: Record<string, unknown>) =>
  call('base_query', args).then((result) => baseQueryOutput.parse(result));

/** Runs in the app's window; sees only its own arguments. */
async function inApp<T>(code: (app: HostApp) => T | Promise<T>): Promise<T> {
  return (await sandbox.ask('evaluate', { code: evaluatedCode(code), arg: null })) as T;
}

const mostAtOnce = () => inApp((app) => app.plugins.plugins['dataview']?.mostAtOnce);
const untilHeld = () =>
  vi.waitFor(async () => expect(await inApp((app) => app.plugins.plugins['dataview']?.held.length)).toBe(1), PATIENT);
const release = () => inApp((app) => app.plugins.plugins['dataview']?.held.pop()?.());

const everythingElse = () =>
  Promise.all([
    call('search', { query: 'kitchen' }),
    call('index_status'),
    call('active_note'),
    base({ file: 'Bases/Spec.base', view: 'Open' }),
  ]);
const WHAT_ELSE_IS_ANSWERED = [
  { data: [{ path: 'beds/Compost.md' }] },
  { host: 'plugin' },
  { path: null },
  { total: 1 },
];

describe('dql_query, all the way', () => {
  it('answers every kind of query in plain JSON', async () => {
    expect(await dql('TABLE')).toMatchObject({
      kind: 'table',
      headers: ['File', 'day', 'took', 'links'],
      rows: expect.arrayContaining([
        ['Soil.md', expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/), 'PT5M', ['Soil.md']],
      ]) as unknown,
    });
    expect(await dql('LIST')).toMatchObject({
      kind: 'list',
      values: expect.arrayContaining([{ key: 'beds/Ünï “q” (1).md', value: 'Ünï “q” (1)' }]) as unknown,
    });
    expect(await dql('TASK')).toMatchObject({
      kind: 'task',
      items: expect.arrayContaining([
        {
          task: true,
          text: 'Soil',
          path: 'Soil.md',
          line: 1,
          tags: [],
          children: [],
          status: ' ',
          checked: false,
          completed: false,
          fullyCompleted: false,
        },
      ]) as unknown,
    });
    expect(await dql('CALENDAR')).toMatchObject({
      kind: 'calendar',
      events: expect.arrayContaining([
        { date: expect.stringMatching(/^\d{4}-/) as unknown, link: 'Soil.md' },
      ]) as unknown,
    });
    expect(await dql('THIS', { source: 'beds/Compost.md' })).toEqual({ kind: 'list', values: ['beds/Compost.md'] });
    expect(await dql('THIS')).toEqual({ kind: 'list', values: [null] });
  });

  it('flattens every run-time type, and trees of groups to a list without doubles', async () => {
    expect(await dql('TYPES')).toEqual({
      kind: 'list',
      values: [
        'A.md',
        '2026-03-04T00:00:00.000Z',
        null,
        'P2D',
        'Soil.md',
        '<b>bold</b>',
        'https://example.org',
        '<function>',
        null,
        null,
        'NaN',
        [[1]],
        { k: [true] },
        { name: 'cyclic', self: null },
      ],
    });
    const date = '2026-03-04T00:00:00.000Z';
    expect(await dql('TREE')).toEqual({
      kind: 'task',
      items: [
        {
          ...{
            task: true,
            text: 'task',
            path: 'T.md',
            line: 7,
            tags: ['#top'],
            status: 'x',
            checked: true,
            completed: true,
            fullyCompleted: false,
          },
          ...{ due: date, completion: date, scheduled: date, start: date, created: date },
          children: [{ task: false, text: 'entry', path: 'T.md', line: 8, tags: ['#sub'], children: [] }],
        },
      ],
    });
  });

  it('flattens the pages of a group, and leaves out hidden ones and what runs from them', async () => {
    const { rows } = await call('dql_query', { query: 'PAGES' });
    const [[group, pages] = ['', []]] = rows as [string, ({ mood: string; file: object } | null)[]][];
    expect([group, pages.map((page) => page?.mood ?? null)]).toEqual([
      'open',
      ['Soil', 'Compost', 'Ünï “q” (1)', null],
    ]);
    expect(pages[0]?.file).toMatchObject({
      path: 'Soil.md',
      link: 'Soil.md',
      mday: '2026-03-04T00:00:00.000Z',
      outlinks: [null, 'A.md'],
      tasks: [{ text: 'Soil', link: 'Soil.md', children: [] }],
    });
    expect(JSON.stringify(rows)).not.toContain('Diary');
    expect(await dql('THIS', { source: 'private/Diary.md' })).toEqual({ kind: 'list', values: [null] });
  });

  it('loads only visible files of the vault, runs no endless pattern, and reveals nothing of hidden notes', async () => {
    expect(await dql('LIST kind FROM csv("seeds.csv")')).toMatchObject({ values: [{ value: 'bean' }] });
    await expect(dql('LIST FROM csv("http://127.0.0.1:9/x.csv")')).rejects.toMatchObject({
      code: 'path_not_allowed',
      message: expect.stringContaining('http://127.0.0.1:9/x.csv') as unknown,
    });
    await expect(dql('LIST FROM csv("../outside.csv")')).rejects.toMatchObject({ code: 'path_outside_vault' });
    await expect(dql('LIST FROM csv("private/x.csv")')).rejects.toMatchObject({ code: 'path_not_allowed' });
    await expect(
      dql('LIST regextest("^(a+)+$", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")'),
    ).rejects.toMatchObject({ code: 'dql_error', message: expect.stringContaining('^(a+)+$') as unknown });
    expect(await dql('LIST regextest("^S.*l$", file.name) FROM "Soil"')).toMatchObject({
      values: [{ key: 'Soil.md', value: true }],
    });
    expect(await dql('LIST FROM outgoing([[Diary]])')).toEqual({ kind: 'list', values: [] });
    expect(await dql('LIST string(file.inlinks) FROM "Soil"')).toMatchObject({
      values: [{ key: 'Soil.md', value: '' }],
    });
  });

  it("refuses in the plugin's own words", async () => {
    await expect(dql('TABEL due')).rejects.toMatchObject({
      code: 'dql_error',
      message: 'Error: -- PARSING FAILED --\n> 1 | TABEL due\n    | ^',
    });
  });

  it('answers timeout while the evaluation keeps its place, and the app goes on with everything else', async () => {
    const ended: string[] = [];
    const held = expect(dql('HOLD', { timeoutMs: 1_500 })).rejects.toMatchObject({
      code: 'timeout',
      message: expect.stringContaining('1500 ms') as unknown,
    });
    await untilHeld();
    await held;
    const after = dql('THIS').then(() => ended.push('after'));
    await expect(dql('LIST', { timeoutMs: 100 })).rejects.toMatchObject({ code: 'timeout' });
    expect(await everythingElse()).toMatchObject(WHAT_ELSE_IS_ANSWERED);
    expect(ended).toEqual([]);
    await release();
    await after;
    expect(await mostAtOnce()).toBe(1);
  });

  it('asks the query plugin one thing at a time, however many ask, and keeps nobody else waiting', async () => {
    const ended: number[] = [];
    const many = Array.from({ length: 50 }, (_, index) =>
      dql(index === 0 ? 'HOLD' : 'THIS').then(() => ended.push(index)),
    );
    await untilHeld();
    expect(await everythingElse()).toMatchObject(WHAT_ELSE_IS_ANSWERED);
    expect(ended).toEqual([]);
    await release();
    expect(await Promise.all(many)).toHaveLength(50);
    expect(await mostAtOnce()).toBe(1);
  });

  it('tells apart a query plugin that is not ready, not enabled and not installed', async () => {
    const refusal = async (): Promise<unknown> => dql('LIST').catch((error: unknown) => error);
    await inApp(
      (app) =>
        void Object.defineProperty(app.plugins.plugins['dataview'], 'api', { value: undefined, configurable: true }),
    );
    expect(await refusal()).toMatchObject({
      code: 'dql_not_installed',
      message: expect.stringMatching(/^api_not_ready: .*reload/) as unknown,
    });
    await inApp((app) => app.plugins.disablePlugin('dataview'));
    expect(await refusal()).toMatchObject({
      code: 'dql_not_installed',
      message: expect.stringMatching(/^not_enabled: .*enable Dataview/) as unknown,
    });
    await inApp((app) => {
      Object.assign(globalThis, { manifestKept: app.plugins.manifests['dataview'] });
      Reflect.deleteProperty(app.plugins.manifests, 'dataview');
    });
    expect(await refusal()).toMatchObject({
      code: 'dql_not_installed',
      message: expect.stringMatching(/^not_installed: .*Browse.*install and enable/) as unknown,
    });
    await inApp(async (app) => {
      app.plugins.manifests['dataview'] = (globalThis as { manifestKept?: unknown }).manifestKept;
      await app.plugins.enablePlugin('dataview');
    });
    expect(await dql('THIS')).toMatchObject({ kind: 'list' });
  });
});

describe('base_query, all the way', () => {
  it("runs views in the specification's spelling and in the app's", async () => {
    expect(await base({ file: 'Bases/Spec.base', view: 'Open' })).toEqual({
      view: 'Open',
      rows: [
        {
          file: { name: 'Soil', path: 'Soil.md' },
          who: { name: 'Ann', team: ['x', 'y'] },
          due: '2026-03-01',
          'file.tags': ['#project', '#garden/beds', '#inline'],
        },
      ],
      total: 1,
      executedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as unknown,
    });
    expect(await base({ file: 'Bases/App.base', view: 'By priority' })).toMatchObject({
      rows: [{ file: { name: 'Compost', path: 'beds/Compost.md' }, 'file.name': 'Compost', 'note.status': 'done' }],
      total: 2,
    });
    expect(
      await base({ yaml: await readFile(join(vault, 'Bases/App.base'), 'utf8'), view: 'By priority' }),
    ).toMatchObject({ total: 2 });
    expect(await base({ file: 'Bases/Spec.base', yaml: 'not a base', view: 'Open' })).toMatchObject({ total: 1 });
  });

  it('shows columns that are named like inherited keys', async () => {
    const names = ['__proto__', 'constructor', 'toString'];
    const columns = [
      ...names.map((as) => ({ column: 'status', as })),
      ...names.map((name) => ({ column: `note.${name}`, as: `own ${name}` })),
    ];
    const yaml = JSON.stringify({ views: { v: { filters: { priority: 3 }, columns } } });
    const { structuredContent, content } = await client.callTool({
      name: 'base_query',
      arguments: { yaml, view: 'v' },
    });
    const [block] = content as { text: string }[];
    for (const { rows } of [structuredContent, JSON.parse(block?.text ?? '{}')] as { rows: object[] }[]) {
      expect(Object.entries(rows[0] ?? {})).toEqual([
        ['file', { name: 'Soil', path: 'Soil.md' }],
        ...names.map((name) => [name, 'active']),
        ...names.map((name) => [`own ${name}`, null]),
      ]);
    }
  });

  it('shows no note that is hidden', async () => {
    expect(await base({ yaml: 'views: {All: {filters: file.ext == "md"}}', view: 'All' })).toMatchObject({
      total: 3,
      rows: [{ file: { name: 'Compost' } }, { file: { name: 'Soil' } }, { file: { path: 'beds/Ünï “q” (1).md' } }],
    });
  });

  it('evaluates the whole language', async () => {
    const yaml = JSON.stringify({
      formulas: { next: 'priority + 1', label: 'status.title() + " " + formula.next' },
      views: { v: { filters: 'due < today() && /act/.matches(status)', columns: ['formula.label'] } },
    });
    expect(await base({ yaml, view: 'v' })).toMatchObject({ rows: [{ 'formula.label': 'Active 4' }], total: 1 });
  });

  it.each([
    ['contains(status, "a")', 'contains(status, "a")'],
    ['status.upper() == "A"', 'status.upper()'],
    ['formula.x > 3', 'formula.x'],
    ['status = "a"', '='],
    [{ xor: [{ status: 'active' }, 'priority > 3'] }, 'xor'],
  ])('refuses %s and names the fragment', async (filters, fragment) => {
    const yaml = JSON.stringify({ views: { v: { filters } } });
    await expect(base({ yaml, view: 'v' })).rejects.toMatchObject({
      code: 'unsupported_construct',
      message: expect.stringContaining(`"${fragment}"`) as unknown,
      details: { fragment },
    });
  });

  it.each([
    [{ yaml: 'formulas: {a: formula.a}\nviews: {v: {columns: [formula.a]}}', view: 'v' }, 'base_eval_error', 'circle'],
    [{ yaml: 'views: {v: {sort: [dat()]}}', view: 'v' }, 'unsupported_construct', 'dat()'],
    [{ yaml: 'filters: a', view: 'v' }, 'base_eval_error', 'no `views:`'],
    [{ yaml: 'views: {w: {}}', view: 'v' }, 'base_eval_error', 'it has "w"'],
    [{ yaml: 'views: {v: {sort: status}}', view: 'v' }, 'base_eval_error', '`sort:` is malformed'],
    [{ yaml: 'views: {v: [', view: 'v' }, 'base_eval_error', 'line 1'],
    [
      {
        yaml: `a: &a [${'1,'.repeat(99)}1]\nb: &b [${'*a,'.repeat(99)}*a]\nviews: {v: {filters: {and: [*b, *b]}}}`,
        view: 'v',
      },
      'base_eval_error',
      'aliases',
    ],
    [{ file: '../outside.base', view: 'v' }, 'base_file_read_failed', 'inside the vault'],
    [{ file: '.obsidian/x.base', view: 'v' }, 'base_file_read_failed', 'hidden folder'],
    [{ file: 'Absent.base', view: 'v' }, 'base_file_read_failed', 'no such file'],
    [{ view: 'v' }, 'invalid_arguments', '`file` or `yaml` is required'],
    [{ yaml: 'views: {v: {}}' }, 'invalid_arguments', '`view`'],
  ])('answers %j with %s', async (args, code, words) => {
    await expect(base(args)).rejects.toMatchObject({ code, message: expect.stringContaining(words) as unknown });
  });

  it('needs the core plugin', async () => {
    await inApp((app) => app.internalPlugins.getPluginById('bases').disable());
    await expect(base({ file: 'Bases/Spec.base', view: 'Open' })).rejects.toMatchObject({ code: 'bases_not_enabled' });
    await inApp((app) => app.internalPlugins.getPluginById('bases').enable());
    expect(await base({ file: 'Bases/Spec.base', view: 'Open' })).toMatchObject({ total: 1 });
  });
});

describe('a plugin that cannot be asked', () => {
  it('since its discovery file does not name the route: the way out is an upgrade', async () => {
    const file = join(vault, '.obsidian/plugins/vault-loom/discovery.json');
    const text = await readFile(file, 'utf8');
    const older = { ...(JSON.parse(text) as object), pluginVersion: '0.0.9', capabilities: ['status', 'active'] };
    const missing = {
      code: 'capability_missing',
      message: expect.stringMatching(/0\.0\.9.*Upgrade the plugin/) as unknown,
    };
    for (const ask of [() => dql('THIS'), () => base({ file: 'Bases/Spec.base', view: 'Open' })])
      await vi.waitFor(async () => {
        // The plugin that runs puts its own file back.
        await writeFile(file, JSON.stringify(older));
        await expect(ask()).rejects.toMatchObject(missing);
      }, PATIENT);
    expect(await call('active_note')).toEqual({ path: null });
    await writeFile(file, text);
    await vi.waitFor(() => dql('THIS'), PATIENT);
  });

  it('since it was disabled: the way out is to install and enable it', async () => {
    await inApp((app) => app.plugins.disablePlugin('vault-loom'));
    for (const ask of [() => dql('THIS'), () => call('active_note')]) {
      await expect(ask()).rejects.toMatchObject({
        code: 'plugin_unavailable',
        message: expect.stringContaining(INSTALL_INSTRUCTIONS) as unknown,
      });
    }
    expect(await base({ file: 'Bases/Spec.base', view: 'Open' })).toMatchObject({ total: 1, host: 'disk' });
    expect(await call('search', { query: 'kitchen' })).toMatchObject({ data: [{ path: 'beds/Compost.md' }] });
    await inApp((app) => app.plugins.enablePlugin('vault-loom'));
    await vi.waitFor(() => dql('THIS'), PATIENT);
  });
});

describe('the app, after all these', () => {
  it('has no error in its console', async () => {
    expect(await sandbox.ask('errors', {})).toEqual([]);
  });
});
