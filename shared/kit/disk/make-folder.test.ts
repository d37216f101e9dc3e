import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vault-loom-make-folder-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('makeFolder', () => {
  it('makes a folder and those above it', async () => {
    await makeFolder(join(folder, 'a', 'b', 'c'));
    expect(statSync(join(folder, 'a', 'b', 'c')).isDirectory()).toBe(true);
  });

  it.skipIf(process.platform === 'win32')('gives all that it makes the mode', async () => {
    await makeFolder(join(folder, 'a', 'b'), 0o700);
    for (const made of [join(folder, 'a'), join(folder, 'a', 'b')]) expect(statSync(made).mode & 0o777).toBe(0o700);
  });

  it('leaves a folder that is there, also behind a link', async () => {
    mkdirSync(join(folder, 'there'));
    symlinkSync(join(folder, 'there'), join(folder, 'link'), 'junction');
    await makeFolder(join(folder, 'there'));
    await makeFolder(join(folder, 'link'));
    await makeFolder(join(folder, 'link', 'new'));
    expect(statSync(join(folder, 'there', 'new')).isDirectory()).toBe(true);
  });

  it('can be called for one folder several times at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => makeFolder(join(folder, 'a', 'b', 'c'))));
    expect(statSync(join(folder, 'a', 'b', 'c')).isDirectory()).toBe(true);
  });

  it('fails where a file is, and below one', async () => {
    writeFileSync(join(folder, 'file'), '');
    await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
    await expect(makeFolder(join(folder, 'file', 'a', 'b'))).rejects.toThrow(/ENOTDIR|ENOENT/);
  });

  it.runIf(process.platform === 'linux')(
    'fails where the system makes no folders, rather than trying for ever',
    async () => {
      await expect(makeFolder('/proc/vault-loom/a')).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );

  it.skipIf(process.platform === 'win32')('fails below a link that leads nowhere', async () => {
    symlinkSync(join(folder, 'gone', 'data'), join(folder, 'link'));
    await expect(makeFolder(join(folder, 'link', 'a'))).rejects.toThrow(/ENOENT|ENOTDIR|EEXIST/);
  });
});
