import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CHROMIUM_FLAGS, findChromium } from '../../scripts/chromium.mjs';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chromium-'));
  vi.stubEnv('PLAYWRIGHT_CHROMIUM', '');
  vi.stubEnv('PATH', '');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

async function program(...parts: string[]): Promise<string> {
  const path = join(folder, ...parts);
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, '');
  await chmod(path, 0o755);
  return path;
}

describe('finding Chromium', () => {
  it('uses the one named, and no other if that is absent', async () => {
    const named = await program('mine', 'browser');
    vi.stubEnv('PLAYWRIGHT_CHROMIUM', named);
    expect(findChromium()).toBe(named);
    vi.stubEnv('PLAYWRIGHT_CHROMIUM', join(folder, 'absent'));
    expect(findChromium()).toBeNull();
  });

  it('looks through the PATH, in its order', async () => {
    const name = process.platform === 'win32' ? 'chrome.exe' : 'chromium';
    const second = await program('b', name);
    vi.stubEnv('PATH', [join(folder, 'a'), join(folder, 'b')].join(delimiter));
    expect(findChromium()).toBe(second);
    const first = await program('a', name);
    expect(findChromium()).toBe(first);
  });

  it('is started without network access of its own', () => {
    expect(CHROMIUM_FLAGS).toEqual(
      expect.arrayContaining(['--disable-background-networking', '--disable-component-update', '--disable-sync']),
    );
  });
});
