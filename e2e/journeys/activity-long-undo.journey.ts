import { realpath } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Locator } from 'playwright';
import { vaultDataFolder } from '../../shared/vault/data-folders.ts';
import { writeRules } from '../../shared/writing/places/path-guard.ts';
import { VaultWriter } from '../../shared/writing/vault-writer.ts';
import { expectAccessible } from './kits/accessibility-kit.ts';
import {
  changes,
  command,
  connectClient,
  leave,
  NOTE,
  notesOf,
  PANE,
  pane,
  runs,
  MOVED,
  type ActivityClient,
} from './kits/activity-kit.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from './kits/hosts.ts';

const LATER = 20;
const EARLIER = 12;

journey('a long undo', BY_WORDS_ALONE, (host) => {
  let assistant: ActivityClient;
  let other: VaultWriter;
  let before: Record<string, string>;

  const progress = (): Locator => pane(host()).locator('.vault-loom-activity-progress');
  const saysProgress = (words: string): Promise<void> =>
    vi.waitFor(async () => expect(await progress().innerText()).toBe(words), PATIENT);

  beforeAll(async () => {
    const { driver } = host();
    before = await notesOf(driver.vaultPath);
    assistant = await connectClient(host());
    const root = await realpath(driver.vaultPath);
    other = new VaultWriter({
      root,
      dataFolder: vaultDataFolder(driver.dataDir, root),
      rules: writeRules({}, { configDir: '.obsidian' }),
    });
  });
  afterAll(async () => {
    await assistant.client.close();
    await other.close();
  });

  it('says how far it is, is begun once, and outlives its pane', async () => {
    const { driver } = host();
    const append = (name: string, nth: number): Promise<void> =>
      assistant.call('edit_note', { name, mode: 'append', content: `Line ${nth}.` });
    for (let i = 0; i < EARLIER; i++) await append(MOVED, i);
    for (let i = 0; i < LATER; i++) await append(NOTE, i);
    await command(host(), 'activity');
    await vi.waitFor(async () => expect(await changes(host()).count()).toBe(LATER + EARLIER), PATIENT);
    const undo = runs(host()).last().getByLabel('Undo this run');
    // Another writer keeps the note of the earlier changes until all this is seen.
    await other.withPaths([MOVED], async () => {
      await undo.click();
      await saysProgress(`Undoing ${LATER + 1} of ${LATER + EARLIER}…`);
      await undo.click();
      const heard = pane(host()).locator('.vault-loom-activity-heard[role="status"]');
      expect(await heard.innerText()).toBe(`Undoing ${LATER - 3} of ${LATER + EARLIER}…`);
      await host().picture('undoing');
      await expectAccessible(driver, PANE);
      await driver.evaluate((app) => app.workspace.detachLeavesOfType('vault-loom-activity'));
      await driver.settle();
      expect(await pane(host()).count()).toBe(0);
      await command(host(), 'activity');
      await saysProgress(`Undoing ${LATER + 1} of ${LATER + EARLIER}…`);
      await runs(host()).last().getByLabel('Undo this run').click();
    });
    await vi.waitFor(async () => expect(await notesOf(driver.vaultPath)).toEqual(before), PATIENT);
    await leave(host());
    await vi.waitFor(async () => expect(await progress().isVisible()).toBe(false), PATIENT);
    await driver.settle();
    const notices = await driver.page.locator('.notice').allInnerTexts();
    expect(notices).toEqual([`${LATER + EARLIER} changes undone.Redo`]);
    expect(await driver.errors()).toEqual([]);
  });
});
