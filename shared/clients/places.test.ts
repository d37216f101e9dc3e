import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { COMMON_CLIENTS, type CommonClient } from './common-clients.ts';
import { configFileOf, configFiles, type ClientMachine } from './find-config-file.ts';
import { findNode, isTooOld, npxOf } from './find-node.ts';
import { isServerFile, noteServer, readServerNote } from './server-note.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-clients-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const put = async (path: string, text = ''): Promise<string> => {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
};
const program = async (path: string): Promise<string> => {
  const file = await put(path, '#!/bin/sh\n');
  await chmod(file, 0o755);
  return file;
};
const here = (env: Record<string, string> = {}): ClientMachine => ({ system: 'linux', home: folder, env });
const client = (id: string) => {
  const found = COMMON_CLIENTS.find((each) => each.id === id);
  if (found === undefined) throw new Error(id);
  return found;
};

describe("a client's configuration file", () => {
  it('is where each system has it', () => {
    const desktop = client('claude-desktop');
    const on = (system: ClientMachine['system'], env: ClientMachine['env'] = {}): string[] =>
      configFiles(desktop, { system, home: system === 'win32' ? 'C:\\Users\\Ada' : '/home/ada', env });
    expect(on('darwin')).toEqual(['/home/ada/Library/Application Support/Claude/claude_desktop_config.json']);
    expect(on('linux')).toEqual(['/home/ada/.config/Claude/claude_desktop_config.json']);
    expect(on('linux', { XDG_CONFIG_HOME: '/cfg' })).toEqual(['/cfg/Claude/claude_desktop_config.json']);
    const packaged = 'Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json';
    expect(on('win32', { APPDATA: 'D:\\Roaming', LOCALAPPDATA: 'D:\\Local' })).toEqual([
      `D:\\Local\\${packaged}`,
      'D:\\Roaming\\Claude\\claude_desktop_config.json',
    ]);
    expect(on('win32')).toEqual([
      `C:\\Users\\Ada\\AppData\\Local\\${packaged}`,
      'C:\\Users\\Ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
    ]);
  });

  it.each([
    ['zed', 'linux', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/zed/settings.json'],
    ['zed', 'linux', { XDG_CONFIG_HOME: 'relative' }, '/home/ada/.config/zed/settings.json'],
    ['zed', 'darwin', { XDG_CONFIG_HOME: '/cfg' }, '/home/ada/.config/zed/settings.json'],
    ['vscode', 'linux', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/Code/User/mcp.json'],
    ['opencode', 'linux', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/opencode/opencode.json'],
    ['opencode', 'darwin', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/opencode/opencode.json'],
    ['opencode', 'darwin', {}, '/home/ada/.config/opencode/opencode.json'],
    ['goose', 'darwin', { XDG_CONFIG_HOME: '/cfg' }, '/cfg/goose/config.yaml'],
    ['codex', 'linux', { CODEX_HOME: '/codex' }, '/codex/config.toml'],
    ['codex', 'linux', { CODEX_HOME: '' }, '/home/ada/.codex/config.toml'],
    ['claude-code', 'darwin', { CLAUDE_CONFIG_DIR: '/claude' }, '/claude/.claude.json'],
    ['gemini-cli', 'linux', { GEMINI_CLI_HOME: '/gemini' }, '/gemini/.gemini/settings.json'],
  ] as const)('of %s on %s with %o is %s', (id, system, env, file) => {
    expect(configFiles(client(id), { system, home: '/home/ada', env })).toEqual([file]);
  });

  it('is the one that is there, else the one whose folder is, else the newest', async () => {
    const windsurf = client('windsurf');
    const [newer, older] = configFiles(windsurf, here());
    expect(await configFileOf(windsurf, here())).toBe(newer);
    await mkdir(join(folder, '.codeium/windsurf'), { recursive: true });
    expect(await configFileOf(windsurf, here())).toBe(older);
    await mkdir(join(folder, '.config/devin'), { recursive: true });
    expect(await configFileOf(windsurf, here())).toBe(newer);
    await put('.codeium/windsurf/mcp_config.json', '{}');
    expect(await configFileOf(windsurf, here())).toBe(older);
    expect(await configFileOf(client('other'), here())).toBeNull();
  });

  it("is in a package's folder as soon as there is one, though a file of older versions is left", async () => {
    const packaged: CommonClient = {
      ...client('claude-desktop'),
      places: () => [
        { base: 'packages', path: 'Claude_x/Claude/config.json' },
        { base: 'home', path: 'Claude/config.json' },
      ],
    };
    const machine = here({ LOCALAPPDATA: join(folder, 'Local') });
    const older = await put('Claude/config.json', '{}');
    expect(await configFileOf(packaged, machine)).toBe(older);
    await mkdir(join(folder, 'Local/Packages/Claude_x/Claude'), { recursive: true });
    expect(await configFileOf(packaged, machine)).toBe(join(folder, 'Local/Packages/Claude_x/Claude/config.json'));
  });

  it("is not in a package's folder that its installer has not made", async () => {
    const machine = { system: 'win32', home: 'C:\\Users\\Ada', env: {} } as const;
    expect(await configFileOf(client('claude-desktop'), machine)).toBe(
      'C:\\Users\\Ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json',
    );
  });
});

describe('Node.js', () => {
  it('is found on the PATH first, and not where there is only a file of that name', async () => {
    await put('plain/node');
    const node = await program('bin/node');
    expect(await findNode(here({ PATH: `relative:${join(folder, 'plain')}:${join(folder, 'bin')}` }))).toEqual({
      program: node,
      version: null,
    });
  });

  it('is known with the npx that came with it', async () => {
    const node = { program: await program('bin/node'), version: null };
    expect(await npxOf(node, 'linux')).toBeNull();
    const npx = await program('bin/npx');
    expect(await npxOf(node, 'darwin')).toBe(npx);
    expect(await npxOf(node, 'win32')).toBeNull();
  });

  it('is found where version managers put it, the newest first, with its version', async () => {
    await program('.nvm/versions/node/v9.9.9/bin/node');
    const newest = await program('.nvm/versions/node/v22.4.1/bin/node');
    await program('.nvm/versions/node/v22.3.0/bin/node');
    expect(await findNode(here(), [])).toEqual({ program: newest, version: '22.4.1' });
    await symlink(newest, join(folder, 'node'));
    expect(await findNode(here(), [folder])).toEqual({ program: join(folder, 'node'), version: '22.4.1' });
    expect(await findNode({ ...here(), home: join(folder, 'nobody') }, [])).toBeNull();
  });

  it('is known to be too old by its headers, and then taken only if there is no other', async () => {
    const old = await program('old/bin/node');
    await put(
      'old/include/node/node_version.h',
      '#define NODE_MAJOR_VERSION 18\n#define NODE_MINOR_VERSION 2\n#define NODE_PATCH_VERSION 1\n',
    );
    const newer = await program('new/bin/node');
    const PATH = [dirname(old), dirname(newer)].join(':');
    expect((await findNode(here({ PATH })))?.program).toBe(newer);
    expect(isTooOld({ program: old, version: '18.2.1' })).toBe(true);
    expect([null, '20.19.0', '24.0.1'].map((version) => isTooOld({ program: old, version }))).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("the server's note", () => {
  it('tells where the server is, as long as it exists', async () => {
    const script = await put('dist/bridge/cli.mjs');
    expect(await readServerNote(folder)).toBeNull();
    await noteServer(folder, { script, version: '0.1.0' });
    expect(await readServerNote(folder)).toEqual({ script, version: '0.1.0' });
    await rm(script);
    expect(await readServerNote(folder)).toBeNull();
  });

  it('is not left for a copy that npm may remove, nor for sources', async () => {
    await noteServer(folder, { script: await put('_npx/1a/node_modules/vault-loom/cli.mjs'), version: '0.1.0' });
    await noteServer(folder, { script: await put('bridge/cli.ts'), version: '0.1.0' });
    expect(await readServerNote(folder)).toBeNull();
  });

  it('is none if it is damaged, or names no file of a server', async () => {
    for (const text of ['{', '[]', '{"script":7,"version":"1"}', JSON.stringify({ script: folder, version: '1' })]) {
      await put('server.json', text);
      expect(await readServerNote(folder)).toBeNull();
    }
    expect([await isServerFile('cli.mjs'), await isServerFile(join(folder, 'absent.mjs'))]).toEqual([false, false]);
  });
});
