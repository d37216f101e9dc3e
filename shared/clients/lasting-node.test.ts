import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findNode } from './find-node.ts';
import { lastingNode } from './lasting-node.ts';

let folder: string;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-node-')));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

it('is the link that Homebrew keeps, since an update removes the folder of a version', () => {
  expect(lastingNode('/opt/homebrew/Cellar/node/24.1.0/bin/node')).toBe('/opt/homebrew/opt/node/bin/node');
  expect(lastingNode('/usr/local/Cellar/node@22/22.3.0/bin/node')).toBe('/usr/local/opt/node@22/bin/node');
  expect(lastingNode('/usr/bin/node')).toBe('/usr/bin/node');
});

it('is where fnm has it, and not the link of one shell', async () => {
  const installed = join(folder, 'fnm/node-versions/v22.4.1/installation');
  await mkdir(join(installed, 'bin'), { recursive: true });
  const program = join(installed, 'bin/node');
  await writeFile(program, '', { mode: 0o755 });
  await mkdir(join(folder, 'fnm_multishells'));
  const shell = join(folder, 'fnm_multishells/123_1767225600000');
  await symlink(installed, shell, 'junction');
  expect(lastingNode(join(shell, 'bin/node'))).toBe(program);
  expect(lastingNode(join(folder, 'fnm_multishells/gone/bin/node'))).toBe(
    join(folder, 'fnm_multishells/gone/bin/node'),
  );

  const machine = { system: 'linux', home: folder, env: { PATH: join(shell, 'bin') } } as const;
  expect(await findNode(machine, [])).toEqual({ program, version: '22.4.1' });
});
