import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { freePort } from '../../driver/free-port.ts';
import { BY_WORDS_ALONE, journey, PATIENT } from '../kits/hosts.ts';
import { pressOn } from '../kits/press-kit.ts';
import { clickOn, folderOf, open, row, saved, says, tab, typeInto } from '../kits/settings-kit.ts';

// Nothing answers there, but for a while.
const modelPort = await freePort();
process.env.VAULT_LOOM_OLLAMA_URL = `http://127.0.0.1:${modelPort}`;

const CLIENTS = ['Aider', 'Claude', 'Codex', 'Cursor', 'Gemini', 'Zed'];

journey('settings, pressed while a sync changes them', BY_WORDS_ALONE, (host) => {
  const arrives = async (changes: object): Promise<void> =>
    writeFile(join(folderOf(host()), 'data.json'), JSON.stringify({ ...(await saved(host())), ...changes }));
  /** The settings that hold, whatever is shown. */
  const holds = (name: string, value: unknown): Promise<void> =>
    vi.waitFor(
      async () =>
        expect(
          await host().driver.evaluate((app, key) => {
            const { settingsStore } = app.plugins.plugins['vault-loom'] as unknown as {
              settingsStore: { current: Record<string, unknown> };
            };
            return settingsStore.current[key];
          }, name),
        ).toEqual(value),
      PATIENT,
    );

  it('do what is pressed, though rows come above it, and show them after', async () => {
    const { driver } = host();
    // All of it is in view: where nothing is scrolled, a browser does not keep what is seen in place.
    await driver.page.setViewportSize({ width: 1280, height: 2400 });
    await open(host());
    const log = row(host(), 'Reading log').locator('.checkbox-container');
    const local = row(host(), 'Model of the local server');
    expect(await local.isVisible()).toBe(false);
    await pressOn(host(), log);
    const before = await log.boundingBox();
    await arrives({
      embedder: 'ollama:toy',
      reviewClients: CLIENTS.map((client) => ({ client, mode: 'read-only' })),
    });
    await holds('embedder', 'ollama:toy');
    await driver.settle();
    expect((await log.boundingBox())?.y).toBe(before?.y);
    await driver.page.mouse.up();
    await driver.settle();
    await holds('keepsReadingLog', false);
    await vi.waitFor(async () => expect(await local.isVisible()).toBe(true), PATIENT);
    await driver.page.getByLabel('Before Zed writes').waitFor();
  });

  it('go on showing what changes after a list of choices was opened', async () => {
    await row(host(), 'Before an assistant writes').locator('select').dispatchEvent('mousedown');
    await arrives({ embedder: 'none' });
    await vi.waitFor(
      async () => expect(await row(host(), 'Model of the local server').isVisible()).toBe(false),
      PATIENT,
    );
  });

  /** Presses it while something happens that has rows above it grow. */
  const pressLog = async (meanwhile: () => Promise<void>): Promise<void> => {
    const { driver } = host();
    const keeps = async (): Promise<boolean> => (await saved(host())).keepsReadingLog !== false;
    const log = row(host(), 'Reading log').locator('.checkbox-container');
    const kept = await keeps();
    await pressOn(host(), log);
    const before = await log.boundingBox();
    await meanwhile();
    await driver.settle();
    expect((await log.boundingBox())?.y).toBe(before?.y);
    await driver.page.mouse.up();
    await driver.settle();
    await vi.waitFor(async () => expect(await keeps()).toBe(!kept), PATIENT);
  };

  it('say what is wrong with what was typed after the press that ended the typing', async () => {
    const { driver } = host();
    await typeInto(host(), row(host(), 'Server file').locator('input'), `/${'not there/'.repeat(40)}`);
    const cursor = tab(host(), 'Cursor');
    await pressOn(host(), cursor);
    const before = await cursor.boundingBox();
    // What was typed has been looked at.
    await row(host(), 'Server file').and(driver.page.locator('.is-invalid')).waitFor();
    await driver.settle();
    expect((await cursor.boundingBox())?.y).toBe(before?.y);
    await driver.page.mouse.up();
    await vi.waitFor(async () => expect(await cursor.getAttribute('aria-selected')).toBe('true'), PATIENT);
    await says(host(), 'Server file', /not there/u);
  });

  it('say how the test of a model went after a press', async () => {
    const { driver } = host();
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    const models = createServer((_request, response) => void mayAnswer.then(() => response.destroy()));
    await new Promise<void>((resolve) => models.listen(modelPort, '127.0.0.1', resolve));
    try {
      await row(host(), 'Model').getByLabel('Model').selectOption({ label: 'Local server (Ollama)' });
      await driver.settle();
      const local = row(host(), 'Model of the local server');
      await typeInto(host(), local.getByLabel('Name of the model'), 'toy');
      const test = local.getByRole('button', { name: 'Test' });
      await clickOn(host(), test);
      await says(host(), 'Model of the local server', 'Testing');
      await pressLog(async () => {
        answer();
        await vi.waitFor(async () => expect(await test.isEnabled()).toBe(true), PATIENT);
      });
      await says(host(), 'Model of the local server', 'does not work');
    } finally {
      await new Promise((resolve) => models.close(resolve));
    }
    expect(await driver.errors()).toEqual([]);
  });
});
