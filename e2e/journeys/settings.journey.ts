import { createServer as createPort } from 'node:net';
import { expect, it, vi } from 'vitest';
import { AS_INSTALLED, journey, PATIENT } from './kits/hosts.ts';
import { clickOn, close, open, row, saved, says, typeInto } from './kits/settings-kit.ts';

journey('the settings', AS_INSTALLED, (host) => {
  it('say how much can be found, and name each of their controls', async () => {
    await open(host());
    await says(host(), 'Notes', /^\d+ notes can be found\. 2 excluded notes cannot\.$/u);
    await says(host(), 'Server', /Listening on port \d+/u);
    const headings = await host()
      .driver.page.locator('.modal .setting-item-heading .setting-item-name')
      .allInnerTexts();
    expect(headings).toEqual(['Index', 'Meaning', 'Assistants', 'Excluded folders', 'Connect']);
    const nameless = await host()
      .driver.page.locator('.modal :is(.setting-item button, .setting-item input, .setting-item select, [role="tab"])')
      .evaluateAll((elements) =>
        elements
          .filter((element) => !(element.getAttribute('aria-label') ?? element.textContent))
          .map(({ outerHTML }) => outerHTML),
      );
    expect(nameless).toEqual([]);
    await host().picture('light-top');
  });

  it('are reached by the Tab key alone, each control in turn and in view', async () => {
    const { driver } = host();
    const root = driver.page.locator('.modal .vertical-tab-content');
    // It comes last, once the client's file has been looked for.
    await root.getByRole('button', { name: 'Open folder', exact: true }).first().waitFor();
    const controls = await root
      .locator(
        ':is(button, input, select, textarea, summary, [role="tab"], [contenteditable="true"], a[href], [tabindex="0"])',
      )
      .evaluateAll((elements) => {
        const isStop = (element: Element): boolean =>
          element.checkVisibility() && !element.matches(':disabled') && (element as HTMLElement).tabIndex >= 0;
        return elements.filter(isStop).map((element, i) => element.setAttribute('data-stop', String(i))).length;
      });
    expect(controls).toBeGreaterThan(10);
    await root.locator('[data-stop="0"]').focus();
    const stops: (string | null)[] = [];
    for (let i = 0; i < controls; i++) {
      const stop = await driver.page.evaluate(() => {
        const { activeElement } = document;
        const { top, bottom } = activeElement?.getBoundingClientRect() ?? { top: -1, bottom: -1 };
        const isSeen = top >= 0 && bottom <= window.innerHeight;
        return isSeen ? (activeElement?.getAttribute('data-stop') ?? null) : null;
      });
      stops.push(stop);
      await driver.page.keyboard.press('Tab');
    }
    expect(stops).toEqual(Array.from({ length: controls }, (_, i) => String(i)));
  });

  it('open a note that cannot be found, though the disk spells its name with letters in two parts', async () => {
    const { driver } = host();
    const name = 'Cafe\u0301 without text.md';
    await driver.evaluate(async (app, path) => void (await app.vault.create(path, '')), name);
    await vi.waitFor(async () => {
      // It is closed again when there is nothing to show.
      const show = row(host(), 'Not fully searchable').getByRole('button', { name: 'Show' });
      if (await show.isVisible()) await clickOn(host(), show);
      await driver.page.locator('.vault-loom-gap-path', { hasText: 'without text' }).waitFor({ timeout: 1_000 });
    }, PATIENT);
    await driver.page.locator('.vault-loom-gap-path', { hasText: 'without text' }).click();
    await driver.settle();
    const opened = (): Promise<string | undefined> => driver.evaluate((app) => app.workspace.getActiveFile()?.path);
    await vi.waitFor(async () => expect(await opened()).toBe(name), PATIENT);
    await close(host());
    await open(host());
  });

  it('keep English words in order where the app runs from right to left', async () => {
    const { page } = host().driver;
    await page.evaluate(() => (document.documentElement.dir = 'rtl'));
    const found = row(host(), 'Notes').locator('.setting-item-description').first();
    const style = await found.evaluate((element) => {
      const { direction, textAlign } = getComputedStyle(element);
      return { direction, textAlign };
    });
    expect(style).toEqual({ direction: 'ltr', textAlign: 'right' });
    await row(host(), 'Notes')
      .first()
      .evaluate((element) => element.scrollIntoView());
    await host().picture('rtl');
    await page.evaluate(() => document.documentElement.removeAttribute('dir'));
  });

  it('exclude a folder that the suggester offers, and take it back', async () => {
    const { driver } = host();
    const field = row(host(), 'Exclude a folder').getByLabel('Folder');
    await field.click();
    await driver.page.keyboard.type('gard');
    await driver.settle();
    await driver.page.locator('.suggestion-container .suggestion-item', { hasText: 'Garden' }).first().waitFor();
    await driver.page.keyboard.press('Enter');
    await driver.settle();
    const listed = row(host(), 'Excluded now').locator('.vault-loom-folder-path');
    await vi.waitFor(async () => expect(await listed.allInnerTexts()).toEqual(['Garden']), PATIENT);
    await vi.waitFor(async () => expect((await saved(host())).excludedFolders).toEqual(['Garden']), PATIENT);
    expect(await field.inputValue()).toBe('');
    await typeInto(host(), field, 'No such folder');
    await clickOn(host(), row(host(), 'Exclude a folder').getByRole('button', { name: 'Add' }));
    await says(host(), 'Exclude a folder', 'There is no folder “No such folder”');
    await typeInto(host(), field, '/');
    await clickOn(host(), row(host(), 'Exclude a folder').getByRole('button', { name: 'Add' }));
    await says(host(), 'Exclude a folder', 'The whole vault cannot be excluded');
    await host().picture('whole-vault');
    await typeInto(host(), field, '');
    await clickOn(host(), driver.page.getByRole('button', { name: 'Search “Garden” again' }));
    await vi.waitFor(async () => expect((await saved(host())).excludedFolders).toEqual([]), PATIENT);
    await vi.waitFor(async () => expect(await listed.count()).toBe(0), PATIENT);
    // In other letter case it is the same folder.
    await typeInto(host(), field, 'gARDEN');
    await clickOn(host(), row(host(), 'Exclude a folder').getByRole('button', { name: 'Add' }));
    await vi.waitFor(async () => expect((await saved(host())).excludedFolders).toEqual(['Garden']), PATIENT);
    await clickOn(host(), driver.page.getByRole('button', { name: 'Search “Garden” again' }));
    await vi.waitFor(async () => expect((await saved(host())).excludedFolders).toEqual([]), PATIENT);
  });

  it('know a folder whose name the disk spells in decomposed letters', async () => {
    const { driver } = host();
    await driver.evaluate((app) => app.vault.createFolder('Cafe\u0301').then(() => undefined));
    await driver.settle();
    const field = row(host(), 'Exclude a folder').getByLabel('Folder');
    await typeInto(host(), field, 'Caf\u00e9');
    await clickOn(host(), row(host(), 'Exclude a folder').getByRole('button', { name: 'Add' }));
    const listed = row(host(), 'Excluded now').locator('.vault-loom-folder');
    await vi.waitFor(async () => expect(await listed.allInnerTexts()).toEqual(['Caf\u00e9']), PATIENT);
    await typeInto(host(), field, 'Cafe\u0301');
    await clickOn(host(), row(host(), 'Exclude a folder').getByRole('button', { name: 'Add' }));
    await says(host(), 'Exclude a folder', 'is excluded already');
    await typeInto(host(), field, '');
    await clickOn(host(), listed.getByRole('button'));
    await vi.waitFor(async () => expect((await saved(host())).excludedFolders).toEqual([]), PATIENT);
  });

  it('say that a port is taken, and which one is used instead', async () => {
    const { driver } = host();
    const other = createPort();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { port: number };
    try {
      await typeInto(host(), row(host(), 'Port').getByLabel('Port'), String(port));
      await driver.page.keyboard.press('Tab');
      await driver.settle();
      await says(host(), 'Server', new RegExp(`Port ${port} is taken`, 'u'));
      const [, used] = /port (\d+)/u.exec((await row(host(), 'Server').textContent()) ?? '') ?? [];
      await typeInto(host(), row(host(), 'Port').getByLabel('Port'), '5');
      await driver.page.keyboard.press('Tab');
      await says(host(), 'Port', `; ${used ?? ''} stays in use.`);
      await typeInto(host(), row(host(), 'Port').getByLabel('Port'), String(port));
      await driver.page.keyboard.press('Tab');
      await driver.settle();
    } finally {
      await new Promise((resolve) => other.close(resolve));
    }
  });

  it('name folders that are not there or in both lists, and keep what was typed', async () => {
    const [ask, leave] = ['Folders to ask about', 'Folders to leave alone'] as const;
    const type = async (name: string, text: string): Promise<void> => {
      await typeInto(host(), row(host(), name).getByLabel(name), text);
      await row(host(), name).getByLabel(name).blur();
    };
    await type(ask, 'Garden\nGardne');
    await says(host(), ask, 'Not in this vault now: “Gardne”.');
    await type(leave, 'garden');
    const inBoth = 'Assistants may read what is in both, but not write.';
    await says(host(), leave, `In both lists: “garden”. ${inBoth}`);
    await says(host(), ask, `In both lists: “Garden”. ${inBoth}`);
    expect(await row(host(), ask).getByLabel(ask).inputValue()).toBe('Garden\nGardne');
    await type(leave, '');
    await type(ask, '');
    await says(host(), ask, /you are asked\.$/u);
    await type(ask, '/');
    await vi.waitFor(
      async () => expect((await saved(host())).reviewFolders).toEqual([{ folder: '/', mode: 'ask-always' }]),
      PATIENT,
    );
    expect(await row(host(), ask).getByLabel(ask).inputValue()).toBe('/');
    await says(host(), ask, /you are asked\.$/u);
    await type(ask, '');
  });

  it('look right in a narrow window, and in the dark', async () => {
    const { driver } = host();
    const pictures = async (theme: string): Promise<void> => {
      for (const name of ['Notes', 'Port', 'Your assistant']) {
        await row(host(), name)
          .first()
          .evaluate((element) => element.scrollIntoView());
        await host().picture(`${theme}-${name.toLowerCase().replace(' ', '-')}`);
      }
    };
    await driver.page.setViewportSize({ width: 640, height: 800 });
    await driver.settle();
    await pictures('narrow');
    const wide = await driver.page
      .locator('.modal .vertical-tab-content')
      .evaluate((content) => content.scrollWidth - content.clientWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await driver.page.setViewportSize({ width: 1280, height: 800 });
    await driver.evaluate((app) => app.commands.executeCommandById('theme:use-dark'));
    await driver.settle();
    await pictures('dark');
    await close(host());
    expect(await driver.errors()).toEqual([]);
  });
});
