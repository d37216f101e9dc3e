import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
