import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AppDriver } from '../../driver/driver.ts';
import { startSandboxDriver } from '../../driver/sandbox-driver.ts';
import { PATIENT } from '../kits/hosts.ts';
import { startAssistant, type Assistant } from '../kits/mcp-client.ts';

describe('the review in small windows', () => {
  let driver: AppDriver;
  let assistant: Assistant;

  beforeAll(async () => {
    driver = await startSandboxDriver({
      files: { 'Home.md': `${'A line of the note.\n'.repeat(40)}` },
      settings: { embedder: 'none', reviewMode: 'ask-always' },
    });
    await driver.page.locator('.status-bar', { hasText: 'Loom: ready' }).waitFor();
    assistant = await startAssistant(driver, 'An assistant whose name is long, made by a company of a longer name');
    void assistant.call('edit_note', { name: 'Home', mode: 'append', content: 'A new line.' }).catch(() => undefined);
    await driver.page.locator('.vault-loom-review-badge', { hasText: '1 to review' }).waitFor();
    await driver.evaluate((app) => {
      (app.workspace.leftSplit as unknown as { collapse(): void }).collapse();
      app.commands.executeCommandById('vault-loom:review');
    });
    await driver.settle();
  });
  afterAll(async () => {
    await assistant.close();
    await driver.close();
  });

  // A window of 1,280 by 800 at 200 %, and half of it next to another pane.
  it.each([
    ['a whole one', { width: 640, height: 400 }],
    ['half of one', { width: 340, height: 400 }],
  ])('shows some lines of the change, and the buttons by scrolling: %s', async (_, viewport) => {
    const { page } = driver;
    await page.setViewportSize(viewport);
    await driver.settle();
    const changed = page.locator('.vault-loom-review .vault-loom-diff-line.mod-added');
    await vi.waitFor(async () => {
      const height = (await page.locator('.vault-loom-review-scroll').boundingBox())?.height;
      expect(height).toBeGreaterThanOrEqual(100);
    }, PATIENT);
    await changed.scrollIntoViewIfNeeded();
    const accept = page.getByRole('button', { name: 'Accept', exact: true });
    await accept.scrollIntoViewIfNeeded();
    const box = await accept.boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(viewport.height);
    const onTop = await accept.evaluate((button) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect(onTop).toBe(true);
  });
});

describe('the search in a narrow window', () => {
  let driver: AppDriver;

  beforeAll(async () => {
    driver = await startSandboxDriver({ files: { 'Home.md': 'A note.\n' }, settings: { embedder: 'none' } });
    await driver.page.locator('.status-bar', { hasText: 'Loom: ready' }).waitFor();
    await driver.page.setViewportSize({ width: 320, height: 640 });
  });
  afterAll(() => driver.close());

  it('says the whole name of the note that it offers to create, if nothing is found', async () => {
    const { page } = driver;
    await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:search'));
    await driver.settle();
    await page.keyboard.type('gooseberries');
    await driver.settle();
    const name = page.locator('.vault-loom-search-status button bdi', { hasText: 'gooseberries' });
    await name.waitFor();
    expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0);
    const [box, prompt] = [await name.boundingBox(), await page.locator('.prompt').boundingBox()];
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan((prompt?.x ?? 0) + (prompt?.width ?? 0));
  });
});
