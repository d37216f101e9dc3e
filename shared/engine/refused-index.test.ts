import type * as FsPromises from 'node:fs/promises';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createDiskEngine } from './disk-engine.ts';
import type { EngineHost } from './engine.ts';
import { until } from './engine-test-kit.ts';
import { search } from './suite/suite-kit.ts';

const system = vi.hoisted(() => ({ isFull: false, refused: 0 }));

// As if the disk had no room for another segment.
vi.mock('node:fs/promises', async (original) => {
  const fs = await original<typeof FsPromises>();
  const rename = (from: string, to: string): Promise<void> => {
    if (!system.isFull || !basename(to).startsWith('segment-')) return fs.rename(from, to);
    system.refused++;
    return Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  };
  return { ...fs, rename };
});

// The real one waits for half a minute.
vi.mock('../kit/time/backoff.ts', () => import('../meaning/quick-backoff-test-kit.ts'));

let folder: string;
let engine: EngineHost;
let logged: string[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-refused-'));
  await mkdir(join(folder, 'vault'));
  await writeFile(join(folder, 'vault', 'Boats.md'), 'A rowing boat.\n');
  system.isFull = true;
  logged = [];
  engine = await createDiskEngine({
    vaultPath: join(folder, 'vault'),
    env: { VAULT_LOOM_DATA_DIR: join(folder, 'data'), VAULT_LOOM_EMBEDDER: 'none' },
    log: (_level, message) => void logged.push(message),
  });
  await engine.start();
  await engine.whenReady({ timeoutMs: 20_000 });
});

afterEach(async () => {
  await engine.close();
  await rm(folder, { recursive: true, force: true });
});

it('an index that the disk has no room for answers, is told in the status, and is saved without another change', async () => {
  const hostNote = async (): Promise<string | undefined> => (await engine.status()).hostNote;
  await until(async () => expect(await hostNote()).toContain('The index could not be saved and is kept in memory'));
  expect((await engine.search(search('rowing'))).rows).toHaveLength(1);
  const before = system.refused;
  await until(async () => Promise.resolve(expect(system.refused).toBeGreaterThan(before + 1)));
  system.isFull = false;
  await until(async () => expect(await hostNote()).toBeUndefined());
});

it('what could not be saved up to the end is told in the log', async () => {
  await until(async () => expect((await engine.status()).hostNote).toContain('could not be saved'));
  await engine.close();
  expect(logged.at(-1)).toBe('The index could not be saved; what it lacks is read again at the next start.');
});
