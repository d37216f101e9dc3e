import { chmod, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { bundleForNode } from '../../../build/quick/bundle-for-node.ts';
import { version } from '../../../package.json';
import { keptScreen } from '../../test-support/command-line.ts';
import { clientsHere } from './client-entries.ts';
import { checkClients, checkClientsOf } from './doctor-clients.ts';
import type { Finding } from './finding.ts';

let bundle: string;
let home: string;
let vault: string;
beforeAll(async () => {
  bundle = await bundleForNode('bridge/cli.ts');
});
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-clients-')));
  vault = join(home, 'vault');
  await mkdir(vault);
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function check(ownVersion = version, vaults = [vault], env: Record<string, string> = {}): Promise<Finding[]> {
  const machine = { system: 'linux' as const, home, env: { PATH: join(home, 'bin'), ...env } };
  const checks = { machine, clients: await clientsHere(machine), vaults, version: ownVersion, progress: keptScreen() };
  const ofVaults = await Promise.all(vaults.map((one) => checkClientsOf(one, checks)));
  return [...(await checkClients(checks)), ...ofVaults.flat()];
}

/** Writes Cursor's configuration with these entries. */
async function cursorHas(entries: Record<string, unknown> | string): Promise<string> {
  const file = join(home, '.cursor', 'mcp.json');
  await mkdir(join(home, '.cursor'), { recursive: true });
  await writeFile(file, typeof entries === 'string' ? entries : JSON.stringify({ mcpServers: entries }));
  return file;
}

const entry = (args: string[], path = vault, command = process.execPath) => ({
  command,
  args,
  env: { VAULT_PATH: path, VAULT_LOOM_DATA_DIR: join(home, 'data') },
});

it('says that there is no client, and what to do', async () => {
  expect(await check()).toMatchObject([
    { state: 'note', said: expect.stringContaining('none'), cure: expect.stringContaining('connect other') },
  ]);
});

it('says which clients are not set up for the vault', async () => {
  await cursorHas({ db: { url: 'http://localhost:1' } });
  expect(await check()).toMatchObject([
    { state: 'note', said: 'not set up for this vault: Cursor', cure: expect.stringContaining('vault-loom connect') },
  ]);
});

it('starts what an entry names, and compares the versions', async () => {
  await cursorHas({ 'vault-loom': entry([bundle]) });
  expect(await check()).toEqual([
    { state: 'ok', what: 'Client', said: `Cursor, entry vault-loom: starts ${version} on this vault` },
  ]);
  expect(await check('99.0.0')).toMatchObject([{ state: 'note', cure: expect.stringContaining('connect cursor') }]);
});

it.each([
  ['a server file that is gone', (gone: string) => entry([gone])],
  ['a node that is gone', (gone: string) => entry([bundle], vault, gone)],
])('names %s', async (_what, make) => {
  const gone = join(home, 'gone.mjs');
  await cursorHas({ 'vault-loom': make(gone) });
  expect(await check()).toMatchObject([
    {
      state: 'bad',
      said: `Cursor, entry vault-loom: ${gone} is not there`,
      cure: `VAULT_LOOM_DATA_DIR=${join(home, 'data')} vault-loom connect cursor --vault ${vault} writes it again`,
    },
  ]);
});

it("says that an entry's server does not start", async () => {
  const script = join(home, 'broken.mjs');
  await writeFile(script, 'process.exit(3);\n');
  await cursorHas({ 'vault-loom': entry([script]) });
  expect(await check()).toMatchObject([
    { state: 'bad', said: expect.stringContaining('does not start'), cure: expect.any(String) },
  ]);
});

it('does not start what npm would fetch', async () => {
  const npx = join(home, 'npx');
  await writeFile(npx, '#!/bin/sh\ntouch "$HOME/started"\n');
  await chmod(npx, 0o755);
  await cursorHas({ 'vault-loom': entry(['-y', 'vault-loom'], vault, npx) });
  expect(await check()).toMatchObject([{ state: 'ok', said: expect.stringContaining('npm gets the server') }]);
});

it('looks at entries for other vaults: whether they name one that is there', async () => {
  const file = await cursorHas({
    'vault-loom': { command: 'x', args: [] },
    'vault-loom-gone': entry([bundle], join(home, 'gone')),
    'vault-loom-other': entry([bundle], home),
    'vault-loom-theme': { command: 'python', args: ['theme.py'] },
  });
  expect(await check()).toMatchObject([
    { state: 'bad', said: `Cursor, entry vault-loom: no VAULT_PATH in ${file}` },
    { state: 'note', said: expect.stringContaining('vault-loom-gone'), cure: expect.stringContaining(file) },
  ]);
});

it('names a configuration that the client cannot read either', async () => {
  const file = await cursorHas('{ "mcpServers": ');
  expect(await check()).toMatchObject([
    { state: 'bad', said: expect.stringContaining(file), cure: expect.stringContaining('Correct the file') },
  ]);
});

it('says which have no entry, if no vault is checked', async () => {
  await cursorHas({ db: { url: 'http://localhost:1' } });
  expect(await check(version, [])).toMatchObject([
    { state: 'note', said: 'not set up: Cursor', cure: expect.stringContaining('vault-loom connect') },
  ]);
  await cursorHas({ 'vault-loom': entry([bundle]) });
  expect(await check(version, [])).toEqual([]);
});

it("names the data folder in its cures: the entry's, else the one that is set", async () => {
  const env = { VAULT_LOOM_DATA_DIR: join(home, 'chosen') };
  expect((await check(version, [vault], env))[0]?.cure).toContain(
    `VAULT_LOOM_DATA_DIR=${join(home, 'chosen')} vault-loom connect other --print`,
  );
  await cursorHas({ 'vault-loom': entry([join(home, 'cli.mjs')]) });
  expect((await check(version, [vault], env))[0]?.cure).toContain(
    `VAULT_LOOM_DATA_DIR=${join(home, 'data')} vault-loom connect cursor --vault ${vault}`,
  );
  await cursorHas({});
  expect((await check(version, [vault], env))[0]?.cure).toBe(
    `VAULT_LOOM_DATA_DIR=${join(home, 'chosen')} vault-loom connect cursor --vault ${vault}`,
  );
});
