import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { keepForPrinted, noteWritten, removeOldCopies } from './old-copies.ts';

let home: string;
let data: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'vault-loom-copies-'));
  data = join(home, 'data');
});
afterEach(() => rm(home, { recursive: true, force: true }));

async function put(file: string, text = ''): Promise<string> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}
const copy = (version: string): Promise<string> => put(join(data, 'server', version, 'cli.mjs'));
const tidy = (kept: string[] = [], env = {}): Promise<string[]> =>
  removeOldCopies(data, { system: 'linux', home, env }, kept);

it('a copy stays as long as a client names it, wherever that has its file', async () => {
  await put(join(home, '.cursor/mcp.json'), `{"args": ["${await copy('0.1.0')}"]}`);
  await put(join(home, '.codex/config.toml'), 'args = ["C:\\\\data\\\\server\\\\0.2.0\\\\cli.mjs"]');
  await copy('0.2.0');
  await put(join(home, 'cx/config.toml'), `args = ["${await copy('0.3.0')}"]`);
  await noteWritten(data, join(home, 'cx/config.toml'));
  await noteWritten(data, join(home, 'gone/config.toml'));
  const [used, printed] = [await copy('0.4.0'), await copy('0.5.0')];
  await keepForPrinted(printed);
  await copy('0.1.0-beta');
  expect(await tidy([used])).toEqual(['0.1.0-beta']);
  await rm(join(home, 'cx'), { recursive: true });
  expect((await tidy()).sort()).toEqual(['0.3.0', '0.4.0']);
  expect((await readdir(join(data, 'server'))).sort()).toEqual(['0.1.0', '0.2.0', '0.5.0', 'written']);
});

it('all stay if a file of a client cannot be read', async () => {
  await copy('0.1.0');
  await mkdir(join(home, '.cursor/mcp.json'), { recursive: true });
  expect(await tidy()).toEqual([]);
  expect(await readdir(join(data, 'server'))).toEqual(['0.1.0']);
});

it.skipIf(process.platform === 'win32')(
  'all stay if a file of a client is a pipe, which nobody may ever write to',
  async () => {
    await copy('0.1.0');
    await mkdir(join(home, '.cursor'));
    execFileSync('mkfifo', [join(home, '.cursor/mcp.json')]);
    expect(await tidy()).toEqual([]);
  },
  5000,
);

it('only copies are removed, and a folder without any is no error', async () => {
  expect(await tidy()).toEqual([]);
  await put(join(data, 'server/notes/mine.txt'));
  await put(join(dirname(await copy('0.1.0')), 'mine.txt'));
  expect(await tidy()).toEqual(['0.1.0']);
  expect((await readdir(join(data, 'server'))).sort()).toEqual(['0.1.0', 'notes']);
});
