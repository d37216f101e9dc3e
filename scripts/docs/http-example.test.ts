import { execFile } from 'node:child_process';
import { access, cp, mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../e2e/driver/free-port.ts';
import { startSandboxProcess, type SandboxProcess } from '../../e2e/driver/sandbox-process.ts';
import { pluginStatus } from '../../shared/protocol/http.ts';
import { ROOT } from '../setup.mjs';
import { blocksOf } from './pages.ts';

let folder: string;
let vault: string;
let sandbox: SandboxProcess;
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vault-loom-http-')));
  vault = join(folder, 'My vault');
  const plugin = join(vault, '.obsidian', 'plugins', 'vault-loom');
  await mkdir(plugin, { recursive: true });
  for (const name of ['main.js', 'manifest.json', 'styles.css'])
    await cp(join(ROOT, 'dist', 'plugin', name), join(plugin, name));
  await writeFile(join(vault, '.obsidian', 'community-plugins.json'), '["vault-loom"]');
  await writeFile(join(plugin, 'data.json'), JSON.stringify({ port: await freePort(), embedder: 'none' }));
  await writeFile(join(vault, 'Soil.md'), 'Worms.\n');
  sandbox = await startSandboxProcess({ vaultPath: vault, dataDir: join(folder, 'data') });
  await vi.waitFor(() => access(join(plugin, 'discovery.json')), { timeout: 60_000, interval: 50 });
}, 120_000);
afterAll(async () => {
  await sandbox.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

it.skipIf(process.platform === 'win32')('the example of the page about HTTP gets the status', async () => {
  const [example] = blocksOf('docs/http.md', 'sh');
  const script = (example?.text ?? '').replace('/path/to/vault', `'${vault}'`);
  const { stdout } = await promisify(execFile)('/bin/sh', ['-c', script]);
  expect(pluginStatus.parse(JSON.parse(stdout))).toMatchObject({ ok: true, vault: 'My vault' });
});
