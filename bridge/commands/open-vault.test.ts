import { spawn } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import { readConfig } from '../process/config.ts';
import { commandLineFor } from '../test-support/command-line.ts';
import { tempVault, type TempVault } from '../test-support/temp-vault.ts';
import { openVault } from './open-vault.ts';
import { callWhenIndexed, type VaultSession } from './vault-session.ts';

const PATIENT = { timeout: 20_000, interval: 5 };

let vault: TempVault;
beforeEach(async () => {
  vault = await tempVault({ 'Tea.md': 'Water at 80 degrees. See [[Cups]].\n', 'Cups.md': 'The large ones.\n' });
});
afterEach(() => vault.remove());

function open(env: Record<string, string> = {}): VaultSession {
  const all = { ...vault.env, ...env };
  return openVault(commandLineFor(all), readConfig(all));
}

async function locks(): Promise<string[]> {
  const names = await readdir(join(vault.dataDir, 'locks')).catch(() => []);
  return names.filter((name) => name.endsWith('.lock'));
}

describe('a vault that a command opens', () => {
  it('is asked as a client asks, and leaves nothing behind once closed', async () => {
    const listeners = process.listenerCount('SIGTERM');
    const session = open();
    try {
      const { data } = await callWhenIndexed(session, 'read_note', { name: 'Tea', mode: 'full' });
      expect(data).toMatchObject({ path: 'Tea.md', content: 'Water at 80 degrees. See [[Cups]].\n' });
      await session.call('edit_note', { name: 'Cups', mode: 'append', content: 'And small ones.\n' });
      expect(await session.call('search', { query: 'small', mode: 'fulltext' })).toMatchObject({
        data: [{ path: 'Cups.md' }],
      });
    } finally {
      await session.close();
    }
    expect(await locks()).toEqual([]);
    expect(process.listenerCount('SIGTERM')).toBe(listeners);
  });

  it('can be asked again and again without a warning of Node', async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error): number => warnings.push(message);
    process.on('warning', note);
    const session = open();
    try {
      for (let i = 0; i < 12; i++) await session.call('index_status');
      await new Promise((resolve) => setImmediate(resolve));
      expect(warnings).toEqual([]);
    } finally {
      process.off('warning', note);
      await session.close();
    }
  });

  it('answers with the errors that a client gets, and names no path of this machine', async () => {
    const session = open({ VAULT_LOOM_TOOLS: 'read_note,create_note' });
    try {
      await expect(session.call('search', { query: 'tea' })).rejects.toMatchObject({
        code: 'invalid_arguments',
        message: 'Unknown tool: search. Tools: read_note, create_note',
      });
      await expect(session.call('read_note', { names: 3 })).rejects.toMatchObject({ code: 'invalid_arguments' });
      const refused = await session
        .call('create_note', { title: 'x', content: '', directory: '../..' })
        .catch((error: unknown) => error);
      expect(refused).toMatchObject({ code: 'path_outside_vault' });
      expect(String(refused)).not.toContain(vault.path);
    } finally {
      await session.close();
    }
  });

  it('is not opened if its tools cannot be told', () => {
    expect(() => open({ VAULT_LOOM_TOOLS: 'reed_note' })).toThrow('reed_note');
  });
});

describe.skipIf(process.platform === 'win32')('a command that is interrupted', () => {
  let bundle: string;
  beforeAll(async () => {
    bundle = await bundleForNode('bridge/cli.ts');
  });

  it('closes the vault, says nothing, and ends as shells expect', async () => {
    await Promise.all(
      Array.from({ length: 1_500 }, (_, i) =>
        vault.write(`Leaves/${i}.md`, `# Leaf ${i}\n${'Steeped again. '.repeat(40)}`),
      ),
    );
    const child = spawn(process.execPath, [bundle, 'status'], { env: { ...process.env, ...vault.env } });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)));
    const ended = new Promise((resolve) => child.on('close', resolve));
    await vi.waitFor(async () => expect(await locks()).not.toEqual([]), PATIENT);
    child.kill('SIGINT');
    expect({ code: await ended, printed }).toEqual({ code: 130, printed: '' });
    expect(await locks()).toEqual([]);
  });
});
