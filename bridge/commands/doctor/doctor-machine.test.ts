import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FOLLOWING_PORTS } from '../../../shared/protocol/discovery.ts';
import { checkDisk } from './doctor-disk.ts';
import { checkPermissions } from './doctor-permissions.ts';
import { checkPorts, isListening } from './doctor-ports.ts';
import { checkAppVaults } from './doctor-vault.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-doctor-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('disk space', () => {
  const free = (bytes: number) => checkDisk([folder], () => Promise.resolve(bytes));

  it('is reported as a problem before writes fail, and noted earlier still', async () => {
    expect(await free(2e9)).toEqual([{ state: 'ok', what: 'Disk', said: '2.0 GB free' }]);
    expect(await free(300e6)).toMatchObject([
      { state: 'note', said: expect.stringContaining('300 MB'), cure: expect.any(String) },
    ]);
    expect(await free(10e6)).toMatchObject([{ state: 'bad', cure: expect.stringContaining('make room') }]);
  });

  it('is asked of folders that are still to be made', async () => {
    expect(await checkDisk([join(folder, 'not', 'yet')])).toMatchObject([
      { what: 'Disk', said: expect.stringContaining(' free') },
    ]);
  });
});

describe('permissions', () => {
  const places = () => ({
    vault: join(folder, 'vault'),
    plugin: join(folder, 'plugin'),
    dataFolder: join(folder, 'data'),
    env: {},
  });
  const without = (path: string) => (one: string) => Promise.resolve(one !== path);

  it('are fine where all can be written', async () => {
    expect(await checkPermissions(places(), () => Promise.resolve(true))).toMatchObject([{ state: 'ok' }]);
  });

  it.each(['vault', 'plugin'] as const)('are missing for the %s', async (name) => {
    const found = await checkPermissions(places(), without(places()[name]));
    expect(found).toMatchObject([
      { state: 'bad', said: expect.stringContaining(places()[name]), cure: expect.stringContaining('chmod u+w') },
    ]);
  });

  describe('for the data folder', () => {
    const check = (dataFolder: string) => checkPermissions({ ...places(), dataFolder }, () => Promise.resolve(true));
    const missing = [{ state: 'bad', cure: expect.stringContaining('VAULT_LOOM_DATA_DIR') }];

    it('are tried out, and nothing is left behind', async () => {
      expect(await check(join(folder, 'not', 'yet'))).toMatchObject([{ state: 'ok' }]);
      await mkdir(join(folder, 'data'));
      expect(await check(join(folder, 'data'))).toMatchObject([{ state: 'ok' }]);
      expect(await readdir(folder, { recursive: true })).toEqual(['data']);
    });

    it('are missing below a file', async () => {
      await writeFile(join(folder, 'file'), '');
      expect(await check(join(folder, 'file', 'data'))).toMatchObject(missing);
    });

    it.skipIf(process.platform === 'win32')('are missing behind a link that leads nowhere', async () => {
      await symlink(join(folder, 'gone', 'data'), join(folder, 'link'));
      expect(await check(join(folder, 'link'))).toMatchObject(missing);
      expect(await readdir(folder)).toEqual(['link']);
    });

    it.runIf(process.platform === 'linux')('are missing where the system makes no folders', async () => {
      expect(await check('/proc/vault-loom')).toMatchObject(missing);
    });
  });

  it('are not needed for notes that are read only', async () => {
    const found = await checkPermissions({ ...places(), env: { VAULT_LOOM_READ_ONLY: '1' } }, without(places().vault));
    expect(found).toMatchObject([{ state: 'ok', said: expect.stringContaining('read only') }]);
  });

  it.runIf(process.platform !== 'win32')('are too wide for a secret that others can read', async () => {
    await mkdir(join(folder, 'data'));
    const secret = join(folder, 'data', 'secret');
    await writeFile(secret, 'x', { mode: 0o644 });
    const found = await checkPermissions(places(), () => Promise.resolve(true));
    expect(found).toMatchObject([{ state: 'bad', cure: `chmod 600 "${secret}"` }]);
  });
});

describe('ports', () => {
  const check = (isTaken: (port: number) => boolean, ownPort: number | null = null) =>
    checkPorts({ vaultRealPath: folder, hasPlugin: true, ownPort }, (port) => Promise.resolve(isTaken(port)));

  it('matter only with the plugin', async () => {
    expect(await checkPorts({ vaultRealPath: folder, hasPlugin: false, ownPort: null })).toEqual([]);
  });

  it('are free, taken by others, or the one on which the plugin answers', async () => {
    expect(await check(() => false)).toMatchObject([{ state: 'ok', said: expect.stringContaining('27125 is free') }]);
    expect(await check((port) => port < 27_127)).toMatchObject([
      { state: 'ok', said: expect.stringContaining('takes 27127') },
    ]);
    expect(await check(() => true, 27_126)).toMatchObject([
      { state: 'ok', said: expect.stringContaining('answers on 27126') },
    ]);
    expect(await check(() => true)).toMatchObject([
      {
        state: 'bad',
        said: expect.stringContaining(`27125 to ${27_125 + FOLLOWING_PORTS}`),
        cure: expect.stringContaining('another port'),
      },
    ]);
  });

  it('are known to be taken by a connection that is accepted', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    expect(await isListening(port)).toBe(true);
    await new Promise((resolve) => server.close(resolve));
    expect(await isListening(port)).toBe(false);
  });
});

describe("the app's vaults", () => {
  it('are named, and whether this is one of them', async () => {
    const other = join(folder, 'other');
    expect(await checkAppVaults(folder, [])).toEqual([]);
    expect(await checkAppVaults(folder, [folder, other])).toMatchObject([
      { state: 'ok', said: expect.stringContaining(other) },
    ]);
    expect(await checkAppVaults(folder, [other])).toMatchObject([
      { state: 'note', cure: expect.stringContaining('open this folder') },
    ]);
  });
});
