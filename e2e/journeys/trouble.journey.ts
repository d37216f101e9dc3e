import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AppDriver } from '../driver/driver.ts';
import { startSandboxDriver, type SandboxDriverOptions } from '../driver/sandbox-driver.ts';
import { PATIENT } from './kits/hosts.ts';

const INDEX = '.obsidian/plugins/vault-loom/index';
const NOTES = {
  'Garden.md': '# Garden\n\nThe barrel holds a week of water, see [[Tools]].\n',
  'Tools.md': '# Tools\n\nA can and a trowel.\n',
};

const TROUBLES: [vault: string, options: SandboxDriverOptions][] = [
  // Another program left a file where the folder of the index belongs.
  ['a vault whose index cannot be kept', { files: { ...NOTES, [INDEX]: 'not a folder\n' } }],
  ['a vault that nobody may write to', { files: NOTES, readOnly: true }],
];

describe.each(TROUBLES)('%s', (_vault, options) => {
  let driver: AppDriver;
  let before: Record<string, string>;
  beforeAll(async () => {
    driver = await startSandboxDriver(options);
    before = await filesOf(driver.vaultPath);
  });
  afterAll(() => driver.close());

  const isReady = (): Promise<void> =>
    vi.waitFor(
      async () => expect(await driver.page.locator('.status-bar').innerText()).toContain('Loom: ready'),
      PATIENT,
    );

  it('is found by words, with the place it opens at', async () => {
    await isReady();
    await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:search'));
    await driver.settle();
    await driver.page.keyboard.type('barr');
    const row = driver.page.locator('.vault-loom-search [role="option"]', { hasText: 'Garden' });
    await row.waitFor();
    await driver.page.keyboard.press('Enter');
    await driver.settle();
    await vi.waitFor(
      async () => expect(await driver.evaluate((app) => app.workspace.getActiveFile()?.path)).toBe('Garden.md'),
      PATIENT,
    );
    // The note gets the focus last, and with it its tab: what is opened before that would lie behind it.
    await driver.page.locator('.workspace-leaf.mod-active :focus').waitFor({ state: 'attached' });
  });

  it('has its related notes and its map', async () => {
    for (const name of ['related', 'map'])
      await driver.evaluate((app, id) => app.commands.executeCommandById(`vault-loom:${id}`), name);
    await driver.settle();
    await driver.page.locator('[data-type="vault-loom-map"]', { hasText: 'Tools' }).waitFor();
  });

  it('is read again after a restart, and nothing of another program is lost', async () => {
    await driver.restart();
    await isReady();
    expect(await driver.errors()).toEqual([]);
    expect(await filesOf(driver.vaultPath)).toMatchObject(before);
  });
});

it('says in plain words what a vault that nobody may write to does not take', async () => {
  const driver = await startSandboxDriver({ files: NOTES, readOnly: true, settings: { embedder: 'none' } });
  try {
    const name = driver.page.getByText('Server', { exact: true });
    const row = driver.page.locator('.modal .setting-item', { has: name });
    await driver.evaluate((app) => {
      app.setting.open();
      app.setting.openTabById('vault-loom');
    });
    await driver.settle();
    await vi.waitFor(
      async () =>
        expect(await row.first().innerText()).toMatch(
          /Assistants are not told of it: the system does not let this account write the folder of the plugin \(EACCES\)\./u,
        ),
      PATIENT,
    );
    const statusBar = driver.page.locator('.status-bar .plugin-vault-loom');
    await vi.waitFor(async () => expect(await statusBar.innerText()).toBe('Loom: ready, not connected'), PATIENT);
    expect(await statusBar.getAttribute('aria-label')).toMatch(
      /^Vault Loom has indexed .* not told of it: the system/u,
    );
    await driver.page.locator('.modal select').first().selectOption('lsa');
    await driver.settle();
    const notice = driver.page.locator('.notice', { hasText: 'The settings could not be saved' });
    await notice.waitFor();
    expect(await notice.innerText()).toBe(
      'The settings could not be saved: the system does not let this account write “data.json” (EACCES)',
    );
  } finally {
    await driver.close();
  }
});

/** The texts of a vault's notes, and of a file in the index's place. */
async function filesOf(vault: string): Promise<Record<string, string>> {
  const paths = [...Object.keys(NOTES), INDEX];
  const texts = await Promise.all(
    paths.map(async (path) => ({ [path]: await readFile(join(vault, path), 'utf8').catch(() => '') })),
  );
  return Object.assign({}, ...texts) as Record<string, string>;
}
