import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bundleForNode } from '../../build/quick/bundle-for-node.ts';
import type { Ended } from '../test-support/run-cli.ts';

let bundle: string;
let home: string;
beforeAll(async () => {
  [bundle, home] = await Promise.all([bundleForNode('bridge/cli.ts'), mkdtemp(join(tmpdir(), 'vault-loom-output-'))]);
  await mkdir(join(home, 'Notes'));
  await writeFile(join(home, 'Notes', 'Tea.md'), 'Tea.\n');
});
afterAll(async () => {
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});

/** Runs a command whose output goes to a file, or to a reader who leaves at once. */
async function run(args: readonly string[], output?: number): Promise<Omit<Ended, 'stdout'>> {
  const child = spawn(process.execPath, [bundle, ...args], {
    env: {
      ...process.env,
      HOME: home,
      VAULT_PATH: join(home, 'Notes'),
      VAULT_LOOM_DATA_DIR: join(home, 'data'),
      VAULT_LOOM_EMBEDDER: 'none',
    },
    stdio: ['ignore', output ?? 'pipe', 'pipe'],
  });
  child.stdout?.destroy();
  let stderr = '';
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, stderr };
}

describe.skipIf(process.platform === 'win32')('a reader who leaves', () => {
  it('ends what only shows something', async () => {
    expect(await run(['list'])).toEqual({ code: 0, stderr: '' });
  });

  it('does not keep a change from being made', async () => {
    expect(await run(['connect', 'cursor', '--yes'])).toEqual({ code: 0, stderr: '' });
    expect(existsSync(join(home, '.cursor', 'mcp.json'))).toBe(true);
    expect(await run(['connect', 'cursor', '--remove', '--yes'])).toMatchObject({ code: 0 });
    expect(existsSync(join(home, 'data', 'server', '0.1.0'))).toBe(false);
    await run(['status']);
    expect(await run(['delete-index', '--yes'])).toEqual({ code: 0, stderr: '' });
    expect(await run(['delete-index', '--dry-run'])).toEqual({ code: 0, stderr: '' });
  });
});

it.runIf(process.platform === 'linux')('output that cannot be written is reported, and is not a success', async () => {
  const full = await open('/dev/full', 'w');
  try {
    const lost = { code: 1, stderr: 'vault-loom: What this command prints cannot be written (ENOSPC).\n' };
    expect(await run(['list'], full.fd)).toEqual(lost);
    expect(await run(['connect', 'cursor', '--yes'], full.fd)).toEqual(lost);
    expect(existsSync(join(home, '.cursor', 'mcp.json'))).toBe(true);
  } finally {
    await full.close();
  }
});
