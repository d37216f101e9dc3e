import type { Locator } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { AppDriver } from '../../driver/driver.ts';
import { startSandboxDriver } from '../../driver/sandbox-driver.ts';
import { BY_WORDS_ALONE, PATIENT } from '../kits/hosts.ts';
import { startAssistant } from '../kits/mcp-client.ts';

const LONG = 'On the harvest of winter apples, quinces and medlars '.repeat(4).slice(0, 180).trim();
const JAPANESE = '冬のりんごとかりんの収穫について庭で話したことを全部ここに書いておく覚え書き';
const MISSING = 'On the storing of pears in a cold room until spring '.repeat(4).slice(0, 170).trim();
/** Pixels, in a window of 1,280. */
const WIDEST_MENU = 500;

describe('notes with very long titles', () => {
  let driver: AppDriver;

  const run = async (id: string): Promise<void> => {
    await driver.evaluate((app, name) => app.commands.executeCommandById(`vault-loom:${name}`), id);
    await driver.settle();
  };

  /** Of the shown element with this text: how many lines it takes, and its tooltip. */
  const expectLines = (titles: Locator, text: string, most: number): Promise<void> =>
    vi.waitFor(async () => {
      const shown = await titles.filter({ hasText: text }).evaluateAll((elements) =>
        elements.map((element) => {
          const { fontSize, lineHeight } = getComputedStyle(element);
          const line = Number.parseFloat(lineHeight) || 1.2 * Number.parseFloat(fontSize);
          const lines = Math.round(element.getBoundingClientRect().height / line);
          return { lines, title: element.getAttribute('title') };
        }),
      );
      expect(shown.length).toBeGreaterThan(0);
      for (const { lines, title } of shown) {
        expect(lines).toBeLessThanOrEqual(most);
        expect(title ?? '').toContain(text);
      }
    }, PATIENT);

  const expectNarrowMenu = async (row: Locator): Promise<void> => {
    await row.click({ button: 'right' });
    await driver.settle();
    const menu = driver.page.locator('.menu');
    expect((await menu.boundingBox())?.width).toBeLessThan(WIDEST_MENU);
    await driver.page.keyboard.press('Escape');
    await driver.settle();
  };

  beforeAll(async () => {
    driver = await startSandboxDriver({
      settings: BY_WORDS_ALONE,
      files: {
        'Home.md': `# Home\n\nApples, and pears as in [[${MISSING}]].\n`,
        [`Garden/${LONG}.md`]: 'Apples are stored. See [[Home]].\n',
        [`Garden/${JAPANESE}.md`]: 'Apples, as in [[Home]].\n',
      },
    });
    await driver.page.locator('.status-bar', { hasText: 'Loom: ready' }).waitFor();
    const assistant = await startAssistant(driver, 'Claude');
    const moved = { source: `Garden/${LONG}.md`, destination: `Orchard/${LONG}.md` };
    expect(await assistant.call('move_note', moved)).toHaveProperty('result');
    expect(await assistant.call('read_note', { name: moved.destination, mode: 'full' })).toHaveProperty('result');
    await assistant.close();
  });
  afterAll(() => driver.close());

  it('are cut after two lines among what is found, and earlier searches as well, with a tooltip', async () => {
    await driver.evaluate((app) => app.workspace.openLinkText('Home.md', ''));
    const titles = driver.page.locator('.vault-loom-search .suggestion-title');
    await run('search');
    await driver.page.keyboard.type('apples');
    await driver.settle();
    await expectLines(titles, LONG, 2);
    await expectLines(titles, JAPANESE, 2);
    await driver.page.locator('.prompt-input').fill(LONG);
    await driver.settle();
    await titles.filter({ hasText: LONG }).first().waitFor();
    await driver.page.keyboard.press('Enter');
    await driver.settle();
    await run('search');
    await expectLines(titles, LONG, 2);
    await driver.page.keyboard.press('Escape');
    await driver.settle();
  });

  it('are cut after two lines in the lists of the map, also of notes that are missing', async () => {
    await run('map');
    const titles = driver.page.locator('.vault-loom-map-row-title');
    await expectLines(titles, LONG, 2);
    await expectLines(titles, JAPANESE, 2);
    await driver.page.locator('.vault-loom-map-tab', { hasText: 'Missing notes' }).click();
    await expectLines(titles, MISSING, 2);
    await expectNarrowMenu(titles.filter({ hasText: MISSING }));
  });

  it('are cut after two lines next to the note, and in the activity after four where a note has two names', async () => {
    await driver.evaluate((app) => app.workspace.openLinkText('Home.md', ''));
    await run('related');
    await expectLines(driver.page.locator('.vault-loom-related-title'), LONG, 2);
    await expectLines(driver.page.locator('.vault-loom-related-title'), JAPANESE, 2);
    await run('activity');
    await expectLines(driver.page.locator('.mod-change .vault-loom-activity-title'), LONG, 4);
    await expectNarrowMenu(driver.page.locator('.mod-change .vault-loom-activity-title'));
    await driver.page.getByRole('button', { name: 'Reading', exact: true }).click();
    await expectLines(driver.page.locator('.mod-note .vault-loom-activity-title'), LONG, 2);
  });
});
