import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleForNode } from '../build/quick/bundle-for-node.ts';
import { ALL_TOOLS } from '../shared/tools/all-tools.ts';
import { runCli, type Ended } from './test-support/run-cli.ts';
import { tempVault, type TempVault } from './test-support/temp-vault.ts';

const ESCAPE = '\u001b';
const NOTES = {
  'Tea/Green tea.md': '---\ntags: [drink]\n---\nWater at 80 degrees. See [[Black tea]].\n\n- [ ] Buy more\n',
  'Tea/Black tea.md': 'Boiling water, four minutes.\n',
  'Cups/Black tea.md': 'The large ones.\n',
};

let bundle: string;
let vault: TempVault;
beforeAll(async () => {
  bundle = await bundleForNode('bridge/cli.ts');
});
beforeEach(async () => {
  vault = await tempVault(NOTES);
});
afterEach(() => vault.remove());

function run(
  args: string[],
  { input, env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<Ended> {
  return runCli(bundle, args, { ...vault.env, ...env }, input);
}

async function json(...args: string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr } = await run([...args, '--json']);
  expect(stderr).toBe('');
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe("a tool's command", () => {
  it('prints a readable result, under its own and its short name; without colours, since nobody sees them', async () => {
    const { code, stdout, stderr } = await run([
      'search',
      'eighty',
      'degrees',
      '--mode',
      'fulltext',
      '--variants',
      'degrees',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Tea/Green tea.md');
    expect(stdout).not.toContain(ESCAPE);
    expect((await run(['tasks'])).stdout).toContain('[ ] Buy more  Tea/Green tea.md:6');
    expect((await run(['list-tasks', 'done'])).stdout).toContain('No task fits.');
  });

  it("prints the tool's result alone with --json", async () => {
    const { data } = await json('read', 'Green', 'tea');
    expect(data).toMatchObject({
      path: 'Tea/Green tea.md',
      content: expect.stringContaining('80 degrees'),
      tags: ['drink'],
    });
    expect(await json('read_note', 'Green tea', '--mode', 'brief')).toMatchObject({
      data: expect.not.objectContaining({ content: expect.anything() }),
    });
    expect(await json('list', '--no-include-stubs', '--limit', '1')).toMatchObject({
      total: 3,
      notes: [{ path: 'Cups/Black tea.md' }],
    });
  });

  it('takes the vault from --vault, before or after the command', async () => {
    const env = { VAULT_PATH: '' };
    expect((await run(['list'], { env })).code).toBe(2);
    expect(await run(['list', '--vault', vault.path], { env })).toMatchObject({ code: 0 });
    expect(await run(['--vault', vault.path, 'list'], { env })).toMatchObject({ code: 0 });
  });

  it('names the flag of a wrong argument, with exit code 2, and asks no server', async () => {
    const { code, stdout, stderr } = await run(['search', 'tea', '--limit', '0']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'vault-loom: `--limit` must be at least 1; given 0. `vault-loom search --help` lists its flags.\n',
    );
  });

  it('says what a tool refuses and what could be meant, with exit code 1; as JSON on stdout with --json', async () => {
    const { code, stdout, stderr } = await run(['read', 'Black tea']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(
      /^vault-loom: "Black tea" may mean 2 notes\..*\ncandidates:\n {2}Cups\/Black tea\.md\n {2}Tea\/Black tea\.md\n/u,
    );
    const asJson = await run(['read', 'Black tea', '--json']);
    expect(asJson).toMatchObject({ code: 1, stderr: '' });
    expect(JSON.parse(asJson.stdout)).toMatchObject({ error: { code: 'ambiguous_note', details: { total: 2 } } });
  });

  it('says only that nothing is like it, if nothing is', async () => {
    const { code, stderr } = await run(['read', 'Zzyzx qwv']);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'vault-loom: No note is called "Zzyzx qwv". Find the note with search or `vault-loom list`.\n',
    });
  });

  it('deletes only with --confirm, and says without it what would be deleted', async () => {
    const dry = await run(['delete', 'Cups/Black tea', '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('Cups/Black tea.md') });
    expect(await run(['delete', 'Cups/Black tea'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--confirm'),
    });
    expect(await readFile(join(vault.path, 'Cups/Black tea.md'), 'utf8')).toBe(NOTES['Cups/Black tea.md']);
  });

  it('shows a dry run, then writes what it showed; a long text comes from stdin', async () => {
    const edit = ['edit', 'Green tea', '--mode', 'append', '--content', '-'];
    const dry = await run([...edit, '--dry-run'], { input: 'A last line.\n' });
    expect(dry.stdout).toContain('+A last line.');
    expect(dry.stdout).toContain('Nothing was written.');
    const note = (): Promise<string> => readFile(join(vault.path, 'Tea/Green tea.md'), 'utf8');
    expect(await note()).toBe(NOTES['Tea/Green tea.md']);
    expect((await run(edit, { input: 'A last line.\n' })).code).toBe(0);
    expect(await note()).toBe(`${NOTES['Tea/Green tea.md']}\nA last line.\n`);
  });
});

describe('what tools changed', () => {
  it('is listed, and taken back: the newest first, each once', async () => {
    const before = await vault.contents();
    await run(['create', 'One', 'First.\n']);
    await run(['create', 'Two', 'Second.\n']);
    expect((await run(['history', 'show', 'last'])).stdout).toContain('+Second.');
    const entries = JSON.parse((await run(['history', '--json'])).stdout) as { tool: string; client: string }[];
    expect(entries).toMatchObject([{ tool: 'create_note' }, { tool: 'create_note' }]);
    expect((await run(['undo', 'last'])).stdout).toMatch(/^Undone: Two\.md\n/u);
    expect(await json('undo', 'last')).toMatchObject({ paths: ['One.md'] });
    const [undo] = JSON.parse((await run(['history', '--json'])).stdout) as { id: string; undoes: string }[];
    expect(await run(['undo', undo?.undoes ?? ''])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`is undone already, by ${undo?.id}`),
    });
    const none = await run(['undo', 'last']);
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('No change is left to undo.') });
    // Who names the vault on the line has to do so in the next one.
    const named = await run(['undo', 'last', '--vault', vault.path], { env: { VAULT_PATH: '' } });
    expect(named.stderr).toContain(`vault-loom history --vault '${vault.path}'`);
    const unknown = await run(['history', 'show', 'nope', '--vault', vault.path], { env: { VAULT_PATH: '' } });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no change "nope".') });
    expect(unknown.stderr).toContain(`vault-loom history --vault '${vault.path}'`);
    expect(await vault.contents()).toEqual(before);
  });
});

describe('call', () => {
  it('lists the tools without one: a line each, or as clients are told', async () => {
    const { code, stdout } = await run(['call'], { env: { VAULT_PATH: '' } });
    expect(code).toBe(0);
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.split(' ')[0]),
    ).toEqual(ALL_TOOLS.map(({ name }) => name));
    const listed = JSON.parse((await run(['call', '--json'])).stdout) as { name: string; inputSchema: object }[];
    expect(listed.map(({ name }) => name)).toEqual(ALL_TOOLS.map(({ name }) => name));
    expect((await run(['call'], { env: { VAULT_LOOM_READ_ONLY: '1' } })).stdout).not.toContain('edit_note');
  });

  it('reads its arguments from stdin for -', async () => {
    const { stdout } = await run(['call', 'read_note', '-'], { input: '{"name": "Green tea"}' });
    expect(JSON.parse(stdout)).toMatchObject({ data: { path: 'Tea/Green tea.md' } });
  });
});

describe('doctor and status', () => {
  it('are for programs, too', async () => {
    await mkdir(join(vault.path, '.obsidian'));
    const { ok, findings } = (await json('doctor')) as {
      ok: boolean;
      findings: { state: string; what: string; cure?: string }[];
    };
    expect(ok).toBe(true);
    expect(findings.map(({ what }) => what)).toEqual(
      expect.arrayContaining(['Node', 'Vault', 'App', 'Plugin', 'Model', 'Index', 'Permissions', 'Disk', 'Client']),
    );
    for (const { state, cure } of findings) expect(state === 'ok' || cure !== undefined).toBe(true);
    const lost = await run(['doctor', join(vault.path, 'absent'), '--json']);
    expect(lost.code).toBe(1);
    expect(JSON.parse(lost.stdout)).toMatchObject({
      ok: false,
      findings: expect.arrayContaining([
        expect.objectContaining({ what: 'Vault', state: 'bad', cure: expect.stringContaining('VAULT_PATH') }),
        expect.objectContaining({ what: 'Permissions', state: 'ok' }),
      ]),
    });
    expect(await json('status')).toMatchObject({ notesTotal: 3, host: 'disk' });
  });
});

/** Of util-linux: runs a command in a pseudo terminal. */
const SCRIPT = '/usr/bin/script';

describe.runIf(process.platform === 'linux' && existsSync(SCRIPT))('in a terminal', () => {
  const inTerminal = async (command: string, env: Record<string, string> = {}): Promise<string> => {
    const line = `"${process.execPath}" "${bundle}" ${command}`;
    const { NO_COLOR: _none, ...own } = process.env;
    const { stdout } = await promisify(execFile)(SCRIPT, ['-qec', line, '/dev/null'], {
      env: { ...own, TERM: 'xterm', ...vault.env, ...env },
    });
    return stdout;
  };

  it('there are colours, unless they are not wanted', async () => {
    expect(await inTerminal('list')).toContain(`${ESCAPE}[1mTea/Green tea.md`);
    expect(await inTerminal('list', { NO_COLOR: '1' })).not.toContain(`${ESCAPE}[1m`);
  });

  it('without a command, shows the help and starts no server', async () => {
    expect(await inTerminal('')).toContain('Usage:');
  });
});
