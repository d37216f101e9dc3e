import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { discovery, type Discovery } from '../../shared/protocol/discovery.ts';
import { lookAtDiscovery, removeDiscovery, writeDiscovery } from './discovery-file.ts';
import { newToken } from './guard.ts';

let root: string;
let folder: string;
let file: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'discovery-'));
  folder = join(root, 'plugins', 'vault-loom');
  file = join(folder, 'discovery.json');
});

afterEach(() => rm(root, { recursive: true, force: true }));

function sample(): Discovery {
  return {
    port: 27_125,
    token: newToken(),
    pid: process.pid,
    pluginVersion: '1.2.3',
    startedAt: new Date().toISOString(),
    capabilities: ['status', 'active'],
    dataDir: join(root, 'data'),
  };
}

describe('the discovery file', () => {
  it('contains what the protocol specifies, whole, only for the owner', async () => {
    const written = sample();
    await writeDiscovery(folder, written);
    expect(discovery.parse(JSON.parse(await readFile(file, 'utf8')))).toEqual(written);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(folder)).toEqual(['discovery.json']);
  });

  it('is gone once another window has replaced and removed it, and not written if the folder is gone', async () => {
    await writeDiscovery(folder, sample());
    const other = sample();
    await writeDiscovery(folder, other);
    expect(await lookAtDiscovery(folder, other)).toBe('own');
    expect(await lookAtDiscovery(folder, sample())).toEqual(other);
    await writeFile(file, '{"port": 1, "tok');
    expect(await lookAtDiscovery(folder, other)).toBe('unusable');
    await writeDiscovery(folder, other);
    removeDiscovery(folder, other.token);
    expect(await lookAtDiscovery(folder, other)).toBe('none');
    await rm(folder, { recursive: true });
    expect(await lookAtDiscovery(folder, other)).toBeNull();
  });

  it('replaces what a crashed run left, even if that was readable by all', async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(file, '{"port": 1, "tok', { mode: 0o644 });
    const written = sample();
    await writeDiscovery(folder, written);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(written);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it.skipIf(process.platform === 'win32')('replaces a symlink in its place, and leaves its target alone', async () => {
    const elsewhere = join(root, 'elsewhere.json');
    await writeFile(elsewhere, 'precious');
    await mkdir(folder, { recursive: true });
    await symlink(elsewhere, file);
    await writeDiscovery(folder, sample());
    expect(await readFile(elsewhere, 'utf8')).toBe('precious');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('is removed when its own run ends, and stays when another has replaced it', async () => {
    const [ours, theirs] = [sample(), sample()];
    await writeDiscovery(folder, ours);
    await writeDiscovery(folder, theirs);
    removeDiscovery(folder, ours.token);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(theirs);
    removeDiscovery(folder, theirs.token);
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not written by a run that ended meanwhile, which leaves nothing else behind', async () => {
    const theirs = sample();
    await writeDiscovery(folder, theirs);
    await writeDiscovery(folder, sample(), () => false);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(theirs);
    expect(await readdir(folder)).toEqual(['discovery.json']);
  });

  it('is removed without complaint if it is gone or not JSON', async () => {
    removeDiscovery(folder, newToken());
    await mkdir(folder, { recursive: true });
    await writeFile(file, 'null');
    removeDiscovery(folder, newToken());
    expect(await readFile(file, 'utf8')).toBe('null');
  });
});
