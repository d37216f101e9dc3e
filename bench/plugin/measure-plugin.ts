import { fork } from 'node:child_process';
import { copyFile, cp, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WindowReport } from './window.ts';
import type { Figure } from '../support/report.ts';
import { copyVault, flushDisk, makeScratch } from '../support/vault-folder.ts';

const WINDOW = fileURLToPath(new URL('./window.ts', import.meta.url));

/**
 * Enables the built plugin for the first time on a copy of a vault, in the sandbox, and reports how long the window froze
 * until the index was complete and shortly after.
 *
 * @param built folder with `main.js`, `manifest.json` and `styles.css`, next to the one with the model
 */
export async function measurePlugin(built: string, vault: string): Promise<Figure[]> {
  const scratch = await makeScratch();
  try {
    const copy = join(scratch.folder, 'vault');
    await copyVault(vault, copy);
    const folder = join(copy, '.obsidian', 'plugins', 'vault-loom');
    await mkdir(folder, { recursive: true });
    for (const name of ['main.js', 'manifest.json', 'styles.css'])
      await copyFile(join(built, name), join(folder, name));
    await cp(join(built, '..', 'model'), folder, { recursive: true });
    await flushDisk();
    const { enableMs, readyMs, blocks, blocksOver12 } = await inWindow(copy, join(scratch.folder, 'data'));
    return [
      { name: 'main.js', value: (await stat(join(built, 'main.js'))).size / 1024 / 1024, unit: 'MB', bound: 4.5 },
      { name: 'plugin loaded', value: enableMs, unit: 'ms', bound: 200 },
      { name: 'layout ready → index complete', value: readyMs / 1000, unit: 's' },
      {
        name: 'longest stall of the window',
        value: blocks[0] ?? 0,
        unit: 'ms',
        bound: 50,
        note: `next ${blocks
          .slice(1, 5)
          .map((ms) => ms.toFixed(0))
          .join(', ')} ms; ${blocksOver12} over 12 ms`,
      },
    ];
  } finally {
    await scratch.remove();
  }
}

function inWindow(vault: string, dataDir: string): Promise<WindowReport> {
  const child = fork(WINDOW, [vault], {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, VAULT_LOOM_DATA_DIR: dataDir },
  });
  return new Promise((resolve, reject) => {
    child.once('message', (report) => resolve(report as WindowReport));
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(new Error(`The sandbox ended with ${code ?? 'a signal'} before it had reported anything.`)),
    );
  });
}
