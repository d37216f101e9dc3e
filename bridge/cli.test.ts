import { existsSync } from 'node:fs';
import { cp, readdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '../package.json';
import { INSTALL_INSTRUCTIONS } from '../shared/protocol/errors.ts';
import { bundleForNode } from '../build/quick/bundle-for-node.ts';
import { installInVault, startPluginServer } from './test-support/plugin-server.ts';
import { runCli, type Ended } from './test-support/run-cli.ts';
import { startRawClient } from './test-support/raw-client.ts';
import type { TempVault } from './test-support/temp-vault.ts';
import { tempVault } from './test-support/temp-vault.ts';

const NOTES = {
  'Tea/Green tea.md':
    '---\ntags: [drink/tea]\n---\nWater at 80 degrees, from [[Water]] of the spring. See [[Black tea]] and [[Missing page]].\n',
  'Tea/Black tea.md': 'Boiling [[Water]], four minutes. Not as delicate as [[Green tea]].\n',
  'Water.md': '# Water\nSoft water makes good tea.\n',
  'Journal/2024-05-01.md': 'Drank [[Green tea]] with friends.\n',
};

let bundle: string;
let vault: TempVault;
beforeAll(async () => {
  [bundle, vault] = await Promise.all([bundleForNode('bridge/cli.ts'), tempVault(NOTES)]);
});
afterAll(async () => {
  await vault.remove();
});

describe('misuse', () => {
  it.skipIf(process.platform === 'win32')(
    'a home folder that is no full path is named, and nothing is made in its place',
    async () => {
      const env = { VAULT_PATH: vault.path, HOME: 'rel', XDG_DATA_HOME: '', XDG_CONFIG_HOME: '' };
      for (const args of [['doctor'], ['connect', 'cursor', '--yes'], ['status']]) {
        const { code, stderr } = await run(args, env);
        expect([args, code, stderr]).toEqual([args, 2, expect.stringContaining('HOME is "rel"')]);
      }
      expect(existsSync('rel')).toBe(false);
    },
  );

  it.each([
    [['dance'], 'There is no command "dance".'],
    [['--fast'], "Unknown option '--fast'."],
    [['undo'], 'undo needs the id of a change; history lists them.'],
    [['history', 'burn'], 'There is no command "history burn".'],
    [['history', 'show'], "Missing required argument 'id'."],
    [['help', 'burn'], 'There is no command "burn".'],
    [['history', 'help', 'burn'], 'There is no command "history burn".'],
    [['models', 'burn'], 'There is no command "models burn".'],
    [
      ['completion', 'tcsh'],
      "Command-argument value 'tcsh' is invalid for argument 'shell'. Allowed choices are bash,",
    ],
    [['search', 'tea', '--limmit', '3'], "Unknown option '--limmit'. (Did you mean --limit?)"],
    [['reed', 'tea'], 'There is no command "reed". (Did you mean read?)'],
  ])('in %j ends with what is wrong, in at most six lines, with exit code 2', async (args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(6);
    expect(lines[0]).toContain('Usage: vault-loom');
    expect(lines.at(-1)).toContain(`vault-loom: ${message}`);
  });

  it.each([
    [{ VAULT_PATH: '' }, 'VAULT_PATH is not set'],
    [{ VAULT_PATH: join('no', 'such', 'folder') }, 'VAULT_PATH does not exist'],
  ])('of %j is one line on stderr, with exit code 2', async (env, message) => {
    const { code, stdout, stderr } = await run([], env);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^vault-loom: ${message}.*\n$`, 'u'));
  });
});

describe('a server whose vault is not there', () => {
  it('answers initialize, and each tool says what is wrong and how to fix it; the log names the folder', async () => {
    const missing = join(vault.path, 'not there');
    const client = startRawClient(bundle, { ...vault.env, VAULT_PATH: missing });
    expect((await client.initialize()).result).toMatchObject({ serverInfo: { name: 'vault-loom' } });
    for (const [tool, args] of [
      ['search', { query: 'tea' }],
      ['index_status', {}],
      ['create_note', { title: 'x', content: 'y' }],
      ['active_note', {}],
    ] as const) {
      client.send({ id: tool, method: 'tools/call', params: { name: tool, arguments: args } });
      const text = JSON.stringify((await client.answer(tool)).result);
      expect(text).toContain('vault_not_found');
      expect(text).toContain('Set VAULT_PATH');
      expect(text).not.toContain(vault.path);
    }
    client.child.stdin.end();
    expect((await client.exited).code).toBe(2);
    expect(client.stderr()).toBe(`vault-loom: VAULT_PATH does not exist: ${missing}\n`);
  });

  it('serves it once it appears', async () => {
    const later = `${vault.path}-later`;
    const client = startRawClient(bundle, { ...vault.env, VAULT_PATH: later });
    await client.initialize();
    const list = async (id: number) => {
      client.send({ id, method: 'tools/call', params: { name: 'list_notes', arguments: {} } });
      return (await client.answer(id)).result;
    };
    expect(await list(1)).toMatchObject({ isError: true });
    await cp(vault.path, later, { recursive: true });
    expect(await list(2)).toMatchObject({ structuredContent: { total: 5 } });
    client.child.stdin.end();
    expect((await client.exited).code).toBe(0);
    await rm(later, { recursive: true, force: true });
  });

  it('does the same with a limit that cannot be understood', async () => {
    const client = startRawClient(bundle, { ...vault.env, VAULT_LOOM_FOLDERS: '["a"' });
    await client.initialize();
    client.send({ id: 1, method: 'tools/call', params: { name: 'search', arguments: { query: 'tea' } } });
    expect(JSON.stringify((await client.answer(1)).result)).toContain('VAULT_LOOM_FOLDERS');
    client.child.stdin.end();
    expect((await client.exited).code).toBe(2);
  });
});

describe('help and version', () => {
  it('answer on stdout, as words and as options', async () => {
    for (const word of ['version', '--version', '-v'])
      expect(await run([word])).toMatchObject({ code: 0, stdout: `${version}\n` });
    expect(JSON.parse((await run(['version', '--json'])).stdout)).toEqual({ version });
    expect((await run(['help'])).stdout).toBe((await run(['--help'])).stdout);
    expect(await run(['help', '--help'])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('vault-loom help'),
    });
    for (const [words, same] of [
      [
        ['help', 'search'],
        ['search', '--help'],
      ],
      [
        ['help', 'history', 'show'],
        ['history', 'show', '--help'],
      ],
      [
        ['history', 'help'],
        ['history', '--help'],
      ],
      [
        ['history', 'help', 'show'],
        ['history', 'show', '--help'],
      ],
      [
        ['models', 'help', 'test'],
        ['models', 'test', '--help'],
      ],
    ] as const) {
      const { code, stdout } = await run([...words]);
      expect({ code, stdout }).toEqual({ code: 0, stdout: (await run([...same])).stdout });
    }
    const help = await run(['--help']);
    expect(help.code).toBe(0);
    for (const command of ['serve', 'tour', 'call', 'status', 'doctor']) expect(help.stdout).toContain(`  ${command} `);
  });
});

describe('call', () => {
  it('prints a result as JSON', async () => {
    const { code, stdout } = await run(['call', 'read_note', '{"name": "green tea"}'], vault.env);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ data: { path: 'Tea/Green tea.md', tags: ['drink/tea'] } });
  });

  it('prints an error of the tool as JSON, with exit code 1', async () => {
    const { code, stdout } = await run(['call', 'active_note'], vault.env);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      error: { code: 'plugin_unavailable', message: expect.stringContaining(INSTALL_INSTRUCTIONS) },
    });
  });

  it.each([
    [['call', 'search', '{bad'], 'invalid_arguments'],
    [['call', 'search', '[]'], 'invalid_arguments'],
    [['call', 'list_tasks', '{"limit": "x"}'], 'invalid_arguments'],
    [['call', 'no_such_tool', '{}'], 'invalid_arguments'],
    [['call', 'search', '{"query": "x"}', '--vault', ''], 'vault_not_found'],
  ])('prints why it refuses %j as JSON, with exit code 2', async (args, reason) => {
    const { code, stdout } = await run(args, vault.env);
    expect({ code, answer: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 2,
      answer: { error: { code: reason } },
    });
  });
});

describe('status and doctor', () => {
  it('report the state', async () => {
    const status = await run(['status'], vault.env);
    expect(status).toMatchObject({ code: 0, stdout: expect.stringContaining('host: disk') });
    const waited = await run(['status', '--wait'], vault.env);
    expect(waited).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/embedded by lsa|embeddings are off|not learned/),
    });
    const doctor = await run(['doctor', vault.path], { ...vault.env, VAULT_PATH: '' });
    expect(doctor.code).toBe(0);
    for (const line of ['ok   Node', 'ok   Vault', 'note App', 'note Plugin', 'ok   Index'])
      expect(doctor.stdout).toContain(line);
  });

  it('name the problem, with exit code 1', async () => {
    expect(await run(['doctor', 'no-such-folder'], vault.env)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('BAD  Vault'),
    });
  });
});

describe('doctor, if the plugin is installed', () => {
  it('says what the app answers, and that both keep their journal in one place', async () => {
    const place = await tempVault(NOTES);
    const root = await realpath(place.path);
    await installInVault(root);
    expect((await run(['doctor', root], place.env)).stdout).toContain(
      'note Live app     The notes app is not reachable: it is closed',
    );
    const server = await startPluginServer({ vault: root, dataDir: place.dataDir, state: 'ready' });
    const good = await run(['doctor', root], place.env);
    expect(good).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^ok {3}Live app {5}app 1\.10\.0 answers on port \d+ and hosts the engine$/mu),
    });
    const apart = await run(['doctor', root], { ...place.env, VAULT_LOOM_DATA_DIR: `${place.dataDir}-other` });
    expect(apart).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^BAD {2}Data .*\n +Cure: set VAULT_LOOM_DATA_DIR/mu),
    });
    await server.close();
    await place.remove();
  });
});

describe('install-plugin', () => {
  it('says what is missing if the plugin is not next to it', async () => {
    expect(await run(['install-plugin', vault.path])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining("The plugin's main.js is not next to this program"),
    });
  });
});

describe('the tour', () => {
  it('shows a vault, changes nothing in it, and leaves no lock', async () => {
    const before = await vault.contents();
    const { code, stdout } = await run(['tour', vault.path], { ...vault.env, VAULT_PATH: '' });
    expect(code).toBe(0);
    for (const part of [
      '4 notes, 1 link target still',
      'Search ─',
      'Connections ─',
      'Themes ─',
      'Top notes ─',
      '"mcpServers"',
      JSON.stringify(vault.path),
    ])
      expect(stdout).toContain(part);
    expect(stdout).not.toMatch(/undefined|NaN/u);
    expect(stdout).not.toContain('\u001b');
    expect(await vault.contents()).toEqual(before);
    expect((await readdir(join(vault.dataDir, 'locks'))).filter((name) => name.endsWith('.lock'))).toEqual([]);
  });

  it('is data with --json', async () => {
    const { code, stdout } = await run(['tour', vault.path, '--json'], vault.env);
    expect({ code, data: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      data: {
        vault: vault.path,
        notes: { total: 4 },
        search: { tool: 'search', result: { data: expect.any(Array) } },
      },
    });
  });

  it.each([
    ['an empty vault', {}, 'This vault holds no notes yet.'],
    ['a vault of one note', { 'Alone.md': 'Nothing else.' }, 'No links to or from this note yet.'],
    ['a vault of one empty note with a number for a name', { '42.md': '' }, '1 note'],
  ])('copes with %s', async (_what, files, message) => {
    const small = await tempVault(files);
    const { code, stdout, stderr } = await run(['tour', small.path], small.env);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(message);
    expect(stdout).toContain('"mcpServers"');
    await small.remove();
  });
});

function run(args: string[], env: Record<string, string> = {}): Promise<Ended> {
  return runCli(bundle, args, env);
}
