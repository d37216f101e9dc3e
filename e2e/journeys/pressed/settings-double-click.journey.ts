import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '../../driver/free-port.ts';
import { AS_INSTALLED, journey, PATIENT } from '../kits/hosts.ts';
import { doubleClick } from '../kits/press-kit.ts';
import { close, folderOf, open, restartWithoutModel, row, tab } from '../kits/settings-kit.ts';

/** Where the model would be downloaded from. */
const port = await freePort();

journey('a double click in the settings', AS_INSTALLED, (host) => {
  const asked: string[] = [];
  let server: Server;
  const dialog = (): ReturnType<typeof row> =>
    host().driver.page.locator('.modal', { hasText: 'will be downloaded from' });

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    // As the plugin is built once there is an address, and installed without the model's file.
    const { driver } = host();
    const main = join(folderOf(host()), 'main.js');
    const code = await readFile(main, 'utf8');
    await writeFile(main, code.replace('MODEL_ADDRESS="";', `MODEL_ADDRESS="http://127.0.0.1:${port}";`));
    await restartWithoutModel(host());
    await driver.settle();
    await open(host());
  }, 60_000);
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('on the button that asks about the model downloads nothing yet', async () => {
    const { page } = host().driver;
    const get = row(host(), 'By meaning').getByRole('button', { name: /^Get the built-in model/u });
    await get.waitFor(PATIENT);
    await doubleClick(host(), get, async () => {
      const download = dialog().getByRole('button', { name: 'Download' });
      await download.waitFor();
      // Where the second click goes, as in a window in which the one button is over the other.
      const box = await download.boundingBox();
      await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    });
    expect(await dialog().count()).toBe(1);
    expect(asked).toEqual([]);
    await dialog().getByRole('button', { name: 'Not now' }).click();
    await host().driver.settle();
    expect(await dialog().count()).toBe(0);
    await get.click();
    await dialog().getByRole('button', { name: 'Download' }).click();
    await vi.waitFor(() => expect(asked.length).toBe(1), PATIENT);
  });

  it('on a note of which nothing can be found by meaning opens it once', async () => {
    const { driver } = host();
    await driver.evaluate(async (app) => void (await app.vault.create('without text.md', '')));
    const leaves = (): Promise<number> => driver.evaluate((app) => app.workspace.getLeavesOfType('markdown').length);
    const before = await leaves();
    const link = driver.page.locator('.vault-loom-gap-path', { hasText: 'without text' });
    const show = row(host(), 'Not fully searchable').getByRole('button', { name: 'Show' });
    await show.waitFor({ timeout: PATIENT.timeout });
    await show.click();
    await driver.settle();
    await link.waitFor({ timeout: PATIENT.timeout });
    await doubleClick(host(), link, () => vi.waitFor(async () => expect(await leaves()).toBe(before + 1), PATIENT));
    expect(await leaves()).toBe(before + 1);
  });

  it('on what opens an assistant opens it once', async () => {
    const { driver } = host();
    const opened = (): Promise<number> =>
      driver.evaluate(() => (window as unknown as { vaultLoomOpened?: string[] }).vaultLoomOpened?.length ?? 0);
    await driver.evaluate((app) => {
      type Require = (name: string) => { shell: { openExternal: unknown } };
      const { require } = window as unknown as { require?: Require };
      const { shell } = (require ?? (app.plugins as unknown as { require: Require }).require)('electron');
      const urls: string[] = [];
      (window as unknown as { vaultLoomOpened: string[] }).vaultLoomOpened = urls;
      shell.openExternal = (url: string) => Promise.resolve(void urls.push(url));
    });
    await tab(host(), 'Cursor').click();
    await driver.settle();
    const button = driver.page.getByRole('button', { name: 'Open Cursor' });
    await button.scrollIntoViewIfNeeded();
    await doubleClick(host(), button, () => vi.waitFor(async () => expect(await opened()).toBe(1), PATIENT));
    expect(await opened()).toBe(1);
    await close(host());
    expect(await driver.errors()).toEqual([]);
  });
});
