import { mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownNames } from './config-entries.ts';
import { isOwnEntry, isSameVault } from './own-entry.ts';

const env = { VAULT_PATH: '/home/ada/Notes' };

it.each([
  ['a copy', { command: '/usr/bin/node', args: ['/home/ada/.local/share/vault-loom/server/0.0.1/cli.mjs'], env }],
  ['a copy in a chosen folder', { command: '/usr/bin/node', args: ['/data/server/0.0.1/cli.mjs'], env }],
  ['a build', { command: 'node', args: ['--max-old-space-size=2000', '/src/loom/dist/bridge/cli.mjs', 'serve'] }],
  ['a file on Windows', { command: 'C:\\node.exe', args: ['C:\\My notes\\vault-loom\\cli.mjs'] }],
  ['a file that a person has renamed', { command: 'node', args: ['/opt/loom.mjs'], env }],
  ['the package', { command: 'npx', args: ['-y', 'vault-loom'] }],
  ['the package of a version', { command: '/opt/bin/npx', args: ['-y', 'vault-loom@0.1.0-beta.1'], env }],
  ['the package on Windows', { command: 'cmd', args: ['/c', 'npx', '-y', 'vault-loom@0.1.0'], env }],
  ['the command', { command: 'vault-loom', args: ['serve'] }],
  ['the command as a path', { command: 'C:\\npm\\vault-loom.cmd', env }],
  ['the command by Node', { command: 'node', args: ['/usr/local/bin/vault-loom'], env }],
])('%s is this server', (_what, entry) => {
  expect(isOwnEntry('vault-loom', entry)).toBe(true);
  expect(isOwnEntry('vault-loom-work', { type: 'stdio', ...entry })).toBe(true);
  expect(isOwnEntry('vault-loomer', entry)).toBe(false);
});

it.each([
  ['a script of another language', { command: 'python', args: ['x.py'] }],
  ['one that takes the same variable', { command: 'python', args: ['x.py'], env }],
  ['one in a folder of that name', { command: 'uv', args: ['--directory', '/src/vault-loom', 'run', 'theme.py'], env }],
  ['a package of another registry', { command: 'uvx', args: ['vault-loom'], env }],
  ['another package', { command: 'npx', args: ['-y', 'vault-loom-theme'], env }],
  ['another script', { command: 'node', args: ['/opt/theme/cli.mjs'] }],
  ['a service', { url: 'http://localhost:1/vault-loom' }],
  ['no entry', 'vault-loom'],
])('%s is not, despite its name', (_what, entry) => {
  expect(isOwnEntry('vault-loom-theme', entry)).toBe(false);
});

it('a vault is known by its path, as written or as it is', async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-own-')));
  try {
    await symlink(folder, `${folder}-link`);
    expect(isSameVault(folder, `${folder}-link`)).toBe(true);
    expect(isSameVault(`${folder}/gone`, `${folder}/gone/`)).toBe(true);
    expect(isSameVault('~/gone', join(homedir(), 'gone'))).toBe(true);
    expect(isSameVault(folder, tmpdir())).toBe(false);
    const entry = { command: 'vault-loom', env: { VAULT_PATH: `${folder}-link` } };
    expect(ownNames({ 'vault-loom': entry }, folder)).toEqual(['vault-loom']);
    expect(ownNames({ 'vault-loom': { command: 'vault-loom' } }, process.cwd())).toEqual([]);
  } finally {
    await rm(`${folder}-link`);
    await rm(folder, { recursive: true });
  }
});
