import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, mkdtemp, open, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BACKUP_ENDING, readConfigFile, replaceConfigFile } from './config-file.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vault-loom-connect-'));
  file = join(folder, 'mcp.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe("a client's file", () => {
  it('is made with its folders, without a backup', async () => {
    const deep = join(folder, 'a', 'b', 'mcp.json');
    expect(await readConfigFile(deep)).toBeNull();
    expect(await replaceConfigFile(deep, null, '{}')).toBeNull();
    expect(await readdir(join(folder, 'a', 'b'))).toEqual(['mcp.json']);
  });

  it('is refused if it is a folder, or a pipe, which nobody may ever write to', async () => {
    await mkdir(file);
    await expect(readConfigFile(file)).rejects.toMatchObject({ message: `${file} is a folder, not a file.` });
    if (process.platform === 'win32') return;
    const pipe = join(folder, 'pipe.json');
    execFileSync('mkfifo', [pipe]);
    await expect(readConfigFile(pipe)).rejects.toMatchObject({
      code: 'path_not_allowed',
      message: `${pipe} is a pipe or a device, not a file.`,
    });
  }, 10_000);

  it('is refused unread if it is larger than any configuration', async () => {
    const handle = await open(file, 'w');
    await handle.truncate(60e6);
    await handle.close();
    await expect(readConfigFile(file)).rejects.toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('58 MB'),
      hint: expect.stringContaining('--print'),
    });
    await writeFile(file, '{}');
    expect(await readConfigFile(file)).toBe('{}');
  });

  it('is kept next to it as it was', async () => {
    await writeFile(file, '\ufeff{"a": 1}\r\n');
    const before = await readConfigFile(file);
    expect(await replaceConfigFile(file, before, 'new')).toBe(file + BACKUP_ENDING);
    expect(await readFile(file, 'utf8')).toBe('new');
    expect(await readFile(file + BACKUP_ENDING, 'utf8')).toBe('\ufeff{"a": 1}\r\n');
  });

  it.runIf(process.platform !== 'win32')('keeps its permissions, as its backup does, and stays a link', async () => {
    const real = join(folder, 'real.json');
    await writeFile(real, 'old');
    await chmod(real, 0o600);
    await symlink(real, file);
    await replaceConfigFile(file, 'old', 'new');
    expect((await lstat(file)).isSymbolicLink()).toBe(true);
    expect(await readFile(real, 'utf8')).toBe('new');
    for (const path of [real, file + BACKUP_ENDING]) expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('is left alone if another program has changed it meanwhile', async () => {
    await writeFile(file, 'theirs');
    await expect(replaceConfigFile(file, 'old', 'new')).rejects.toMatchObject({ code: 'file_changed' });
    await expect(replaceConfigFile(file, null, 'new')).rejects.toMatchObject({ code: 'file_changed' });
    expect(await readFile(file, 'utf8')).toBe('theirs');
  });

  it('is refused if it is no text, or a link to nothing', async () => {
    await writeFile(file, Buffer.from([0x7b, 0xff, 0xfe]));
    await expect(readConfigFile(file)).rejects.toMatchObject({ code: 'invalid_arguments' });
    const link = join(folder, 'link.json');
    await symlink(join(folder, 'gone.json'), link);
    await expect(readConfigFile(link)).rejects.toMatchObject({ code: 'invalid_arguments' });
  });
});
