import type * as Fs from 'node:fs';
import { basename } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeTestFolder, removeTestFolders, until } from '../disk/disk-test-kit.ts';
import { PacedDisk } from '../disk/paced-disk.ts';
import { DiskWatcher } from './disk-watcher.ts';

const system = vi.hoisted(() => ({ refuses: (_folder: string): boolean => false }));

// The limit on watches is machine-wide, so no test can use it up; the system's refusal is simulated here.
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>();
  const watch = (path: string, ...rest: unknown[]): unknown => {
    if (system.refuses(path)) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    return Reflect.apply(fs.watch, fs, [path, ...rest]);
  };
  return { ...fs, watch };
});

afterEach(removeTestFolders);

describe('folders the system refuses to watch', () => {
  it('are named from time to time, the outermost for all below, and watched once that is possible', async () => {
    const folder = makeTestFolder({ 'full/deep/a.md': '', 'fine/b.md': '' });
    const named: string[] = [];
    system.refuses = (path) => ['full', 'deep'].includes(basename(path));
    const watcher = await DiskWatcher.start({
      root: folder.root,
      disk: await PacedDisk.at(folder.root),
      configDir: () => null,
      onChange: async ({ files, folders }) => void named.push(...files, ...folders),
      recursive: false,
      quietMs: 20,
      pollMs: 60,
    });
    try {
      expect(watcher.watchCount).toBe(2);
      await until(() => named.filter((path) => path === 'full').length >= 3);
      expect(named).not.toContain('fine');
      expect(named).not.toContain('full/deep');

      system.refuses = () => false;
      await until(() => watcher.watchCount === 4);
      folder.write('fine/b.md', 'x');
      await until(() => named.includes('fine/b.md'));
      folder.write('full/deep/a.md', 'x');
      await until(() => named.includes('full/deep/a.md'));
    } finally {
      await watcher.stop();
    }
  });

  it('may be the whole vault and its configuration folder', async () => {
    const folder = makeTestFolder({ 'a.md': '', '.obsidian/app.json': '{}' });
    let rescans = 0;
    let settings = 0;
    system.refuses = () => true;
    const watcher = await DiskWatcher.start({
      root: folder.root,
      disk: await PacedDisk.at(folder.root),
      configDir: () => '.obsidian',
      onChange: async (change) => {
        if (change.folders.includes('')) rescans += 1;
        if (change.settings) settings += 1;
      },
      recursive: false,
      quietMs: 10,
      pollMs: 200,
    });
    try {
      expect(watcher.watchCount).toBe(0);
      await until(() => rescans >= 3 && settings >= 2);
      expect(settings).toBeLessThanOrEqual(rescans);
    } finally {
      await watcher.stop();
    }
  });
});
