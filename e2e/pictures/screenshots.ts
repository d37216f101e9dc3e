import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { changeSettings } from '../driver/change-settings.ts';
import type { AppDriver } from '../driver/driver.ts';
import { startSandboxDriver } from '../driver/sandbox-driver.ts';
import { startAssistant, type Assistant } from '../journeys/kits/mcp-client.ts';

const FOLDER = fileURLToPath(new URL('../../docs/pictures', import.meta.url));
const NOTE = 'Projects/Rain Barrel Irrigation.md';
const READY_MS = 120_000;

/** One screen, as README and docs show it. */
interface Picture {
  name: string;
  /** Opens the screen, and closes what the one before left open. */
  open: (driver: AppDriver, assistant: Assistant) => Promise<void>;
  /** What must be there before the picture is taken. */
  shows: string;
  /** A passing state that is not to be in it, told in these words. */
  isOver?: RegExp;
}

const MAP_AT_WORK = /being compared|worked out again/u;

const PICTURES: Picture[] = [
  {
    name: 'search',
    open: async (driver) => {
      await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:search'));
      await driver.settle();
      await driver.page.keyboard.type('watering the beds without a tap');
    },
    // With what is found by meaning, and the preview.
    shows: '.vault-loom-search:has(.suggestion-flair):has(.vault-loom-search-preview .search-result-file-matched-text)',
  },
  {
    name: 'related',
    open: async (driver) => {
      await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:related'));
    },
    shows: '[data-type="vault-loom-related"] [role="option"]',
  },
  {
    name: 'map',
    open: async (driver) => {
      await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:map'));
    },
    shows: '[data-type="vault-loom-map"] svg circle',
    isOver: MAP_AT_WORK,
  },
  {
    name: 'activity',
    open: async (driver, assistant) => {
      await assistant.call('read_note', { name: NOTE, mode: 'full' });
      await assistant.call('edit_note', {
        name: NOTE,
        edits: [
          { mode: 'append', content: 'The barrel holds a week of water; see [[Compost]].' },
          { mode: 'patch_frontmatter', key: 'status', value: 'in use' },
        ],
      });
      await assistant.call('edit_note', { name: 'Garden/Notes.md', mode: 'append', content: 'Mulch the beds in May.' });
      await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:activity'));
      const change = driver.page.locator('[data-type="vault-loom-activity"] .mod-change', { hasText: 'Rain Barrel' });
      await change.first().click();
    },
    shows: '[data-type="vault-loom-activity"] ins, [data-type="vault-loom-activity"] .mod-added',
    isOver: MAP_AT_WORK,
  },
  {
    name: 'review',
    open: async (driver, assistant) => {
      await changeSettings(driver, { reviewMode: 'ask-always' });
      const waiting = [
        assistant.call('edit_note', {
          name: NOTE,
          mode: 'replace_window',
          search: 'So barrels alone will not do, and the mulch must do the rest.',
          content: 'So barrels alone will not do: the mulch must do the rest, and a second roof.',
        }),
        assistant.call('delete_note', { name: 'Ideas/Slack is not waste.md', confirm: true }),
      ];
      for (const call of waiting) call.catch(() => undefined);
      await driver.page.locator('.vault-loom-review-badge', { hasText: '2 to review' }).waitFor();
      await driver.evaluate((app) => app.commands.executeCommandById('vault-loom:review'));
    },
    shows: '[data-type="vault-loom-review"] .vault-loom-review-decide .mod-cta[aria-disabled="false"]',
  },
];

/** Takes every picture in both themes, on the sample vault, with the built plugin and a real client. */
async function takePictures(): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const driver = await startSandboxDriver();
  const assistant = await startAssistant(driver, 'Claude');
  try {
    await driver.page.locator('.status-bar', { hasText: 'Loom: ready' }).waitFor({ timeout: READY_MS });
    await untilEmbedded(assistant);
    await driver.evaluate((app, path) => app.workspace.openLinkText(path, ''), NOTE);
    for (const picture of PICTURES) {
      await picture.open(driver, assistant);
      await driver.settle();
      await driver.page.locator(picture.shows).first().waitFor();
      if (picture.isOver !== undefined)
        await driver.page.locator('.vault-loom-map-state', { hasText: picture.isOver }).waitFor({ state: 'hidden' });
      for (const theme of ['light', 'dark']) {
        await driver.evaluate((app, to) => app.commands.executeCommandById(`theme:use-${to}`), theme);
        await driver.settle();
        const path = join(FOLDER, `${picture.name}-${theme}.png`);
        await driver.page.screenshot({ path });
        console.error(`Picture: docs/pictures/${picture.name}-${theme}.png`);
      }
      await driver.page.keyboard.press('Escape');
      await driver.settle();
    }
  } finally {
    await assistant.close();
    await driver.close();
  }
}

async function untilEmbedded(assistant: Assistant): Promise<void> {
  const deadline = performance.now() + READY_MS;
  for (;;) {
    const { result } = await assistant.call('index_status', {});
    if (result?.['embeddingsComplete'] === true) return;
    if (performance.now() > deadline) throw new Error('The sample vault was not embedded in time.');
    await delay(500);
  }
}

await takePictures();
