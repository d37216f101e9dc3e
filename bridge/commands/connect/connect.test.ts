import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { bundleForNode } from '../../../build/quick/bundle-for-node.ts';
import { version } from '../../../package.json';
import type { ServerLaunch } from '../../../shared/clients/server-launch.ts';

let bundle: string;
let root: string;
beforeAll(async () => {
  [bundle, root] = await Promise.all([bundleForNode('bridge/cli.ts'), mkdtemp(join(tmpdir(), 'vault-loom-home-'))]);
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

describe.runIf(process.platform === 'linux')('connect, in an empty home', () => {
  it('names what it needs to know when nobody can be asked, and writes nothing', async () => {
    const home = await emptyHome('unasked', { 'Work/a.md': 'a', 'Play/b.md': 'b', '.cursor/x': '' });
    const list = { vaults: { a: { path: join(home, 'Work'), ts: 1 }, b: { path: join(home, 'Play'), ts: 2 } } };
    expect(await run(home, 'connect')).toMatchObject({ code: 2, stderr: expect.stringContaining('--vault PATH') });
    await write(join(home, '.var/app/md.obsidian.Obsidian/config/obsidian/obsidian.json'), JSON.stringify(list));
    const several = await run(home, 'connect', 'cursor');
    expect(several).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/Play.*Work.*--vault PATH/u) });
    const unsure = await run(home, 'connect', 'cursor', '--vault', join(home, 'Work'));
    expect(unsure).toMatchObject({ code: 2, stderr: expect.stringContaining('--yes') });
    await expect(stat(join(home, '.cursor/mcp.json'))).rejects.toThrow('ENOENT');
    // The way out is for the same vault.
    const byHand = await run(home, 'connect', 'cline', '--vault', join(home, 'Work'), '--yes');
    const command = `vault-loom connect cline --vault ${join(home, 'Work')} --print shows`;
    expect(byHand).toMatchObject({ code: 2, stderr: expect.stringContaining(command) });
  });

  it.each(['{}\n', '{ "mcpServers": {} }\n', '{\n  "mcpServers": {},\n  "theme": "dark"\n}\n'])(
    'takes out again no more than it has put in: %j',
    async (before) => {
      const home = await emptyHome(`list-${before.length}`, { 'Work/a.md': 'a' });
      const file = join(home, '.cursor/mcp.json');
      await write(file, before);
      expect((await run(home, 'connect', 'cursor', '--yes', '--vault', join(home, 'Work'))).code).toBe(0);
      expect(await readFile(file, 'utf8')).toContain('vault-loom');
      expect((await run(home, 'connect', 'cursor', '--remove', '--yes')).code).toBe(0);
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(before));
    },
  );

  it('adds an entry for each vault once, and takes them out again', async () => {
    const home = await emptyHome('cursor', { 'Work/a.md': 'a', 'Play/b.md': 'b' });
    const file = join(home, '.cursor/mcp.json');
    await write(file, '{\n  "mcpServers": {\n    "db": { "url": "http://localhost:1" }\n  }\n}\n');
    const before = await readFile(file, 'utf8');
    const vaults = ['--vault', join(home, 'Work'), '--vault', join(home, 'Play')];
    const first = await run(home, 'connect', 'cursor', '--yes', ...vaults);
    expect(first).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('The server starts') });
    const after = await readFile(file, 'utf8');
    const { mcpServers } = JSON.parse(after);
    expect(Object.keys(mcpServers)).toEqual(['db', 'vault-loom-work', 'vault-loom-play']);
    // Not the file that was run: that one may be gone tomorrow.
    expect(mcpServers['vault-loom-work'].args[0]).toContain(join(home, '.local/share/vault-loom/server'));

    expect((await run(home, 'connect', 'cursor', '--yes', ...vaults)).stdout).toContain('has it already');
    expect(await readFile(file, 'utf8')).toBe(after);
    expect((await run(home, 'connect', 'cursor', '--remove', '--yes')).code).toBe(0);
    expect(await readFile(file, 'utf8')).toBe(before);
  });

  it('reports the result as JSON, and asks nothing', async () => {
    const home = await emptyHome('json', { 'Work/a.md': 'a' });
    const file = join(home, '.cursor/mcp.json');
    const vault = join(home, 'Work');
    const entries = [{ name: 'vault-loom', vault }];
    const outcome = { client: 'cursor', file, changed: true, entries };
    const unsure = await run(home, 'connect', 'cursor', '--json', '--vault', vault);
    expect(unsure).toMatchObject({ code: 2, stderr: '' });
    expect(JSON.parse(unsure.stdout)).toMatchObject({ error: { hint: expect.stringContaining('--yes') } });
    const added = await run(home, 'connect', 'cursor', '--json', '--yes', '--vault', vault);
    expect(JSON.parse(added.stdout)).toEqual({ clients: [{ ...outcome, backup: null }] });
    const printed = await run(home, 'connect', 'cursor', '--json', '--print', '--vault', vault);
    expect(JSON.parse(JSON.parse(printed.stdout).clients[0].text)).toHaveProperty('mcpServers.vault-loom');
    const removed = await run(home, 'connect', 'cursor', '--json', '--yes', '--remove');
    const { backup, ...rest } = JSON.parse(removed.stdout).clients[0];
    expect(rest).toEqual(outcome);
    expect(JSON.parse(await readFile(backup, 'utf8'))).toHaveProperty('mcpServers.vault-loom');
  });

  it("uses the client's own command, and writes itself what that leaves out", async () => {
    const home = await emptyHome('codex', { 'Work/a.md': 'a' });
    const program = join(home, 'bin/codex');
    await writeFile(await made(program), '#!/bin/sh\nprintf "%s\\n" "$@" > "$HOME/words"\n', { mode: 0o755 });
    const { code, stdout } = await run(home, 'connect', 'codex', '--yes', '--vault', join(home, 'Work'));
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('By its own command: codex mcp add') });
    expect(await readFile(join(home, 'words'), 'utf8')).toContain(`VAULT_PATH=${join(home, 'Work')}`);
    expect(await readFile(join(home, '.codex/config.toml'), 'utf8')).toContain('[mcp_servers.vault-loom]');
  });

  it('writes all that it has shown, if the own command writes a part of it', async () => {
    const home = await emptyHome('codex-part', { 'Work/a.md': 'a' });
    // As Codex 0.169 does: `mcp add NAME --env VAR -- COMMAND SCRIPT`.
    const program = `#!/bin/sh
mkdir -p "$HOME/.codex"
printf '# Mine\\n[mcp_servers.%s]\\ncommand = "%s"\\nargs = ["%s"]\\n\\n[mcp_servers.%s.env]\\nVAULT_PATH = "%s"\\n' \\
  "$3" "$7" "$8" "$3" "\${5#VAULT_PATH=}" > "$HOME/.codex/config.toml"
`;
    await writeFile(await made(join(home, 'bin/codex')), program, { mode: 0o755 });
    const { code, stdout } = await run(home, 'connect', 'codex', '--yes', '--vault', join(home, 'Work'));
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('+startup_timeout_sec = 60') });
    const text = await readFile(join(home, '.codex/config.toml'), 'utf8');
    expect(text).toContain('# Mine');
    expect(text.match(/startup_timeout_sec = 60/gu)).toHaveLength(1);
    expect((await run(home, 'connect', 'codex', '--yes', '--vault', join(home, 'Work'))).stdout).toContain(
      'has it already',
    );
  });

  it('leaves a file that it cannot read as it is', async () => {
    const home = await emptyHome('broken', {
      'Work/a.md': 'a',
      '.config/zed/settings.json': '{"context_servers": []}',
    });
    const { code, stderr } = await run(home, 'connect', 'zed', '--yes', '--vault', join(home, 'Work'));
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('was left as it is') });
    expect(await readFile(join(home, '.config/zed/settings.json'), 'utf8')).toBe('{"context_servers": []}');
  });

  it('takes out the entry of a vault that is gone, by its path as written, and nothing that is not ours', async () => {
    const home = await emptyHome('gone', { 'Work/a.md': 'a', 'Play/b.md': 'b' });
    const file = join(home, '.cursor/mcp.json');
    const theme = { command: 'python', args: ['x.py'] };
    await write(file, JSON.stringify({ mcpServers: { 'vault-loom-theme': theme } }));
    const vaults = ['--vault', join(home, 'Work'), '--vault', join(home, 'Play')];
    expect((await run(home, 'connect', 'cursor', '--yes', ...vaults)).code).toBe(0);
    await rename(join(home, 'Work'), join(home, 'Moved'));
    const unknown = await run(home, 'connect', 'cursor', '--remove', '--yes', '--vault', join(home, 'Moved'));
    expect(unknown).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`vault-loom-work (${join(home, 'Work')})`),
    });
    const gone = await run(home, 'connect', 'cursor', '--remove', '--yes', '--vault', join(home, 'Work'));
    expect(gone).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('Removed: vault-loom-work from'),
    });
    expect(Object.keys(JSON.parse(await readFile(file, 'utf8')).mcpServers)).toEqual([
      'vault-loom-theme',
      'vault-loom-play',
    ]);
    expect((await run(home, 'connect', 'cursor', '--remove', '--yes')).code).toBe(0);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ mcpServers: { 'vault-loom-theme': theme } });
  });

  it('shows the change of a file without the words of a patch program', async () => {
    const home = await emptyHome('diff', { 'Work/a.md': 'a', '.cursor/mcp.json': '{}\n' });
    const { stdout } = await run(home, 'connect', 'cursor', '--yes', '--vault', join(home, 'Work'));
    expect(stdout).toMatch(/^--- .*mcp\.json/u);
    expect(stdout).not.toMatch(/^(?:Index|=+)/mu);
    const named = await emptyHome('josé', { 'Work/a.md': 'a' });
    const written = await run(named, 'connect', 'cursor', '--yes', '--vault', join(named, 'Work'));
    expect(written.stdout).toContain(`--- /dev/null\n+++ ${join(named, '.cursor/mcp.json')}\n@@ `);
  });

  it('names a data folder or a client folder that cannot be written, in one line, with the way out', async () => {
    const home = await emptyHome('refused', { 'Work/a.md': 'a', '.local': 'no folder', '.gemini': 'no folder' });
    const refused = await run(home, 'connect', 'cursor', '--yes', '--vault', join(home, 'Work'));
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^vault-loom: .*\.local\/share\/vault-loom .*VAULT_LOOM_DATA_DIR\.\n$/u),
    });
    await expect(stat(join(home, '.cursor'))).rejects.toThrow('ENOENT');
    await rm(join(home, '.local'));
    const client = await run(home, 'connect', 'gemini-cli', '--yes', '--vault', join(home, 'Work'));
    expect(client).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^vault-loom: .*settings\.json .*--print\)\.\n$/u),
    });
  });

  it('keeps the copies of the server that clients start, and no others', async () => {
    const home = await emptyHome('copies', { 'Work/a.md': 'a' });
    const copies = join(home, '.local/share/vault-loom/server');
    for (const old of ['0.0.1', '0.0.2', '0.0.3']) await write(join(copies, old, 'cli.mjs'), '');
    await write(join(copies, '0.0.3', 'printed'), '');
    const entry = { command: 'node', args: [join(copies, '0.0.2/cli.mjs')], env: { VAULT_PATH: join(home, 'Work') } };
    await write(
      join(home, '.codeium/windsurf/mcp_config.json'),
      JSON.stringify({ mcpServers: { 'vault-loom': entry } }),
    );
    const { stdout } = await run(home, 'connect', 'cursor', '--yes', '--vault', join(home, 'Work'));
    expect(stdout).toContain('Removed the server');
    const versions = async (): Promise<string[]> => (await readdir(copies)).filter((name) => name !== 'written').sort();
    expect(await versions()).toEqual(['0.0.2', '0.0.3', version]);
    expect((await run(home, 'connect', 'cursor', '--remove', '--yes')).code).toBe(0);
    expect(await versions()).toEqual(['0.0.2', '0.0.3']);
  });

  it('prints one text for several vaults, under the names that the client would have', async () => {
    const home = await emptyHome('printed-several', { 'Work/a.md': 'a', 'Play/b.md': 'b' });
    const vaults = ['--vault', join(home, 'Work'), '--vault', join(home, 'Play')];
    const printed = async (...args: string[]): Promise<string> =>
      (await run(home, 'connect', '--print', ...args)).stdout;
    expect(Object.keys(parseYaml(await printed('goose', ...vaults)).extensions)).toEqual([
      'vault-loom-work',
      'vault-loom-play',
    ]);
    expect(Object.keys(JSON.parse(await printed('opencode', ...vaults)).mcp)).toEqual([
      'vault-loom-work',
      'vault-loom-play',
    ]);
    expect(await printed('codex', ...vaults)).toContain('[mcp_servers.vault-loom-play]');
    expect(Object.keys(JSON.parse(await printed('other', ...vaults)).mcpServers)).toEqual([
      'vault-loom-work',
      'vault-loom-play',
    ]);
    await Promise.all(
      [
        ['cursor', '.cursor/mcp.json'] as const,
        ['goose', '.config/goose/config.yaml'] as const,
        ['opencode', '.config/opencode/opencode.jsonc'] as const,
      ].map(async ([client, file]) => {
        const text = await printed(client, ...vaults.slice(0, 2));
        await write(join(home, file), text);
        expect(await printed(client, ...vaults.slice(2))).toContain('vault-loom-play');
        expect(await printed(client, ...vaults.slice(0, 2))).toBe(text);
      }),
    );
    // A dozen programs are started, which takes long on a busy computer.
  }, 90_000);

  it('prints the form that the file of opencode has, and knows the entries of both', async () => {
    const home = await emptyHome('opencode', { 'Work/a.md': 'a', 'Play/b.md': 'b' });
    const vaults = ['--vault', join(home, 'Work'), '--vault', join(home, 'Play')];
    const print = async (...args: string[]) =>
      JSON.parse((await run(home, 'connect', 'opencode', '--print', ...args)).stdout);
    const { mcp } = await print(...vaults.slice(0, 2));
    expect(mcp).toEqual({ 'vault-loom': expect.objectContaining({ type: 'local', enabled: true }) });
    const own = {
      db: { type: 'local', command: ['db'] },
      'vault-loom-mine': { ...mcp['vault-loom'], enabled: undefined },
    };
    await write(join(home, '.config/opencode/opencode.jsonc'), `// Mine\n${JSON.stringify({ mcp: { servers: own } })}`);
    const second = await print(...vaults);
    expect(Object.keys(second.mcp.servers)).toEqual(['vault-loom-mine', 'vault-loom-play']);
    expect(Object.keys(second.mcp.servers['vault-loom-play'])).toEqual(['type', 'command', 'environment']);
  });

  it('has two vaults served side by side by two entries of one client', async () => {
    const home = await emptyHome('two', { 'Work/Bench.md': 'brazing', 'Play/Stage.md': 'brazing' });
    const vaults = ['--vault', join(home, 'Work'), '--vault', join(home, 'Play')];
    expect((await run(home, 'connect', 'cursor', '--yes', ...vaults)).code).toBe(0);
    const { mcpServers } = JSON.parse(await readFile(join(home, '.cursor/mcp.json'), 'utf8')) as {
      mcpServers: Record<string, ServerLaunch>;
    };
    const clients = await Promise.all(
      Object.values(mcpServers).map(async ({ env, ...program }) => {
        const client = new Client({ name: 'two-vaults-test', version: '1' });
        await client.connect(new StdioClientTransport({ ...program, env: { HOME: home, ...env }, stderr: 'ignore' }));
        return client;
      }),
    );
    const found = await Promise.all(
      clients.map(async (client) => {
        await client.callTool({ name: 'create_note', arguments: { title: 'New', content: 'brazing' } });
        const search = { name: 'search', arguments: { query: 'brazing', mode: 'fulltext' } };
        const { data } = (await client.callTool(search)).structuredContent as { data: { path: string }[] };
        return data.map(({ path }) => path).sort();
      }),
    );
    await Promise.all(clients.map((client) => client.close()));
    expect(found).toEqual([
      ['Bench.md', 'New.md'],
      ['New.md', 'Stage.md'],
    ]);
  });

  it('does not print what to add when asked to remove', async () => {
    const home = await emptyHome('both', { 'Work/a.md': 'a' });
    const both = await run(home, 'connect', 'cursor', '--print', '--remove', '--vault', join(home, 'Work'));
    expect(both).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('--remove alone') });
  });

  it('prints the entry of any client of the table', async () => {
    const home = await emptyHome('printed', { 'Work/a.md': 'a' });
    const { code, stdout } = await run(home, 'connect', 'goose', '--print', '--vault', join(home, 'Work'));
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^extensions:\n {2}vault-loom:\n/u) });
  });
});

async function emptyHome(name: string, files: Record<string, string>): Promise<string> {
  const home = join(root, name);
  for (const [path, text] of Object.entries(files)) await write(join(home, path), text);
  return home;
}

async function write(file: string, text: string): Promise<void> {
  await writeFile(await made(file), text);
}

async function made(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  return file;
}

function run(home: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { HOME: home, PATH: `${join(home, 'bin')}:/usr/bin:/bin`, VAULT_LOOM_EMBEDDER: 'none' };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [bundle, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end();
  });
}
