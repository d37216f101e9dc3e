import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { typedForVault, typedWith } from './typed-command.ts';

it.each([
  ['linux', '/my data=x', "FOLDER='/my data=x' a 'b c'"],
  ['linux', '/data', "FOLDER=/data a 'b c'"],
  ['win32', "C:\\Ada's data", "$env:FOLDER = 'C:\\Ada''s data'; a 'b c'"],
] as const)('a command with a variable on %s', (system, folder, typed) => {
  expect(typedWith({ FOLDER: folder }, ['a', 'b c'], system)).toBe(typed);
});

it('a command about a vault names it, unless VAULT_PATH does', async () => {
  const vault = await mkdtemp(join(tmpdir(), 'vault-loom-typed-'));
  const typed = (env: Record<string, string>) => typedForVault(env, vault, 'vault-loom', 'history');
  try {
    expect(typed({})).toBe(`vault-loom history --vault ${vault}`);
    expect(typed({ VAULT_PATH: tmpdir() })).toBe(`vault-loom history --vault ${vault}`);
    expect(typed({ VAULT_PATH: vault })).toBe('vault-loom history');
    expect(typed({ VAULT_PATH: vault, VAULT_LOOM_DATA_DIR: '/d' })).toBe('VAULT_LOOM_DATA_DIR=/d vault-loom history');
  } finally {
    await rm(vault, { recursive: true, force: true });
  }
});
