import { chmod, chown, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NOBODY } from '../stand-in/mirror/renderer-calls.ts';
import { launchChromium } from './browser.ts';
import { evaluatedCode, type AppDriver } from './driver.ts';
import { startSandboxProcess, type SandboxProcess } from './sandbox-process.ts';
import { copyOfVault, copySampleVault, makeVault, type GivenSettings, type VaultCopy } from './vault-copy.ts';

export interface SandboxDriverOptions {
  /** Timers fire once a second at most, as in a hidden window. */
  throttleTimers?: boolean;
  /** Nobody may write to the vault, only to the data folder. */
  readOnly?: boolean;
  /** The vault's files; the sample vault unless given. */
  files?: Record<string, string>;
  /** A vault to be copied, in place of the sample vault. */
  vault?: string;
  settings?: GivenSettings;
}

/** Starts the sandbox on a copy of the sample vault, or on other files, and a browser that shows it. */
export async function startSandboxDriver({
  files,
  vault: source,
  settings,
  readOnly = false,
  ...options
}: SandboxDriverOptions = {}): Promise<AppDriver> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const vault = await copyFor(files, source, settings);
    undo.push(() => vault.remove());
    const dataDir = await mkdtemp(join(tmpdir(), 'vault-loom-data-'));
    undo.push(() => rm(dataDir, { recursive: true, force: true }));
    if (readOnly) undo.push(await refuseWriting(vault.path, dataDir));
    const start = (): Promise<SandboxProcess> =>
      startSandboxProcess({ vaultPath: vault.path, dataDir, withoutRights: readOnly, ...options });
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

/** Takes the right to write to a vault from everybody; returns what gives it back. */
async function refuseWriting(vault: string, dataDir: string): Promise<() => Promise<unknown>> {
  await chmod(dirname(vault), 0o755);
  if (process.getuid?.() === 0) await chown(dataDir, NOBODY, NOBODY);
  const places = [vault, ...(await readdir(vault, { recursive: true })).map((path) => join(vault, path))];
  const setRights = async (forFolders: number, forFiles: number): Promise<void> => {
    for (const place of places) await chmod(place, (await stat(place)).isDirectory() ? forFolders : forFiles);
  };
  await setRights(0o555, 0o444);
  return () => setRights(0o755, 0o644);
}

function copyFor(
  files: SandboxDriverOptions['files'],
  source: SandboxDriverOptions['vault'],
  settings: GivenSettings | undefined,
): Promise<VaultCopy> {
  if (files !== undefined) return makeVault(files, settings);
  return source === undefined ? copySampleVault(settings) : copyOfVault(source, settings);
}
