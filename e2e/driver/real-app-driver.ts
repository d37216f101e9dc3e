import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { evaluatedCode, type AppDriver, type JourneyApp } from './driver.ts';
import { copySampleVault, type GivenSettings } from './vault-copy.ts';
import { freePort } from './free-port.ts';

const START_MS = 60_000;
const POLL_MS = 200;
const APP_PAGE = 'app://obsidian.md/';

declare global {
  interface Window {
    app?: JourneyApp & { metadataCache: { inProgressTaskCount?: number } };
  }
}

/**
 * Starts the installed app, whose executable (or macOS bundle) is `appPath`, on a copy of the sample vault with its own
 * profile.
 */
export async function startRealAppDriver(appPath: string, settings?: GivenSettings): Promise<AppDriver> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async (): Promise<void> => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const vault = await copySampleVault(settings);
    undo.push(() => vault.remove());
    const profile = await mkdtemp(join(tmpdir(), 'vault-loom-app-'));
    undo.push(() => rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
    await writeFile(
      join(profile, 'obsidian.json'),
      JSON.stringify({ vaults: { '0123456789abcdef': { path: vault.path, ts: Date.now(), open: true } } }),
    );
    const dataDir = join(profile, 'vault-loom-data');
    await mkdir(dataDir);

    const port = await freePort();
    const app = spawn(await executableIn(appPath), [`--remote-debugging-port=${port}`, `--user-data-dir=${profile}`], {
      env: { ...process.env, VAULT_LOOM_DATA_DIR: dataDir },
      stdio: 'ignore',
    });
    const ended = once(app, 'exit');
    undo.push(async () => {
      app.kill();
      await ended;
    });
    const browser = await within(START_MS, 'The app opened no debugging port', () =>
      chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => null),
    );
    undo.push(() => browser.close());
    const page = await within(START_MS, 'The app showed no window', async () => appPage(browser));
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error.stack)));
    await trustAuthor(page);
    return {
      name: 'app',
      page,
      vaultPath: vault.path,
      dataDir,
      evaluate: <T>(code: ((...input: never[]) => unknown) | string, arg?: unknown) =>
        page.evaluate(
          ([text, input]) =>
            (new Function('app', 'arg', `return (${text});`) as (app: unknown, arg: unknown) => T | Promise<T>)(
              window.app,
              input,
            ),
          [evaluatedCode(code), arg ?? null] as const,
        ),
      settle: () => settle(page),
      restart: async () => {
        await page.reload();
        await within(START_MS, 'The app did not get ready', () =>
          page.evaluate(() => window.app?.workspace?.layoutReady === true),
        );
      },
      errors: async () => errors,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A vault's plugins stay off until the person trusts the vault. */
async function trustAuthor(page: Page): Promise<void> {
  const trust = page.getByRole('button', { name: /trust author/i });
  await within(START_MS, 'The app did not get ready', async () => {
    if (await trust.isVisible()) await trust.click();
    return page.evaluate(
      () => window.app?.workspace.layoutReady === true && window.app.plugins.enabledPlugins.size > 0,
    );
  });
  // The app shows its settings after that.
  await page.evaluate(() => window.app?.setting.close());
}

async function settle(page: Page): Promise<void> {
  await within(START_MS, 'The app did not come to rest', () =>
    page.evaluate(async () => {
      const nextFrame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
      await nextFrame();
      await nextFrame();
      return (window.app?.metadataCache.inProgressTaskCount ?? 0) === 0;
    }),
  );
}

function appPage(browser: Browser): Page | null {
  return (
    browser
      .contexts()
      .flatMap((context) => context.pages())
      .find((page) => page.url().startsWith(APP_PAGE)) ?? null
  );
}

async function executableIn(appPath: string): Promise<string> {
  if (!(await stat(appPath)).isDirectory()) return appPath;
  const folder = join(appPath, 'Contents', 'MacOS');
  const [name] = await readdir(folder);
  if (name === undefined) throw new Error(`VAULT_LOOM_APP: there is no program in ${folder}`);
  return join(folder, name);
}

/** Asks repeatedly until there is an answer. */
async function within<T>(ms: number, complaint: string, ask: () => Promise<T | null | false>): Promise<T> {
  const end = performance.now() + ms;
  for (;;) {
    const answer = await ask();
    if (answer !== null && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`${complaint} within ${ms / 1000} s.`);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
