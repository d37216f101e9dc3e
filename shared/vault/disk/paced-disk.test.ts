import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pace } from '../../kit/disk/pace.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PacedDisk } from './paced-disk.ts';

let folder: string;
let disk: PacedDisk;
beforeAll(async () => {
  folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'vault-loom-paced-')));
  disk = await PacedDisk.at(folder);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const make = (name: string, text: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('a file', () => {
  it('is read whole, of any size, with its real path', async () => {
    for (const size of [0, 1, 4_096, 3_000_000]) {
      const path = make(`${size}.md`, Buffer.alloc(size, 'x'));
      const opened = await disk.read(path);
      expect([opened?.bytes.length, opened?.real]).toEqual([size, path]);
      expect((await disk.lstat(path)).size).toBe(size);
    }
  });

  it('is given with its real place if a folder on the way is a symlink', async () => {
    mkdirSync(join(folder, 'real'));
    make('real/a.md', 'a');
    symlinkSync(join(folder, 'real'), join(folder, 'alias'), 'junction');
    expect(await disk.read(join(folder, 'alias', 'a.md'))).toMatchObject({ real: join(folder, 'real', 'a.md') });
    expect(await disk.realPath(join(folder, 'alias'))).toBe(join(folder, 'real'));
  });

  it('that is not regular is null, a missing one the system’s error', async () => {
    if (process.platform !== 'win32') expect(await disk.read(folder)).toBeNull();
    await expect(disk.read(join(folder, 'absent.md'))).rejects.toMatchObject({ code: 'ENOENT' });
    await expect(disk.lstat(join(folder, 'absent.md'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('is read as it is after it changed', async () => {
    const path = make('changing.md', 'long text');
    await disk.read(path);
    truncateSync(path, 4);
    expect(Buffer.from((await disk.read(path))?.bytes ?? []).toString()).toBe('long');
  });
});

it('reading many files leaves other work its turns', async () => {
  const path = make('turns.md', 'x'.repeat(10_000));
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  await Promise.all(Array.from({ length: 5_000 }, () => disk.read(path)));
  clearInterval(counting);
  expect(turns).toBeGreaterThan(2);
});

describe('a folder', () => {
  it('is listed whole, and one that is missing or a file is the system’s error', async () => {
    const many = Array.from({ length: 700 }, (_, i) => `many ${i} é.md`);
    mkdirSync(join(folder, 'many', 'below'), { recursive: true });
    for (const name of many) make(join('many', name), '');
    for (const isQuick of [true, false]) {
      vi.spyOn(Pace.prototype, 'isQuick', 'get').mockReturnValue(isQuick);
      const entries = await disk.entries(join(folder, 'many'));
      expect(entries.map(({ name }) => name).sort()).toEqual(['below', ...many].sort());
      expect(entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)).toEqual(['below']);
      await expect(disk.entries(join(folder, 'absent'))).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(disk.entries(make('a file', ''))).rejects.toMatchObject({ code: 'ENOTDIR' });
      vi.restoreAllMocks();
    }
  });

  it('is told from a file and from nothing, also behind a symlink, whether the disk is quick or slow', async () => {
    const at = (name: string): string => join(folder, name);
    mkdirSync(at('there'));
    symlinkSync(at('there'), at('leads there'), 'junction');
    symlinkSync(at('nowhere'), at('leads nowhere'), 'junction');
    const paths = [
      at('there'),
      at('leads there'),
      at('leads nowhere'),
      at('nowhere'),
      make('no folder', ''),
      at('no folder/x'),
    ];
    for (const isQuick of [true, false]) {
      vi.spyOn(Pace.prototype, 'isQuick', 'get').mockReturnValue(isQuick);
      const found = await Promise.all(paths.map((path) => disk.isFolder(path)));
      expect(found).toEqual([true, true, false, false, false, false]);
      vi.restoreAllMocks();
    }
  });

  it('has each file examined, whether the disk is quick or slow', async () => {
    const files = [make('first.md', 'x'), join(folder, 'absent.md'), make('last.md', 'xyz')];
    for (const isQuick of [true, false]) {
      vi.spyOn(Pace.prototype, 'isQuick', 'get').mockReturnValue(isQuick);
      const seen = new Map<string, unknown>();
      const slow: (() => Promise<void>)[] = [];
      await disk.lstatEach(files, (path) => path, {
        visit: (path, { size }) => seen.set(path, size),
        failed: (path, error) => seen.set(path, (error as NodeJS.ErrnoException).code),
        slowly: (lstat) => slow.push(lstat),
      });
      expect(slow).toHaveLength(isQuick ? 0 : 3);
      for (const lstat of slow) await lstat();
      expect([...seen]).toEqual(files.map((path, at) => [path, [1, 'ENOENT', 3][at]]));
      vi.restoreAllMocks();
    }
  });
});
