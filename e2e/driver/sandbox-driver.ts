import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium } from './browser.ts';
import { evaluatedCode, type AppDriver } from './driver.ts';
import { startSandboxProcess, type SandboxProcess } from './sandbox-process.ts';
import { copyOfVault, copySampleVault, makeVault, type VaultCopy } from './vault-copy.ts';

export interface SandboxDriverOptions {
  /** Timers fire once a second at most, as in a hidden window. */
  throttleTimers?: boolean;
  /** The vault's files; the sample vault unless given. */
  files?: Record<string, string>;
  /** A vault to be copied, in place of the sample vault. */
  vault?: string;
}

/** Starts the sandbox on a copy of the sample vault, or on other files, and a browser that shows it. */
export async function startSandboxDriver({
  files,
  vault: source,
  ...options
}: SandboxDriverOptions = {}): Promise<AppDriver> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const vault = await copyFor(files, source);
    undo.push(() => vault.remove());
    const dataDir = await mkdtemp(join(tmpdir(), 'vault-loom-data-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    const start = (): Promise<SandboxProcess> => startSandboxProcess({ vaultPath: vault.path, dataDir, ...options });
    let sandbox = await start();
    undo.push(() => sandbox.close());
    const browser = await launchChromium();
    undo.push(() => browser.close());
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const pageErrors: string[] = [];
    page.on('pageerror', (error) => pageErrors.push(String(error.stack)));
    const sync = (): Promise<void> => page.evaluate(() => window.vaultLoomMirror?.sync());
    await page.goto(sandbox.url);
    await sync();
    return {
      name: 'sandbox',
      page,
      vaultPath: vault.path,
      dataDir,
      evaluate: async <T>(code: ((...input: never[]) => unknown) | string, arg?: unknown) =>
        (await sandbox.ask('evaluate', { code: evaluatedCode(code), arg: arg ?? null })) as T,
      settle: async () => {
        await sync();
        await sandbox.ask('settle', {});
        await sync();
      },
      restart: async () => {
        await sandbox.close();
        sandbox = await start();
        await page.goto(sandbox.url);
        await sync();
      },
      errors: async () => [...((await sandbox.ask('errors', {})) as string[]), ...pageErrors],
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function copyFor(files: SandboxDriverOptions['files'], source: SandboxDriverOptions['vault']): Promise<VaultCopy> {
  if (files !== undefined) return makeVault(files);
  return source === undefined ? copySampleVault() : copyOfVault(source);
}
