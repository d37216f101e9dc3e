import { fork } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SECRET_FILE, ensureSecret, readSecret } from './user-secret.ts';

let folder: string;

beforeEach(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'vault-loom-secret-')), 'data');
});
afterEach(async () => {
  await rm(join(folder, '..'), { recursive: true, force: true });
});

const MAKER = `
const { ensureSecret } = await import(${JSON.stringify(new URL('./user-secret.ts', import.meta.url).href)});
process.once('message', async () => {
  process.send(await ensureSecret(process.argv[2]));
  process.disconnect();
});
process.send('ready');
`;

describe('the secret of a person’s programs', () => {
  it('is created once, only for its owner, and read by all', async () => {
    expect(await readSecret(folder)).toBeNull();
    const secret = await ensureSecret(folder);
    expect(secret).toMatch(/^[0-9a-f]{64}$/u);
    expect(await ensureSecret(folder)).toBe(secret);
    expect(await readSecret(folder)).toBe(secret);
    expect(await readdir(folder)).toEqual([SECRET_FILE]);
    if (process.platform !== 'win32') expect((await stat(join(folder, SECRET_FILE))).mode & 0o777).toBe(0o600);
  });

  it('is the same for many calls that create it at the same moment', async () => {
    const secrets = await Promise.all(Array.from({ length: 50 }, () => ensureSecret(folder)));
    expect(new Set(secrets).size).toBe(1);
  });

  it('is the same for processes that create it at the same moment', async () => {
    await mkdir(folder, { recursive: true });
    const script = join(folder, '..', 'maker.mjs');
    await writeFile(script, MAKER);
    const makers = Array.from({ length: 4 }, () => fork(script, [folder], { execArgv: ['--import', 'tsx'] }));
    await Promise.all(makers.map((maker) => new Promise((resolve) => maker.once('message', resolve))));
    const made = Promise.all(
      makers.map((maker) => new Promise<string>((resolve) => maker.once('message', (text) => resolve(String(text))))),
    );
    for (const maker of makers) maker.send('now');
    expect(new Set(await made).size).toBe(1);
  }, 30_000);

  it('is not trusted if it is torn; one that stays incomplete is replaced', async () => {
    await mkdir(folder, { recursive: true });
    const file = join(folder, SECRET_FILE);
    await writeFile(file, 'abc');
    expect(await readSecret(folder)).toBeNull();
    const long = new Date(Date.now() - 60_000);
    await utimes(file, long, long);
    const secret = await ensureSecret(folder);
    expect(await readFile(file, 'utf8')).toBe(`${secret}\n`);
  });

  it('is waited for while another writes it', async () => {
    await mkdir(folder, { recursive: true });
    const file = join(folder, SECRET_FILE);
    await writeFile(file, '');
    const waiting = ensureSecret(folder);
    await writeFile(file, 'a'.repeat(64));
    expect(await waiting).toBe('a'.repeat(64));
  });

  it('is waited for even if the file system’s clock is a little ahead, and replaced if far ahead', async () => {
    await mkdir(folder, { recursive: true });
    const file = join(folder, SECRET_FILE);
    for (const [aheadMs, isReplaced] of [
      [500, false],
      [3_600_000, true],
    ] as const) {
      await writeFile(file, '');
      const ahead = new Date(Date.now() + aheadMs);
      await utimes(file, ahead, ahead);
      const waiting = ensureSecret(folder);
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (!isReplaced) await writeFile(file, 'a'.repeat(64));
      expect((await waiting) === 'a'.repeat(64)).toBe(!isReplaced);
    }
  });

  it.skipIf(process.platform === 'win32')('is closed to others again if it was opened to them', async () => {
    await ensureSecret(folder);
    await chmod(join(folder, SECRET_FILE), 0o644);
    await ensureSecret(folder);
    expect((await stat(join(folder, SECRET_FILE))).mode & 0o777).toBe(0o600);
  });
});
